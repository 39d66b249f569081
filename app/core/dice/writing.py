"""A line of dice while somebody writes it: what it says, what is wrong, dice that are tapped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from app.core.dice import ways
from app.core.dice.faults import Malformed, Reading
from app.core.dice.grammar import parse
from app.core.dice.saying import words, written
from app.core.dice.tokens import Token, tokens
from app.core.dice.tree import COMPARE, Line
from app.core.errors import BadInput
from app.core.procedures.notations import Offer, Understood, Wrong

#: So many words of one line are mended for an offer.
MENDED = 6


def understood(text: str, cursor: int | None) -> Understood:
    """Everything that can be said of a line, whole or not."""
    if not text.strip():
        return Understood()
    try:
        line = parse(text)
    except Malformed as fault:
        wrong = Wrong(fault.says, fault.start, fault.end, _is_unfinished(fault, text))
        offers = (Offer(line, 0, len(text), line, words) for line, words in readings(fault))
        return Understood(wrong=wrong, offers=tuple(offers))
    return Understood(written(line), words(line), notes=_notes(line))


def readings(fault: Malformed) -> Iterator[Reading]:
    """Yield the right lines that may be meant by a wrong one, each once."""
    found = set()
    for line, differs in fault.readings:
        plain = _mended(line)
        if plain and plain not in found:
            found.add(plain)
            yield Reading(plain, differs)


def _mended(line: str) -> str:
    """The line as everybody writes it, every further fault of one reading mended; else empty."""
    for _ in range(MENDED):
        try:
            return written(parse(line))
        except Malformed as fault:
            if len(fault.readings) != 1:
                return ""
            line = fault.readings[0].line
    return ""


def _is_unfinished(fault: Malformed, text: str) -> bool:
    return fault.unfinished or fault.start >= len(text.rstrip())


@lru_cache(maxsize=128)
def is_begun(text: str) -> bool:
    """Is it a right line, or the beginning of one?"""
    try:
        parse(text)
    except Malformed as fault:
        return _is_unfinished(fault, text)
    return True


def _notes(line: Line) -> tuple[str, ...]:
    """From where to where it goes, and its mean."""
    try:
        found = ways.of_total(line)
    except BadInput:
        return ()
    low, high, whole = min(found), max(found), sum(found.values())
    if low == high:
        return ()
    mean = sum(value * its for value, its in found.items()) / whole
    return (f"From {low} to {high}, {mean:.2f} on average.".replace("-", "\u2212"),)


# --- dice that are tapped ---


def tapped(text: str, key: str) -> str:
    """Return the line after a tap: one more die, a digit, a sign, a change to the last dice.

    A key that cannot follow leaves the line as it is, so that no taps make a wrong line; a wrong
    one can only be taken back.
    """
    if key == "back":
        return _back(text)
    if not is_begun(text):
        return text
    after = _after(text, key)
    return after if after != text.rstrip() and is_begun(after) else text


def can_follow(text: str, key: str) -> bool:
    """Does a tap on this key change the line?"""
    return tapped(text, key) != text


def _after(text: str, key: str) -> str:
    if key.isdigit():
        return _digit(text, key)
    return _KEYS[key](text.rstrip()) if key in _KEYS else _one_more(text.rstrip(), key)


#: The last pool at the end of a line: its number, and its die.
_POOL = re.compile(r"(?P<count>\d*)(?P<die>d(?:\d+|%|f))$", re.IGNORECASE)

#: After these a number or dice are a term of their own.
_OPENS = ("", "+", "-", "*", "(", "vs", "#")


def _last(text: str) -> tuple[str, Token | None]:
    """The last word or sign of a line, after the one before it."""
    found = tokens(text)[:-1]
    before = found[-2].text if len(found) > 1 else ""
    return before, found[-1] if found else None


def _one_more(text: str, die: str) -> str:
    """One more die of the kind: of the last pool, if it is of these, else as a new term.

    A number that is a term becomes the number of such dice: 8 and then d6 are 8d6.
    """
    pool = _POOL.search(text)
    if pool is not None and pool["die"].lower().replace("%", "100") == die:
        count = int(pool["count"] or 1) + 1
        return f"{text[: pool.start()]}{count}{pool['die']}"
    before, last = _last(text)
    if last is not None and last.kind == "number" and before in _OPENS:
        counted = f"{text}{die}"
        return counted if is_begun(counted) else f"{text}+{die}"
    opens = last is None or last.text in (*_OPENS, *COMPARE)
    return f"{text}{' ' if text.endswith('vs') else ''}{die}" if opens else f"{text}+{die}"


def _digit(text: str, digit: str) -> str:
    """A digit where a number may stand or goes on; after whole dice it is added to them."""
    before, last = _last(text)
    if last is None:
        return digit
    whole = (last.kind == "number" and before == "d") or last.kind == "label"
    if whole or last.text in ("%", "df", ")", "!", "adv", "dis"):
        return f"{text.rstrip()}+{digit}"
    between = " " if last.text == "vs" else ""
    return f"{text.rstrip()}{between}{digit}"


def _sign(sign: str) -> Callable[[str], str]:
    """A sign after a term, in place of the one there; a line may begin with a minus."""

    def put(text: str) -> str:
        bare = re.sub(r"[-+\u2212\u2013\s]+$", "", text)
        _, last = _last(bare)
        if last is None:
            return sign.strip("+")
        return text if last.text in (*_OPENS, *COMPARE) else f"{bare}{sign}"

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
    """A whole line that is held against nothing yet, held against what follows."""
    try:
        line = parse(text)
    except Malformed:
        return text
    return text if line.right is not None else f"{text} vs "


def _back(text: str) -> str:
    """Without its last word; of a pool of several dice one goes."""
    text = text.rstrip()
    last = _POOL.search(text)
    if last is not None and int(last["count"] or 1) > 1:
        left = int(last["count"]) - 1
        return f"{text[: last.start()]}{left if left > 1 else ''}{last['die']}"
    if last is not None:
        return text[: last.start()].rstrip(" +-\u2212\u2013")
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
}
