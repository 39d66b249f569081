"""Changing a roll with plot points, and the outcome instead (14.3; P56-P58, P70-P73)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import OpenPool, Rule, roll
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, OneOf, Whole, YesNo
from app.core.procedures.levers import ANY, Lever
from app.core.procedures.outcomes import Grade, Outcome, SumStep, add, adding, append
from app.core.procedures.procedure import procedure
from app.core.sheets import Rollable
from app.systems.prism.house import PERCENT_AS_WRITTEN, PaceCap, PercentRules
from app.systems.prism.procedures.actions import flat
from app.systems.prism.procedures.combat import ATTACK_GRADES, weapon_fumble_of
from app.systems.prism.procedures.plot import check_affordable
from app.systems.prism.procedures.running import check_pace, pace_kind, ran
from app.systems.prism.rules.follow_ups import BASE, cancel, change
from app.systems.prism.rules.inputs import PlotPoints
from app.systems.prism.rules.readings import HIGH, LOW, after_first_die, opened
from app.systems.prism.rules.results import CHART_GRADES, Result, chart_pool, look_up
from app.systems.prism.tables.plot import price_of

#: The kinds of roll to change, which decide how the new value is read (P58, P70-P72).
READINGS = {
    "none": "A bare roll, off the chart",
    "static": "Static (SM)",
    "moving": "Moving (MM)",
    "run": "A run",
    "attack": "An attack",
    "flat": "A flat chance",
}


def change_price(new_value: int) -> int:
    """Return the price of a value, for every roll and house rule (P57, P58)."""
    return price_of("change-small" if LOW < new_value < HIGH else "change-large")


_RUN, _ATTACK, _FLAT = "Of a run", "Of an attack", "Of a flat chance"


NewValue = Annotated[
    int,
    Whole(
        1,
        100,
        front=True,
        label="New value",
        help="6 to 95 costs 1 point; 1-5 and 96-100 cost 2, and open a dô.",
        lever=Lever(
            ANY,
            "Change it to {new}",
            unit="plot point",
            in_all=tuple(map(change_price, range(101))),
            among=(HIGH - 1, 100),
        ),
        rules=("P57", "P58"),
    ),
]
Base = Annotated[
    int,
    Whole(
        *BASE,
        front=True,
        label="Everything else in the total",
        help="The changed total without its roll.",
        rules=("P58",),
    ),
]
Reading = Annotated[
    str,
    OneOf(
        READINGS,
        front=True,
        label="What is changed",
        rules=("P2", "P58", "P70", "P71", "P72"),
    ),
]
EncMv = Annotated[
    int, Whole(0, 200, label="Enc. MV of the runner", part=_RUN, rules=("P27", "P71"))
]
Pace = Annotated[Exact, pace_kind(part=_RUN)]
WeaponOut = Annotated[bool, YesNo(label="Weapon out", part=_RUN, rules=("P29", "P71"))]
FumbleMax = Annotated[
    int,
    Whole(0, 10, label="Fumble up to", help="0 for none.", part=_ATTACK, rules=("P44", "P70")),
]
Chance = Annotated[int, Whole(0, 100, help="In percent.", part=_FLAT, rules=("P54", "P72"))]


def after_change(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Return the offers after a change, with the same reading and roller."""
    needed = ("enc_mv", "pace", "weapon_out", "fumble_max", "chance")
    carried = {name: inputs[name] for name in needed if name in inputs}
    base, reading = inputs.get("base", 0), inputs.get("reading", "none")
    return (*cancel(outcome.values["cost"]), *change(base, reading, "roller", **carried))


@procedure(
    "prism.plot_change_roll",
    title="Change a roll",
    grades=(*CHART_GRADES, *ATTACK_GRADES, Grade("changed", "Changed")),
    rules="P56-P58 P68 P70-P73 P4 P10-P17 P27-P30 P44 P54",
    roles=("roller", "target"),
    part_if={"target": ("reading", "attack")},
    follow_up=after_change,
)
def plot_change_roll(
    new_value: NewValue,
    plot_points: PlotPoints,
    base: Base = 0,
    reading: Reading = "none",
    enc_mv: EncMv = 0,
    pace: Pace = 2,
    weapon_out: WeaponOut = False,
    fumble_max: FumbleMax = 2,
    chance: Chance = 50,
    house: PercentRules = PERCENT_AS_WRITTEN,
    pace_cap: PaceCap = "5",
) -> Rule[Outcome]:
    """Turn a d100 roll just made, by anybody, into another."""
    check_pace(pace, pace_cap)
    cost = change_price(new_value)
    check_affordable(plot_points, cost)
    if reading == "run" and pace <= 1:
        raise BadInput("pace", f"pace is {float(pace):g}; a walk has no roll to change (P71)")
    changed = Changed(new_value, base, house)
    if reading == "flat":
        outcome = flat(new_value, chance)  # P72: no value opens
    elif reading == "attack":
        outcome = yield from changed.attack(fumble_max)
    elif reading == "none":
        outcome = yield from changed.bare(house.open_ended, "changed")
    elif reading == "run":
        outcome = yield from changed.run(enc_mv, pace, weapon_out)
    else:
        outcome = yield from changed.maneuver(reading)
    return replace(
        outcome,
        values={"cost": cost, "plot_points_after": plot_points - cost, **outcome.values},
        effects=(add("plot_points", -cost), *outcome.effects),
        notes=(*outcome.notes, INSTEAD),
        steps=(*outcome.steps, SumStep("", cost, "plot points")),
    )


