"""Keyboard shortcuts, one letter each: the list under `?`, and the buttons they press.

A key presses the first visible button that it names; a button declares its key by
`aria-keyshortcuts`. Keys typed into fields are ignored (static/js/keys.js).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Key:
    """A key, its action in words, and a selector of the buttons it presses."""

    key: str
    words: str
    presses: str


#: Shortcuts by part of the page.
KEYS: tuple[tuple[str, tuple[Key, ...]], ...] = (
    (
        "Rolls",
        (
            Key("R", "Roll, or roll again", '[data-result] [data-do="again"], [data-do="roll"]'),
            Key("E", "Enter physical dice", '[data-do="enter"]'),
            Key("A", "Apply effects", '[data-do="apply"]'),
            Key("U", "Undo", '[data-do="undo"]'),
            Key("K", "Favourite", '[data-do="star"]'),
        ),
    ),
    (
        "Fight",
        (Key("N", "Next turn", '[data-do="turn-pass"], [data-next-turn]'),),
    ),
    (
        "Places",
        (
            Key("/", "Search", '[data-do="search"]'),
            Key("H", "Home", '[data-goes="home"], .brand'),
            Key("G", "All rolls", '[data-goes="roll"]'),
            Key("F", "Fight", '[data-goes="fight"]'),
            Key("S", "Sheets", '[data-goes="sheets"]'),
            Key("J", "Journal", '[data-goes="journal"], .journal-button'),
            Key("D", "Dice", '[data-goes="dice"], .bare-dice'),
            Key("T", "Tables", '[data-opens="tables"]'),
            Key("B", "Rulebook", '[data-opens="rules"]'),
            Key("?", "Keyboard shortcuts", '[data-do="keys"]'),
        ),
    ),
)
