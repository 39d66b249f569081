"""A line of dice while somebody writes it: what it says, what is wrong, dice that are tapped."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.core.dice import ways
from app.core.dice.faults import Malformed
from app.core.dice.grammar import parse
from app.core.dice.saying import words, written
from app.core.dice.tokens import tokens
from app.core.dice.tree import Line
from app.core.errors import BadInput
from app.core.notations import Understood, Wrong


def understood(text: str, cursor: int | None) -> Understood:
    """Everything that can be said of a line, whole or not."""
    if not text.strip():
        return Understood()
    try:
        line = parse(text)
    except Malformed as fault:
        unfinished = fault.start >= len(text.rstrip())
        return Understood(wrong=Wrong(fault.says, fault.start, fault.end, unfinished))
    return Understood(written(line), words(line), notes=_notes(line))


def _notes(line: Line) -> tuple[str, ...]:
    """From where to where it goes, and its mean."""
    try:
        found = ways.of_node(line.left)
    except BadInput:
        return ()
    low, high, whole = min(found), max(found), sum(found.values())
    if low == high:
        return ()
    mean = sum(value * its for value, its in found.items()) / whole
    return (f"From {low} to {high}, {mean:.2f} on average.".replace("-", "\u2212"),)


# --- dice that are tapped ---


def tapped(text: str, key: str) -> str:
    """The line after a tap: one more die, a sign, what is done to the last dice.

    A tap never makes a right line wrong for good: what cannot follow is taken as it makes sense.
    """
    if key.isdigit():
        return _digit(text, key)
    return _KEYS[key](text.rstrip()) if key in _KEYS else _one_more(text.rstrip(), key)


#: The last pool at the end of a line: its number, and its die.
_POOL = re.compile(r"(?P<count>\d*)(?P<die>d(?:\d+|%|f))$", re.IGNORECASE)


def _one_more(text: str, die: str) -> str:
    """One more die of the kind: of the last pool, if it is of these, else as a new term."""
    last = _POOL.search(text)
    if last is not None and last["die"].lower() == die.lower():
        count = int(last["count"] or 1) + 1
        return f"{text[: last.start()]}{count}{last['die']}"
    if not text or text.endswith(("(", "+", "-", "\u2212", "*", "vs")):
        return f"{text}{' ' if text.endswith('vs') else ''}{die}"
    return f"{text}+{die}"


def _digit(text: str, digit: str) -> str:
    """A digit where a number may stand or goes on; after whole dice it is added to them."""
    last = _POOL.search(text.rstrip())
    return f"{text.rstrip()}+{digit}" if last is not None else f"{text}{digit}"


def _sign(sign: str) -> Callable[[str], str]:
    def put(text: str) -> str:
        bare = re.sub(r"[-+\u2212]+$", "", text)
        return f"{bare}{sign}" if bare else sign.strip("+")

    return put


def _change(change: str) -> Callable[[str], str]:
    """What is done to the last pool; there must be one."""

    def put(text: str) -> str:
        return f"{text}{change}" if _POOL.search(text) else text

    return put


def _keep(which: str) -> Callable[[str], str]:
    """One die is kept at first, each tap more keeps one more; a single die becomes two."""

    def put(text: str) -> str:
        again = re.search(rf"(?P<count>\d+)d(?:\d+|%)k{which}(?P<kept>\d+)$", text, re.IGNORECASE)
        if again is not None:
            kept = int(again["kept"]) % (int(again["count"]) - 1 or 1) + 1
            return f"{text[: again.start('kept')]}{kept}"
        last = _POOL.search(text)
        if last is None:
            return text
        count = int(last["count"] or 1)
        kept = max(1, count - 1) if which == "h" and count > 2 else 1
        return f"{text[: last.start()]}{max(count, 2)}{last['die']}k{which}{kept}"

    return put


def _held(text: str) -> str:
    return f"{text} vs " if text and " vs" not in text else text


def _back(text: str) -> str:
    """Without its last word; of a pool of several dice one goes."""
    last = _POOL.search(text)
    if last is not None and int(last["count"] or 1) > 1:
        left = int(last["count"]) - 1
        return f"{text[: last.start()]}{left if left > 1 else ''}{last['die']}"
    if last is not None:
        return text[: last.start()].rstrip(" +-\u2212")
    found = tokens(text)[:-1]
    return text[: found[-1].start].rstrip() if found else ""


_KEYS: dict[str, Callable[[str], str]] = {
    "+": _sign("+"),
    "-": _sign("-"),
    "kh": _keep("h"),
    "kl": _keep("l"),
    "!": _change("!"),
    ">=": _change(">="),
    "vs": _held,
    "back": _back,
    "clear": lambda text: "",
}
