"""Steps, effects, durations and modifiers without a roll (S7, S8, S11-S17, S21, S22)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput, capitalize
from app.core.procedures.kinds import OneOf, Whole
from app.core.procedures.outcomes import Grade, Outcome, SumStep, adding
from app.core.procedures.procedure import procedure
from app.systems.striker.house import HalfRounding
from app.systems.striker.rules.inputs import Challenge, DurationOf, Modifier, Ranks, Rsr, Steps
from app.systems.striker.rules.results import STEP_GRADES, Scale, by_step
from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.actions import longer as duration_longer
from app.systems.striker.tables.rolls import STEPS

COMPUTED = (Grade("computed", "Computed"),)


Face = Annotated[int, Whole(1, 20, front=True, label="Natural die", rules=("S15",))]
Total = Annotated[int, Whole(-60, 140, front=True, rules=("S11",))]


@procedure("striker.result_step", title="Judge a roll", grades=STEP_GRADES, rules="S11-S13 S15-S17")
def result_step(
    *,
    face: Face,
    total: Total,
    challenge: Challenge,
    rsr: Rsr = 1,
    steps: Steps = "full",
) -> Outcome:
    """Find the step of a roll that was already made."""
    judged = Scale(challenge, rsr, steps).judge(total, face)
    return Outcome(
        judged.row.grade,
        judged.row.success,
        judged.values,
        notes=judged.notes,
        steps=(SumStep("", total, "total"), *judged.compared),
    )


ApplyEffectGrade = Annotated[str, OneOf(STEPS.labels("words"), front=True, rules=("S11", "S14"))]
Full = Annotated[int, Whole(-200, 500, front=True, label="Full effect", rules=("S14",))]


@procedure("striker.apply_effect", title="Effect by step", grades=STEP_GRADES, rules="S14")
def apply_effect(
    *,
    grade: ApplyEffectGrade,
    full: Full,
    half_rounding: HalfRounding = "down",
) -> Outcome:
    """Find how much of an effect a result step lets through."""
    row = STEPS[grade]
    effect = by_step(row, full, half_rounding)
    return Outcome(
        grade,
        row.success,
        {"effect": effect},
        steps=(SumStep("", full, "full effect"), SumStep("=", effect, f"on a {row.words.lower()}")),
    )


Longer = Annotated[int, Whole(-8, 8, front=True, label="Rows longer", help="Below 0: shorter.")]


@procedure(
    "striker.shift_duration",
    title="Longer or shorter",
    grades=tuple(Grade(row.duration, row.duration) for row in DURATIONS),
    rules="S21 S22",
)
def shift_duration(
    *,
    duration: DurationOf,
    longer: Longer,
) -> Outcome:
    """Find the duration so many rows longer or shorter."""
    shifted = duration_longer(duration, longer)
    if shifted is None:
        raise BadInput("longer", f"longer is {longer}; from {duration} that is off the table (S22)")
    return Outcome(
        shifted.duration,
        values={"duration_index": shifted.place},
        notes=(f"{capitalize(shifted.meaning)}.",),
    )


Base = Annotated[
    int,
    Whole(-20, 20, front=True, help="−3 and what the sophont adds.", rules=("S7",)),
]


@procedure("striker.skill_modifier", title="Modifier of a skill", grades=COMPUTED, rules="S7")
def skill_modifier(
    *,
    base: Base = -3,
    ranks: Ranks,
) -> Outcome:
    """Add a skill's base and ranks to its M."""
    return _computed((base, "base"), (ranks, "ranks"))


@procedure(
    "striker.technique_modifier", title="Modifier of a technique", grades=COMPUTED, rules="S8"
)
def technique_modifier(*, ranks: Ranks, skill_modifier: Modifier) -> Outcome:
    """Add a technique's own ranks to the M of the skill it replaces."""
    return _computed((skill_modifier, "M of the skill"), (ranks, "ranks"))


def _computed(first: tuple[int, str], second: tuple[int, str]) -> Outcome:
    modifier = first[0] + second[0]
    return Outcome(
        "computed",
        values={"modifier": modifier},
        steps=adding(first, second, result=(modifier, "modifier (M)")),
    )
