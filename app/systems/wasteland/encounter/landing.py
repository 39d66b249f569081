"""How rolls and their effects land in the fight: pools, cover, what everybody carries along."""

from __future__ import annotations

from typing import Any

from app.core.encounters import Roll, State, Turned, with_combatant
from app.core.outcomes import Effect
from app.systems.wasteland.encounter.feeding import TESTS
from app.systems.wasteland.encounter.state import somebody
from app.systems.wasteland.inputs import GROUP_POOL
from app.systems.wasteland.landing import Wound, injuries_after, wakes, wounding

CONDITIONS = frozenset({"prone", "dying", "stable", "stunned", "dazed", "dead"})

#: Numbers of a combatant that an effect changes, and their highest value.
NUMBERS = {"cover_dice": 6, "defense_bonus": 6}


def rolled(state: State, roll: Roll) -> Turned:
    """An aim and help are for one test: when its dice have fallen they are used up (W4.1, W5.1)."""
    name = roll.procedure.partition(".")[2]
    if name not in TESTS or roll.who not in state["combatants"]:
        return Turned(state)
    return Turned(with_combatant(state, roll.who, helpers=[], aimed=False))


def land(state: State, who: str, effect: Effect) -> State | None:
    """The fight after an effect; None if it is only a sheet's (shots, DR, luck)."""
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
    if effect.field in ("group_ap", "gm_ap"):
        # W1.6: the group's pool holds no more than six, the GM's has no maximum.
        most = GROUP_POOL if effect.field == "group_ap" else 9999
        return {**state, effect.field: _number(state[effect.field], effect, most)}
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
    else:
        return None
    return with_combatant(state, who, **changes)


def _number(before: int, effect: Effect, most: int) -> int:
    after = effect.value if effect.op == "set" else before + effect.value
    return min(max(0, int(after)), most)
