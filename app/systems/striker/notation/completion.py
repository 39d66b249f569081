"""Completion of a line that is being typed, and the line as far as it was read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from app.core.support.characters import BLANKS
from app.systems.striker.notation.dialects import REFERENCE, reader_for
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.sheet import UNNAMED, Known
from app.systems.striker.notation.tokens import Token, plainly_dashed, token_at
from app.systems.striker.notation.tree import NotationLine
from app.systems.striker.rules.inputs import DIE_SIZES
from app.systems.striker.tables.actions import DURATIONS

#: Actions by the names that the source gives them; an action may be called anything.
ACTIONS = ("attack", "gen")
SPELLED = {"c": "C", "tc": "TC", "m": "M", "r": "R"}
#: Words of the reference, by the kind that is expected (S32-S42).
FURTHER_DURATIONS = (
    ("move-action", "the move of a turn"),
    ("w/act", "part of another action"),
)
FURTHER = {
    "cost": (("1fp", "1 focus point"), ("1ep", "1 energy point")),
    "condition": (),
    "challenge": (
        ("SC", "the challenge that another set"),
        ("PC", "asked for"),
        ("CC", "asked for"),
        ("TC-A", "an area: 8"),
        ("C-A", "an area: 8"),
    ),
    "words": (("as weapon", "the weapon’s own effect"),),
}
_WORD_AFTER = re.compile(r"[A-Za-z0-9-]*")


@dataclass(frozen=True)
class Offer:
    """A possible completion: the text that replaces text[start:end]."""

    text: str
    start: int
    end: int
    help: str = ""


@dataclass(frozen=True)
class SoFar:
    """A line that is being typed."""

    #: Its parts as far as they were read.
    line: NotationLine
    #: The number of characters read.
    read: int
    #: The fault there; None for a complete line.
    fault: Malformed | None
    #: The kinds expected next.
    wanted: tuple[str, ...]


# A sheet is redrawn after each change, with up to 400 unchanged lines.
@lru_cache(maxsize=512)
def so_far(text: str, dialect: str = REFERENCE) -> SoFar:
    """Return the line as far as it can be read; it may be empty, unfinished or wrong."""
    reader = reader_for(text, dialect)
    fault = None
    try:
        reader.read()
    except Malformed as error:
        fault = error
    return SoFar(reader.line, reader.read_to, fault, tuple(reader.wanted))


def complete(text: str, cursor: int, sheet: Known, dialect: str = REFERENCE) -> tuple[Offer, ...]:
    """Return the completions at the cursor (0 is before the first character), likeliest first.

    A word around or before the cursor is replaced as a whole.
    """
    text = plainly_dashed(text)
    cursor = min(max(cursor, 0), len(text))
    head = text[:cursor]
    start = _word_start(head, dialect)
    begun = head[start:].lower()
    after = _WORD_AFTER.match(text, cursor)
    end = after.end() if after and begun else cursor
    offers = [
        Offer(word, start, end, help)
        for word, help in _words(expected_kinds(head[:start], dialect), sheet, dialect)
        if word.lower().startswith(begun) and (word[0].isalpha() or not begun)
    ]
    if begun and end == cursor:
        # The word may be complete already: then a mark may follow it.
        marks = (want for want in expected_kinds(head, dialect) if not want[0].isalpha())
        offers += [Offer(mark, cursor, cursor) for mark in marks]
    return tuple(offers)


def _word_start(head: str, dialect: str) -> int:
    """Return the start of the word that ends at the cursor, including a dash at its end."""
    last: Token | None = None
    at = 0
    try:
        while (token := token_at(head, at, dialect == REFERENCE)).sort != "end":
            begins = token.at - 1
            hangs_on = token.text == "-" and last is not None and begins == at
            if not (hangs_on and last is not None and last.sort == "word"):
                last = token
            at = begins + len(token.text)
    except Malformed:
        last = None
    begun = last is not None and last.sort == "word" and at == len(head)
    return last.at - 1 if begun and last is not None else len(head)


def expected_kinds(head: str, dialect: str = REFERENCE) -> tuple[str, ...]:
    """Return the kinds of tokens expected after this beginning; none if it is wrong already."""
    reader = reader_for(head, dialect)
    try:
        reader.read()
    except Malformed:
        at_its_end = not head[reader.read_to :].strip(BLANKS) and reader.wanted
        return tuple(reader.wanted) if at_its_end else ()
    return tuple(reader.wanted)


def _words(wanted: Iterable[str], sheet: Known, dialect: str) -> Iterator[tuple[str, str]]:
    """Yield the expected kinds, spelled out, each with a word of help."""
    for want in wanted:
        if want == "action":
            yield from ((name, "an action") for name in ACTIONS)
        elif want == "duration":
            yield from ((row.duration, row.meaning) for row in DURATIONS)
            if dialect == REFERENCE:
                yield from FURTHER_DURATIONS
        elif want == "dice":
            yield from ((f"1d{size}", "effect dice") for size in DIE_SIZES)
        elif want in ("name", "technique", "skill"):
            yield from names(want, sheet)
        elif want in FURTHER:
            yield from FURTHER[want]
        elif want not in ("number", "share", "end"):
            yield SPELLED.get(want, want), ""


def names(want: str, sheet: Known) -> Iterator[tuple[str, str]]:
    """Yield the matching names of the sheet, techniques first. want: name, technique or skill."""
    if want != "skill":
        for technique in sheet.techniques.values():
            replaces = f", for {technique.base}" if technique.base != UNNAMED else ""
            yield technique.name, f"R {technique.ranks}{replaces}"
    if want != "technique":
        for skill in sheet.skills.values():
            yield skill.name, f"M {skill.modifier}, R {skill.ranks}"
