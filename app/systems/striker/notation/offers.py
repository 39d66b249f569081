"""Completions at the cursor, ready to be inserted: spaced, and with their only continuation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from app.core.procedures.notations import Offer
from app.core.support.characters import BLANKS
from app.systems.striker.notation.completion import SPELLED, complete, expected_kinds
from app.systems.striker.notation.completion import Offer as Completion
from app.systems.striker.notation.dialects import REFERENCE
from app.systems.striker.notation.sheet import Known
from app.systems.striker.notation.tokens import is_name, plainly_dashed

#: Expected kinds that the writer has to fill in.
_SORTS = (
    *("action", "name", "technique", "skill", "duration", "number", "dice", "end"),
    *("cost", "condition", "challenge", "words", "share"),
)
#: Words of the reference that may be names elsewhere.
_FIXED = ("imp", "set", "with", "any", "as weapon")
_OPENING = ("(",)
_SIGNS = ("+", "-")
#: Marks without a space before them.
_CLOSE = (")", ",", "(")
#: M, R, chk or sv, which a bracket mostly follows.
_BRACKETED = re.compile(r"(?<![A-Za-z0-9-])(?:[MR]|chk|sv)\Z", re.IGNORECASE)
_EFFECT = re.compile(r"(?<![A-Za-z0-9-])eff\Z", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"[A-Za-z][A-Za-z0-9]*\Z")


def offers(text: str, cursor: int, sheet: Known, dialect: str = REFERENCE) -> tuple[Offer, ...]:
    """Return the completions at the cursor: `M` at the end of `chk(C)=` is inserted as ` M(`."""
    by_text: dict[str, Offer] = {}
    # The continuation is the same after every name: two hundred names need it once.
    tails: dict[tuple[int, str], str] = {}
    for at in (
        *complete(text, cursor, sheet, dialect),
        *_behind(text, cursor, sheet, dialect),
    ):
        if at.text in by_text:
            continue
        head = plainly_dashed(text[: at.start])
        word = _joined(head, at.text)
        sort = (at.start, "" if is_name(at.text) and at.text not in _FIXED else at.text)
        if sort not in tails:
            tails[sort] = _tail(head + word, text[at.end :], dialect)
        by_text[at.text] = Offer(word + tails[sort], at.start, at.end, at.text, at.help)
    return tuple(
        offer for offer in by_text.values() if offer.insert != text[offer.start : offer.end]
    )


def _behind(text: str, cursor: int, sheet: Known, dialect: str) -> Iterator[Completion]:
    """Yield the completions after a blank, if the word before the cursor may be complete."""
    cursor = min(max(cursor, 0), len(text))
    head, rest = text[:cursor], text[cursor:]
    if _WORD_BEFORE.search(head) and not rest[:1].isalnum():
        for completion in complete(f"{head} ", cursor + 1, sheet, dialect):
            yield replace(completion, start=cursor, end=cursor)


def _tail(head: str, rest: str, dialect: str) -> str:
    """Return the only continuation of this beginning at the end of the line."""
    tail = ""
    if not rest.strip(BLANKS):
        for piece in _musts(head, dialect):
            tail += _joined(head + tail, piece)
    return tail


def _joined(head: str, piece: str) -> str:
    """Return the piece with the space it needs after this beginning."""
    before = head.rstrip(BLANKS)
    if not before or before != head or piece in _CLOSE or before.endswith(_OPENING):
        return piece
    if before.endswith(_SIGNS) or (before.endswith(",") and "eff" not in piece.lower()):
        return piece
    return f" {piece}"


def _usual(head: str, wanted: tuple[str, ...], dialect: str) -> str:
    """Return the usual next piece, which a line of the reference may omit (S36, S38, S40)."""
    if _BRACKETED.search(head) and "(" in wanted:
        return "("
    if _EFFECT.search(head):
        return "=" if expected_kinds(f"{head} =", dialect) else ""
    if head.endswith(")") and "=" in wanted and "end" not in wanted:
        return "="
    return "eff" if head.endswith(",") and "eff" in wanted else ""


def _musts(head: str, dialect: str) -> Iterator[str]:
    """Yield the next pieces as long as only one is possible."""
    while True:
        wanted = expected_kinds(head, dialect)
        piece = _usual(head, wanted, dialect)
        if not piece and (len(wanted) != 1 or wanted[0] in _SORTS):
            return
        piece = piece or SPELLED.get(wanted[0], wanted[0])
        yield piece
        head += _joined(head, piece)
