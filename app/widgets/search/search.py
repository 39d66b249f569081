"""Search of the entries, best hits first.

An entry matches if every typed word begins one of its words: `mara lock` finds Mara's Lockpick.
Words of its name weigh more than words around it, the open game more than others. A number that
matches no word goes into the one field that takes it: `fall 12 m`. A line of bare dice, `4d6kh3+2`,
comes first, and is rolled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from app.core.procedures.kinds import Kind, Number, Whole
from app.core.procedures.procedure import Procedure
from app.core.support.characters import with_minus
from app.core.support.typed_numbers import both_readings, normalize
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.links import link, path_of, read
from app.widgets.search.entries import KINDS, Entry, Hit, words_of

#: Most hits shown.
MOST = 12


def find(entries: Iterable[Entry], text: str, game: str = "", most: int = MOST) -> tuple[Hit, ...]:
    """Return the best hits for a text. game: the open one's id."""
    wanted, number = _asked(text)
    if not wanted and number is None:
        return tuple(_dice(text, game))
    if not wanted:  # a bare number is looked for as a word
        wanted, number = words_of(text), None
    matches = [
        (rank, index, entry)
        for index, entry in enumerate(entries)
        if (rank := _rank(entry, wanted, game)) is not None
    ]
    hits = [(rank, index, entry.hit) for rank, index, entry in matches]
    if number is not None:
        hits = list(_with_number(matches, *number))
    hits.sort(key=lambda each: each[:2])
    return (*_dice(text, game), *(hit for _, _, hit in hits))[:most]


#: Matches lines of dice: `4d6`, `d20+3`, `4dF`.
_DICE = re.compile(r"(?:^|[\d\s+(-])d(?:\d|%|f\b)", re.IGNORECASE)


def _dice(text: str, game: str) -> Iterator[Hit]:
    """Yield the typed line of bare dice, if it is one, to be rolled in the open game."""
    if _DICE.search(text) is None:
        return
    from app.core.dice.faults import Malformed
    from app.core.dice.grammar import parse
    from app.core.dice.saying import to_notation, words

    try:
        line = parse(text)
    except Malformed:
        return
    path = f"{game}/dice" if game else "dice/roll"
    href = link(path, {"notation": to_notation(line)})
    yield Hit("roll", to_notation(line), words(line), game, href, path.replace("/", "."))


#: A typed number with its unit: `12 m`, `12m`, `3`, `1 000 m`.
_NUMBER = re.compile(
    r"(?<![\w.])(-?(?:\d{1,3}(?:[ '_]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*))(?!\d)\s*([a-z]{1,8}\b)?",
    re.IGNORECASE,
)


def _asked(text: str) -> tuple[list[str], tuple[str, str, list[str]] | None]:
    """Split a text into words to look for, and the number with its unit and words."""
    text = normalize(text)
    match = _NUMBER.search(text)
    if match is None:
        return words_of(text), None
    before, after = text[: match.start()], text[match.end() :]
    unit = (match[2] or "").lower()
    return words_of(f"{before} {after}"), (match[1], unit, words_of(match[0]))


def _rank(entry: Entry, wanted: Sequence[str], game: str) -> float | None:
    """Return a rank, smaller is better; None if a word is missing."""
    rank = 0.0
    for word in wanted:
        begins = f" {word}"
        if begins in entry.name:
            rank += 0 if f"{begins} " in entry.name else 1
        elif (
            len(word) > 1 and begins in entry.around
        ):  # a single letter begins a word of nearly every entry
            rank += 6
        else:
            return None
    hit = entry.hit
    if wanted and entry.name.startswith(f" {wanted[0]}"):
        rank -= 1
    other_game = 3 if game and hit.game and hit.game != game else 0
    return rank + other_game + KINDS[hit.kind][1] + len(entry.name) / 200


def _with_number(
    matches: Iterable[tuple[float, int, Entry]], number: str, unit: str, words: Sequence[str]
) -> Iterator[tuple[float, int, Hit]]:
    """Yield matches with the number, in the field that takes it, or as words of the entry."""
    for rank, index, entry in matches:
        filled = list(_filled(entry, number, unit))
        if filled:
            yield from ((rank, index, each) for each in filled)
        elif all(f" {word}" in entry.name or f" {word}" in entry.around for word in words):
            yield rank + 1, index, entry.hit
        elif entry.hit.rolls and not unit:
            yield rank + 5, index, entry.hit


def _filled(entry: Entry, number: str, unit: str) -> Iterator[Hit]:
    """Yield hits with the number in its one field: one for each way to read it."""
    if entry.number is None:
        return
    name = _field(entry.number, unit)
    declared = entry.number.inputs.get(name)
    if declared is None:
        return
    is_either = isinstance(declared.kind, Number) and both_readings(number)
    for reading in is_either or (number,):
        try:
            value = declared.check(declared.kind.parse(reading))
        except ValueError:
            continue
        text = field_text(value)
        shown = with_minus(text)
        measure = f"{shown} {unit}" if unit else f"{declared.label} {shown}"
        href = link(path_of(entry.number.id), {**read(entry.hit.href).typed, name: text})
        yield replace(entry.hit, label=f"{entry.hit.label}: {measure}", href=href)


@cache
def _field(procedure: Procedure, unit: str) -> str:
    """Return the one numeric field for a number with this unit; empty if none or several."""
    numeric = {
        name: each
        for name, each in procedure.inputs.items()
        if isinstance(each.kind, Whole | Number) and not each.kind.house
    }
    if unit:
        fits = [name for name, each in numeric.items() if _measures(each.kind, each.label, unit)]
        return fits[0] if len(fits) == 1 else ""
    required = [name for name, each in numeric.items() if each.required]
    front = [name for name, each in numeric.items() if each.kind.front and not each.kind.sheet]
    for names in (required, front):
        if len(names) == 1:
            return names[0]
    return ""


def _measures(kind: Kind, label: str, unit: str) -> bool:
    """Tell whether a field has this unit: by declaration, or by a word of its label."""
    own = getattr(kind, "unit", "").lower()
    spoken = {"m": "metre", "h": "hour", "d": "day"}.get(unit, unit)
    return unit == own or any(
        word == unit or (len(spoken) > 2 and word.startswith(spoken)) for word in words_of(label)
    )
