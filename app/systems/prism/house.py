"""House rules of Prism: switches, each with the rule it bends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.procedures.inputs import Group
from app.core.procedures.kinds import OneOf

OpenEnded = Annotated[
    str,
    OneOf(
        {
            "both": "96-100 add, 01-05 subtract",
            "high-only": "Only 96-100 open a roll",
            "none": "Every first roll stands",
        },
        label="Open-ended rolls",
        house=True,
        rules=("P4",),
    ),
]
Minus25 = Annotated[
    str,
    OneOf(
        {"fumble": "A Fumble", "extraordinary-failure": "An Extraordinary Failure"},
        label="A total of exactly −25",
        house=True,
        rules=("P11",),
    ),
]
UnrelatedPercent = Annotated[
    int,
    OneOf(
        {0: "0%: nothing that was intended", 90: "90%, as the row before"},
        label="An Unrelated Success accomplishes",
        house=True,
        rules=("P12",),
    ),
]
ManaColumn = Annotated[
    str,
    OneOf(
        {"perception": "Perception, as printed", "magic": "Magic"},
        label="The mana level counts for",
        house=True,
        rules=("P23",),
    ),
]
PaceCap = Annotated[
    str,
    OneOf(
        {"5": "5", "none": "None (up to 20)"},
        label="Fastest pace",
        house=True,
        rules=("P25",),
    ),
]
PureChance = Annotated[
    str,
    OneOf(
        {"chart": "Rolled like a skill", "flat": "One d100, at most the chance"},
        label="Pure chance",
        house=True,
        rules=("P54",),
    ),
]


@dataclass(frozen=True)
class ChartRules(Group):
    """The house rules of open-ended rolls and of Chart 14.1, for every procedure that reads it."""

    open_ended: OpenEnded = "both"
    minus_25: Minus25 = "fumble"


@dataclass(frozen=True)
class PercentRules(ChartRules):
    """The same with the rule for results in percent."""

    unrelated_percent: UnrelatedPercent = 0


#: The rules as written; frozen values, so one serves as the default of all procedures.
AS_WRITTEN = ChartRules()
PERCENT_AS_WRITTEN = PercentRules()
