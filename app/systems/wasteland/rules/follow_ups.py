"""The chain of an attack: its damage, the extra hits of Spread, the further targets of Burst (W6).

A further target of Burst (W7.7) is hit by the same test, and shares nothing else: the dice of the
weapon are rolled again without the AP and shots added to the first hit, and so is the location, by
the target's own body, even after a called shot. Only the first roll makes targets. The shot that it
costs is an extra one of its `damage`, and its CD lower rating and bonus: as many dice as the
weapon has, and the effect on `shots` that pays for them. A weapon with fewer CD than that shot adds
rolls its own alone; the offer's label asks to mark the shots by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Outcome
from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.rules.action_points import AtHand
from app.systems.wasteland.rules.weapons import Charge
from app.systems.wasteland.tables.attacks import (
    BODY_PLANS,
    OBJECT,
    WEAPON_CLASSES,
    locations,
)


def damage_of_hit(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the damage of a hit, at its location, with the pool and shots that remain.

    A blast goes off in its zone, off target too (W6.14).
    """
    blast = inputs["blast"]
    if not outcome.success and not blast:
        return ()
    next_inputs: dict[str, object] = {
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


def offer_located_hit(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the damage of a hit with a location rolled by itself (W6.7, W6.8)."""
    next_inputs = {"location": outcome.grade, "body_plan": inputs["body_plan"]}
    return (Rollable("Damage", "wasteland.damage", next_inputs),)


def after_damage(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the extra hits on this target, then the further targets."""
    further = targets_of_burst(inputs, outcome)
    spread = (
        replace(each, rest=(*each.rest, *further)) for each in hits_of_spread(inputs, outcome)
    )
    return (*spread, *further)


def adapt_to_target(
    next: Rollable, counted: Collection[str], sheets: Mapping[str, Sheet]
) -> Rollable:
    """Adapt the next roll to the target of the roll before.

    An object is hit as a whole, whatever die was rolled (W6.13). The target of the attack is in the
    zone of its blast until the zone is stated (W6.14).

    counted: the roles of the zone; an attack on one target has none.
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


def offer_chems(next: Rollable, is_dose: bool, sheets: Mapping[str, Sheet]) -> tuple[Rollable, ...]:
    """Offer a dose of each chem that the giver has left, where the next roll is a dose (W7.16)."""
    own = sheets.get("self")
    if own is None or not is_dose:
        return (next,)
    return tuple(
        replace(
            next,
            label=f"{next.label}: {roll.label}",
            inputs={**roll.inputs, **next.inputs},
            place=roll.place,
        )
        for roll in own.rolls
        if roll.procedure == next.procedure and roll.inputs.get("doses")
    )


#: Inputs of the weapon and the attacker, for any target.
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


#: Nothing of the first target goes along: the new target is still open.
SOMEBODY_ELSE = {"target": ""}


def targets_of_burst(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the further targets of Burst that there are shots for, one after the other.

    Their targets are still open. The location is rolled first, and the damage follows on it.
    """
    values = outcome.values
    is_gun = WEAPON_CLASSES[inputs["weapon_class"]].is_gun
    shot = Charge(extra_shots=int(is_gun), gatling=inputs["gatling"])
    rating, bonus = inputs["damage_rating"], inputs["bonus_dice"]
    is_counted = shot.dice <= rating + bonus
    replaced = shot.dice if is_counted else 0
    by_hand = "" if is_counted else f", {shot.shots_spent} shots by hand"
    remaining = inputs["shots"] - values["shots_spent"]
    counter = AtHand(inputs["side"], inputs["ap_pool"], inputs["surplus_ap"]).paid(
        values["ap_spent"]
    )
    next_inputs = {
        **{name: inputs[name] for name in SHARED},
        "damage_rating": max(0, rating - replaced),
        "bonus_dice": bonus - max(0, replaced - rating),
        "extra_shots": shot.extra_shots if is_counted else 0,
        "fire_rate": min(10, inputs["fire_rate"] - inputs["extra_shots"] + shot.extra_shots),
        "accurate_aim": False,  # W7.11: the aim was at the first
        "burst": False,
        "ap_pool": counter.pool,
        "surplus_ap": counter.surplus,
    }
    # A weapon without CD of its own harms nobody else.
    count = values["burst_targets"] if rating + bonus else 0
    chain: tuple[Rollable, ...] = ()
    for number in range(count, 0, -1):
        shots = remaining - (number - 1) * shot.shots_spent
        if shots >= shot.shots_spent:
            label = f"Burst: target {number} of {count}{by_hand}"
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


#: Inputs that one extra hit of Spread leaves to the next: the same blow on the remaining HP.
CARRIED = {
    **{name: name for name in ("body_plan", "dr_list", "ignored_dr", "cover")},
    "hp": "hp_after",
    "max_hp": "max_hp_after",
    "injuries": "injuries_after",
}


def hits_of_spread(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the extra hits of Spread, one after the other, and no more of them (W7.7).

    Cover and Piercing of the first hit count for each.
    """
    values = outcome.values
    next_inputs: dict[str, object] = {
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
    """Return the only body plan with this location; `person` where several have it (W6.13)."""
    if location == OBJECT:
        return OBJECT
    plans = [plan for plan in BODY_PLANS if location in locations(plan)]
    return plans[0] if len(plans) == 1 else "person"
