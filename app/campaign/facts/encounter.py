"""Facts about play going on: encounter steps, due rolls and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from app.campaign.facts.base import Dues, Effects, Fact
from app.campaign.files.shapes import ListOf, Number, Text
from app.campaign.state.document import LONG, Document, Id, IdOrNone, Inputs
from app.campaign.state.effects import apply_effects
from app.campaign.state.encounters import apply_step, end_encounter, settle_by_hand
from app.campaign.state.state import Games
from app.campaign.state.time import later, pass_time_elsewhere

Hours = Annotated[int | float, Number(10_000_000)]


@dataclass(frozen=True)
class EncounterStepped(Fact):
    """A step of the encounter.

    `join` is the game's `add` for every id in the list `who` of its inputs; `together` is the step
    that its input `step` names, for every id in `who`; `pass` ends the turn, by all the steps that
    lead to the next one. The journal fills in `effects`, `due` and `notes`.
    """

    #: `begin`, `end`, or the id of one of the encounter's transitions.
    step: Id
    inputs: Inputs = field(default_factory=dict)
    #: The effects of the step on sheets.
    effects: Effects = ()
    #: Rolls and decisions that the step makes due.
    due: Dues = ()
    #: Remarks of the game on the step.
    notes: Annotated[Sequence[str], ListOf(LONG, 1_000)] = ()

    def reduce(self, document: Document, games: Games) -> Document:
        if self.step == "end":
            after = end_encounter(document, games)
        else:
            after = apply_step(document, self.step, self.inputs, games)
            after = pass_time_elsewhere(document, after, games)
        return {**after, "due": [*after["due"], *self.due]}


@dataclass(frozen=True)
class DueSettled(Fact):
    """A due roll or decision was settled by hand: rolled elsewhere, decided, or waived."""

    due: Annotated[str, Text(64, 1)]
    note: str = ""

    def reduce(self, document: Document, games: Games) -> Document:
        return settle_by_hand(document, self.due, games)


@dataclass(frozen=True)
class TimePassed(Fact):
    """Time passed, with its effects and the rolls it made due."""

    #: The hours that passed.
    hours: Hours
    effects: Effects = ()
    of: IdOrNone = ""
    note: str = ""
    due: Dues = ()
    #: The hours of the same request that remain once the due rolls are settled.
    left: Hours = 0

    def reduce(self, document: Document, games: Games) -> Document:
        due = [*document["due"], *self.due]
        return apply_effects(later({**document, "due": due}, self.hours), self.effects, games)
