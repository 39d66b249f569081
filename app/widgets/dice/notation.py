"""A text in a game's own notation on the page: its meaning, faults and completions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.campaign.participants.prefill import check_request
from app.core.procedures.inputs import Values
from app.core.procedures.notations import Notation, NotationContext, Offer, Sum
from app.core.procedures.procedure import Procedure
from app.core.sheets import Sheet
from app.widgets.roll.form.forms import request

#: Offers shown at once; typing narrows them down.
OFFERED = 12


@dataclass(frozen=True)
class Writing:
    """The analysis shown under a notation field."""

    text: str
    canonical: str
    words: str
    sums: tuple[Sum, ...]
    notes: tuple[str, ...]
    offers: tuple[Offer, ...] = ()
    #: Number of offers beyond those shown.
    more: int = 0
    #: The message about the wrong characters.
    fault: str = ""
    #: Whether the text is correct so far.
    unfinished: bool = False
    #: The text up to the wrong characters; empty without a fault.
    before: str = ""
    #: The wrong characters.
    wrong: str = ""
    #: The text behind the wrong characters.
    after: str = ""
    #: Position of the first wrong character, from 1.
    at: int | None = None

    @property
    def shows(self) -> bool:
        """Tell whether there is anything to show beside offers."""
        return bool(self.canonical or self.fault)


def writing(
    kind: Notation, text: str, beside: NotationContext, cursor: int | None = None
) -> Writing:
    """Read a text in its notation. cursor: the position of the caret."""
    parsed = kind.read(text, cursor, beside)
    offers, more = parsed.offers[:OFFERED], max(0, len(parsed.offers) - OFFERED)
    result = Writing(text, parsed.canonical, parsed.words, parsed.sums, parsed.notes, offers, more)
    if parsed.wrong is None:
        return result
    fault: dict[str, object] = {
        "fault": parsed.wrong.message,
        "unfinished": parsed.wrong.unfinished,
    }
    if parsed.wrong.start is not None:
        start, end = parsed.wrong.start, parsed.wrong.end
        fault |= {"before": text[:start], "wrong": text[start:end], "after": text[end:]}
        fault["at"] = start + 1
    return Writing(**{**vars(result), **fault})


def beside_inputs(procedure: Procedure, typed: Mapping[str, str]) -> NotationContext:
    """Return the context of a notation on a form; faulty inputs have their defaults."""
    return NotationContext(check_request(procedure, request(procedure, typed)))


def beside_record(sheet: Sheet, record: Values) -> NotationContext:
    """Return the context of a notation in a record of a sheet's list."""
    return NotationContext(record, sheet)


def units(text: str, index: int) -> int:
    """Convert a character index to UTF-16 units, as browsers count."""
    return len(text[:index].encode("utf-16-le", "surrogatepass")) // 2


def place(text: str, units: int) -> int:
    """Convert a browser's UTF-16 index to characters: the inverse of `units`."""
    raw = text.encode("utf-16-le", "surrogatepass")[: units * 2]
    return len(raw.decode("utf-16-le", "replace"))
