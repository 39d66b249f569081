"""Actions without a skill (14.2): running, perception, stat tests, pure chance."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from app.core.asks import Pool, Rule, roll
from app.core.errors import BadInput
from app.core.kinds import Exact, ListOf, Number, OneOf, Whole, YesNo
from app.core.outcomes import Grade, Outcome, Step, adding, append
from app.core.procedures import procedure
from app.core.readings import highest
from app.systems.prism.house import (
    AS_WRITTEN,
    PERCENT_AS_WRITTEN,
    ChartRules,
    PaceCap,
    PercentRules,
    PureChance,
)
from app.systems.prism.inputs import (
    ALONE,
    NOTHING_SPECIAL,
    SV,
    Column,
    Conditions,
    Other,
    Reading,
    Retry,
    Streak,
    TotalPenalty,
)
from app.systems.prism.procedures.skills import maneuver, streak_effect
from app.systems.prism.results import (
    CHART_GRADES,
    MM_GRADES,
    SM_GRADES,
    STREAKS,
    charted,
    stateless_notes,
    streak_after,
    streak_values,
)
from app.systems.prism.tables.actions import PACE_STEP, PACES, RUN_BONUS

#: P25: the fastest pace, and what the inputs allow where the house knows no limit.
PACE_LIMIT, PACE_WITHOUT_LIMIT = int(PACES["limit"].pace), 20


def _checked_pace(pace: Exact, cap: str) -> None:
    if (pace * 10) % 1:
        raise BadInput("pace", f"pace is {float(pace)}; give it in steps of 0.1")
    if cap != "none" and pace > PACE_LIMIT:
        raise BadInput("pace", f"pace is {float(pace):g}; {PACE_LIMIT} is the fastest to attempt")


@procedure(
    "prism.run",
    title="Run",
    grades=(*MM_GRADES, Grade("walk", "A walk", "good")),
    rules="P6 P10-P17 P24-P30",
    spread=("distance",),
    tally=("pace_penalty", "streak_modifier"),
)
def run(
    bonus: Annotated[
        int,
        Whole(
            *SV,
            front=True,
            label="Quickness or Running",
            help="Quickness, or the SV in Running of who has that skill.",
            rules=("P26",),
        ),
    ],
    enc_mv: Annotated[
        int,
        Whole(0, 200, front=True, label="Enc. MV", sheet="enc_mv", rules=("P24", "P27")),
    ],
    pace: Annotated[
        Exact,
        Number(
            Fraction(1, 10),
            PACE_WITHOUT_LIMIT,
            front=True,
            help="Jogging 1.5, running 2, sprinting 3; about 5 is the fastest; steps of 0.1.",
            rules=("P24", "P25"),
        ),
    ],
    total_penalty: TotalPenalty = 0,
    other: Other = 0,
    streak: Streak = "none",
    weapon_out: Annotated[bool, YesNo(label="Weapon out", front=True, rules=("P29",))] = False,
    house: PercentRules = PERCENT_AS_WRITTEN,
    pace_cap: PaceCap = "5",
) -> Rule[Outcome]:
    """Faster than a walk: how far this action carries."""
    _checked_pace(pace, pace_cap)
    if pace <= 1:
        # P24: a walk needs no roll.
        distance = enc_mv * pace
        return Outcome("walk", True, {"percent": 100, "distance": distance, "arrives": False})
    # P26: of the modifiers only the Total Penalty and what the GM adds.
    pace_penalty = int(PACE_STEP * pace)
    fixed = bonus + total_penalty + RUN_BONUS + pace_penalty
    rolled = yield from charted("dô", fixed + other + STREAKS[streak], "moving", house)
    result = rolled.result
    distance = Fraction(result.percent, 100) * enc_mv * pace
    state = streak_after(streak, result)
    effects = streak_effect(streak, state)
    notes = result.notes
    if result.grade == "fumble":
        notes += ("The runner trips and gets nowhere (P28).",)
    if result.grade == "extraordinary-failure":
        # P29: a weapon fumble with a weapon out, else something like a fall.
        duty = "weapon-fumble" if weapon_out else "fall-crush"
        effects += (append("pending", duty),)
        notes += (f"{DUTIES[duty]} (P29).",)
    # P30
    arrives = result.grade in ("critical-success", "extraordinary-success")
    if arrives:
        notes += ("Already there, and ready to act without penalty (P30).",)
    values: dict[str, Any] = {
        "open_roll": rolled.open_roll,
        "pace_penalty": pace_penalty,
        "streak_modifier": STREAKS[streak],
        "total": rolled.total,
        "percent": result.percent,
        "distance": distance,
        "arrives": arrives,
        **streak_values(state),
    }
    steps = (
        *adding(
            (rolled.open_roll, "dô"),
            (bonus, "Quickness or Running"),
            (total_penalty, "Total Penalty"),
            (RUN_BONUS, "for a run"),
            (pace_penalty, "pace"),
            (other, "other"),
            (STREAKS[streak], streak),
            result=(rolled.total, "total"),
        ),
        Step("", result.percent, "percent on the chart"),
        Step("×", enc_mv, "Enc. MV"),
        Step("×", pace, "pace"),
        Step("÷", 100, "for percent"),
        Step("=", distance, "movement in this action"),
    )
    return Outcome(result.grade, result.success, values, effects, notes, steps)


#: P29: what an extraordinary failure on the run still asks of the character.
DUTIES = {
    "weapon-fumble": "Roll a weapon fumble: the weapon was out",
    "fall-crush": "Take some damage, such as an attack on the Fall/Crush chart",
}


@procedure(
    "prism.perception",
    title="Perception",
    grades=SM_GRADES,
    rules="P10-P23 P31-P34",
    tally=("modifier", "streak_modifier"),
)
def perception(
    bonus: Annotated[
        int,
        Whole(
            *SV,
            front=True,
            label="Perceptivity or Detect skill",
            help="The stat alone, or the SV if a Detect skill fits.",
            rules=("P32", "P33"),
        ),
    ],
    source: Annotated[
        str,
        OneOf(
            {"perceptivity": "Perceptivity", "detect-skill": "A Detect skill"},
            front=True,
            rules=("P32", "P33"),
        ),
    ] = "perceptivity",
    conditions: Conditions = NOTHING_SPECIAL,
    streak: Streak = "none",
    house: ChartRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Does somebody notice? The GM rolls for the player."""
    said = "Detect skill" if source == "detect-skill" else "Perceptivity"
    # P34: static; nothing is tried again.
    outcome = yield from maneuver(
        "static", (bonus, said), "perception", conditions, NEVER_AGAIN, streak, house
    )
    unknown = ("retry_penalty", "failed_attempts_after")
    values = {name: value for name, value in outcome.values.items() if name not in unknown}
    return Outcome(
        outcome.grade, outcome.success, values, outcome.effects, outcome.notes, outcome.steps
    )


