"""Open wounds: how they worsen, are treated, and open again (G86, G89-G92)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from app.core.play.asks import Rule
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Whole
from app.core.procedures.outcomes import TIME, Effect, Grade, Outcome, add
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Sheet
from app.systems.garden.house import AS_WRITTEN, PoolRules
from app.systems.garden.rules.feeding import modifier
from app.systems.garden.rules.injuries import count_open
from app.systems.garden.rules.inputs import (
    MOST_PENALTY,
    Average,
    Body,
    HazardOfferCost,
    HelpedModifier,
    Logic,
    Medicine,
    Modifier,
    OfferCost,
)
from app.systems.garden.rules.results import SUCCEED_AT_COST, attribute_against, skill_against
from app.systems.garden.tables.wounds import DEGENERATION, DESTABILIZE

#: The requirements of a treatment (G91).
TREATMENT_MINUTES = 5

WoundType = Annotated[str, OneOf("flesh", "deep", label="Wound", front=True, rules=("G90",))]


OpenWounds = Annotated[int, Whole(1, 40, front=True, rules=("G90",))]


@prefilled_by("self")
def as_wounded(own: Sheet, inputs: Values) -> dict[str, Any]:
    """Feed the open wounds of the type, if any; the test is no action (G38)."""
    wounds = count_open(own, inputs["wound_type"])
    values = {"modifier": modifier(own, "body", load=False)}
    return {**values, "open_wounds": wounds} if wounds else values


@procedure(
    "garden.degeneration",
    title="Degeneration",
    grades=(
        Grade("holds", "It holds", "good"),
        Grade("worsens", "One more flesh wound", "bad"),
        Grade("worsens-deep", "A deep wound", "worst"),
    ),
    rules="G89 G90",
    spread=("total",),
    choices=(SUCCEED_AT_COST,),
    feed=as_wounded,
)
def degeneration(
    wound_type: WoundType = "flesh",
    open_wounds: OpenWounds = 1,
    body: Body = 0,
    modifier: Modifier = 0,
    offer_cost: HazardOfferCost = False,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Test whether open wounds worsen."""
    added = ((body, "Body"), (modifier, "modifier"))
    test = yield from attribute_against("Body", added, 1, offer_cost, house, fumble_decides=True)
    # G89: a fumble is a deep wound instead, whatever the margin.
    effects: tuple[Effect, ...] = ()
    if test.fumble:
        grade, effects = "worsens-deep", (add("deep_wounds", 1),)
    elif test.success:
        grade = "holds"
    else:
        grade, effects = "worsens", (add("flesh_wounds", 1),)
    interval = Fraction(60 * DEGENERATION[wound_type].hours, open_wounds)
    return test.graded(
        grade,
        grade == "holds",
        effects,
        interval_minutes=interval,
        new_flesh=int(grade == "worsens"),
        new_deep=int(grade == "worsens-deep"),
    )


PatientBody = Annotated[int, Whole(-5, 10, front=True, sheet="patient:body")]
PatientPenalty = Annotated[
    int,
    Whole(
        MOST_PENALTY,
        0,
        front=True,
        help="Of the patient’s wounds and bruises.",
        sheet="patient:wound_penalty",
        rules=("G86", "G91"),
    ),
]


@procedure(
    "garden.stabilize",
    title="Stabilise",
    grades=(
        Grade("stabilized", "Stabilised", "best"),
        Grade("wasted", "Five minutes wasted", "bad"),
        Grade("worsened", "One more flesh wound", "worst"),
    ),
    rules="G86 G91 G135 G136",
    spread=("total",),
    choices=(SUCCEED_AT_COST,),
)
def stabilize(
    medicine: Medicine = 0,
    logic: Logic = 0,
    patient_body: PatientBody = 0,
    patient_penalty: PatientPenalty = 0,
    modifier: HelpedModifier = 0,
    wound_type: WoundType = "flesh",
    average: Average = False,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Treat one wound."""
    added = (
        (logic, "Logic"),
        (patient_body, "patient’s Body"),
        (patient_penalty, "patient’s wounds"),
        (modifier, "modifier"),
    )
    test = yield from skill_against(
        "Medicine", medicine, added, 1, offer_cost, house, fumble_decides=True, average=average
    )
    # G136: the five minutes pass for all combatants before the test takes effect.
    effects: tuple[Effect, ...] = (add("minutes", TREATMENT_MINUTES, who=TIME),)
    if test.fumble:
        grade = "worsened"
        effects += (add("flesh_wounds", 1, who="patient"),)
    elif test.success:
        grade = "stabilized"
        effects += (add(f"stable_{wound_type}_wounds", 1, who="patient"),)
    else:
        grade = "wasted"
    return test.graded(
        grade,
        grade == "stabilized",
        effects,
        minutes=TREATMENT_MINUTES,
        stabilized=int(grade == "stabilized"),
        new_flesh=int(grade == "worsened"),
    )


Activity = Annotated[
    str,
    OneOf(
        {
            "bed-rest": "Lying in bed, meals, washing",
            "light": "Anything more",
            "heavy": "Heavy: combat, running",
        },
        rules=("G92",),
    ),
]
StableFlesh = Annotated[int, Whole(0, 40, label="Stable flesh wounds", sheet="stable_flesh")]
StableDeep = Annotated[int, Whole(0, 40, label="Stable deep wounds", sheet="stable_deep")]


@procedure(
    "garden.activity",
    title="Activity with stable wounds",
    grades=(
        Grade("stable", "They stay stable", "good"),
        Grade("destabilized", "Wounds open again", "bad"),
    ),
    rules="G92",
)
def activity(
    activity: Activity = "light",
    stable_flesh: StableFlesh = 0,
    stable_deep: StableDeep = 0,
) -> Outcome:
    """Find out which stable wounds open again."""
    # G92: every wound of the type opens.
    opened = {
        row.wound: stable if activity in row.activities else 0
        for row, stable in zip(DESTABILIZE, (stable_flesh, stable_deep), strict=True)
    }
    return Outcome(
        "destabilized" if any(opened.values()) else "stable",
        not any(opened.values()),
        {f"destabilized_{wound}": count for wound, count in opened.items()},
        tuple(add(f"stable_{wound}_wounds", -count) for wound, count in opened.items() if count),
    )
