"""What an outcome of TrueWorld offers to go on with: the roll that was being prepared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.outcomes import Outcome
from app.core.sheets import Rollable


def after_difficulty(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """With a risk: the roll against just this difficulty, from just this position (T1.3)."""
    if outcome.grade == "automatic-success":
        return ()
    told = {name: inputs[name] for name in ("difficulty", "position")}
    return (
        Rollable("Action roll", "trueworld.action_roll", told),
        Rollable("Unskilled roll", "trueworld.unskilled_roll", told),
        Rollable("Quick action", "trueworld.quick_action", {"difficulty": told["difficulty"]}),
    )


def after_teamwork(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """Helped or not, the action that help was meant for (T4.4, T4.5)."""
    granted = {"teamwork_dice": outcome.values["dice_granted"]}
    helped = {"self": "receiver"}
    return (
        Rollable("The action that was helped", "trueworld.action_roll", granted, roles=helped),
        Rollable("The same, unskilled", "trueworld.unskilled_roll", granted, roles=helped),
    )


FOLLOW_UPS = {
    "trueworld.set_difficulty": after_difficulty,
    "trueworld.teamwork": after_teamwork,
}
