"""Actions without a skill (14.2): perception, stat tests, pure chance; running has its own file."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.play.asks import Pool, Rule, roll
from app.core.play.readings import highest
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import ListOf, OneOf, Whole, YesNo
from app.core.procedures.outcomes import Outcome, SumStep, adding
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Rollable, Sheet
from app.systems.prism.house import (
    AS_WRITTEN,
    PERCENT_AS_WRITTEN,
    ChartRules,
    PercentRules,
    PureChance,
)
from app.systems.prism.procedures.skills import maneuver
from app.systems.prism.rules.follow_ups import change, changeable
from app.systems.prism.rules.inputs import (
    ALONE,
    NOTHING_SPECIAL,
    SV,
    Column,
    Conditions,
    Reading,
    Retry,
    Streak,
)
from app.systems.prism.rules.results import (
    CHART_GRADES,
    SM_GRADES,
    roll_on_chart,
)

Bonus = Annotated[
    int,
    Whole(
        *SV,
        front=True,
        label="Perceptivity or Detect skill",
        help="The stat alone, or the SV if a Detect skill fits.",
        rules=("P32", "P33"),
    ),
]
Source = Annotated[
    str,
    OneOf(
        {"perceptivity": "Perceptivity", "detect-skill": "A Detect skill"},
        front=True,
        rules=("P32", "P33"),
    ),
]


@prefilled_by("self")
def notices_with(own: Sheet, inputs: Values) -> dict[str, object]:
    """Return the stat, or the Detect skill if there is only one (P32, P33)."""
    if inputs.get("source", "perceptivity") == "perceptivity":
        return {"bonus": own["perceptivity"]}
    detect = [skill["sv"] for skill in own["skills"] if skill["detect"]]
    return {"bonus": detect[0]} if len(detect) == 1 else {}


@procedure(
    "prism.perception",
    title="Perception",
    grades=SM_GRADES,
    rules="P10-P23 P31-P34",
    tally=("modifier", "streak_modifier"),
    follow_up=changeable("static"),
    feed=notices_with,
)
def perception(
    bonus: Bonus,
    source: Source = "perceptivity",
    conditions: Conditions = NOTHING_SPECIAL,
    streak: Streak = "none",
    house: ChartRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Notice something hidden or faint; the GM rolls for the player."""
    label = "Detect skill" if source == "detect-skill" else "Perceptivity"
    # P34: static; nothing is tried again.
    outcome = yield from maneuver(
        "static", (bonus, label), "perception", conditions, NEVER_AGAIN, streak, house
    )
    unknown = ("retry_penalty", "failed_attempts_after")
    values = {name: value for name, value in outcome.values.items() if name not in unknown}
    return Outcome(
        outcome.grade, outcome.success, values, outcome.effects, outcome.notes, outcome.steps
    )


#: Looking twice is not counted (P31).
NEVER_AGAIN = Retry(retry="free")


Stats = Annotated[
    tuple[int, ...],
    ListOf(
        Whole(-50, 50),
        most=8,
        least=1,
        front=True,
        label="Stats",
        help="One stat, or several for their average.",
        rules=("P39", "P40"),
    ),
]
Doubled = Annotated[
    bool, YesNo(help="An intensive test counts the stat twice.", front=True, rules=("P41",))
]


@procedure(
    "prism.stat_test",
    title="Stat test",
    grades=CHART_GRADES,
    rules="P7-P23 P39-P42",
    spread=("percent",),
    tally=("bonus", "modifier", "retry_penalty", "streak_modifier"),
    follow_up=changeable("static"),
)
def stat_test(
    stats: Stats,
    doubled: Doubled = False,
    reading: Reading = "static",
    column: Column = "movement",
    conditions: Conditions = NOTHING_SPECIAL,
    retry: Retry = ALONE,
    streak: Streak = "none",
    house: PercentRules = PERCENT_AS_WRITTEN,
) -> Rule[Outcome]:
    """Try something without a fitting skill: by a stat, or the average of several."""
    # P41: int() drops the fraction, once and at the end.
    bonus = int(Fraction(sum(stats) * (2 if doubled else 1), len(stats)))
    label = ("stat" if len(stats) == 1 else "average of stats") + (", doubled" if doubled else "")
    return maneuver(reading, (bonus, label), column, conditions, retry, streak, house)


Chance = Annotated[
    int,
    Whole(0, 100, front=True, label="Chance", help="In percent, as the GM says.", rules=("P54",)),
]


def after_chance(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Return the offer of P72 for a flat chance, which has no total."""
    if "total" not in outcome.values:
        return change(0, "flat", chance=inputs["chance"])
    return change(inputs["chance"], "static")


@procedure(
    "prism.chance",
    title="Pure chance",
    grades=SM_GRADES,
    rules="P54 P10-P14 P17",
    follow_up=after_chance,
)
def chance(
    chance: Chance,
    house: ChartRules = AS_WRITTEN,
    pure_chance: PureChance = "chart",
) -> Rule[Outcome]:
    """Try your luck where nothing modifies it: the GM's percent chance, used like an SV."""
    if pure_chance == "flat":
        face = yield from roll(Pool("d100", 1, 100, highest, merge_key=lambda face: face <= chance))
        return flat(face, chance)
    rolled = yield from roll_on_chart("dô", chance, "static", house)
    return Outcome(
        rolled.result.grade,
        rolled.result.success,
        {"open_roll": rolled.open_roll, "total": rolled.total},
        notes=rolled.result.stateless_notes,
        steps=adding((rolled.open_roll, "dô"), (chance, "chance"), result=(rolled.total, "total")),
    )


def flat(face: int, chance: int) -> Outcome:
    """Return the outcome of a plain d100, a success up to the chance (P54, P72)."""
    lucky = face <= chance
    return Outcome(
        "success" if lucky else "failure",
        lucky,
        {"roll": face},
        steps=(SumStep("", face, "d100"), SumStep("against", chance, "chance")),
    )
