"""How effects of rolls land in the fight: pools, cover, what everybody carries along."""

from __future__ import annotations

from typing import Any

from app.core.flat import State, with_combatant
from app.core.outcomes import Effect
from app.systems.wasteland.action_points import GROUP_POOL
from app.systems.wasteland.encounter.state import somebody
from app.systems.wasteland.landing import Wound, injuries_after, wakes, wounding

CONDITIONS = frozenset({"prone", "dying", "stable", "stunned", "dazed", "dead"})

#: The pools and what is beyond the group's, and the most each holds; the GM's has no end (W1.6).
POOLS = {"group_ap": GROUP_POOL, "surplus_ap": 99, "gm_ap": 9999}

#: Numbers of a combatant that an effect changes, and their highest value.
NUMBERS = {"cover_dice": 6, "defense_bonus": 6}


def land(state: State, who: str, effect: Effect) -> State | None:
    """The fight after an effect; None if it is only a sheet's (shots, luck, DR)."""
    effect, wound = wounding(effect)
    landed = _landed(state, who, effect)
    if landed is None or wound is None:
        return landed
    return with_wound(landed, who, wound)


def with_wound(state: State, who: str, wound: Wound) -> State:
    """The fight with persistent damage on somebody, from their next turn on (W7.7)."""
    whose = somebody(state, who)
    begun = {**wound, "waits": state["current"] == who}
    return with_combatant(state, who, persistent=[*whose["persistent"], begun])


def _landed(state: State, who: str, effect: Effect) -> State | None:
    if effect.field in POOLS:
        before = state.get(effect.field, 0)
        return {**state, effect.field: _number(before, effect, POOLS[effect.field])}
    whose = state["combatants"].get(who)
    if whose is None:
        return None
    changes: dict[str, Any]
    if effect.field in CONDITIONS:
        changes = {effect.field: bool(effect.value)}
        if effect.field == "dying" and effect.value:
            changes["stable"] = False  # W7.13
    elif effect.field in NUMBERS:
        changes = {effect.field: _number(whose[effect.field], effect, NUMBERS[effect.field])}
    elif effect.field == "hp":
        changes = {"hp": _number(whose["hp"], effect, whose["max_hp"])}
        if whose["stable"] and wakes(effect, whose["hp"], changes["hp"]):
            changes["stable"] = False
    elif effect.field == "max_hp":
        max_hp = _number(whose["max_hp"], effect, 200)
        changes = {"max_hp": max_hp, "hp": min(whose["hp"], max_hp)}
    elif effect.field == "injuries":
        changes = {"injuries": injuries_after(whose["injuries"], effect)}
    elif effect.field.startswith("dr/") and whose.get("dr"):
        changes = {"dr": _resisting(whose["dr"], effect)}
    else:
        return None
    return with_combatant(state, who, **changes)


def _resisting(dr: list[dict[str, Any]], effect: Effect) -> list[dict[str, Any]]:
    """DR at one location against one damage type, of somebody without a sheet (W6.9, W7.7)."""
    _, location, damage_type = effect.field.split("/")
    return [
        {**row, damage_type: _number(row[damage_type], effect, 30)}
        if row["location"] == location
        else row
        for row in dr
    ]


def _number(before: int, effect: Effect, most: int) -> int:
    after = effect.value if effect.op == "set" else before + effect.value
    return min(max(0, int(after)), most)
