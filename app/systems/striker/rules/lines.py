"""Inputs that only lines of the reference take (S33-S41)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.procedures.inputs import Group
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.systems.striker.rules.inputs import Advantage, NumberRows
from app.systems.striker.tables.actions import DURATIONS

_LINE = "Choices of the line"
#: The slot of a turn's move, which is no row of the durations (S32).
MOVE = "move-action"

RollAs = Annotated[
    str,
    OneOf(
        {"check": "Check", "save": "Save"},
        help="For a line that says chk|sv.",
        part=_LINE,
        rules=("S38",),
    ),
]


@dataclass(frozen=True)
class LineChoices(Group):
    """The choices that a line of the reference leaves open."""

    points_spent: Annotated[
        int | None,
        Whole(
            0,
            100,
            help="On M* or R*. Empty: as many as the line says.",
            part=_LINE,
            rules=("S37",),
        ),
    ] = None
    slot: Annotated[
        str | None,
        OneOf(
            {**DURATIONS.labels("duration"), MOVE: MOVE},
            help="For a line that says a | b.",
            part=_LINE,
            rules=("S33",),
        ),
    ] = None
    roll_as: RollAs = "check"
    keep_up: Annotated[
        bool,
        YesNo(
            label="Keep it up",
            help="For a line that says a & b: no roll, its cost again.",
            part=_LINE,
            rules=("S33",),
        ),
    ] = False
    paid: Annotated[
        bool,
        YesNo(
            label="Cost is paid",
            help="It was paid when the work began.",
            part=_LINE,
            rules=("S34",),
        ),
    ] = False
    targets: Annotated[
        int,
        Whole(
            1,
            12,
            label="Targets in the area",
            help="Each makes its own save.",
            part=_LINE,
            rules=("S41",),
        ),
    ] = 1
    advantage: Advantage = "none"
    numbers: NumberRows = ()


#: A line without further choices; a frozen value, so one serves as the default.
OPEN_CHOICES = LineChoices()
