"""Wounds: marking, penalties, degeneration, treatment (G63, G64, G80-G92, G96)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from app.core.asks import Rule
from app.core.errors import BadInput
from app.core.kinds import Exact, Number, OneOf, Whole, YesNo
from app.core.outcomes import TIME, Effect, Grade, Outcome, add, adding
from app.core.procedures import procedure
from app.core.sheets import Sheet
from app.systems.garden.damage import HALF, SUFFERED, Injury, Thresholds, after_full_row, taken_as
from app.systems.garden.feeding import modifier
from app.systems.garden.house import AS_WRITTEN, HalfPenalty, PoolRules
from app.systems.garden.injuries import opened
from app.systems.garden.inputs import (
    LEVELS,
    MOST_PENALTY,
    Average,
    Body,
    DamageType,
    DeepWounds,
    FleshWounds,
    HazardOfferCost,
    Levels,
    Logic,
    Medicine,
    Modifier,
    OfferCost,
)
from app.systems.garden.results import SUCCEED_AT_COST, attribute_against, skill_against
from app.systems.garden.tables.combat import PLACES, multiplier
from app.systems.garden.tables.wounds import DEGENERATION, DESTABILIZE
from app.systems.garden.wounds import boxes, wound_limit
from app.systems.garden.wounds import wound_penalty as penalty_of

#: What a treatment takes (G91).
TREATMENT_MINUTES = 5

WoundType = Annotated[str, OneOf("flesh", "deep", label="Wound", front=True, rules=("G90",))]


Damage = Annotated[Exact, Number(0, 100_000, front=True, rules=("G80",))]
Location = Annotated[str, OneOf(PLACES, label="Place hit", front=True, rules=("G63", "G64"))]
HalveLevels = Annotated[
    bool, YesNo(label="Wound levels halved", help="A bad landing.", rules=("G47",))
]
WoundMarks = Annotated[int, Whole(0, 40, part="Rows", sheet="wound_marks", rules=("G83",))]
WoundBoxes = Annotated[int, Whole(1, 40, part="Rows", sheet="wound_boxes", rules=("G83", "G84"))]
BruiseMarks = Annotated[int, Whole(0, 40, part="Rows", sheet="bruise_marks", rules=("G83",))]
BruiseBoxes = Annotated[int, Whole(1, 40, part="Rows", sheet="bruise_boxes", rules=("G83", "G85"))]


@procedure(
    "garden.apply_damage",
    title="Apply damage",
    grades=SUFFERED,
    rules="G63 G64 G80-G85",
    follow_up=after_full_row,
)
def apply_damage(
    damage: Damage = 0,
    damage_type: DamageType = "wound",
    location: Location = "none",
    halve_levels: HalveLevels = False,
    wound_marks: WoundMarks = 0,
    wound_boxes: WoundBoxes = 5,
    bruise_marks: BruiseMarks = 0,
    bruise_boxes: BruiseBoxes = 5,
    levels: Levels = LEVELS,
) -> Rule[Outcome]:
    """Compare damage with the levels and mark the track."""
    for row, marks, most in (
        ("wound", wound_marks, wound_boxes),
        ("bruise", bruise_marks, bruise_boxes),
    ):
        if marks > most:
            raise BadInput(f"{row}_marks", f"{row}_marks is {marks}; the row has {most} boxes")
    thresholds = Thresholds.of(levels, multiplier(location) * (HALF if halve_levels else 1))
    level = thresholds.level(damage)
    # G85: a full row of bruises turns a bruise into a wound of the same severity.
    converted = damage_type == "bruise" and level > 0 and bruise_marks == bruise_boxes
    injury = Injury(level, taken_as(damage_type, converted), location)
    hours = yield from injury.unconscious_hours()
    free = (wound_boxes - wound_marks) if injury.kind == "wound" else (bruise_boxes - bruise_marks)
    if injury.knocks_out:
        marked = free  # G82: every box left
    elif injury.kills:
        marked = 0
    else:
        # G83: a deep injury fills the one box that is left; nothing carries over.
        marked = min(free, (0, 1, 2, 2)[level])
    if injury.kind == "wound":
        wound_marks += marked
    else:
        bruise_marks += marked
    return Outcome(
        injury.grade,
        None,
        {
            **injury.values(hours),
            "converted": converted,
            "boxes": marked,
            "wound_marks": wound_marks,
            "bruise_marks": bruise_marks,
            "bleeding_out": wound_marks == wound_boxes and not injury.kills,  # G84
            "dead": injury.kills,
            "limb_lost": injury.severs,
            "flesh_level": thresholds.flesh,
            "deep_level": thresholds.deep,
            "critical_level": thresholds.critical,
        },
        injury.effects("self", hours),
    )


FleshBruises = Annotated[int, Whole(0, 40, sheet="flesh_bruises")]
DeepBruises = Annotated[int, Whole(0, 40, sheet="deep_bruises")]
Rehab = Annotated[
    int,
    Whole(
        0,
        20,
        label="Without rehabilitation",
        help="Deep wounds healed unaided.",
        sheet="rehab",
        rules=("G96",),
    ),
]


@procedure(
    "garden.wound_penalty",
    title="Wound penalty",
    grades=(
        Grade("sprint", "Up to a sprint", "best"),
        Grade("run", "Up to a run", "mixed"),
        Grade("walk", "Walking only", "poor"),
        Grade("down", "Cannot stand", "worst"),
    ),
    rules="G83 G86-G88 G96",
)
def wound_penalty(
    flesh_wounds: FleshWounds = 0,
    deep_wounds: DeepWounds = 0,
    flesh_bruises: FleshBruises = 0,
    deep_bruises: DeepBruises = 0,
    rehab: Rehab = 0,
    half_penalty: HalfPenalty = "drop",
) -> Outcome:
    """Penalty and gait of the present injuries."""
    penalty = penalty_of(flesh_wounds, deep_wounds, flesh_bruises, deep_bruises, half_penalty)
    limit = wound_limit(flesh_wounds, deep_wounds)
    return Outcome(
        "down" if limit == "none" else limit,
        values={
            "penalty": penalty,
            "physical_penalty": penalty - rehab,
            "wound_marks": boxes(flesh_wounds, deep_wounds),
            "bruise_marks": boxes(flesh_bruises, deep_bruises),
        },
        steps=adding(
            (-flesh_wounds, "flesh wounds"),
            (-2 * deep_wounds, "deep wounds"),
            (Fraction(-flesh_bruises, 2), "flesh bruises"),
            (-deep_bruises, "deep bruises"),
            result=(penalty, "penalty"),
        ),
    )


OpenWounds = Annotated[int, Whole(1, 40, front=True, rules=("G90",))]


def as_wounded(sheets: Mapping[str, Sheet], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The open wounds of that type, where there are any; the test is no action (G38)."""
    if "self" not in sheets:
        return {}
    wounds = opened(sheets["self"], inputs["wound_type"])
    told = {"modifier": modifier(sheets["self"], "body", load=False)}
    return {**told, "open_wounds": wounds} if wounds else told


@procedure(
    "garden.degeneration",
    title="Degeneration",
    grades=(
        Grade("holds", "It holds", "good"),
        Grade("worsens", "One more flesh wound", "bad"),
        Grade("worsens-deep", "A deep wound", "worst"),
    ),
    rules="G89 G90",
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
    """One degeneration test."""
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
    choices=(SUCCEED_AT_COST,),
)
def stabilize(
    medicine: Medicine = 0,
    logic: Logic = 0,
    patient_body: PatientBody = 0,
    patient_penalty: PatientPenalty = 0,
    modifier: Modifier = 0,
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
    # G136: the five minutes pass for everybody before the test takes effect.
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
    """Which stable wounds open again."""
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
