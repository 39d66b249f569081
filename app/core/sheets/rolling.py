"""The rolls, timers and meters that a sheet offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from app.core.procedures.inputs import Values


@dataclass(frozen=True)
class Rollable:
    """A roll at its position on the sheet: a skill, a weapon, a spell."""

    label: str
    procedure: str
    inputs: Values
    #: Its field, `list/index`, or `field/choice`: unique among the rolls of a procedure.
    place: str = ""
    #: Role -> the participant, where it differs from the roll before: in a following roll the
    #: former role, empty while still to be chosen, the character's id once known.
    roles: Mapping[str, str] = field(default_factory=dict)
    #: The id of the due entry that it settles.
    due: str = ""
    #: In a following roll, the offers that remain after it, beside those of its own outcome.
    rest: tuple[Rollable, ...] = ()
    #: In `rest`, the procedure after whose outcome this roll is offered automatically, with these
    #: additions; after any other it is dropped.
    follows_on: str = ""
    #: The least amount paid from `place` for it, by its actor; a following roll is offered to the
    #: first participant that can pay.
    price: int = 0
    #: The actor of the roll before may not pay.
    others: bool = False
    #: Its outcome replaces the outcome that it follows.
    instead: bool = False
    #: The roll that it follows counts as not made, except for the price paid from `place`.
    cancels: bool = False
    carries: Mapping[str, str] = field(default_factory=dict)
    #: Inputs that the sheet fills and the encounter may change, such as a modifier.
    feeds: Values = field(default_factory=dict)
    #: In a following roll, inputs for which the sheet has no value at its place.
    otherwise: Values = field(default_factory=dict)
    #: In a following roll, the numbers among its inputs that are added to those of sheets and
    #: encounter, instead of replacing them.
    adds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Timer:
    """An entry with a due time on a sheet's clock."""

    label: str
    #: Hours from now until it is due; None if it waits for a decision.
    hours: Any
    #: The procedure that resolves it; empty: a decision at the table.
    procedure: str = ""
    inputs: Values = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    #: Ends when it falls due; any other that is gone by then has been settled otherwise.
    once: bool = False
    #: Hours by which it may fall due early: the error of a clock with six decimals.
    slack: Any = 0


@dataclass(frozen=True)
class Meter:
    """A combatant's condition in one number: hit points, stress, the boxes of wounds."""

    #: The id of the field.
    id: str
    label: str
    now: int
    #: None where the game sets no maximum.
    most: int | None
    #: Whether a full one is good or bad.
    full: Literal["good", "bad"] = "good"
    #: Whether the number is a field's own; else it is derived and cannot be changed.
    settable: bool = True
    #: Whether the bearer is dead: its ring and bar are empty, whatever the number.
    is_dead: bool = False

    @property
    def rises(self) -> bool:
        """Tell whether harm raises it, as stress, rather than lowering it, as hit points."""
        return self.full == "bad"
