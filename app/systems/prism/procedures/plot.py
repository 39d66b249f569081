"""Plot points (14.3): changing rolls, other uses, cancelling, buying more (P55-P69)."""

from __future__ import annotations

from typing import Annotated, Any

from app.core.asks import OpenPool, Rule, roll
from app.core.errors import BadInput
from app.core.kinds import OneOf, Whole, YesNo
from app.core.outcomes import Effect, Grade, Outcome, Step, add, adding
from app.core.procedures import procedure
from app.systems.prism.house import PERCENT_AS_WRITTEN, PercentRules
from app.systems.prism.inputs import PlotPoints
from app.systems.prism.readings import HIGH, LOW, begun, opened
from app.systems.prism.results import (
    CHART_GRADES,
    Result,
    charted_pool,
    looked_up,
)
from app.systems.prism.tables.plot import GM, IRIS, PLOT_USES, spendings

#: P69: what one plot point costs in development points.
DEVELOPMENT_PRICE = 6

#: What everything else in a changed total may come to.
BASE = (-600, 800)


def _afforded(plot_points: int, price: int) -> None:
    if plot_points < price:
        raise BadInput("plot_points", f"plot_points is {plot_points}; this takes {price}")


def _price(use: str) -> int:
    price = PLOT_USES[use].price
    assert isinstance(price, int)
    return price


@procedure(
    "prism.plot_change_roll",
    title="Change a roll",
    grades=(*CHART_GRADES, Grade("changed", "Changed")),
    rules="P56-P58 P68 P4 P10-P17",
)
def plot_change_roll(
    new_value: Annotated[
        int,
        Whole(
            1,
            100,
            front=True,
            label="New value",
            help="6 to 95 costs 1 point; 1-5 and 96-100 cost 2 and open the roll.",
            rules=("P57", "P58"),
        ),
    ],
    plot_points: PlotPoints,
    base: Annotated[
        int,
        Whole(
            *BASE,
            front=True,
            label="Everything else in the total",
            help="The changed total without its dô.",
            rules=("P58",),
        ),
    ] = 0,
    reading: Annotated[
        str,
        OneOf(
            {"none": "Off the chart", "static": "Static (SM)", "moving": "Moving (MM)"},
            front=True,
            rules=("P2", "P58"),
        ),
    ] = "none",
    house: PercentRules = PERCENT_AS_WRITTEN,
) -> Rule[Outcome]:
    """A d100 roll just made, by anybody, becomes another."""
    # P57, P58: the price follows from the value, whatever the house lets open.
    small = LOW < new_value < HIGH
    cost = _price("change-small" if small else "change-large")
    _afforded(plot_points, cost)
    start = begun(new_value, house.open_ended)
    open_roll = new_value
    if start.sign:
        # P58: the value replaces the first d100; only the further ones are rolled.
        if reading == "none":
            first_die = opened("dô goes on", house.open_ended, start)
            chain, sides = first_die.chain, first_die.sides
            seen = yield from roll(OpenPool(first_die.label, sides, chain, same=lambda seen: None))
            open_roll = seen.total
        else:
            open_roll = yield from roll(charted_pool("dô goes on", base, reading, house, start))
    total = base + open_roll
    values: dict[str, Any] = {
        "cost": cost,
        "plot_points_after": plot_points - cost,
        "open_roll": open_roll,
        "total": total,
    }
    steps = (
        *adding(
            (new_value, "new value"),
            (open_roll - new_value, "further d100s"),
            (base, "everything else"),
            result=(total, "total"),
        ),
        Step("", cost, "plot points"),
    )
    paid = (add("plot_points", -cost),)
    if reading == "none":
        return Outcome("changed", None, values, paid, steps=steps)
    result = looked_up(total, reading, house.minus_25, house.unrelated_percent)
    if reading == "moving":
        values["percent"] = result.percent
    notes = (*result.notes, *_states(result))
    return Outcome(result.grade, result.success, values, paid, notes, steps)


