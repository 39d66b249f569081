"""The chain of an attack: its damage, then one extra hit for each Effect of Spread (W6, W7.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.games import FollowUp
from app.core.outcomes import Outcome
from app.core.sheets import Rollable
from app.systems.wasteland.tables.attacks import OBJECT, WEAPON_CLASSES


def damage_of_hit(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The damage of an attack that hit: where, with what is left of pool and shots."""
    if not outcome.success:
        return ()
    told: dict[str, Any] = {
        "weapon_class": inputs["weapon_class"],
        "location": outcome.values["location"],
        "target_prone": inputs["target_prone"],
        "side": inputs["side"],
        "ap_pool": min(99, outcome.values["group_ap_after"]),
    }
    if WEAPON_CLASSES[inputs["weapon_class"]].is_gun:
        told["shots"] = inputs["shots"] - outcome.values["shots_spent"]
        told["gatling"] = inputs["shots_per_attack"] == 10
        if not inputs["aim"]:
            told["accurate_aim"] = False  # W7.11
    return (Rollable("Damage", "wasteland.damage", told),)


def hits_of_spread(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The first extra hit of Spread; cover and Piercing of the first hit count for it (W7.7)."""
    values = outcome.values
    if not values["spread_hits"]:
        return ()
    told: dict[str, Any] = {
        "damage": min(100, values["spread_damage"]),
        "damage_type": inputs["damage_type"],
        "ignored_dr": min(30, inputs["piercing"] * values["effects"]),
        "cover": values["cover"],
        **_left(outcome),
    }
    if inputs["location"] == OBJECT:
        told["body_plan"] = OBJECT
    label = f"Extra hit 1 of {values['spread_hits']}"
    return (Rollable(label, "wasteland.spread_hit", told),)


def one_more_hit(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The next extra hit, where Spread makes one more: like this one, on what it left (W7.7)."""
    names = ("damage", "damage_type", "body_plan", "dr_list", "ignored_dr", "cover")
    told = {**{name: inputs[name] for name in names}, **_left(outcome)}
    return (Rollable("One more extra hit", "wasteland.spread_hit", told),)


def _left(outcome: Outcome) -> dict[str, Any]:
    """What a hit leaves of its target, whether or not it has been written down already."""
    return {
        "hp": outcome.values["hp_after"],
        "max_hp": max(1, outcome.values["max_hp_after"]),
        "injuries": min(20, outcome.values["injuries_after"]),
    }


FOLLOW_UPS: dict[str, FollowUp] = {
    "wasteland.attack": damage_of_hit,
    "wasteland.damage": hits_of_spread,
    "wasteland.spread_hit": one_more_hit,
}
