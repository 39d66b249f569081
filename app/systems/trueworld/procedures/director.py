"""Procedures without dice: setting a difficulty, reading a result, rating a pool (T2, T9, T10)."""

from __future__ import annotations

from typing import Annotated

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome, SumStep
from app.core.procedures.procedure import procedure
from app.core.sheets import Rollable
from app.systems.trueworld.house import (
    DangerousEncounters,
    EffectFromResult,
    RollRules,
    UnskilledAdvantageCancels,
)
from app.systems.trueworld.procedures.actions import effective_position
from app.systems.trueworld.rules import chances
from app.systems.trueworld.rules.inputs import Difficulty, EffectBoost, Position
from app.systems.trueworld.rules.readings import KeepRule, mean, sides, thumb
from app.systems.trueworld.rules.results import MAIN_GRADES, read
from app.systems.trueworld.tables.ability import ABILITY_RATINGS
from app.systems.trueworld.tables.difficulty import DIFFICULTY_RATINGS, POSITIONS

#: The sizes of dice.
DICE = {row.die: row.die for row in ABILITY_RATINGS}

#: Dice of the largest pool of an action roll: the own one, 4 by boosts, 4 by helpers.
LARGEST = 1 + 4 + 4


HasRisk = Annotated[
    bool,
    YesNo(label="It may fail", help="No risk: no roll.", front=True, rules=("T2.2",)),
]


def after_difficulty(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Return the rolls against just this difficulty, from just this position (T1.3)."""
    if outcome.grade == "automatic-success":
        return ()
    next_inputs = {name: inputs[name] for name in ("difficulty", "position")}
    return (
        Rollable("Action roll", "trueworld.action_roll", next_inputs),
        Rollable("Unskilled roll", "trueworld.unskilled_roll", next_inputs),
        Rollable(
            "Quick action", "trueworld.quick_action", {"difficulty": next_inputs["difficulty"]}
        ),
    )


@procedure(
    "trueworld.set_difficulty",
    title="Set the difficulty",
    grades=(
        Grade("automatic-success", "It works, without a roll", "best"),
        *(Grade(row.grade, row.difficulty, row.tone) for row in DIFFICULTY_RATINGS),
    ),
    rules="T2.1-T2.4 T3.1-T3.5 T7.4 T8.6",
    follow_up=after_difficulty,
)
def set_difficulty(
    has_risk: HasRisk = True,
    difficulty: Difficulty = "d4",
    position: Position = "neutral",
    dangerous_encounters: DangerousEncounters = False,
    unskilled_advantage_cancels: UnskilledAdvantageCancels = False,
) -> Outcome:
    """Decide whether an action needs a roll, and against which difficulty and position."""
    if not has_risk:
        return Outcome(
            "automatic-success",
            True,
            {"die_size": 0, "difficulty_dice": 0},
            notes=("It succeeds; the director, or the player, tells how (T2.2).",),
            rules=("T2.1", "T2.2"),
        )
    placed = POSITIONS[position]
    house = RollRules(
        dangerous_encounters=dangerous_encounters,
        unskilled_advantage_cancels=unskilled_advantage_cancels,
    )
    unskilled = effective_position(True, position, house)
    tie = "failure here (T8.6)" if dangerous_encounters else "success here (T8.5)"
    return Outcome(
        DIFFICULTY_RATINGS[difficulty].grade,
        values={"die_size": sides(difficulty), "difficulty_dice": placed.dice},
        notes=(
            "Tell the player the difficulty, the position, and what is at risk, "
            "before the roll (T3.5).",
            f"{chances.describe(difficulty, position, unskilled, dangerous_encounters)} "
            f"A tie counts as a {tie}.",
        ),
        rules=(
            *("T2.1", "T2.3", "T2.4", "T3.3", "T3.4", "T3.5", "T7.4"),
            "T8.6" if dangerous_encounters else "T8.5",
        ),
    )


Result = Annotated[
    int, Whole(-11, 11, front=True, help="Ability minus difficulty.", rules=("T8.4",))
]


@procedure(
    "trueworld.effect_level",
    title="Read a result",
    grades=MAIN_GRADES,
    rules="T8.5 T8.6 T10.1-T10.6",
)
def effect_level(
    result: Result,
    effect_boost: EffectBoost = 0,
    dangerous_encounters: DangerousEncounters = False,
    effect_from_result: EffectFromResult = False,
) -> Outcome:
    """Turn a result into its outcome and level of effect."""
    house = RollRules(
        dangerous_encounters=dangerous_encounters, effect_from_result=effect_from_result
    )
    reading = read(result, effect_boost, house)
    return Outcome(
        reading.grade,
        reading.success,
        {"effect_score": reading.score, "level": reading.level},
        steps=(SumStep("", result, "result"), *reading.steps),
        rules=(
            "T8.6" if dangerous_encounters else "T8.5",
            *("T10.1", "T10.2", "T10.3"),
            *(("T6.8",) if reading.boosted else ()),
        ),
    )


Die = Annotated[
    str, OneOf(DICE, front=True, help="All dice of a pool have one size.", rules=("T6.4",))
]
Count = Annotated[int, Whole(1, LARGEST, front=True, label="Dice", rules=("T9.1",))]
Keep = Annotated[
    KeepRule,
    OneOf(
        {"highest": "The highest counts", "lowest": "The lowest counts"},
        front=True,
        rules=("T9.1",),
    ),
]


@procedure(
    "trueworld.pool_estimate",
    title="What a pool is worth",
    grades=(Grade("estimate", "About as good as one die"),),
    rules="T9.1 T9.2",
)
def pool_estimate(
    die: Die = "d6",
    count: Count = 1,
    keep: Keep = "highest",
) -> Outcome:
    """Compare a pool with a single die: the rule of thumb, and the exact mean."""
    average = mean(sides(die), count, keep)
    worth = thumb(sides(die), count, keep)
    return Outcome(
        "estimate",
        values={
            "thumb_die": worth,
            "average_num": average.numerator,
            "average_den": average.denominator,
        },
        notes=(f"About a d{worth}; the exact mean is {average} (T9.2).",),
        steps=(
            SumStep("", sides(die), f"sides of a {die}"),
            *(
                (SumStep("+", worth - sides(die), "half a step for each further die"),)
                if count > 1
                else ()
            ),
            SumStep("=", worth, "thumb die"),
        ),
    )