#: Looking twice is not counted (P31).
NEVER_AGAIN = Retry(retry="free")


@procedure(
    "prism.stat_test",
    title="Stat test",
    grades=CHART_GRADES,
    rules="P7-P23 P39-P42",
    tally=("bonus", "modifier", "retry_penalty", "streak_modifier"),
)
def stat_test(
    stats: Annotated[
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
    ],
    doubled: Annotated[
        bool, YesNo(help="An intensive test counts the stat twice.", front=True, rules=("P41",))
    ] = False,
    reading: Reading = "static",
    column: Column = "movement",
    conditions: Conditions = NOTHING_SPECIAL,
    retry: Retry = ALONE,
    streak: Streak = "none",
    house: PercentRules = PERCENT_AS_WRITTEN,
) -> Rule[Outcome]:
    """A maneuver with no fitting skill: a stat, or the average of several."""
    # P41: int() drops the fraction, once and at the end.
    bonus = int(Fraction(sum(stats) * (2 if doubled else 1), len(stats)))
    said = ("stat" if len(stats) == 1 else "average of stats") + (", doubled" if doubled else "")
    return maneuver(reading, (bonus, said), column, conditions, retry, streak, house)


@procedure(
    "prism.chance",
    title="Pure chance",
    grades=SM_GRADES,
    rules="P54 P10-P14 P17",
)
def chance(
    chance: Annotated[
        int,
        Whole(
            0, 100, front=True, label="Chance", help="In percent, as the GM says.", rules=("P54",)
        ),
    ],
    house: ChartRules = AS_WRITTEN,
    pure_chance: PureChance = "chart",
) -> Rule[Outcome]:
    """Something that nothing modifies: the GM's percent chance, used like an SV."""
    if pure_chance == "flat":
        face = yield from roll(Pool("d100", 1, 100, highest, same=lambda face: face <= chance))
        lucky = face <= chance
        return Outcome(
            "success" if lucky else "failure",
            lucky,
            {"roll": face},
            steps=(Step("", face, "d100"), Step("against", chance, "chance")),
        )
    rolled = yield from charted("dô", chance, "static", house)
    return Outcome(
        rolled.result.grade,
        rolled.result.success,
        {"open_roll": rolled.open_roll, "total": rolled.total},
        notes=stateless_notes(rolled.result),
        steps=adding((rolled.open_roll, "dô"), (chance, "chance"), result=(rolled.total, "total")),
    )
