"""Movement, water and loads (G27-G39, G88)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.play.asks import Rule
from app.core.procedures.kinds import Exact, Number, OneOf, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome, SumStep
from app.core.procedures.procedure import named, procedure
from app.systems.garden.house import AS_WRITTEN, PoolRules
from app.systems.garden.rules.inputs import (
    Athletics,
    Attribute,
    Average,
    Body,
    DeepWounds,
    EncumbrancePenalty,
    FleshWounds,
    Modifier,
    Movement,
    OfferCost,
    SkillLevel,
    TargetNumber,
)
from app.systems.garden.rules.results import MARGIN_GRADES, SUCCEED_AT_COST, skill_against
from app.systems.garden.rules.wounds import wound_limit
from app.systems.garden.tables.movement import CAPACITY, GAITS, WATER

Walk = Annotated[Exact, Number(0, 1000, unit="m", front=True, sheet="walk")]
Run = Annotated[Exact, Number(0, 1000, unit="m", front=True, sheet="run")]
Sprint = Annotated[Exact, Number(0, 1000, unit="m", front=True, sheet="sprint")]
Mode = Annotated[
    str, OneOf("walk", "run", "sprint", label="Gait", front=True, rules=("G29", "G30"))
]
Medium = Annotated[str, OneOf(WATER.labels("words"), front=True, rules=("G32",))]
SwimRate = Annotated[
    Exact,
    Number(
        0,
        1000,
        unit="m",
        label="Swimming movement",
        help="0 if there is none.",
        sheet="swim_rate",
        rules=("G32",),
    ),
]
LoadLimit = Annotated[str, OneOf(GAITS.labels("words"), sheet="load_limit", rules=("G39",))]


@procedure(
    "garden.movement",
    title="Movement",
    grades=(Grade("allowed", "Allowed", "good"), Grade("not-allowed", "Not allowed", "bad")),
    rules="G28-G32 G39 G88",
    verdict=named("distance", "{} m"),
)
def movement(
    walk: Walk = 10,
    run: Run = 20,
    sprint: Sprint = 40,
    mode: Mode = "walk",
    medium: Medium = "land",
    swim_rate: SwimRate = 0,
    load_limit: LoadLimit = "sprint",
    flesh_wounds: FleshWounds = 0,
    deep_wounds: DeepWounds = 0,
) -> Outcome:
    """Work out the metres of this round, and whether the gait is allowed."""
    water = WATER[medium]
    # G31: the lowest of the load's, the wounds' and the medium's limit.
    wounds = GAITS[wound_limit(flesh_wounds, deep_wounds)].rank
    limit = min(GAITS[load_limit].rank, wounds, water.fastest)
    gait = GAITS[mode]
    if gait.rank > limit:
        values = {"distance": 0, "limit": limit, "actions": 0, "defense_bonus": 0}
        return Outcome("not-allowed", False, values)
    rate = {"walk": walk, "run": run, "sprint": sprint}[mode]
    # G32: a swimming rate is covered whatever the gait.
    distance = swim_rate if medium == "swim" and swim_rate else rate * water.factor
    return Outcome(
        "allowed",
        True,
        {
            "distance": distance,
            "limit": limit,
            "actions": gait.actions,
            "defense_bonus": gait.bonus,
        },
    )


Deadlift = Annotated[
    Exact, Number(1, 1000, unit="kg", label="Capacity", sheet="deadlift", rules=("G36",))
]
HandyKg = Annotated[Exact, Number(0, 2000, unit="kg", label="Handy load", sheet="handy_kg")]
AwkwardKg = Annotated[
    Exact,
    Number(0, 2000, unit="kg", label="Awkward load", sheet="awkward_kg", rules=("G37",)),
]
BalanceItems = Annotated[
    int, Whole(0, 10, label="Things to balance", sheet="balance_items", rules=("G38",))
]
BalanceItemsTwoHanded = Annotated[
    int,
    Whole(
        0,
        10,
        label="Two-handed things to balance",
        sheet="balance_items_two_handed",
        rules=("G38",),
    ),
]
Swimming = Annotated[bool, YesNo(rules=("G35",))]


@procedure(
    "garden.encumbrance",
    title="Load",
    grades=(
        Grade("sprint", "Up to a sprint", "best"),
        Grade("run", "Up to a run", "good"),
        Grade("walk", "Walking only", "poor"),
        Grade("overloaded", "Too much to carry", "worst"),
    ),
    rules="G35-G39",
)
def encumbrance(
    deadlift: Deadlift = 100,
    handy_kg: HandyKg = 0,
    awkward_kg: AwkwardKg = 0,
    balance_items: BalanceItems = 0,
    balance_items_two_handed: BalanceItemsTwoHanded = 0,
    swimming: Swimming = False,
) -> Outcome:
    """Work out the load, the fastest gait and the action penalty."""
    load = handy_kg + 2 * awkward_kg  # G37
    percent = Fraction(load) * 100 / deadlift
    penalty = -(balance_items + 2 * balance_items_two_handed)  # G38
    if swimming:
        penalty *= 2  # G35
    fastest = load_limit(load, deadlift)
    return Outcome(
        fastest,
        fastest != "overloaded",
        {"load": load, "capacity": deadlift, "percent": percent, "penalty": penalty},
        steps=(
            SumStep("", handy_kg, "kg handy"),
            SumStep("+", 2 * awkward_kg, "kg awkward, counted twice"),
            SumStep("=", load, f"kg of {deadlift}"),
        ),
    )


def load_limit(load: Exact, deadlift: Exact) -> str:
    """Return the fastest gait with a load; `overloaded` above the capacity (G39)."""
    for row in CAPACITY:
        if load <= row.most * deadlift:
            return row.gait
    return "overloaded"


@procedure(
    "garden.swim_current",
    title="Swim against a current",
    grades=MARGIN_GRADES,
    rules="G28 G33 G35 G135",
    spread=("total",),
    choices=(SUCCEED_AT_COST,),
)
def swim_current(
    athletics: Athletics = 0,
    body: Body = 0,
    movement: Movement = "none",
    encumbrance_penalty: EncumbrancePenalty = 0,
    modifier: Modifier = 0,
    target_number: TargetNumber = 4,
    average: Average = False,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Swim against a current."""
    added = (
        (body, "Body"),
        (GAITS[movement].bonus, "movement"),  # G28
        (2 * encumbrance_penalty, "load, doubled in water"),  # G35
        (modifier, "modifier"),
    )
    test = yield from skill_against(
        "Athletics", athletics, added, target_number, offer_cost, house, average=average
    )
    return test.outcome()


WaterActionSwimming = Annotated[bool, YesNo(help="Else the load counts once.", rules=("G35",))]


@procedure(
    "garden.water_action",
    title="Act in water",
    grades=MARGIN_GRADES,
    rules="G34 G35 G135",
    spread=("total",),
    choices=(SUCCEED_AT_COST,),
)
def water_action(
    skill_level: SkillLevel = 0,
    athletics: Athletics = 0,
    attribute: Attribute = 0,
    swimming: WaterActionSwimming = True,
    encumbrance_penalty: EncumbrancePenalty = 0,
    modifier: Modifier = 0,
    target_number: TargetNumber = 4,
    average: Average = False,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Act in water."""
    # G34: the fitting skill or Athletics, whichever is lower.
    skill_used = min(skill_level, athletics)
    load = encumbrance_penalty * (2 if swimming else 1)
    added = ((attribute, "attribute"), (load, "load"), (modifier, "modifier"))
    test = yield from skill_against(
        "Skill", skill_used, added, target_number, offer_cost, house, average=average
    )
    return test.outcome(skill_used=skill_used)
