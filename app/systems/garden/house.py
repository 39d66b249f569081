"""House rules of Autonomous Garden: switches, each with the rule it bends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.procedures.inputs import Group
from app.core.procedures.kinds import OneOf, YesNo

AccumulateBy = Annotated[
    str,
    OneOf(
        {"margin": "The margin of each test", "count": "1 for each success or failure"},
        label="A long task moves by",
        house=True,
        rules=("G14",),
    ),
]
AccumulateFloor = Annotated[
    str,
    OneOf(
        {"zero": "Never below 0", "none": "May go below 0"},
        label="Progress of a long task",
        house=True,
        rules=("G14",),
    ),
]
MinorActionsCount = Annotated[
    bool,
    YesNo(
        label="Minor actions count",
        help="Does every declared minor action except defending count as an action?",
        house=True,
        rules=("G27", "G62"),
    ),
]
ObstacleMargin = Annotated[
    str,
    OneOf(
        {"target": "The winner’s own margin", "opponent": "The difference of the totals"},
        label="An obstacle moves the winner by",
        house=True,
        rules=("G42",),
    ),
]
ThrownRange = Annotated[
    str,
    OneOf(
        {"short": "The short range", "maximum": "The farthest range"},
        label="The range of a thrown thing is",
        house=True,
        rules=("G74",),
    ),
]
AttackersCap = Annotated[
    str,
    OneOf(
        {"three": "Stops at −3", "none": "Goes on past −3"},
        label="Penalty for many attackers",
        house=True,
        rules=("G76",),
    ),
]
HalfPenalty = Annotated[
    str,
    OneOf(
        {"drop": "Is dropped", "round-up": "Counts as −1"},
        label="A half penalty left over",
        house=True,
        rules=("G87",),
    ),
]
HealingQueue = Annotated[
    str,
    OneOf(
        {"one": "One after another", "per-track": "Wounds and bruises side by side"},
        label="Injuries heal",
        house=True,
        rules=("G94",),
    ),
]
BreathLimit = Annotated[
    str,
    OneOf(
        {"tests": "For as long as the tests hold", "two-minutes": "Two minutes at the most"},
        label="Breath can be held",
        house=True,
        rules=("G99",),
    ),
]
ElectricTn = Annotated[
    str,
    OneOf(
        {"effective": "The DV after halving", "listed": "The DV as listed"},
        label="The shock test goes by",
        house=True,
        rules=("G112",),
    ),
]
RadiationThreshold = Annotated[
    str,
    OneOf(
        {"at": "From 7 decigrays on", "past": "Above 7 decigrays"},
        label="Radiation is tested",
        house=True,
        rules=("G114",),
    ),
]


@dataclass(frozen=True)
class PoolRules(Group):
    """The house rules of every procedure that rolls a pool: the value of repeated faces."""

    criticals: Annotated[
        str,
        OneOf(
            {
                "any-face": "Repeats of any face",
                "top-face": "Repeats of the highest face",
                "sixes": "Repeats of 6",
            },
            label="Criticals",
            help="Which repeated faces add to the total.",
            house=True,
            rules=("G4",),
        ),
    ] = "any-face"
    unskilled_criticals: Annotated[
        bool,
        YesNo(
            label="Criticals when unskilled",
            help="Does a pair count on the two dice of an unskilled roll?",
            house=True,
            rules=("G4", "G7"),
        ),
    ] = True
    fumble_criticals: Annotated[
        bool,
        YesNo(
            label="Criticals on a fumble",
            help="Do the repeated 1s of a fumble add to the total?",
            house=True,
            rules=("G5",),
        ),
    ] = False


#: The rules as written; a frozen value, so one instance serves as every default.
AS_WRITTEN = PoolRules()
