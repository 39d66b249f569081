"""A line as its writer sees it: its form, its words, its numbers, its first fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from app.core.procedures.notations import Offer, Sum, Understood, Wrong
from app.core.support.characters import BLANKS
from app.systems.striker.notation.canonical import canonical
from app.systems.striker.notation.completion import SoFar, so_far
from app.systems.striker.notation.dialects import CORE
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.meaning import Beside, Meaning, Names, evaluate
from app.systems.striker.notation.mending import advice_on, mend
from app.systems.striker.notation.offers import offers
from app.systems.striker.notation.sheet import Known
from app.systems.striker.notation.sums import sums
from app.systems.striker.notation.tokens import plainly_dashed, token_at
from app.systems.striker.notation.tree import NotationLine
from app.systems.striker.notation.words import words
from app.systems.striker.rules.inputs import LONGEST
from app.systems.striker.tables.actions import DURATIONS, TAKE, longer


@dataclass(frozen=True)
class LineContext:
    """The character that a line is read for. subject: the meaning of `this` (S25)."""

    sheet: Known
    subject: str = ""
    unknown_skill: str = "error"
    beside: Beside = field(default_factory=Beside)


def understood(
    text: str, cursor: int | None, reader: LineContext | None, dialect: str = ""
) -> Understood:
    """Return all that is known of a line, complete or not; without a character no numbers."""
    dialect = dialect or (reader.beside if reader else Beside()).dialect
    if len(text) > LONGEST:
        return Understood(wrong=_wrong(text, Malformed("E13", LONGEST + 1)))
    offered: tuple[Offer, ...] = ()
    if cursor is not None:
        offered = offers(text, cursor, reader.sheet if reader else Known(), dialect)
    if not text.strip(BLANKS):
        return Understood(offers=offered)
    begun = so_far(text, dialect)
    wrong = begun.fault
    if wrong is not None and dialect != CORE:
        offered = (*offered, *_mending(text, wrong, cursor))
        wrong = wrong.with_advice(partial(advice_on, text, wrong))
    meaning: Meaning | None = None
    summed: tuple[Sum, ...] = ()
    if reader is not None:
        try:
            meaning, summed = _numbers(begun.line, reader)
        except Malformed as fault:
            wrong = wrong or fault
    subject = reader.subject if reader else ""
    return Understood(
        canonical(begun.line).rstrip(BLANKS + "="),
        words(begun.line, subject, meaning),
        summed,
        (*_times(begun, meaning), *_missing(begun, meaning)),
        _wrong(text, wrong) if wrong else None,
        offered,
    )


def _mending(text: str, fault: Malformed, cursor: int | None) -> tuple[Offer, ...]:
    """Return the line that the advice leads to, as an offer once the line is not being typed on."""
    advised = mend(text, fault)
    at_end = cursor is not None and cursor >= len(text.rstrip(BLANKS))
    if advised is None or cursor is None or at_end:
        return ()
    return (Offer(advised.text, 0, len(text), advised.text, advised.advice),)


def _numbers(line: NotationLine, reader: LineContext) -> tuple[Meaning, tuple[Sum, ...]]:
    context = (reader.subject, reader.sheet, reader.unknown_skill, reader.beside)
    return evaluate(line, *context), sums(line, Names(line.sub, *context, line))


def _wrong(text: str, fault: Malformed) -> Wrong:
    """Return the range of the fault: from its position to the end of the token there."""
    plain = plainly_dashed(text)
    if fault.code == "E13":
        return Wrong(fault.message, LONGEST, len(text))
    if fault.code == "E09":
        # The subject is missing, which the first `this` of the line would need.
        return Wrong(fault.message, *_first_this(plain))
    if fault.at is None:
        return Wrong(fault.message)
    start = fault.at - 1
    length = 1 if fault.code == "E02" else len(token_at(plain, start, reference=True).text)
    unfinished = start >= len(text.rstrip(BLANKS))
    return Wrong(fault.message, start, start + length, unfinished)


def _first_this(plain: str) -> tuple[int, int] | tuple[None, int]:
    at = 0
    while (token := token_at(plain, at, reference=True)).low != "this":
        if token.sort == "end":
            return None, 0  # S36: a bare M means it too
        at = token.ends
    return token.at - 1, token.at + 3


def _times(begun: SoFar, meaning: Meaning | None) -> tuple[str, ...]:
    """Describe how long the line takes, and how long with a taken number (S19, S21, S22)."""
    normal = begun.line.duration
    if begun.fault is not None or normal is None or normal not in DURATIONS.labels():
        return ()  # S32: a move-action and a part of another action have no row
    action = begun.line.action
    if action is not None and action.joint:
        return ()  # its words say it
    # S19: only checks, and only with ranks.
    if begun.line.kind != "check" or meaning is None or not meaning.ranks:
        return (f"Takes: {normal}.",)
    slower = ((row.take, longer(normal, row.longer)) for row in TAKE)
    taken = ", ".join(f"take {take}: {duration.duration}" for take, duration in slower if duration)
    return (f"Takes: {normal}; {taken}." if taken else f"Takes: {normal}.",)


def _missing(begun: SoFar, meaning: Meaning | None) -> Iterator[str]:
    """Yield the names of numbers still to be given when the line is rolled (S39, S42)."""
    if begun.fault is not None or begun.line.trait:
        return
    names = list(meaning.missing) if meaning else []
    challenge = meaning.challenge if meaning else None
    if begun.line.named_challenge and challenge is None:
        names.insert(0, begun.line.named_challenge)
    if names:
        yield f"Still asked for: {', '.join(dict.fromkeys(names))}."
