"""What plot points can do after the fact: change a roll just made, or cancel a spending.

After every roll anybody with plot points may change it (P56-P58); after every spending anybody
else may cancel it (P64).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import FollowUp
from app.core.sheets import Rollable

#: What everything else in a changed total may come to.
BASE = (-600, 800)


def change(base: int, reading: str, roller: str = "self", **needed: Any) -> tuple[Rollable, ...]:
    """The offer to change a roll; what the input does not hold no changed die could turn.

    roller: the part of whoever made the roll. needed: what the reading needs besides (P70-P72).
    """
    low, high = BASE
    if not low <= base <= high:
        return ()
    # P56: somebody else's roll too; P57: the cheaper change costs one point.
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
    """For a roll read on the chart: base = total - dô."""

    def follow_up(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
        values = outcome.values
        return change(values["total"] - values["open_roll"], inputs.get("reading", reading))

    return follow_up


def cancel(points: int) -> tuple[Rollable, ...]:
    """P64: of somebody else, for the same number."""
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
