"""Inputs that only lines of the reference take (S33-S41)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.errors import BadInput
from app.core.procedures.inputs import Group, Values
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.levers import Lever
from app.systems.striker.notation.dialects import read_line
from app.systems.striker.notation.meaning import first_cost
from app.systems.striker.notation.spoken import POOL_WORDS
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


_MOST_POINTS = 100


def _one_more(values: Values) -> tuple[Lever, int] | None:
    """Return the lever of one more point on a starred modifier, and the points spent now (S37).

    None where the line has no star, nothing pays for it, or it is paid already (S34).
    """
    try:
        line = read_line(values["text"], values["dialect"])
    except BadInput:
        return None
    starred = next((term for term in line.lookups if term.star), None)
    cost = first_cost(line)
    if starred is None or starred.star is None or cost is None or values["paid"]:
        return None
    star, given = starred.star, values["points_spent"]
    totals = (cost.amount + spent - star.points for spent in range(_MOST_POINTS + 1))
    lever = Lever(
        words=f"Raise {starred.letter}* by {star.times}",
        unit=POOL_WORDS[cost.pool],
        in_all=tuple(max(0, total) for total in totals),
        held=cost.pool,
    )
    return lever, star.points if given is None else given


@dataclass(frozen=True)
class LineChoices(Group):
    """The choices that a line of the reference leaves open."""

    points_spent: Annotated[
        int | None,
        Whole(
            0,
            _MOST_POINTS,
            help="On M* or R*. Empty: as many as the line says.",
            part=_LINE,
            lever=Lever(by_inputs=_one_more),
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
