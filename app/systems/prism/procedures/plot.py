"""Plot points (14.3): their uses, cancelling, buying more (P55, P56, P59-P69)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.outcomes import Effect, Grade, Outcome, SumStep, add
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Rollable, Sheet
from app.systems.prism.rules.follow_ups import cancel
from app.systems.prism.rules.inputs import PlotPoints
from app.systems.prism.tables.plot import GM, IRIS, PLOT_USES, spendings

#: P69: the price of one plot point in development points.
DEVELOPMENT_PRICE = 6


def check_affordable(plot_points: int, price: int) -> None:
    """Raise BadInput on `plot_points` if the price is higher."""
    if plot_points < price:
        raise BadInput("plot_points", f"plot_points is {plot_points}; this takes {price}")


Use = Annotated[
    str,
    OneOf(spendings(), front=True, rules=("P59", "P60", "P61", "P62", "P63", "P65", "P66")),
]
Points = Annotated[
    int,
    Whole(
        1,
        50,
        front=True,
        at_most_field="plot_points",
        label="Points",
        help="The price; for a clue, a coincidence and anything else the GM names it.",
        rules=("P62", "P65", "P66"),
    ),
]
GmAgrees = Annotated[bool, YesNo(label="The GM agrees", front=True, rules=("P61", "P67"))]
Iris = Annotated[bool, YesNo(label="IRIS is in use", front=True, rules=("P63", "P67"))]


def after_spending(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Return the offer to cancel; a cancelling can itself be cancelled, a refusal cannot (P64)."""
    spent = outcome.values["spent"]
    return cancel(spent) if spent else ()


@prefilled_by("self")
def fixed_price(own: Sheet, inputs: Values) -> dict[str, object]:
    """Return the price, if it is fixed (P59, P60)."""
    price = PLOT_USES[inputs["use"]].price if "use" in inputs else None
    return {"points": price} if isinstance(price, int) else {}


@procedure(
    "prism.plot_spend",
    title="Spend plot points",
    grades=(Grade("spent", "Spent", "good"), Grade("refused", "Refused", "bad")),
    rules="P55 P56 P59-P63 P65-P68",
    follow_up=after_spending,
    feed=fixed_price,
)
def plot_spend(
    use: Use,
    points: Points,
    plot_points: PlotPoints,
    gm_agrees: GmAgrees = True,
    iris: Iris = True,
) -> Outcome:
    """Soften or undo a wound, or buy a clue, a coincidence or a saved action."""
    chosen = PLOT_USES[use]
    if isinstance(chosen.price, int) and points != chosen.price:
        raise BadInput("points", f"points is {points}; {chosen.use.lower()} costs {chosen.price}")
    check_affordable(plot_points, points)
    # P67: nothing is spent without the consent that the use needs.
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


OpposedPoints = Annotated[
    int,
    Whole(
        1,
        50,
        front=True,
        label="Points just spent",
        help="By somebody else.",
        rules=("P64",),
    ),
]


@procedure(
    "prism.plot_cancel",
    title="Cancel a spending",
    grades=(Grade("cancelled", "Cancelled", "good"),),
    rules="P64 P68 P56",
    follow_up=after_spending,
)
def plot_cancel(
    opposed_points: OpposedPoints,
    plot_points: PlotPoints,
) -> Outcome:
    """Prevent the effect that another player just bought."""
    check_affordable(plot_points, opposed_points)
    return Outcome(
        "cancelled",
        True,
        {"spent": opposed_points, "plot_points_after": plot_points - opposed_points},
        (add("plot_points", -opposed_points),),
        notes=("The cancelled points stay spent (P64).",),
    )


DevelopmentPoints = Annotated[
    int,
    Whole(
        0,
        1000,
        front=True,
        label="Development points",
        sheet="development_points",
        rules=("P69",),
    ),
]
Count = Annotated[int, Whole(1, 50, front=True, label="Plot points", rules=("P69",))]


@procedure(
    "prism.plot_buy",
    title="Buy plot points",
    grades=(Grade("bought", "Bought", "good"),),
    rules="P69",
)
def plot_buy(
    development_points: DevelopmentPoints,
    count: Count = 1,
) -> Outcome:
    """Exchange six development points for each plot point."""
    cost = DEVELOPMENT_PRICE * count
    if development_points < cost:
        raise BadInput(
            "development_points", f"development_points is {development_points}; this takes {cost}"
        )
    remaining = development_points - cost
    return Outcome(
        "bought",
        True,
        {"cost": cost, "development_points_after": remaining, "plot_points_gained": count},
        (
            add("plot_points", count),
            add("plot_points_total", count),
            add("development_points", -cost),
        ),
        steps=(
            SumStep("", count, "plot points"),
            SumStep("×", DEVELOPMENT_PRICE, "development points each"),
            SumStep("=", cost, "development points"),
        ),
    )
