"""Wounds: marking them, and their penalties (G63, G64, G80-G88, G96)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Rule
from app.core.procedures.kinds import Exact, Number, OneOf, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome, adding
from app.core.procedures.procedure import procedure
from app.systems.garden.house import HalfPenalty
from app.systems.garden.rules.damage import (
    HALF,
    SUFFERED,
    Injury,
    Thresholds,
    after_full_row,
    convert_bruise,
)
from app.systems.garden.rules.inputs import (
    LEVELS,
    DamageType,
    DeepWounds,
    FleshWounds,
    Levels,
)
from app.systems.garden.rules.wounds import boxes, wound_limit
from app.systems.garden.rules.wounds import wound_penalty as penalty_of
from app.systems.garden.tables.combat import PLACES, multiplier

Damage = Annotated[Exact, Number(0, 100_000, front=True, rules=("G80",))]
Location = Annotated[str, OneOf(PLACES, label="Place hit", front=True, rules=("G63", "G64"))]
HalveLevels = Annotated[
    bool, YesNo(label="Wound levels halved", help="A bad landing.", rules=("G47",))
]
WoundMarks = Annotated[
    int, Whole(0, 40, label="Wounds marked", part="Rows", sheet="wound_marks", rules=("G83",))
]
WoundBoxes = Annotated[
    int,
    Whole(1, 40, label="Boxes for wounds", part="Rows", sheet="wound_boxes", rules=("G83", "G84")),
]
BruiseMarks = Annotated[
    int, Whole(0, 40, label="Bruises marked", part="Rows", sheet="bruise_marks", rules=("G83",))
]
BruiseBoxes = Annotated[
    int,
    Whole(
        1, 40, label="Boxes for bruises", part="Rows", sheet="bruise_boxes", rules=("G83", "G85")
    ),
]


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
    injury = Injury(level, convert_bruise(damage_type, converted), location)
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
    """Work out penalty and gait of the present injuries."""
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
