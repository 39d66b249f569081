"""Inputs that many procedures of TrueWorld share, in the words of its sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.procedures.inputs import Group, Values
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.levers import Lever
from app.systems.trueworld.tables.ability import ABILITY_RATINGS
from app.systems.trueworld.tables.difficulty import DIFFICULTY_RATINGS, POSITIONS

#: T4.2: the cost of help.
HELPERS_ACTION = "action of the helper"

#: The choices that name a die, each with the words for it.
ABILITY_DICE = ABILITY_RATINGS.labels("words")
DIFFICULTY_DICE = DIFFICULTY_RATINGS.labels("words")

AbilityDie = Annotated[
    str,
    OneOf(
        ABILITY_DICE,
        front=True,
        help="The die of the skill set or specialization that fits best.",
        rules=("T6.1", "T6.2", "T6.6"),
    ),
]
Unskilled = Annotated[
    bool,
    YesNo(
        front=True,
        help="No skill set fits: a d4 is rolled instead.",
        rules=("T7.1", "T7.2"),
    ),
]


def _one_more_helper(values: Values) -> tuple[Lever, int] | None:
    """Return the lever of one more helper, and their number now; none help a defence (T4.4)."""
    if values.get("purpose") == "defend":
        return None
    lever = Lever(words="One more helper who succeeds", unit=HELPERS_ACTION)
    return lever, values["teamwork_dice"]


BoostDice = Annotated[
    int,
    Whole(
        0,
        4,
        front=True,
        label="Boosts for the odds",
        help="How many boosts with an odds benefit are invoked; each adds an ability die.",
        lever=Lever(words="One more boost", if_so="if one fits"),
        rules=("T6.3", "T6.4", "T6.5", "T6.7"),
    ),
]
TeamworkDice = Annotated[
    int,
    Whole(
        0,
        4,
        front=True,
        label="Teamwork dice",
        help="How many helpers have succeeded; each adds an ability die.",
        lever=Lever(by_inputs=_one_more_helper),
        sheet="teamwork_dice",
        rules=("T4.4", "T6.3"),
    ),
]
Difficulty = Annotated[
    str,
    OneOf(
        DIFFICULTY_DICE,
        front=True,
        help="The director’s rating, relative to the character who acts.",
        rules=("T2.1", "T2.3"),
    ),
]
Position = Annotated[
    str,
    OneOf(
        POSITIONS.labels("choice"),
        front=True,
        help="Everything that helps or hinders, weighed into one.",
        lever=Lever(
            words="From {old} to {new}",
            if_so="if the director agrees",
            among=("disadvantage", "neutral", "advantage"),
        ),
        rules=("T3.1", "T3.2", "T3.3"),
    ),
]
EffectBoost = Annotated[
    int,
    Whole(
        0,
        2,
        label="Boosts for the effect",
        help="How many levels boosts add to a success, up to level 3.",
        rules=("T6.7", "T6.8"),
    ),
]
Purpose = Annotated[
    str,
    OneOf(
        {
            "general": "Anything else",
            "attack": "Attack: the level is damage",
            "defend": "Defence: the level of a failure is harm",
        },
        rules=("T10.6",),
    ),
]

#: T10.6: only an attack has a target.
STRUCK = {"target": ("purpose", "attack")}


@dataclass(frozen=True)
class Aim(Group):
    """The inputs of every main roll after its ability dice: the challenge and the stakes."""

    difficulty: Difficulty = "d4"
    position: Position = "neutral"
    effect_boost: EffectBoost = 0
    purpose: Purpose = "general"


#: The default challenge; a frozen value, so one serves as the default of all procedures.
PLAIN_AIM = Aim()