def _states(result: Result) -> tuple[str, ...]:
    """P58: what the new row brings or takes away, for rolls that keep a state."""
    said = []
    if result.row.static == "extraordinary-failure":
        said.append("On a maneuver, the new row brings a slump and ends the zone (P15, P16).")
    elif result.row.static == "extraordinary-success":
        said.append("On a maneuver, the new row brings the zone and ends a slump (P15, P16).")
    elif result.failed:
        said.append("On a maneuver, the new row ends the zone (P16).")
    elif result.full_success:
        said.append("On a maneuver, the new row ends a slump (P15).")
    if result.failed:
        said.append("On a maneuver, it counts as a failed attempt (P8).")
    elif result.full_success:
        said.append("On a maneuver, it sets the count of failed attempts to 0 (P8).")
    else:
        said.append(
            "On a maneuver, it is no failed attempt; a slump or the zone goes on (P8, P15, P16)."
        )
    return tuple(said)


@procedure(
    "prism.plot_spend",
    title="Spend plot points",
    grades=(Grade("spent", "Spent", "good"), Grade("refused", "Refused", "bad")),
    rules="P55 P56 P59-P63 P65-P68",
)
def plot_spend(
    use: Annotated[
        str,
        OneOf(spendings(), front=True, rules=("P59", "P60", "P61", "P62", "P63", "P65", "P66")),
    ],
    points: Annotated[
        int,
        Whole(
            1,
            50,
            front=True,
            upto="plot_points",
            label="Points",
            help="The price; for a clue, a coincidence and anything else the GM names it.",
            rules=("P62", "P65", "P66"),
        ),
    ],
    plot_points: PlotPoints,
    gm_agrees: Annotated[
        bool, YesNo(label="The GM agrees", front=True, rules=("P61", "P67"))
    ] = True,
    iris: Annotated[bool, YesNo(label="IRIS is in use", front=True, rules=("P63", "P67"))] = True,
) -> Outcome:
    """Soften or undo a wound, a clue, a coincidence, a saved action …"""
    chosen = PLOT_USES[use]
    if isinstance(chosen.price, int) and points != chosen.price:
        raise BadInput("points", f"points is {points}; {chosen.use.lower()} costs {chosen.price}")
    _afforded(plot_points, points)
    # P67: nothing is spent where a leave that is needed is not given.
    granted = {GM: gm_agrees, IRIS: iris}
    if not granted.get(chosen.agrees, True):
        return Outcome(
            "refused",
            False,
            {"spent": 0, "plot_points_after": plot_points},
            notes=("Nothing is spent (P67).",),
        )
    effects: tuple[Effect, ...] = (add("plot_points", -points),)
    if use == "saved-action":
        effects += (add("saved_actions", 1),)
    return Outcome(
        "spent",
        True,
        {"spent": points, "plot_points_after": plot_points - points},
        effects,
        notes=(f"{chosen.effect} ({chosen.rule})",),
    )


@procedure(
    "prism.plot_cancel",
    title="Cancel a spending",
    grades=(Grade("cancelled", "Cancelled", "good"),),
    rules="P64 P68 P56",
)
def plot_cancel(
    opposed_points: Annotated[
        int,
        Whole(
            1,
            50,
            front=True,
            label="Points just spent",
            help="By somebody else.",
            rules=("P64",),
        ),
    ],
    plot_points: PlotPoints,
) -> Outcome:
    """What somebody else just bought does not happen."""
    _afforded(plot_points, opposed_points)
    return Outcome(
        "cancelled",
        True,
        {"spent": opposed_points, "plot_points_after": plot_points - opposed_points},
        (add("plot_points", -opposed_points),),
        notes=("The cancelled points stay spent (P64).",),
    )


@procedure(
    "prism.plot_buy",
    title="Buy plot points",
    grades=(Grade("bought", "Bought", "good"),),
    rules="P69",
)
def plot_buy(
    development_points: Annotated[
        int,
        Whole(
            0,
            1000,
            front=True,
            label="Development points",
            sheet="development_points",
            rules=("P69",),
        ),
    ],
    count: Annotated[int, Whole(1, 50, front=True, label="Plot points", rules=("P69",))] = 1,
) -> Outcome:
    """Six development points for each."""
    cost = DEVELOPMENT_PRICE * count
    if development_points < cost:
        raise BadInput(
            "development_points", f"development_points is {development_points}; this takes {cost}"
        )
    left = development_points - cost
    return Outcome(
        "bought",
        True,
        {"cost": cost, "development_points_after": left, "plot_points_gained": count},
        (
            add("plot_points", count),
            add("plot_points_total", count),
            add("development_points", -cost),
        ),
        steps=(
            Step("", count, "plot points"),
            Step("×", DEVELOPMENT_PRICE, "development points each"),
            Step("=", cost, "development points"),
        ),
    )
