"""House rules of Striker: switches, each with the rule it bends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.procedures.inputs import Group
from app.core.procedures.kinds import OneOf
from app.core.sheets import Sheet

HalfRounding = Annotated[
    str,
    OneOf(
        {"down": "Rounded down", "up": "Rounded up"},
        label="Half of an odd effect",
        house=True,
        rules=("S14",),
    ),
]
CriticalEffect = Annotated[
    str,
    OneOf(
        {"double-total": "Double the whole sum", "double-dice": "Roll the effect dice twice"},
        label="Effect of a critical success",
        help="With the dice rolled twice, the modifier is added once.",
        house=True,
        rules=("S14",),
    ),
]
RecklessStacks = Annotated[
    str,
    OneOf(
        {"no": "2, or the circumstance’s if larger", "yes": "The circumstance’s and 1 more"},
        label="RSR of a reckless roll",
        house=True,
        rules=("S18",),
    ),
]
UnknownSkill = Annotated[
    str,
    OneOf(
        {"error": "It is an error", "untrained": "It counts as untrained: M −3, R 0"},
        label="A skill that is not on the sheet",
        house=True,
        rules=("S27",),
    ),
]


@dataclass(frozen=True)
class EffectRules(Group):
    """The house rules from a step to its effect, for every procedure that rolls one."""

    half_rounding: HalfRounding = "down"
    critical_effect: CriticalEffect = "double-total"


#: The rules as written; a frozen value, so one serves as the default of all procedures.
AS_WRITTEN = EffectRules()


def unknown_skill_of(sheet: Sheet) -> str:
    """Return the campaign's house rule on a skill that is not on this sheet (S27)."""
    return str(sheet.house.get("unknown_skill", "error"))
