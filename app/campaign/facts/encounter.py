"""How the game goes on: the encounter step by step, what falls due, and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from app.campaign.facts.base import LONG, Dues, Effects, Fact, Id, IdOrNone, Long, Values
from app.campaign.files.shapes import ListOf, Number, Text
from app.campaign.state.effects import apply_effects
from app.campaign.state.encounters import ended, gone_on, settled_by_hand
from app.campaign.state.state import Document, Games
from app.campaign.state.time import later, passed_elsewhere

Hours = Annotated[Any, Number(10_000_000)]


@dataclass(frozen=True)
class EncounterStepped(Fact):
    """The encounter went a step: `begin`, `end`, or the id of one of its transitions.

    `join` is the game's `add` for everybody in the list `who` of its inputs at once; `together`
    is the step that its input `step` names, for everybody in the list `who`; `pass` passes the
    turn, by all the steps that lead to the next one's.
    effects, due, notes: what the step came to (filled in when the entry is made).
    """

    step: Id
    inputs: Values = field(default_factory=dict)
    effects: Effects = ()
    due: Dues = ()
    notes: Annotated[Sequence[str], ListOf(LONG, 1_000)] = ()

    def reduce(self, document: Document, games: Games) -> Document:
        if self.step == "end":
            after = ended(document, games)
        else:
            after = gone_on(document, self.step, self.inputs, games)
            after = passed_elsewhere(document, after, games)
        return {**after, "due": [*after["due"], *self.due]}


@dataclass(frozen=True)
class DueSettled(Fact):
    """Something that was due is done with: rolled elsewhere, decided, or waived."""

    due: Annotated[str, Text(64, 1)]
    note: Long = ""

    def reduce(self, document: Document, games: Games) -> Document:
        return settled_by_hand(document, self.due, games)


@dataclass(frozen=True)
class TimePassed(Fact):
    """The clock moved on by so many hours, what that did, and what it made due.

    left: the hours of the same wish that are still to pass once what is due is settled.
    """

    hours: Hours
    effects: Effects = ()
    of: IdOrNone = ""
    note: Long = ""
    due: Dues = ()
    left: Hours = 0

    def reduce(self, document: Document, games: Games) -> Document:
        due = [*document["due"], *self.due]
        return apply_effects(later({**document, "due": due}, self.hours), self.effects, games)
