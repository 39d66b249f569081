"""Skill actions (14.1): the bare roll, the chart, the modifiers, and the two maneuvers (P1-P23)."""

from __future__ import annotations

from typing import Annotated

from app.core.play.asks import Rule, roll
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Effect, Grade, Outcome, adding, put
from app.core.procedures.procedure import named, procedure
from app.core.sheets import Rollable
from app.systems.prism.house import (
    AS_WRITTEN,
    PERCENT_AS_WRITTEN,
    ChartRules,
    Minus25,
    OpenEnded,
    PercentRules,
    UnrelatedPercent,
)
from app.systems.prism.rules.follow_ups import change, changeable
from app.systems.prism.rules.inputs import (
    ALONE,
    NOTHING_SPECIAL,
    Bonus,
    Column,
    Conditions,
    Reading,
    Retry,
    Streak,
)
from app.systems.prism.rules.readings import after_first_die, opened
from app.systems.prism.rules.results import (
    CHART_GRADES,
    MM_GRADES,
    SM_GRADES,
    STREAKS,
    failures_after,
    look_up,
    roll_on_chart,
    streak_after,
    streak_values,
)


def after_open_roll(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    return change(0, "none")


@procedure(
    "prism.open_roll",
    title="Open-ended roll",
    grades=(
        Grade("high-open", "High open-ended", "good"),
        Grade("plain", "As it fell"),
        Grade("low-open", "Low open-ended", "bad"),
    ),
    rules="P4 P5",
    follow_up=after_open_roll,
)
def open_roll(open_ended: OpenEnded = "both") -> Rule[Outcome]:
    """Roll a bare dô: 96-100 climb, 01-05 dive."""
    climb = yield from roll(opened("dô", open_ended))
    sign = after_first_die(climb.first, open_ended).sign
    return Outcome(
        {1: "high-open", 0: "plain", -1: "low-open"}[sign],
        values={"open_roll": climb.total, "first": climb.first, "rolls": climb.rolls},
        steps=adding(
            (climb.first, "first d100"),
            (climb.total - climb.first, "further d100s"),
            result=(climb.total, "dô"),
        ),
    )


Total = Annotated[int, Whole(-2000, 3000, front=True, rules=("P3", "P10"))]


@procedure(
    "prism.chart_result",
    title="Look up a total",
    grades=CHART_GRADES,
    rules="P10-P14",
)
def chart_result(
    total: Total,
    reading: Reading = "static",
    minus_25: Minus25 = "fumble",
    unrelated_percent: UnrelatedPercent = 0,
) -> Outcome:
    """Look up the row of Chart 14.1 for a total."""
    result = look_up(total, reading, minus_25, unrelated_percent)
    values = {"total": total, "percent": result.percent}
    if reading == "static":
        del values["percent"]
    return Outcome(result.grade, result.success, values, notes=result.notes)


@procedure(
    "prism.modifiers",
    title="Add up modifiers",
    grades=(Grade("computed", "Added up"),),
    rules="P18-P23",
    tally=("modifier",),
    verdict=named("modifier"),
)
def modifiers(column: Column, conditions: Conditions = NOTHING_SPECIAL) -> Outcome:
    """Add up the modifiers of Chart 14.2, condition by condition."""
    added = conditions.added(column)
    modifier = sum(added.values())
    return Outcome(
        "computed",
        values={**added, "modifier": modifier},
        steps=adding((0, "as it is"), *conditions.parts(column), result=(modifier, "modifier")),
    )


def maneuver(
    reading: str,
    bonus: tuple[int, str],
    column: str,
    conditions: Conditions,
    retry: Retry,
    streak: str,
    rules: ChartRules,
) -> Rule[Outcome]:
    """Roll dô + bonus + modifiers on the chart (P3), with the new count and state."""
    modifier = sum(conditions.added(column).values())
    # P17: the modifier of the old state counts in the roll that ends it.
    base = bonus[0] + modifier + retry.penalty + STREAKS[streak]
    rolled = yield from roll_on_chart("dô", base, reading, rules)
    result = rolled.result
    # P7: free attempts neither use nor change the count.
    failed = retry.failed_attempts
    if retry.retry != "free":
        failed = failures_after(retry.count, result)
    state = streak_after(streak, result)
    values: dict[str, object] = {
        "open_roll": rolled.open_roll,
        "bonus": bonus[0],
        "modifier": modifier,
        "retry_penalty": retry.penalty,
        "streak_modifier": STREAKS[streak],
        "total": rolled.total,
        **({"percent": result.percent} if reading == "moving" else {}),
        "failed_attempts_after": failed,
        **streak_values(state),
    }
    effects: tuple[Effect, ...] = ()
    if failed != retry.failed_attempts:
        effects += (put("failed_attempts", failed),)
    return Outcome(
        result.grade,
        result.success,
        values,
        (*effects, *streak_effect(streak, state)),
        result.notes,
        adding(
            (rolled.open_roll, "dô"),
            bonus,
            *conditions.parts(column),
            (retry.penalty, "earlier failures"),
            (STREAKS[streak], streak),
            result=(rolled.total, "total"),
        ),
    )


def streak_effect(before: str, after: str) -> tuple[Effect, ...]:
    """Return the effect of a new state; none if it stays."""
    return () if after == before else (put("streak", after),)


@procedure(
    "prism.static_maneuver",
    title="Static maneuver (SM)",
    grades=SM_GRADES,
    rules="P1-P20 P22",
    tally=("modifier", "retry_penalty", "streak_modifier"),
    follow_up=changeable("static"),
)
def static_maneuver(
    bonus: Bonus,
    column: Column = "items",
    conditions: Conditions = NOTHING_SPECIAL,
    retry: Retry = ALONE,
    streak: Streak = "none",
    house: ChartRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Use a skill that works or does not: knowing something, handling an item."""
    return maneuver("static", (bonus, "SV"), column, conditions, retry, streak, house)


@procedure(
    "prism.moving_maneuver",
    title="Moving maneuver (MM)",
    grades=MM_GRADES,
    rules="P1-P20 P22 P34",
    spread=("percent",),
    tally=("modifier", "retry_penalty", "streak_modifier"),
    follow_up=changeable("moving"),
)
def moving_maneuver(
    bonus: Bonus,
    column: Column = "movement",
    conditions: Conditions = NOTHING_SPECIAL,
    retry: Retry = ALONE,
    streak: Streak = "none",
    house: PercentRules = PERCENT_AS_WRITTEN,
) -> Rule[Outcome]:
    """Use a skill that succeeds in percent of the task: running, jumping, throwing."""
    return maneuver("moving", (bonus, "SV"), column, conditions, retry, streak, house)
