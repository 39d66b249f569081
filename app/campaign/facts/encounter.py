"""How the game goes on: the encounter step by step, what falls due, and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from app.campaign.facts.base import EFFECTS, ID, LONG, Data, Fact, told
from app.campaign.shapes import ANY, ListOf, MapOf, Number, Text


@told(
    "encounter-stepped",
    step=ID,
    inputs=MapOf(ANY, 500),
    effects=EFFECTS,
    due=ListOf(ANY, 1_000),
    notes=ListOf(LONG, 1_000),
)
@dataclass(frozen=True)
class EncounterStepped(Fact):
    """The encounter went a step: `begin`, `end`, or the id of one of its transitions.

    `join` is the game's `add` for everybody in the list `who` of its inputs at once; `together`
    is the step that its input `step` names, for everybody in the list `who`.
    effects, due, notes: what the step came to (filled in when the entry is made).
    """

    step: str
    inputs: Data = field(default_factory=dict)
    effects: Sequence[Data] = ()
    due: Sequence[Data] = ()
    notes: Sequence[str] = ()


@told("due-settled", due=Text(64, 1), note=LONG)
@dataclass(frozen=True)
class DueSettled(Fact):
    """Something that was due is done with: rolled elsewhere, decided, or waived."""

    due: str
    note: str = ""


@told(
    "time-passed",
    hours=Number(10_000_000),
    effects=EFFECTS,
    of=Text(64),
    note=LONG,
    due=ListOf(ANY, 1_000),
    left=Number(10_000_000),
)
@dataclass(frozen=True)
class TimePassed(Fact):
    """The clock moved on by so many hours, what that did, and what it made due.

    left: the hours of the same wish that are still to pass once what is due is settled.
    """

    hours: Any
    effects: Sequence[Data] = ()
    of: str = ""
    note: str = ""
    due: Sequence[Data] = ()
    left: Any = 0
