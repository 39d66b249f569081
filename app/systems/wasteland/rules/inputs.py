"""Inputs that many procedures of Wasteland share, in the words of its sheet and table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.errors import BadInput
from app.core.procedures.inputs import Group
from app.core.procedures.kinds import OneOf, When, Whole, YesNo
from app.core.procedures.levers import EITHER, Lever
from app.systems.wasteland.rules.action_points import GROUP_POOL, AtHand
from app.systems.wasteland.tables.attacks import (
    ALL_LOCATIONS,
    BODY_PLANS,
    OBJECT,
    RANGE_BANDS,
    WEAPON_CLASSES,
    WEAPON_RANGES,
)

PRICE = "Action Points"
DICE = "Dice and luck"
TARGET = "The target"

Attribute = Annotated[int, Whole(1, 12, front=True, rules=("W1.1",))]
Skill = Annotated[int, Whole(0, 6, front=True, rules=("W1.1",))]
Tagged = Annotated[
    bool,
    YesNo(
        label="Tag skill",
        front=True,
        help="Every face at or under the skill rating is worth two.",
        rules=("W1.2",),
    ),
]
Difficulty = Annotated[
    int, Whole(0, 10, front=True, help="Successes needed; 1 is average.", rules=("W1.4",))
]
ComplicationRange = Annotated[
    int,
    Whole(
        1,
        5,
        help="1: a 20 complicates; 5: any face from 16 up. An Unreliable weapon adds 1.",
        part=DICE,
        rules=("W1.7",),
    ),
]
Side = Annotated[
    str,
    OneOf(
        {"players": "The players", "gm": "The GM"},
        label="AP from",
        help="Player characters and NPCs they command use the group’s pool.",
        part=PRICE,
        rules=("W1.14",),
    ),
]
ApPool = Annotated[
    int,
    Whole(
        0,
        99,
        label="AP in the pool",
        help="The side’s pool before the roll; the group’s holds at most 6.",
        part=PRICE,
        rules=("W1.6", "W1.14"),
    ),
]
SurplusAp = Annotated[
    int,
    Whole(
        0,
        99,
        label="AP beyond the full pool",
        help="Earned this turn beyond the pool’s six; spent first, lost when the turn ends.",
        part=PRICE,
        rules=("W1.6",),
    ),
]

WeaponClassId = Annotated[
    str,
    OneOf(
        WEAPON_CLASSES.labels("words"),
        front=True,
        label="Weapon class",
        rules=("W6.3", "W6.4", "W6.5", "W6.6"),
    ),
]
#: Range counts for it, or it has shots to spend.
FROM_AFAR = When("weapon_class", tuple(each.id for each in WEAPON_CLASSES if each.counts_range))
A_GUN = When("weapon_class", tuple(each.id for each in WEAPON_CLASSES if each.is_gun))
#: The attack is aimed at one target, not at a zone.
AT_SOMEBODY = When("blast", (False,))

WeaponRange = Annotated[
    str,
    OneOf(
        WEAPON_RANGES,
        front=True,
        label="Weapon’s ideal range",
        only_if=(FROM_AFAR,),
        rules=("W6.11",),
    ),
]
TargetRange = Annotated[
    str,
    OneOf(
        RANGE_BANDS.labels(),
        front=True,
        label="Target at",
        lever=Lever(EITHER, "From {old} to {new} range", unit="minor action", action="move"),
        rules=("W1.12", "W6.11"),
    ),
]
CloseQuarters = Annotated[
    bool,
    YesNo(
        label="Close Quarters",
        help="The weapon’s quality: an enemy in reach is no hindrance.",
        part="Range",
        only_if=(FROM_AFAR,),
        rules=("W6.12", "W7.8"),
    ),
]
BodyPlan = Annotated[
    str,
    OneOf(
        BODY_PLANS,
        label="Body of the target",
        sheet="target:body_plan",
        part=TARGET,
        only_if=(AT_SOMEBODY,),
        rules=("W6.13",),
    ),
]
BodyOfTheHit = Annotated[
    str | None,
    OneOf(
        BODY_PLANS,
        label="Body of the target",
        help="Left out: the one that has this location, a person’s if several have.",
        sheet="target:body_plan",
        part=TARGET,
        rules=("W6.13", "W7.7"),
    ),
]
DamageType = Annotated[
    str, OneOf("physical", "energy", "radiation", "poison", front=True, rules=("W6.9",))
]
Location = Annotated[
    str, OneOf(*ALL_LOCATIONS, OBJECT, front=True, label="Location hit", rules=("W7.3",))
]
AnyLocation = Annotated[
    str, OneOf(*ALL_LOCATIONS, OBJECT, front=True, label="Location", rules=("W7.3",))
]

HitPoints = Annotated[
    int | None,
    Whole(0, 200, label="HP", sheet="target:hp", part=TARGET, rules=("W6.8", "W7.4")),
]
MaximumHp = Annotated[
    int, Whole(1, 200, label="Maximum HP", sheet="target:max_hp", part=TARGET, rules=("W7.6",))
]
InjuriesSoFar = Annotated[
    int,
    Whole(
        0,
        20,
        label="Injuries so far",
        sheet="target:untreated",
        part=TARGET,
        rules=("W7.2", "W7.4"),
    ),
]


@dataclass(frozen=True)
class Counter(Group):
    """The pool that pays and earns: the group's or the GM's (W1.14)."""

    side: Side = "players"
    ap_pool: ApPool = GROUP_POOL
    surplus_ap: SurplusAp = 0

    @property
    def at_hand(self) -> AtHand:
        return AtHand(self.side, self.ap_pool, self.surplus_ap)

    def check(self) -> None:
        self.at_hand.check()


#: The group's pool, full; a frozen value, so one instance serves as every default.
PLAIN_PURSE = Counter()


def standing_hp(hp: int | None, max_hp: int) -> int:
    """Return the given HP, or 10, up to the maximum; raise BadInput if more were given."""
    if hp is None:
        return min(10, max_hp)
    if hp > max_hp:
        raise BadInput("hp", f"hp is {hp}; the maximum is {max_hp}")
    return hp
