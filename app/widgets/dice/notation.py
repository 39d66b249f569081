"""A text in a game's own notation, as it stands on the page: what was understood, what is wrong,
what may stand at the cursor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.participants.casting import taken
from app.core.procedures.notations import Beside, Notation, Offer, Sum
from app.core.procedures.procedure import Procedure
from app.core.sheets import Sheet
from app.widgets.roll.forms import request

#: So many offers are shown; a letter more narrows them down.
OFFERED = 12


@dataclass(frozen=True)
class Writing:
    """What stands under such a field.

    before, wrong, after: the text, parted at the characters that are wrong; all empty where none
    is. fault: what is wrong with them. unfinished: the text is right as far as it goes. more:
    offers beyond those shown.
    """

    text: str
    canonical: str
    words: str
    sums: tuple[Sum, ...]
    notes: tuple[str, ...]
    offers: tuple[Offer, ...] = ()
    more: int = 0
    fault: str = ""
    unfinished: bool = False
    before: str = ""
    wrong: str = ""
    after: str = ""
    at: int | None = None

    @property
    def shows(self) -> bool:
        """Is there anything to show beside offers?"""
        return bool(self.canonical or self.fault)


def writing(kind: Notation, text: str, beside: Beside, cursor: int | None = None) -> Writing:
    """A text as its notation reads it; cursor: where somebody is writing it."""
    told = kind.read(text, cursor, beside)
    offers, more = told.offers[:OFFERED], max(0, len(told.offers) - OFFERED)
    made = Writing(text, told.canonical, told.words, told.sums, told.notes, offers, more)
    if told.wrong is None:
        return made
    fault: dict[str, Any] = {"fault": told.wrong.message, "unfinished": told.wrong.unfinished}
    if told.wrong.start is not None:
        start, end = told.wrong.start, told.wrong.end
        fault |= {"before": text[:start], "wrong": text[start:end], "after": text[end:]}
        fault["at"] = start + 1
    return Writing(**{**vars(made), **fault})


def beside_inputs(procedure: Procedure, typed: Mapping[str, str]) -> Beside:
    """What stands beside a text on a form; faulty inputs stand at their defaults."""
    return Beside(taken(procedure, request(procedure, typed)))


def beside_record(sheet: Sheet, record: Mapping[str, Any]) -> Beside:
    """What stands beside a text in a record of a sheet's list."""
    return Beside(record, sheet)


def units(text: str, place: int) -> int:
    """A place in a text as a browser counts it: characters beyond the first plane are two."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


def place(text: str, units: int) -> int:
    """The inverse of `units`: a browser's place in characters."""
    raw = text.encode("utf-16-le", "surrogatepass")[: units * 2]
    return len(raw.decode("utf-16-le", "replace"))
