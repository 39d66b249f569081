"""Tests, assistants, combat dice and the uses of Action Points (W1, W11)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Pool, Rule, roll
from app.core.procedures.kinds import OneOf, Whole
from app.core.procedures.outcomes import Grade, Outcome, SumStep, adding
from app.core.procedures.procedure import procedure
from app.systems.wasteland.rules.action_points import GROUP_POOL, AtHand
from app.systems.wasteland.rules.inputs import (
    ApPool,
    Attribute,
    ComplicationRange,
    Difficulty,
    Side,
    Skill,
    SurplusAp,
    Tagged,
)
from app.systems.wasteland.rules.readings import COMBAT, combat_dice, standard, tally
from app.systems.wasteland.rules.rerolls import REROLL
from app.systems.wasteland.rules.results import (
    TEST_GRADES,
    TEST_TALLY,
    four_grades,
    graded,
    roll_test,
)
from app.systems.wasteland.rules.testing import PLAIN_TEST, TestInputs
from app.systems.wasteland.tables.rolls import AP_SPENDS, spend_price


@procedure(
    "wasteland.skill_test",
    title="Skill test",
    grades=TEST_GRADES,
    rules="W1.1-W1.10 W1.13 W1.16 W3.3 W5.10 W11.1",
    choices=(REROLL,),
    tally=TEST_TALLY,
    spread=("ap_generated",),
)
def skill_test(
    attribute: Attribute,
    skill: Skill,
    tagged: Tagged = False,
    difficulty: Difficulty = 1,
    test: TestInputs = PLAIN_TEST,
) -> Rule[Outcome]:
    """Roll 2d20 or more for attribute + skill, against a difficulty."""
    result = yield from roll_test(attribute, skill, tagged, test, (difficulty, "difficulty"))
    return result.outcome()


@procedure(
    "wasteland.assist",
    title="Assist",
    grades=four_grades(("helps", "Helps"), ("no-help", "No help")),
    rules="W1.9 W5.1 W1.2 W1.7",
)
def assist(
    attribute: Attribute,
    skill: Skill,
    tagged: Tagged = False,
    complication_range: ComplicationRange = 1,
) -> Rule[Outcome]:
    """Roll one assistant’s die alone."""
    measure = standard(attribute, skill, tagged, complication_range)
    dice = yield from roll(Pool("Assistant", 1, 20, tally(measure)))
    helps = dice.successes > 0
    return Outcome(
        graded("helps" if helps else "no-help", dice.complications),
        helps,
        {
            "target": measure.target,
            "crit_threshold": measure.crit,
            "successes": dice.successes,
            "complications": dice.complications,
        },
        notes=("The successes count if the leader’s own dice have one (W1.9).",) if helps else (),
    )


Count = Annotated[int, Whole(0, 30, front=True, label="Combat dice", rules=("W1.11",))]


@procedure(
    "wasteland.combat_dice",
    title="Combat dice",
    grades=(Grade("effect", "With Effects", "good"), Grade("no-effect", "No Effect", "mixed")),
    rules="W1.11",
    spread=("total", "effects"),
)
def combat(
    count: Count = 1,
) -> Rule[Outcome]:
    """Roll damage and Effects."""
    dice = yield from roll(
        Pool(
            "Combat dice",
            count,
            6,
            combat_dice,
            merge_key=lambda shown: shown.effects > 0,
            **COMBAT,
        )
    )
    return Outcome(
        "effect" if dice.effects else "no-effect",
        values=dice._asdict(),
        steps=(SumStep("", dice.total, "damage"), SumStep("", dice.effects, "Effects")),
    )


Spend = Annotated[
    str,
    OneOf(
        {row.id: f"{row.words}: {row.costs} AP" for row in AP_SPENDS},
        front=True,
        label="Spend on",
        rules=("W11.1", "W11.2", "W11.3", "W11.4", "W11.5"),
    ),
]
Amount = Annotated[
    int,
    Whole(
        1,
        3,
        front=True,
        help="More than 1 only for bonus d20s and extra damage.",
        rules=("W11.1", "W11.5"),
    ),
]


@procedure(
    "wasteland.spend_ap",
    title="Spend Action Points",
    grades=(
        Grade("affordable", "Affordable", "good"),
        Grade("unaffordable", "Not enough AP", "bad"),
    ),
    rules="W11.1-W11.5 W5.4 W1.3 W1.6 W1.14",
)
def spend_ap(
    spend: Spend,
    amount: Amount = 1,
    side: Side = "players",
    ap_pool: ApPool = GROUP_POOL,
    surplus_ap: SurplusAp = 0,
) -> Outcome:
    """Work out the cost of one spend, and the AP left."""
    if amount > 1 and not AP_SPENDS[spend].several:
        raise BadInput("amount", f"{AP_SPENDS[spend].words} is bought once: amount is 1")
    before = AtHand(side, ap_pool, surplus_ap)
    before.check()
    price = spend_price(spend, amount)
    enough = price <= before.total
    after = before.paid(price) if enough else before
    return Outcome(
        "affordable" if enough else "unaffordable",
        enough,
        {"ap_cost": price, "group_ap_after": after.pool, "surplus_after": after.surplus},
        effects=before.changes(after),
        steps=adding((before.total, "AP at hand"), (-price, "price"), result=(after.total, "left"))
        if enough
        else (SumStep("", before.total, "AP at hand"), SumStep("against", price, "price")),
    )
