"""What an outcome offers to go on with: plot points may change a roll just made, or cancel that.

After every roll anybody with plot points may change it (P56-P58); after every spending anybody
else may cancel it (P64); a force that was worked out is rolled against a thing (P49).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.games import FollowUp
from app.core.outcomes import Outcome
from app.core.sheets import Rollable
from app.systems.prism.procedures.plot import BASE


def _change(base: int, reading: str) -> tuple[Rollable, ...]:
    """The offer to change a roll; what the input does not hold no changed die could turn."""
    low, high = BASE
    if not low <= base <= high:
        return ()
    told = {"base": base, "reading": reading}
    # P56: somebody else's roll too; P57: the cheaper change costs one point.
    offer = Rollable("Change this roll", "prism.plot_change_roll", told, "plot_points", price=1)
    return (offer,)


def _charted(reading: str) -> FollowUp:
    """For a roll read on the chart: base = total - dô."""

    def follow_up(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
        values = outcome.values
        if "total" in values:
            return _change(values["total"] - values["open_roll"], inputs.get("reading", reading))
        # A walk has no roll; a flat d100 stands by itself, off the chart.
        return _change(0, "none") if "roll" in values else ()

    return follow_up


def _bare(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    return _change(0, "none")


def _attacked(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """A weapon fumble has no total, and may well be what somebody wants to change."""
    taken = inputs.get("db", 0) + inputs.get("shield_db", 0)
    return _change(inputs["ob"] - taken + inputs.get("other", 0), "none")


def _cancel(points: int) -> tuple[Rollable, ...]:
    """P64: of somebody else, for the same number."""
    told = {"opposed_points": points}
    offer = Rollable(
        "Cancel this spending", "prism.plot_cancel", told, "plot_points", price=points, others=True
    )
    return (offer,)


def _changed(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    again = _charted("none")(inputs, outcome)
    return (*_cancel(outcome.values["cost"]), *again)


def _spent(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """P64: a cancelling can itself be cancelled; a refusal has nothing to cancel."""
    spent = outcome.values["spent"]
    return _cancel(spent) if spent else ()


def _forced(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    told = {"potency": outcome.values["potency"]}
    return (Rollable("Does it break?", "prism.breakage", told),)


FOLLOW_UPS: Mapping[str, FollowUp] = {
    "prism.static_maneuver": _charted("static"),
    "prism.moving_maneuver": _charted("moving"),
    "prism.run": _charted("moving"),
    "prism.perception": _charted("static"),
    "prism.stat_test": _charted("static"),
    "prism.potency": _charted("static"),
    "prism.breakage": _charted("static"),
    "prism.chance": _charted("static"),
    "prism.open_roll": _bare,
    "prism.attack": _attacked,
    "prism.break_force": _forced,
    "prism.plot_change_roll": _changed,
    "prism.plot_spend": _spent,
    "prism.plot_cancel": _spent,
}
