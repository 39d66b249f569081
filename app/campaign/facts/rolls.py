"""What the dice said, and what that did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from app.campaign.facts.base import ANSWER, EFFECTS, ID, LONG, TONE, TOTAL, WHO, Data, Fact, told
from app.campaign.shapes import ANY, Boolean, ListOf, MapOf, Optional, Text

#: The place of an effect that is the scene's business rather than a character's.
SCENE = ""


@told(
    "rolled",
    procedure=ID,
    inputs=MapOf(ANY, 500),
    answers=ListOf(ANSWER, 100_000),
    who=WHO,
    hidden=Boolean(),
    note=LONG,
    grade=Text(100),
    words=Text(500),
    tone=TONE,
    success=Optional(Boolean()),
    total=TOTAL,
    due=Text(64),
    of=Text(64),
    cancels=Boolean(),
)
@dataclass(frozen=True)
class Rolled(Fact):
    """Somebody rolled: the procedure, what it was told, and the answers that make the play.

    answers: faces and decisions in their order, `[5, 5, {"succeed_at_cost": "accept"}]`.
    who: character ids by role. due: the id of the due thing that this roll settles, if any.
    of: the id of the entry whose outcome this one takes the place of, empty for none; cancels: it
    calls that entry off, as if that had not been rolled.
    grade, words, tone, success, total: a summary for lists, so that these need no rules.
    """

    procedure: str
    inputs: Data = field(default_factory=dict)
    answers: Sequence[Any] = ()
    who: Data = field(default_factory=dict)
    hidden: bool = False
    note: str = ""
    grade: str = ""
    words: str = ""
    tone: str = "plain"
    success: bool | None = None
    total: Any = None
    due: str = ""
    of: str = ""
    cancels: bool = False


@told(
    "changed",
    of=ID,
    procedure=ID,
    inputs=MapOf(ANY, 500),
    answers=ListOf(ANSWER, 100_000),
    note=LONG,
    grade=Text(100),
    words=Text(500),
    tone=TONE,
    success=Optional(Boolean()),
    total=TOTAL,
)
@dataclass(frozen=True)
class Changed(Fact):
    """A roll came out otherwise after all (a plot point, a correction): both are kept.

    of: the id of the entry that was rolled; the rest as in `Rolled`.
    """

    of: str
    procedure: str
    inputs: Data = field(default_factory=dict)
    answers: Sequence[Any] = ()
    note: str = ""
    grade: str = ""
    words: str = ""
    tone: str = "plain"
    success: bool | None = None
    total: Any = None


@told("applied", effects=EFFECTS, of=Text(64))
@dataclass(frozen=True)
class Applied(Fact):
    """Effects took place. of: the entry that proposed them (empty if nobody did).

    effects: records `to, who, field, op, value`; `to` is a character id, or empty for the scene.
    """

    effects: Sequence[Data]
    of: str = ""
