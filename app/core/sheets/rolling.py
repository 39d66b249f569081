"""What a sheet offers to roll, and what comes due on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Rollable:
    """Something that rolls from where it stands on the sheet: a skill, a weapon, a spell.

    place: the field or `list/index` it stands at.
    roles: who plays which part in it where that is another than before: in what follows on a roll,
        part -> the part played there, empty where somebody is still to be chosen; once it is known
        who plays that, the character's id.
    due: the id of what is due already and is this very roll.
    rest: in what follows on a roll, what is still offered after this one, beside what its own
        outcome offers.
    follows_on: in `rest`, the procedure on whose outcome this roll follows by itself: it is then
        offered with what is said here besides, and else no more.
    feeds: inputs that the sheet fills and the encounter has a say in, such as a modifier.
    otherwise: in what follows on a roll, inputs for which the sheet says nothing at its place.
    adds: in what follows on a roll, the numbers among its inputs that are added to what the sheets
        and the encounter say, and do not stand in their place.
    price: at least so much of what stands at `place` is paid for it, by whoever makes it; what
        follows on a roll is offered to the first who can. others: whoever rolled may not pay.
    instead: its outcome takes the place of the outcome that it follows on. cancels: the roll it
        follows on counts as not made, but for what was paid from `place` for it.
    """

    label: str
    procedure: str
    inputs: Mapping[str, Any]
    place: str = ""
    roles: Mapping[str, str] = field(default_factory=dict)
    due: str = ""
    rest: tuple[Rollable, ...] = ()
    follows_on: str = ""
    price: int = 0
    others: bool = False
    instead: bool = False
    cancels: bool = False
    carries: Mapping[str, str] = field(default_factory=dict)
    feeds: Mapping[str, Any] = field(default_factory=dict)
    otherwise: Mapping[str, Any] = field(default_factory=dict)
    adds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Timer:
    """Something with a due time on a sheet's clock.

    hours: until it is due, counted from now; None if it waits for a decision.
    procedure, inputs: what resolves it, where a procedure does; without one a person decides.
    once: falling due ends it; any other that is gone by then has been settled otherwise.
    """

    label: str
    hours: Any
    procedure: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    once: bool = False
