"""The chain of an attack: its damage, the extra hits of Spread, the further targets of Burst (W6).

A further target of Burst (W7.7) is hit by the test that was made, and that is all it shares: the
dice of the weapon are rolled for it anew, without what AP and shots added to the first hit, and so
is its location, by its own body, even after a called shot. Only the first roll makes targets. The
shot that it costs is an extra one of its `damage`, whose CD the rating is lowered by: as many dice
as the weapon has, and the effect on `shots` that pays for them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from app.core.procedures.outcomes import Outcome
from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.action_points import AtHand
from app.systems.wasteland.tables.attacks import (
    BODY_PLANS,
    OBJECT,
    WEAPON_CLASSES,
    locations,
)
from app.systems.wasteland.weapons import Charge


def damage_of_hit(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The damage of an attack that hit: where, with what is left of pool and shots.

    A blast goes off in its zone, off target too (W6.14).
    """
    blast = inputs["blast"]
    if not outcome.success and not blast:
        return ()
    next_inputs: dict[str, Any] = {
        "weapon_class": inputs["weapon_class"],
        "side": inputs["side"],
        "ap_pool": min(99, outcome.values["group_ap_after"]),
        "surplus_ap": min(99, outcome.values["surplus_after"]),
    }
    if WEAPON_CLASSES[inputs["weapon_class"]].is_gun:
        next_inputs["shots"] = inputs["shots"] - outcome.values["shots_spent"]
        next_inputs["gatling"] = inputs["shots_per_attack"] == 10
        if not inputs["aim"]:
            next_inputs["accurate_aim"] = False  # W7.11
    if blast:
        return (
            Rollable("Blast", "wasteland.blast", {**next_inputs, "hit": bool(outcome.success)}),
        )
    struck = {
        "location": outcome.values["location"],
        "body_plan": inputs["body_plan"],
        "target_prone": inputs["target_prone"],
    }
    return (Rollable("Damage", "wasteland.damage", {**next_inputs, **struck}),)


def located_hit(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The damage of a hit whose location was rolled by itself (W6.7, W6.8)."""
    next_inputs = {"location": outcome.grade, "body_plan": inputs["body_plan"]}
    return (Rollable("Damage", "wasteland.damage", next_inputs),)


def after_damage(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The extra hits on this target, then the further ones."""
    further = targets_of_burst(inputs, outcome)
    spread = (
        replace(each, rest=(*each.rest, *further)) for each in hits_of_spread(inputs, outcome)
    )
    return (*spread, *further)


def at_whom(next: Rollable, counted: Collection[str], sheets: Mapping[str, Sheet]) -> Rollable:
    """What follows, by what is known of the target of the roll before.

    An object is hit as a whole, whatever die was rolled (W6.13). Whoever was attacked is in the
    zone where a blast goes off, as long as nobody says who is (W6.14).

    counted: the parts of those in the zone; of an attack on one target there are none.
    """
    target = sheets.get("target")
    if target is None:
        return next
    inputs, roles = dict(next.inputs), dict(next.roles)
    if target["body_plan"] == OBJECT:
        inputs.update(dict.fromkeys({"location", "body_plan"} & inputs.keys(), OBJECT))
    first = "target1"
    if first in counted and first not in sheets:
        roles[first] = "target"
    return replace(next, inputs=inputs, roles=roles)


#: What is the weapon's and the attacker's, whoever is hit.
SHARED = (
    "weapon_class",
    "bonus_dice",
    "gatling",
    "side",
    "damage_type",
    "piercing",
    "vicious",
    "breaking",
    "stun",
    "radioactive",
    "spread",
    "persistent",
)


#: Nothing of the first target goes along: whom it is at is still to be said.
SOMEBODY_ELSE = {"target": ""}


def targets_of_burst(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The further targets of Burst that there are shots for, one after the other; whom, is open.

    Where each is hit is rolled first, and its damage follows on that.
    """
    values = outcome.values
    is_gun = WEAPON_CLASSES[inputs["weapon_class"]].is_gun
    shot = Charge(extra_shots=int(is_gun), gatling=inputs["gatling"])
    left = inputs["shots"] - values["shots_spent"]
    counter = AtHand(inputs["side"], inputs["ap_pool"], inputs["surplus_ap"]).paid(
        values["ap_spent"]
    )
    next_inputs = {
        **{name: inputs[name] for name in SHARED},
        "damage_rating": max(0, inputs["damage_rating"] - shot.dice),
        "extra_shots": shot.extra_shots,
        "fire_rate": min(10, inputs["fire_rate"] - inputs["extra_shots"] + shot.extra_shots),
        "accurate_aim": False,  # W7.11: the aim was at the first
        "burst": False,
        "ap_pool": counter.pool,
        "surplus_ap": counter.surplus,
    }
    count = values["burst_targets"]
    chain: tuple[Rollable, ...] = ()
    for number in range(count, 0, -1):
        shots = left - (number - 1) * shot.shots_spent
        if shots >= shot.shots_spent:
            label = f"Burst: target {number} of {count}"
            damage = Rollable(
                label,
                "wasteland.damage",
                {**next_inputs, "shots": shots},
                roles=SOMEBODY_ELSE,
                rest=chain,
                follows_on="wasteland.hit_location",
            )
            chain = (
                Rollable(label, "wasteland.hit_location", {}, roles=SOMEBODY_ELSE, rest=(damage,)),
            )
    return chain


#: What one extra hit of Spread leaves to the next: the same blow, on what the one before left.
CARRIED = {
    **{name: name for name in ("body_plan", "dr_list", "ignored_dr", "cover")},
    "hp": "hp_after",
    "max_hp": "max_hp_after",
    "injuries": "injuries_after",
}


def hits_of_spread(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """The extra hits of Spread, one after the other, and no more of them (W7.7).

    Cover and Piercing of the first hit count for each.
    """
    values = outcome.values
    next_inputs: dict[str, Any] = {
        "damage": min(100, values["spread_damage"]),
        "damage_type": inputs["damage_type"],
        "ignored_dr": min(30, inputs["piercing"] * values["effects"]),
        "cover": values["cover"],
        "hp": values["hp_after"],
        "max_hp": max(1, values["max_hp_after"]),
        "injuries": min(20, values["injuries_after"]),
        "body_plan": inputs.get("body_plan") or body_with(inputs["location"]),
    }
    count = values["spread_hits"]
    chain: tuple[Rollable, ...] = ()
    for number in range(count, 0, -1):
        label = f"Extra hit {number} of {count}"
        chain = (Rollable(label, "wasteland.spread_hit", next_inputs, rest=chain, carries=CARRIED),)
    return chain


def body_with(location: str) -> str:
    """The body that alone has this location; a person's, where several have it (W6.13)."""
    if location == OBJECT:
        return OBJECT
    found = [plan for plan in BODY_PLANS if location in locations(plan)]
    return found[0] if len(found) == 1 else "person"
