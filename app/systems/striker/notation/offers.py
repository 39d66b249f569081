"""What may stand at the cursor, ready to be put in: spaced, and with what must follow on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from app.core.procedures.notations import Offer
from app.core.support.characters import BLANKS
from app.systems.striker.notation.completion import SPELLED, complete, wanted_at
from app.systems.striker.notation.completion import Offer as Completion
from app.systems.striker.notation.sheet import Known
from app.systems.striker.notation.tokens import is_name, plainly_dashed

#: What is wanted by its sort: nobody can write it for the writer.
_SORTS = ("action", "name", "technique", "skill", "duration", "number", "dice", "end")
_OPENING = ("(",)
_SIGNS = ("+", "-")
#: As they stand close to what is before them.
_CLOSE = (")", ",", "(")
_WORD_BEFORE = re.compile(r"[A-Za-z][A-Za-z0-9]*\Z")


def offers(text: str, cursor: int, sheet: Known) -> tuple[Offer, ...]:
    """The completions at the cursor: `M` at the end of `chk(C)=` goes in as ` M(`."""
    made: dict[str, Offer] = {}
    # What must follow is the same behind every name: two hundred names ask once.
    tails: dict[tuple[int, str], str] = {}
    for at in (*complete(text, cursor, sheet), *_behind(text, cursor, sheet)):
        if at.text in made:
            continue
        head = plainly_dashed(text[: at.start])
        word = _joined(head, at.text)
        sort = (at.start, "" if is_name(at.text) else at.text)
        if sort not in tails:
            tails[sort] = _tail(head + word, text[at.end :])
        made[at.text] = Offer(word + tails[sort], at.start, at.end, at.text, at.help)
    return tuple(each for each in made.values() if each.insert != text[each.start : each.end])


def _behind(text: str, cursor: int, sheet: Known) -> Iterator[Completion]:
    """What may follow a blank, where the cursor stands behind a word that may be whole."""
    cursor = min(max(cursor, 0), len(text))
    head, rest = text[:cursor], text[cursor:]
    if _WORD_BEFORE.search(head) and not rest[:1].isalnum():
        for found in complete(f"{head} ", cursor + 1, sheet):
            yield replace(found, start=cursor, end=cursor)


def _tail(head: str, rest: str) -> str:
    """What must follow on this beginning, at the end of the line."""
    made = ""
    if not rest.strip(BLANKS):
        for must in _musts(head):
            made += _joined(head + made, must)
    return made


def _joined(head: str, piece: str) -> str:
    """The piece as it is written behind this beginning."""
    before = head.rstrip(BLANKS)
    if not before or before != head or piece in _CLOSE or before.endswith(_OPENING):
        return piece
    if before.endswith(_SIGNS) or (before.endswith(",") and "eff" not in piece.lower()):
        return piece
    return f" {piece}"


def _musts(head: str) -> Iterator[str]:
    """What must stand next, as long as only one thing can."""
    while True:
        wanted = wanted_at(head)
        if len(wanted) != 1 or wanted[0] in _SORTS:
            return
        must = SPELLED.get(wanted[0], wanted[0])
        yield must
        head += _joined(head, must)
