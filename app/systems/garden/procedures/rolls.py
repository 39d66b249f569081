"""The dice chapter: bare rolls, tests, averages and long tasks (G1-G17)."""

from __future__ import annotations

from typing import Annotated

from app.core.play.asks import Pool, Rule, roll, throw
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome, SumStep, put
from app.core.procedures.procedure import procedure
from app.systems.garden.house import AS_WRITTEN, AccumulateBy, AccumulateFloor, PoolRules
from app.systems.garden.rules.inputs import (
    Attribute,
    Average,
    HelpedModifier,
    Modifier,
    OfferCost,
    SkillLevel,
    TargetNumber,
)
from app.systems.garden.rules.readings import PoolResult, attribute_pool, by_roll, skill_pool
from app.systems.garden.rules.results import (
    MARGIN_GRADES,
    SUCCEED_AT_COST,
    attribute_against,
    average_roll,
    compare,
    keep_label,
    mishaps,
    report_dice,
    skill_against,
    sum_roll,
)

Dice = Annotated[int, Whole(0, 40, front=True, label="Dice")]


@procedure(
    "garden.roll_pool",
    title="Roll a pool",
    grades=(Grade("rolled", "Rolled"), Grade("fumble", "Fumble", "worst")),
    rules="G1-G5 G7",
    spread=("total",),
)
def roll_pool(
    dice: Dice = 1,
    modifier: Modifier = 0,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Roll dice and report the total."""
    result = yield from roll(skill_pool("Pool", dice, house))
    total, steps = sum_roll(result, (modifier, "modifier"), keep_name=keep_label(dice))
    return Outcome(
        "fumble" if result.fumble else "rolled",
        values={"total": total, **report_dice(result)},
        notes=mishaps(result.fumble, cost=False),
        steps=steps,
    )


@procedure(
    "garden.skill_test",
    title="Skill test",
    grades=MARGIN_GRADES,
    rules="G1-G7 G9-G12 G15 G16",
    choices=(SUCCEED_AT_COST,),
    spread=("total",),
)
def skill_test(
    skill_level: SkillLevel = 0,
    attribute: Attribute = 0,
    modifier: HelpedModifier = 0,
    target_number: TargetNumber = 4,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Test skill + attribute against a target number."""
    added = ((attribute, "attribute"), (modifier, "modifier"))
    test = yield from skill_against("Skill", skill_level, added, target_number, offer_cost, house)
    return test.outcome()


@procedure(
    "garden.attribute_test",
    title="Attribute test",
    grades=MARGIN_GRADES,
    rules="G8 G10 G12 G15",
    choices=(SUCCEED_AT_COST,),
    spread=("total",),
)
def attribute_test(
    attribute: Attribute = 0,
    modifier: Modifier = 0,
    target_number: TargetNumber = 4,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Test an attribute against a target number."""
    added = ((attribute, "attribute"), (modifier, "modifier"))
    test = yield from attribute_against("Attribute", added, target_number, offer_cost, house)
    return test.outcome()


RollKind = Annotated[
    str,
    OneOf({"skill": "A skill", "attribute": "An attribute (two dice)"}, rules=("G17",)),
]


#: The opponent's wounds, not those of the actor.
OpponentModifier = Annotated[
    int, Whole(-20, 20, front=True, sheet="target:modifier", rules=("G3", "G86"))
]


def _side(label: str, kind: str, skill: int, house: PoolRules, who: str) -> Pool[PoolResult]:
    """Return the dice of one side of an opposed test; an attribute roll ignores its skill."""
    if kind == "attribute":
        return by_roll(attribute_pool(label, house, who))
    return by_roll(skill_pool(label, skill, house, who))


@procedure(
    "garden.opposed_test",
    title="Opposed test",
    grades=MARGIN_GRADES,
    rules="G17 G12",
    spread=("margin",),
    apart=("target",),
    choices=(SUCCEED_AT_COST,),
)
def opposed_test(
    actor_kind: RollKind = "skill",
    actor_skill: SkillLevel = 0,
    actor_attribute: Attribute = 0,
    actor_modifier: Modifier = 0,
    opponent_kind: RollKind = "skill",
    opponent_skill: SkillLevel = 0,
    opponent_attribute: Attribute = 0,
    opponent_modifier: OpponentModifier = 0,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Roll against another side; the actor's margin counts."""
    # G17: the acting side rolls first.
    dice, theirs = yield from throw(
        _side("Actor", actor_kind, actor_skill, house, "self"),
        _side("Opponent", opponent_kind, opponent_skill, house, "target"),
    )
    opponent_total, _ = sum_roll(
        theirs, (opponent_attribute, "attribute"), (opponent_modifier, "modifier")
    )
    test = yield from compare(
        dice,
        ((actor_attribute, "attribute"), (actor_modifier, "modifier")),
        opponent_total,
        offer_cost,
        against="opponent’s total",
        keep_name=keep_label(actor_skill if actor_kind == "skill" else 2),
    )
    return test.outcome(opponent_total=opponent_total, opponent_fumble=theirs.fumble)


Pressured = Annotated[
    bool,
    YesNo(
        label="Rushed or threatened",
        help="Then no average can be taken.",
        front=True,
        rules=("G13",),
    ),
]


@procedure(
    "garden.take_average",
    title="Take the average",
    grades=(*MARGIN_GRADES, Grade("not-available", "Not under pressure")),
    rules="G13 G12",
    choices=(SUCCEED_AT_COST,),
)
def take_average(
    skill_level: SkillLevel = 0,
    target_number: TargetNumber = 4,
    pressured: Pressured = False,
    offer_cost: OfferCost = True,
) -> Rule[Outcome]:
    """Take 2 + skill instead of a roll."""
    if pressured:
        return Outcome("not-available", notes=("Rushed or threatened: roll instead (G13).",))
    test = yield from average_roll(skill_level, target_number, offer_cost)
    return test.outcome()


Goal = Annotated[int, Whole(1, 100, front=True, help="Total margin to reach.")]
Progress = Annotated[int, Whole(-100, 100, front=True, help="Margin gathered so far.")]


@procedure(
    "garden.accumulate",
    title="Long task",
    grades=(
        Grade("complete", "Complete", "best"),
        Grade("progress", "Progress", "good"),
        Grade("no-change", "No change", "mixed"),
        Grade("setback", "Setback", "bad"),
    ),
    rules="G14 G135",
    choices=(SUCCEED_AT_COST,),
    spread=("progress",),
)
def accumulate(
    skill_level: SkillLevel = 0,
    attribute: Attribute = 0,
    modifier: HelpedModifier = 0,
    target_number: TargetNumber = 4,
    goal: Goal = 3,
    progress: Progress = 0,
    average: Average = False,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
    accumulate_by: AccumulateBy = "margin",
    accumulate_floor: AccumulateFloor = "zero",
) -> Rule[Outcome]:
    """Take one step of a long task."""
    added = ((attribute, "attribute"), (modifier, "modifier"))
    test = yield from skill_against(
        "Skill", skill_level, added, target_number, offer_cost, house, average=average
    )
    change = test.effective_margin
    if accumulate_by == "count":
        change = (change > 0) - (change < 0)
    reached = progress + change
    if accumulate_floor == "zero":
        reached = max(0, reached)
    if reached >= goal:
        grade = "complete"
    elif test.effective_margin > 0:
        grade = "progress"
    else:
        grade = "setback" if test.effective_margin < 0 else "no-change"
    remaining = max(0, goal - reached)
    return Outcome(
        grade,
        grade == "complete",
        {**test.values, "progress": reached, "goal": goal, "remaining": remaining},
        effects=(put("progress", reached, who="task"),),
        notes=test.notes,
        steps=(*test.steps, SumStep("=", reached, f"progress of {goal}")),
    )
