"""Running: faster than a walk, and the results of a total on the run (14.2; P24-P30)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.play.asks import Rule
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, Number, Whole, YesNo
from app.core.procedures.levers import DOWN, Lever
from app.core.procedures.outcomes import Grade, Outcome, SumStep, adding, append
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Rollable, Sheet
from app.systems.prism.house import PERCENT_AS_WRITTEN, PaceCap, PercentRules
from app.systems.prism.procedures.skills import streak_effect
from app.systems.prism.rules.follow_ups import change
from app.systems.prism.rules.inputs import SV, Other, Streak, TotalPenalty
from app.systems.prism.rules.results import (
    MM_GRADES,
    STREAKS,
    Result,
    roll_on_chart,
    streak_after,
    streak_values,
)
from app.systems.prism.tables.actions import PACE_STEP, PACES, RUN_BONUS

#: P25: the fastest pace, and the limit of the input where the house has none.
PACE_LIMIT, PACE_WITHOUT_LIMIT = int(PACES["limit"].pace), 20


def check_pace(pace: Exact, cap: str) -> None:
    """Check for steps of 0.1 and the house's fastest pace; BadInput on `pace` (P25)."""
    if (pace * 10) % 1:
        raise BadInput("pace", f"pace is {float(pace)}; give it in steps of 0.1")
    if cap != "none" and pace > PACE_LIMIT:
        raise BadInput("pace", f"pace is {float(pace):g}; {PACE_LIMIT} is the fastest to attempt")


#: P25: of the named paces the next slower one.
SLOWER = Lever(
    DOWN,
    back="A pace of {new} instead of {old}",
    among=tuple(Fraction(row.pace) for row in PACES),
)


def pace_kind(**more: Any) -> Number:
    """Return the input of a pace."""
    return Number(
        Fraction(1, 10),
        PACE_WITHOUT_LIMIT,
        help="Jogging 1.5, running 2, sprinting 3; about 5 is the fastest; steps of 0.1.",
        rules=("P24", "P25"),
        **more,
    )


#: P29: the pending rolls of the character after an extraordinary failure on the run.
DUTIES = {
    "weapon-fumble": "Roll a weapon fumble: the weapon was out",
    "fall-crush": "Take some damage, such as an attack on the Fall/Crush chart",
}


@dataclass(frozen=True)
class Ran:
    """The distance of a run (P27). duty: the pending roll of a fall (P29), empty for no fall."""

    values: dict[str, object]
    duty: str
    notes: tuple[str, ...]
    steps: tuple[SumStep, ...]


def ran(result: Result, enc_mv: int, pace: Exact, weapon_out: bool) -> Ran:
    """Return the results of a row of the chart on the run (P27-P30)."""
    distance = Fraction(result.percent, 100) * enc_mv * pace
    notes: tuple[str, ...] = ()
    duty = ""
    if result.grade == "fumble":
        notes = ("The runner trips and gets nowhere (P28).",)
    if result.grade == "extraordinary-failure":
        # P29: a weapon fumble with a weapon out, else something like a fall.
        duty = "weapon-fumble" if weapon_out else "fall-crush"
        notes = (f"{DUTIES[duty]} (P29).",)
    # P30
    arrives = result.grade in ("critical-success", "extraordinary-success")
    if arrives:
        notes = ("Already there, and ready to act without penalty (P30).",)
    steps = (
        SumStep("", result.percent, "percent on the chart"),
        SumStep("×", enc_mv, "Enc. MV"),
        SumStep("×", pace, "pace"),
        SumStep("÷", 100, "for percent"),
        SumStep("=", distance, "movement in this action"),
    )
    values = {"percent": result.percent, "distance": distance, "arrives": arrives}
    return Ran(values, duty, notes, steps)


Bonus = Annotated[
    int,
    Whole(
        *SV,
        front=True,
        label="Quickness or Running",
        help="Quickness, or the SV in Running of who has that skill.",
        rules=("P26",),
    ),
]
EncMv = Annotated[
    int,
    Whole(0, 200, front=True, label="Enc. MV", sheet="enc_mv", rules=("P24", "P27")),
]
Pace = Annotated[Exact, pace_kind(front=True, lever=SLOWER)]
WeaponOut = Annotated[bool, YesNo(label="Weapon out", front=True, rules=("P29",))]


def after_run(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Return the offer to change a run; a walk has no roll to change (P71)."""
    if outcome.grade == "walk":
        return ()
    needed = {name: inputs[name] for name in ("enc_mv", "pace", "weapon_out") if name in inputs}
    return change(outcome.values["total"] - outcome.values["open_roll"], "run", **needed)


@prefilled_by("self")
def runs_with(own: Sheet, inputs: Values) -> dict[str, object]:
    """Return the best skill in Running, or Quickness without one (P26)."""
    running = [skill["sv"] for skill in own["skills"] if skill["running"]]
    return {"bonus": max(running, default=own["quickness"])}


@procedure(
    "prism.run",
    title="Run",
    grades=(*MM_GRADES, Grade("walk", "A walk", "good")),
    rules="P6 P10-P17 P24-P30",
    spread=("distance",),
    tally=("pace_penalty", "streak_modifier"),
    follow_up=after_run,
    feed=runs_with,
)
def run(
    bonus: Bonus,
    enc_mv: EncMv,
    pace: Pace,
    total_penalty: TotalPenalty = 0,
    other: Other = 0,
    streak: Streak = "none",
    weapon_out: WeaponOut = False,
    house: PercentRules = PERCENT_AS_WRITTEN,
    pace_cap: PaceCap = "5",
) -> Rule[Outcome]:
    """Move faster than a walk: the roll tells how far this action carries."""
    check_pace(pace, pace_cap)
    if pace <= 1:
        # P24: a walk needs no roll.
        distance = enc_mv * pace
        return Outcome("walk", True, {"percent": 100, "distance": distance, "arrives": False})
    # P26: of the modifiers only the Total Penalty and the GM's.
    pace_penalty = int(PACE_STEP * pace)
    fixed = bonus + total_penalty + RUN_BONUS + pace_penalty
    rolled = yield from roll_on_chart("dô", fixed + other + STREAKS[streak], "moving", house)
    result, state = rolled.result, streak_after(streak, rolled.result)
    far = ran(result, enc_mv, pace, weapon_out)
    values: dict[str, object] = {
        "open_roll": rolled.open_roll,
        "pace_penalty": pace_penalty,
        "streak_modifier": STREAKS[streak],
        "total": rolled.total,
        **far.values,
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
        *far.steps,
    )
    effects = streak_effect(streak, state)
    if far.duty:
        effects += (append("pending", far.duty),)
    notes = (*result.notes, *far.notes)
    return Outcome(result.grade, result.success, values, effects, notes, steps)
