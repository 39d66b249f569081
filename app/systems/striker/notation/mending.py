"""Advice at a fault of the reference: a line that is read, as near to the wrong one as can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from app.core.support.characters import BLANKS
from app.systems.striker.notation.canonical import canonical
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.reference import ReferenceReader
from app.systems.striker.notation.tokens import Token, plainly_dashed, token_at
from app.systems.striker.rules.inputs import DIE_SIZES, LONGEST, MOST_DICE
from app.systems.striker.tables.notation import DURATION_WORDS

#: The most edits of one line.
EDITS = 10
EXAMPLE = "chk(C) = d20"
#: Marks and words that are put in where they are expected, the best first.
_MARKS = (")", "]", "(", "=", ",", "for", "hit", "any", "sv", "fp", "weapon", "eff", "->")
#: Placeholders for words that only the writer knows.
_STANDS_IN = {
    "d20": "d20", "number": "1", "this": "this", "name": "Insight", "technique": "Insight",
    "skill": "Insight", "duration": "main-action", "challenge": "C", "condition": "R",
    "words": "as weapon", "eff": "eff = as weapon", "chk": EXAMPLE,
}  # fmt: skip
#: Characters that a line may end with by mistake.
_HANGING = " +-•&|*,=>" + BLANKS
#: A check or save with its skill but without brackets, before its challenge.
_UNBRACKETED = re.compile(r"\b(?P<roll>chk|sv)\s+(?P<name>[a-z][a-z0-9-]*)\s*\Z", re.IGNORECASE)
#: The dice or number that a word such as `2d6x` begins with.
_BEGINNING = re.compile("[0-9]+(?:[dD][0-9]+)?")


@dataclass(frozen=True)
class Mended:
    """A line that is read, and the advice that leads to it."""

    text: str

    @property
    def advice(self) -> str:
        return f"Try: {self.text}"


def advice_on(text: str, fault: Malformed) -> str:
    """Return the sentence of advice on a fault, empty for faults of other inputs."""
    found = mend(text, fault)
    return "" if found is None else found.advice


def mend(text: str, fault: Malformed) -> Mended | None:
    """Return the nearest line that is read; None for faults of other inputs."""
    if fault.at is None or fault.code not in _READING:
        return None
    return Mended(_mended(plainly_dashed(text)[:LONGEST]))


#: The faults that reading a line can have.
_READING = frozenset(("E01", "E02", "E03", "E04", "E05", "E06", "E07", "E10", "E11", "E12", "E13"))


@lru_cache(maxsize=256)
def _mended(text: str) -> str:
    line = text.strip(BLANKS)
    for _ in range(EDITS):
        fault, wanted = _fault_of(line)
        if fault is None:
            return _shown(line)
        edits = [edit.strip(BLANKS) for edit in _edits(line, fault, wanted)]
        edits = [edit for edit in edits if edit != line and len(edit) <= LONGEST]
        if not edits:
            break
        whole = (edit for edit in edits if _fault_of(edit)[0] is None)
        further = (edit for edit in edits if _unread(edit) < _unread(line))
        better = next(chain(whole, further), None)
        line = min(edits, key=_unread) if better is None else better
    return _shown(_readable_beginning(text) or EXAMPLE)


def _shown(text: str) -> str:
    """Return a line that is read in its canonical form, if that is not too long."""
    reader = ReferenceReader(text)
    reader.read()
    written = canonical(reader.line)
    return written if len(written) <= LONGEST else text


@lru_cache(maxsize=256)
def _fault_of(text: str) -> tuple[Malformed | None, tuple[str, ...]]:
    """Return the first fault of a line with the kinds expected there."""
    if not text.strip(BLANKS):
        return Malformed("E01", 1), ()
    reader = ReferenceReader(text)
    try:
        reader.read()
    except Malformed as fault:
        return fault.with_traceback(None), tuple(reader.wanted)
    return None, ()


def _unread(text: str) -> int:
    """Return the number of characters from the first fault on."""
    fault, _ = _fault_of(text)
    return 0 if fault is None or fault.at is None else len(text) - fault.at + 1


def _edits(text: str, fault: Malformed, wanted: tuple[str, ...]) -> Iterator[str]:
    """Yield the line with one edit at the fault, the likeliest first."""
    start = (fault.at or 1) - 1
    before, code = text[:start], fault.code
    if code == "E01":
        yield EXAMPLE
        return
    if code == "E02":
        yield before + text[start + 1 :]
        return
    token = token_at(text, start, reference=True)
    found, after = token.text, text[token.ends :]
    less = before.rstrip(_HANGING).removesuffix("-")
    yield from _habits(before, token, after, wanted)
    if code == "E04":
        meant = [word for word in DURATION_WORDS if word.startswith(token.low)]
        yield from (before + DURATION_WORDS[word] + after for word in meant[:1])
        # A bracket of another kind: the line as a remark.
        yield f"eff = {text}"
        yield f"{before}main-action{after}"
    if code == "E07" or (token.sort == "word" and "end" in wanted):
        yield less
    if code == "E10":
        yield f"{before}d20{after}" if "d20" in wanted else less + after
        yield less + after
    if code == "E11":
        yield before + _possible(*token.dice) + after
    if code == "E12":
        yield f"{before}999{after}"
    if token.sort == "scrap" and (part := _BEGINNING.match(found)):
        yield before + part[0] + after
    if token.sort == "number" and "name" in wanted and "sv" in text.lower():
        yield f"{before}Insight, {text[start:]}"
    if token.sort == "end":
        yield less
    for mark in _MARKS:
        if mark in wanted:
            yield f"{before} {mark} {text[start:]}"
    if token.sort in ("end", "mark"):
        yield from (
            f"{before} {piece} {text[start:]}"
            for kind, piece in _STANDS_IN.items()
            if kind in wanted
        )
    if code == "E06":
        yield f"{text}(main-action)"
    if found:
        yield before + after
        yield less + after
        yield less


def _habits(before: str, token: Token, after: str, wanted: tuple[str, ...]) -> Iterator[str]:
    """Yield the line with a habit of writing mended: `main action`, `sv Agility 14`, `2*M`."""
    if token.low in ("act", "action") and "&" in wanted:
        yield before + after
    if token.low == ";":
        yield f"{before},{after}"
    if token.low == "hit" and "action" in wanted:
        yield f"{before}attack{after}"
    if token.low == "*" and before.rstrip()[-1:].isdigit():
        yield f"{before}•{after}"
    if token.low == "[":
        yield f"{before}({after.replace(']', ')', 1)}"
    if "sv" in wanted and before.rstrip().endswith("("):
        yield f"{before}sv,{token.text}{after}"
    bare = _UNBRACKETED.search(before) if token.sort == "number" else None
    if bare and bare["roll"].lower() == "sv":
        yield f"{before[: bare.start()]}sv({bare['name']},{token.text}){after}"
    elif bare:
        yield f"{before[: bare.start()]}chk({token.text}) = M({bare['name']}){after}"


def _possible(count: int, sides: int) -> str:
    """Return the nearest effect dice (S24)."""
    nearest = min(DIE_SIZES, key=lambda size: abs(size - sides))
    return f"{min(max(count, 1), MOST_DICE)}d{nearest}"


def _readable_beginning(text: str) -> str:
    """Return the longest beginning that is read."""
    for end in range(len(text) - 1, 0, -1):
        head = text[:end].strip(BLANKS)
        if head and _fault_of(head)[0] is None:
            return head
    return ""
