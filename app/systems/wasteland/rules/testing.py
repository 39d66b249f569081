"""Inputs of every test besides its skill: price, dice, luck and helpers (W1, W11.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.errors import BadInput
from app.core.procedures.inputs import Group
from app.core.procedures.kinds import ListOf, OneOf, When, Whole, YesNo
from app.core.procedures.levers import EITHER, Lever
from app.systems.wasteland.rules.action_points import GROUP_POOL, AtHand
from app.systems.wasteland.rules.inputs import (
    DICE,
    PRICE,
    ApPool,
    ComplicationRange,
    Side,
    SurplusAp,
)
from app.systems.wasteland.tables.rolls import bonus_dice_price

#: Bonus dice in one test, however they were gained (W1.3).
BONUS_DICE = 3

HELP = "Assistants"

#: W11.1, for no bonus dice, for one, for two, for three.
BONUS_DICE_PRICES = tuple(bonus_dice_price(dice) for dice in range(BONUS_DICE + 1))

STACKED = Lever(
    EITHER,
    "LCK in place of the attribute",
    "The attribute instead of LCK",
    unit="luck point",
    in_all=(0, 1),
    held="luck_points",
)


@dataclass(frozen=True)
class TestInputs(Group):
    """Inputs of every test besides its skill: price, dice, luck and helpers."""

    second_major: Annotated[
        bool,
        YesNo(
            label="Second major action",
            help="Difficulty +1.",
            part="Situation",
            rules=("W3.3",),
        ),
    ] = False
    difficulty_modifier: Annotated[
        int,
        Whole(
            -5,
            5,
            part="Situation",
            help="Situational modifier; on an attack with the +2 of a head injury.",
            rules=("W1.13", "W7.3"),
        ),
    ] = 0
    bought_dice: Annotated[
        int,
        Whole(
            0,
            3,
            front=True,
            label="Extra d20s",
            help="Costs 1, 3 or 6 AP.",
            lever=Lever(words="One more d20", unit="AP", in_all=BONUS_DICE_PRICES),
            rules=("W1.3", "W11.1"),
        ),
    ] = 0
    free_dice: Annotated[
        int,
        Whole(
            0,
            3,
            label="Free extra d20s",
            help="From perks and traits; three bonus dice at most with those bought.",
            part=DICE,
            rules=("W1.3",),
        ),
    ] = 0
    side: Side = "players"
    ap_pool: ApPool = GROUP_POOL
    surplus_ap: SurplusAp = 0
    pay_with: Annotated[
        str,
        OneOf(
            {"group": "The side’s own pool", "gm": "AP given to the GM"},
            label="Extra d20s paid with",
            part=PRICE,
            only_if=(When("bought_dice"),),
            rules=("W1.8",),
        ),
    ] = "group"
    complication_range: ComplicationRange = 1
    rerolls: Annotated[
        int,
        Whole(
            0,
            3,
            at_most_field="luck_points",
            less="stacked_deck",
            label="Luck points for rerolls",
            help="At most so many d20s may be rolled again after the roll, one point each.",
            part=DICE,
            lever=Lever(words="Reroll one more die", unit="luck point", held="luck_points"),
            rules=("W1.10",),
        ),
    ] = 0
    stacked_deck: Annotated[
        bool,
        YesNo(
            help="LCK in place of the attribute, for a luck point, before the dice fall.",
            part=DICE,
            lever=STACKED,
            rules=("W1.16",),
        ),
    ] = False
    luck: Annotated[
        int,
        Whole(
            1,
            12,
            label="LCK",
            help="Counts with a Stacked Deck alone.",
            sheet="luck",
            part=DICE,
            only_if=(When("stacked_deck"),),
            rules=("W1.16",),
        ),
    ] = 5
    assist_targets: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(1, 18),
            5,
            label="Assistants’ target numbers",
            help="Attribute + skill of each helper.",
            part=HELP,
            lever=Lever(
                words="An assistant with target number {new}",
                unit="major action of the helper",
                among=(9,),
            ),
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
            only_if=(When("assist_targets"),),
            rules=("W1.9", "W1.2"),
        ),
    ] = ()

    @property
    def bonus_dice(self) -> int:
        return self.bought_dice + self.free_dice

    @property
    def price(self) -> int:
        """Return the AP for the bonus dice, from either pool (W11.1)."""
        return bonus_dice_price(self.bought_dice)

    @property
    def from_pool(self) -> int:
        """Return the part of the price that the side's own pool pays (W1.8)."""
        return 0 if self.pay_with == "gm" else self.price

    @property
    def at_hand(self) -> AtHand:
        """Return the AP at hand before the test (W1.6)."""
        return AtHand(self.side, self.ap_pool, self.surplus_ap)

    @property
    def assistants(self) -> tuple[tuple[int, int], ...]:
        """Return target number and critical faces of each assistant (W1.9)."""
        crits = self.assist_crits or (1,) * len(self.assist_targets)
        return tuple(zip(self.assist_targets, crits, strict=True))

    def check(self) -> None:
        self.at_hand.check()
        if self.pay_with == "gm" and self.side == "gm":
            raise BadInput("pay_with", "the GM’s side pays from its own pool: pay_with is group")
        if self.bonus_dice > BONUS_DICE:
            raise BadInput(
                "bought_dice",
                f"{self.bonus_dice} bonus dice, bought and free; at most {BONUS_DICE} in a test",
            )
        if self.from_pool > self.at_hand.total:
            dice = (
                "1 bonus die costs"
                if self.bought_dice == 1
                else f"{self.bought_dice} bonus dice cost"
            )
            raise BadInput("bought_dice", f"{dice} {self.price} AP; {self.at_hand.description}")
        self._check_assistants()

    def _check_assistants(self) -> None:
        if not self.assist_crits:
            return
        count, crits = len(self.assist_targets), len(self.assist_crits)
        if crits != count:
            raise BadInput(
                "assist_crits",
                f"{count} assistants, {crits} critical faces; give one for each, or none",
            )
        for target, crit in self.assistants:
            # W1.9: an attribute is at least 1, so the skill ends below the target number.
            if crit > max(1, target - 1):
                raise BadInput(
                    "assist_crits",
                    f"a critical face of {crit} with target number {target}; "
                    f"give at most {max(1, target - 1)}",
                )


#: A test with nothing special to it; a frozen value, so one instance serves as every default.
PLAIN_TEST = TestInputs()
