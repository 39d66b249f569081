"""House rules of TrueWorld: switches, each with the rule it bends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.procedures.inputs import Group
from app.core.procedures.kinds import OneOf, Whole, YesNo

DangerousEncounters = Annotated[
    bool,
    YesNo(
        label="Dangerous Encounters",
        help="A tie fails instead of succeeding.",
        house=True,
        rules=("T8.6",),
    ),
]
EffectFromResult = Annotated[
    bool,
    YesNo(
        label="Effect from the bare result",
        help="The effect score is the size of the result, without the 1 on top.",
        house=True,
        rules=("T10.2", "T10.3"),
    ),
]
UnskilledAdvantageCancels = Annotated[
    bool,
    YesNo(
        label="Advantage cancels the unskilled disadvantage",
        help="An unskilled action from an advantage is then rolled from a neutral position.",
        house=True,
        rules=("T7.4",),
    ),
]
QuickUnskilledDisadvantage = Annotated[
    bool,
    YesNo(
        label="Disadvantage on unskilled quick actions",
        help="Two difficulty dice, the higher counts; for unskilled helpers as well.",
        house=True,
        rules=("T7.4",),
    ),
]
#: The most helpers of an action, unless a house rule says fewer (T4.6).
MOST_HELPERS = 4
MaxHelpers = Annotated[
    int,
    Whole(
        1,
        MOST_HELPERS,
        label="Most helpers",
        help="1 is the strict reading: one helper for an action.",
        house=True,
        rules=("T4.6",),
    ),
]


#: The fate of a character at full stress.
TAKEN_OUT = "taken-out"
AtFullStress = Annotated[
    str,
    OneOf(
        {
            TAKEN_OUT: "Taken out of the scene",
            "conditions-only": "Only conditions are left",
        },
        label="At full stress",
        help="A character whose stress is full: out until stress is recovered, or in the scene.",
        house=True,
        rules=("T11.2",),
    ),
]


@dataclass(frozen=True)
class RollRules(Group):
    """The house rules of every main roll."""

    dangerous_encounters: DangerousEncounters = False
    unskilled_advantage_cancels: UnskilledAdvantageCancels = False
    effect_from_result: EffectFromResult = False


@dataclass(frozen=True)
class QuickRules(Group):
    """The house rules of every quick roll."""

    dangerous_encounters: DangerousEncounters = False
    quick_unskilled_disadvantage: QuickUnskilledDisadvantage = False


#: The rules as written; frozen values, so one serves as the default of all procedures.
AS_WRITTEN = RollRules()
QUICK_AS_WRITTEN = QuickRules()
