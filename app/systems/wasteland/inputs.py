"""Inputs that many procedures of Wasteland share, in the words of its sheet and table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.errors import BadInput
from app.core.inputs import Group
from app.core.kinds import ListOf, OneOf, Whole, YesNo
from app.systems.wasteland.tables.attacks import (
    ALL_LOCATIONS,
    BODY_PLANS,
    OBJECT,
    RANGE_BANDS,
    WEAPON_CLASSES,
    WEAPON_RANGES,
)
from app.systems.wasteland.tables.rolls import bonus_dice_price

#: The group's pool holds no more (W1.6).
GROUP_POOL = 6
#: Bonus dice in one test, however they were gained (W1.3).
BONUS_DICE = 3

PRICE = "Action Points"
DICE = "Dice and luck"
HELP = "Assistants"
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
        label="Whose pool",
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

#: Injuries still untreated; they are the difficulty of First Aid and of the dying test.
Untreated = Annotated[
    int, Whole(0, 20, label="Injuries", help="Those not treated yet.", rules=("W5.5",))
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
WeaponRange = Annotated[
    str, OneOf(WEAPON_RANGES, front=True, label="Weapon’s ideal range", rules=("W6.11",))
]
TargetRange = Annotated[
    str, OneOf(RANGE_BANDS.labels(), front=True, label="Target at", rules=("W1.12", "W6.11"))
]
CloseQuarters = Annotated[
    bool,
    YesNo(
        label="Close Quarters",
        help="The weapon’s quality: an enemy in reach is no hindrance.",
        part="Range",
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
        rules=("W6.13",),
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
class TestInputs(Group):
    """What every test takes beside its skill: price, dice, luck and helpers."""

    second_major: Annotated[
        bool,
        YesNo(
            label="Second major action",
            help="Difficulty +1.",
            front=True,
            rules=("W3.3",),
        ),
    ] = False
    difficulty_modifier: Annotated[
        int,
        Whole(
            -5,
            5,
            front=True,
            help="What the GM adds or takes for the situation.",
            rules=("W1.13",),
        ),
    ] = 0
    bought_dice: Annotated[
        int,
        Whole(
            0,
            3,
            front=True,
            label="Bonus d20s bought",
            help="1, 3 or 6 AP in all.",
            rules=("W1.3", "W11.1"),
        ),
    ] = 0
    free_dice: Annotated[
        int,
        Whole(
            0,
            3,
            label="Free bonus d20s",
            help="From perks and traits; three bonus dice at most with those bought.",
            part=DICE,
            rules=("W1.3",),
        ),
    ] = 0
    side: Side = "players"
    ap_pool: ApPool = GROUP_POOL
    pay_with: Annotated[
        str,
        OneOf(
            {"group": "The side’s own pool", "gm": "AP given to the GM"},
            label="Bonus d20s paid with",
            part=PRICE,
            rules=("W1.8",),
        ),
    ] = "group"
    complication_range: ComplicationRange = 1
    rerolls: Annotated[
        int,
        Whole(
            0,
            3,
            upto="luck_points",
            label="Luck points for re-rolls",
            help="At most so many d20s may be rolled again after the roll, one point each.",
            part=DICE,
            rules=("W1.10",),
        ),
    ] = 0
    assist_targets: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(1, 18),
            5,
            label="Assistants’ target numbers",
            help="Attribute + skill of each helper.",
            part=HELP,
            rules=("W1.9",),
        ),
    ] = ()
    assist_crits: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(1, 6),
            5,
            label="Assistants’ critical faces",
            help="The rating of each helper’s tag skill, 1 without a tag; empty for all 1.",
            part=HELP,
            rules=("W1.9", "W1.2"),
        ),
    ] = ()

    @property
    def bonus_dice(self) -> int:
        return self.bought_dice + self.free_dice

    @property
    def price(self) -> int:
        """AP for the bonus dice, whoever is paid (W11.1)."""
        return bonus_dice_price(self.bought_dice)

    @property
    def from_pool(self) -> int:
        """What of the price the side's own pool pays (W1.8)."""
        return 0 if self.pay_with == "gm" else self.price

    @property
    def assistants(self) -> tuple[tuple[int, int], ...]:
        """Target number and critical faces of each assistant (W1.9)."""
        crits = self.assist_crits or (1,) * len(self.assist_targets)
        return tuple(zip(self.assist_targets, crits, strict=True))

    def check(self) -> None:
        pool_fits(self.side, self.ap_pool)
        if self.pay_with == "gm" and self.side == "gm":
            raise BadInput("pay_with", "the GM’s side pays from its own pool: pay_with is group")
        if self.bonus_dice > BONUS_DICE:
            raise BadInput(
                "bought_dice",
                f"{self.bonus_dice} bonus dice, bought and free; at most {BONUS_DICE} in a test",
            )
        if self.from_pool > self.ap_pool:
            raise BadInput(
                "bought_dice",
                f"{self.bought_dice} bonus dice cost {self.price} AP; the pool has {self.ap_pool}",
            )
        if self.assist_crits and len(self.assist_crits) != len(self.assist_targets):
            raise BadInput(
                "assist_crits",
                f"{len(self.assist_targets)} assistants, {len(self.assist_crits)} critical faces; "
                "give one for each, or none",
            )


@dataclass(frozen=True)
class Purse(Group):
    """The pool that pays and earns: the group's or the GM's (W1.14)."""

    side: Side = "players"
    ap_pool: ApPool = GROUP_POOL

    def check(self) -> None:
        pool_fits(self.side, self.ap_pool)


def pool_fits(side: str, ap_pool: int) -> None:
    """BadInput if the group's pool is said to hold more than it can (W1.6)."""
    if side == "players" and ap_pool > GROUP_POOL:
        raise BadInput(
            "ap_pool", f"ap_pool is {ap_pool}; the group’s pool holds at most {GROUP_POOL}"
        )


#: The group as it stands; frozen values, so one serves as everybody's default.
PLAIN_TEST = TestInputs()
PLAIN_PURSE = Purse()


def standing_hp(hp: int | None, max_hp: int) -> int:
    """HP as given, or 10, never more than the maximum; BadInput if more was given."""
    if hp is None:
        return min(10, max_hp)
    if hp > max_hp:
        raise BadInput("hp", f"hp is {hp}; the maximum is {max_hp}")
    return hp
