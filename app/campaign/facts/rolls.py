"""What the dice said, and what that did."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from app.campaign.facts.base import (
    Answers,
    Data,
    Effects,
    Fact,
    Id,
    IdOrNone,
    Long,
    Roles,
    Success,
    Tone,
    Total,
    Values,
    YesOrNo,
)
from app.campaign.files.shapes import Integer, ListOf, MapOf, Optional, Text
from app.campaign.state.encounters import roll_result, settled, with_result
from app.campaign.state.scenes import Came
from app.campaign.state.state import Document, Games
from app.campaign.state.time import apply_effects_in_time, passed_elsewhere

Grade = Annotated[str, Text(100)]
Words = Annotated[str, Text(500)]
Place = Annotated[str, Text(200)]
#: So many faces; None where nobody knows.
Faces = Annotated[int | None, Optional(Integer(0, 100_000))]
#: The names of dice on the table, by their number of sides, `{"20": ["the red d20"]}`.
Dice = Annotated[Data, MapOf(ListOf(Text(60, 1), 100), 100, r"[0-9]{1,3}")]


@dataclass(frozen=True)
class Rolled(Fact):
    """Somebody rolled: the procedure, what it was told, and the answers that make the play.

    who: character ids by role. due: the id of the due thing that this roll settles, if any.
    of: the id of the entry whose outcome this one takes the place of, empty for none; cancels: it
    calls that entry off, as if that had not been rolled. place: where on the sheet of who rolled it
    stood, empty if nowhere.
    typed: so many of its faces, from the first, were typed in from dice on the table, the others
    fell by chance; dice: what those are called, if somebody named them: one for all that fell
    together, or one for each of them in their order.
    grade, words, tone, success, total: a summary for lists, so that these need no rules.
    """

    procedure: Id
    inputs: Values = field(default_factory=dict)
    answers: Answers = ()
    who: Roles = field(default_factory=dict)
    hidden: YesOrNo = False
    note: Long = ""
    grade: Grade = ""
    words: Words = ""
    tone: Tone = "plain"
    success: Success = None
    total: Total = None
    due: IdOrNone = ""
    of: IdOrNone = ""
    cancels: YesOrNo = False
    place: Place = ""
    typed: Faces = None
    dice: Dice = field(default_factory=dict)

    def reduce(self, document: Document, games: Games) -> Document:
        """It settles what was due; in an encounter the game says what else comes of it."""
        after = settled(document, self.due) if self.due else document
        result = self.result(document, games)
        if result is None:
            return after
        return passed_elsewhere(document, with_result(after, result, games), games)

    def result(self, document: Document, games: Games) -> Came | None:
        """What the running encounter makes of this roll; None if it has no say in it."""
        played = self.procedure, self.inputs, self.answers
        return roll_result(document, *played, self.who, self.due, games)


@dataclass(frozen=True)
class Changed(Fact):
    """A roll came out otherwise after all (a plot point, a correction): both are kept.

    of: the id of the entry that was rolled; the rest as in `Rolled`.
    """

    of: Id
    procedure: Id
    inputs: Values = field(default_factory=dict)
    answers: Answers = ()
    note: Long = ""
    grade: Grade = ""
    words: Words = ""
    tone: Tone = "plain"
    success: Success = None
    total: Total = None


@dataclass(frozen=True)
class Applied(Fact):
    """Effects took place. of: the entry that proposed them (empty if nobody did)."""

    effects: Effects
    of: IdOrNone = ""

    def reduce(self, document: Document, games: Games) -> Document:
        return apply_effects_in_time(document, self.effects, self.of, games)
