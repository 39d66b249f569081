"""Offers of plot points after the fact: change a roll just made, or cancel a spending.

After every roll any owner of plot points may change it (P56-P58); after every spending any other
player may cancel it (P64).
"""

from __future__ import annotations

from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import FollowUp
from app.core.sheets import Rollable

#: The range of everything else in a changed total.
BASE = (-600, 800)


def change(base: int, reading: str, roller: str = "self", **needed: object) -> tuple[Rollable, ...]:
    """Return the offer to change a roll; none if its base is out of range.

    roller: the role that made the roll. needed: further inputs of the reading (P70-P72).
    """
    low, high = BASE
    if not low <= base <= high:
        return ()
    # P56: another player's roll too; P57: the cheaper change costs one point.
    offer = Rollable(
        "Change this roll",
        "prism.plot_change_roll",
        {"base": base, "reading": reading, **needed},
        "plot_points",
        roles={"roller": roller},
        price=1,
        instead=True,
    )
    return (offer,)


def changeable(reading: str) -> FollowUp:
    """Return the follow-up of a roll read on the chart, with base = total - dô."""

    def follow_up(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
        values = outcome.values
        return change(values["total"] - values["open_roll"], inputs.get("reading", reading))

    return follow_up


def cancel(points: int) -> tuple[Rollable, ...]:
    """Return the offer to another player to cancel a spending for the same number (P64)."""
    inputs = {"opposed_points": points}
    offer = Rollable(
        "Cancel this spending",
        "prism.plot_cancel",
        inputs,
        "plot_points",
        price=points,
        others=True,
        cancels=True,
    )
    return (offer,)
