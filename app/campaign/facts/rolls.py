"""Facts about rolls: their answers, later corrections and applied effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from app.campaign.facts.base import Answers, Effects, Fact, Roles, Total
from app.campaign.files.shapes import Integer, ListOf, MapOf, Optional, Text
from app.campaign.state.document import Document, Id, IdOrNone, Inputs
from app.campaign.state.encounters import roll_result, settle_due, with_result
from app.campaign.state.state import Games
from app.campaign.state.time import apply_effects_in_time, pass_time_elsewhere
from app.core.encounters.scenes import AnyStepResult
from app.core.procedures.outcomes import Tone

Grade = Annotated[str, Text(100)]
Words = Annotated[str, Text(500)]
Place = Annotated[str, Text(200)]
#: A count of faces; None if unknown.
Faces = Annotated[int | None, Optional(Integer(0, 100_000))]
#: The names of dice on the table, by their number of sides, `{"20": ["the red d20"]}`.
Dice = Annotated[Mapping[str, Sequence[str]], MapOf(ListOf(Text(60, 1), 100), 100, r"[0-9]{1,3}")]


@dataclass(frozen=True)
class Rolled(Fact):
    """A roll: the procedure, its inputs, and the answers that reproduce the play.

    `grade`, `words`, `tone`, `success` and `total` summarize it, so that lists need no rules.
    """

    procedure: Id
    inputs: Inputs = field(default_factory=dict)
    answers: Answers = ()
    #: Character ids by role.
    who: Roles = field(default_factory=dict)
    hidden: bool = False
    note: str = ""
    grade: Grade = ""
    words: Words = ""
    tone: Tone = "plain"
    success: bool | None = None
    total: Total = None
    #: The id of the due roll that this one settles; empty for none.
    due: IdOrNone = ""
    #: The id of the entry with the outcome that this one replaces; empty for none.
    of: IdOrNone = ""
    #: Whether it cancels that entry, as if that had not been rolled.
    cancels: bool = False
    #: The path on the roller's sheet that it was rolled from; empty for none.
    place: Place = ""
    #: How many faces, from the first, were typed in from physical dice.
    typed: Faces = None
    #: Names of those dice: one for all of a throw, or one for each in order.
    dice: Dice = field(default_factory=dict)

    def reduce(self, document: Document, games: Games) -> Document:
        """Settle the due roll and add the encounter's result of this one."""
        after = settle_due(document, self.due) if self.due else document
        result = self.result(document, games)
        if result is None:
            return after
        return pass_time_elsewhere(document, with_result(after, result, games), games)

    def result(self, document: Document, games: Games) -> AnyStepResult | None:
        """Return the running encounter's result of this roll; None without one."""
        played = self.procedure, self.inputs, self.answers
        return roll_result(document, *played, self.who, self.due, games)


@dataclass(frozen=True)
class Changed(Fact):
    """A corrected outcome of a roll (a plot point, a mistake); both are stored.

    of: the id of the entry that was rolled; the other fields as in `Rolled`.
    """

    of: Id
    procedure: Id
    inputs: Inputs = field(default_factory=dict)
    answers: Answers = ()
    note: str = ""
    grade: Grade = ""
    words: Words = ""
    tone: Tone = "plain"
    success: bool | None = None
    total: Total = None


@dataclass(frozen=True)
class Applied(Fact):
    """Effects that were applied. of: the entry that proposed them (empty for none)."""

    effects: Effects
    of: IdOrNone = ""

    def reduce(self, document: Document, games: Games) -> Document:
        return apply_effects_in_time(document, self.effects, self.of, games)
