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
from app.systems.prism.procedures.changing import BASE


def _change(base: int, reading: str, roller: str = "self", **told: Any) -> tuple[Rollable, ...]:
    """The offer to change a roll; what the input does not hold no changed die could turn.

    roller: the part of whoever made the roll. told: what the reading needs besides (P70-P72).
    """
    low, high = BASE
    if not low <= base <= high:
        return ()
    # P56: somebody else's roll too; P57: the cheaper change costs one point.
    offer = Rollable(
        "Change this roll",
        "prism.plot_change_roll",
        {"base": base, "reading": reading, **told},
        "plot_points",
        roles={"roller": roller},
        price=1,
        instead=True,
    )
    return (offer,)


def _charted(reading: str) -> FollowUp:
    """For a roll read on the chart: base = total - dô."""

    def follow_up(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
        values = outcome.values
        return _change(values["total"] - values["open_roll"], inputs.get("reading", reading))

    return follow_up


def _bare(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    return _change(0, "none")


def _ran(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """P71; a walk has no roll to change."""
    if outcome.grade == "walk":
        return ()
    needed = {name: inputs[name] for name in ("enc_mv", "pace", "weapon_out") if name in inputs}
    return _change(outcome.values["total"] - outcome.values["open_roll"], "run", **needed)


def _attacked(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """P70; a weapon fumble has no total, and may well be what somebody wants to change."""
    taken = inputs.get("db", 0) + inputs.get("shield_db", 0)
    base = inputs["ob"] - taken + inputs.get("other", 0)
    return _change(base, "attack", fumble_max=inputs.get("fumble_max", 2))


def _chanced(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """P72 for a flat chance, which has no total."""
    if "total" not in outcome.values:
        return _change(0, "flat", chance=inputs["chance"])
    return _change(inputs["chance"], "static")


def _cancel(points: int) -> tuple[Rollable, ...]:
    """P64: of somebody else, for the same number."""
    told = {"opposed_points": points}
    offer = Rollable(
        "Cancel this spending",
        "prism.plot_cancel",
        told,
        "plot_points",
        price=points,
        others=True,
        cancels=True,
    )
    return (offer,)


def _changed(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """What it is read as stays; so does whoever made the roll."""
    needed = ("enc_mv", "pace", "weapon_out", "fumble_max", "chance")
    told = {name: inputs[name] for name in needed if name in inputs}
    base, reading = inputs.get("base", 0), inputs.get("reading", "none")
    return (*_cancel(outcome.values["cost"]), *_change(base, reading, "roller", **told))


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
    "prism.run": _ran,
    "prism.perception": _charted("static"),
    "prism.stat_test": _charted("static"),
    "prism.potency": _charted("static"),
    "prism.breakage": _charted("static"),
    "prism.chance": _chanced,
    "prism.open_roll": _bare,
    "prism.attack": _attacked,
    "prism.break_force": _forced,
    "prism.plot_change_roll": _changed,
    "prism.plot_spend": _spent,
    "prism.plot_cancel": _spent,
}
