"""House rules of Wasteland: switches, each with the rule it bends."""

from __future__ import annotations

from typing import Annotated

from app.core.procedures.kinds import Whole, YesNo

BreakingSpill = Annotated[
    bool,
    YesNo(
        label="Breaking goes on into DR",
        help="Effects left over after the last cover die lower DR.",
        house=True,
        rules=("W7.7",),
    ),
]
StandUpIsMajor = Annotated[
    bool,
    YesNo(
        label="Standing up is a major action",
        help="Standing up from prone then takes the major slot.",
        house=True,
        rules=("W4.5",),
    ),
]
SceneApLoss = Annotated[
    int,
    Whole(
        0,
        6,
        label="AP lost at the end of a scene",
        help="What the group’s pool loses when a scene ends.",
        house=True,
        rules=("W1.6",),
    ),
]