INSTEAD = (
    "This takes the place of the outcome before: what of that was not applied falls away, what was "
    "is taken back by undo (P73)."
)


@dataclass(frozen=True)
class Changed:
    """A roll with `new_value` as its first d100; `base` is the rest of its total (P58)."""

    new_value: int
    base: int
    house: PercentRules

    def bare(self, opens: str, grade: str) -> Rule[Outcome]:
        """Read a roll on no chart; opens: the first dice that open it (P4)."""
        start = after_first_die(self.new_value, opens)
        open_roll = self.new_value
        if start.sign:
            first = opened("dô goes on", opens, start)
            climb = yield from roll(
                OpenPool(first.label, first.sides, first.chain, merge_key=lambda climb: None)
            )
            open_roll = climb.total
        total = self.base + open_roll
        values = {"open_roll": open_roll, "total": total}
        return Outcome(grade, None, values, steps=self._steps(open_roll))

    def attack(self, fumble_max: int) -> Rule[Outcome]:
        """Read an attack: fumble range first, then 96-100 climb, without a low open end (P70)."""
        if self.new_value <= fumble_max:
            return weapon_fumble_of(self.new_value, fumble_max)
        opens = "none" if self.house.open_ended == "none" else "high-only"
        return (yield from self.bare(opens, "attack-total"))

    def run(self, enc_mv: int, pace: Exact, weapon_out: bool) -> Rule[Outcome]:
        """Read a run: row, distance, arrival and the duty of a fall from the new total (P71)."""
        open_roll, result = yield from self._read_chart("moving")
        far = ran(result, enc_mv, pace, weapon_out)
        return Outcome(
            result.grade,
            result.success,
            {"open_roll": open_roll, "total": result.total, **far.values},
            (append("pending", far.duty, who="roller"),) if far.duty else (),
            (*result.stateless_notes, *far.notes, _named("", _streak(result))),
            (*self._steps(open_roll), *far.steps),
        )

    def maneuver(self, reading: str) -> Rule[Outcome]:
        """Read a maneuver on the chart."""
        open_roll, result = yield from self._read_chart(reading)
        values = {"open_roll": open_roll, "total": result.total}
        if reading == "moving":
            values["percent"] = result.percent
        # Static are also potency, breakage and chance, which keep no state (P17).
        on_what = "On a maneuver, " if reading == "static" else ""
        notes = (_named(on_what, _streak(result)), _named(on_what, _attempts(result)))
        return Outcome(
            result.grade,
            result.success,
            values,
            notes=(*result.stateless_notes, *notes),
            steps=self._steps(open_roll),
        )

    def _read_chart(self, reading: str) -> Rule[tuple[int, Result]]:
        """Read the chart with the value as the first d100, rolling only the further ones (P58)."""
        start = after_first_die(self.new_value, self.house.open_ended)
        open_roll = self.new_value
        if start.sign:
            open_roll = yield from roll(
                chart_pool("dô goes on", self.base, reading, self.house, start)
            )
        total = self.base + open_roll
        row = look_up(total, reading, self.house.minus_25, self.house.unrelated_percent)
        return open_roll, row

    def _steps(self, open_roll: int) -> tuple[SumStep, ...]:
        return adding(
            (self.new_value, "new value"),
            (open_roll - self.new_value, "further d100s"),
            (self.base, "everything else"),
            result=(self.base + open_roll, "total"),
        )


def _named(on_what: str, note: str) -> str:
    """Return a note as a sentence of its own."""
    return f"{on_what}{note}" if on_what else note[0].upper() + note[1:]


def _streak(result: Result) -> str:
    """Describe the new row's effect on a slump or the zone, which is not proposed (P58)."""
    if result.row.static == "extraordinary-failure":
        return "the new row brings a slump and ends the zone (P15, P16)."
    if result.row.static == "extraordinary-success":
        return "the new row brings the zone and ends a slump (P15, P16)."
    if result.failed:
        return "the new row ends the zone (P16)."
    if result.full_success:
        return "the new row ends a slump (P15)."
    return "a slump or the zone goes on (P15, P16)."


def _attempts(result: Result) -> str:
    """Describe the new row's effect on the count of failed attempts, not proposed (P58)."""
    if result.failed:
        return "it counts as a failed attempt (P8)."
    if result.full_success:
        return "it sets the count of failed attempts to 0 (P8)."
    return "it is no failed attempt (P8)."
