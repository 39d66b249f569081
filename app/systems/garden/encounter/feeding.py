"""What the scene gives to a roll, whether a step made it due or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.encounters import State
from app.systems.garden.attacking import HAND_TO_HAND
from app.systems.garden.encounter.bodies import added, bounded
from app.systems.garden.encounter.chases import pace
from app.systems.garden.encounter.state import able
from app.systems.garden.rollables import LOAD_APART
from app.systems.garden.tables.combat import ATTACKS

#: Tests that are always a major action (G33, G121), with the attribute that rehabilitation hampers.
MAJOR = {"garden.cast_spell": "", "garden.cast_opposed": "", "garden.swim_current": "body"}


def feed(state: State, who: str, procedure: str) -> dict[str, Any]:
    """What the scene gives to the rolls of somebody."""
    whose = state["combatants"].get(who)
    if whose is None:
        return {}
    if procedure == "garden.attack":
        moved = whose["movement"] if whose["movement"] != "sprint" else "none"
        told = {"light": state["light"], "attacker_movement": moved}
        return told if whose["dv"] is None else {**told, "dv": whose["dv"]}
    if procedure in MAJOR:
        # G19, G62: the penalty of the declared round falls on every major action.
        load = whose["encumbrance"] if procedure in LOAD_APART else 0
        return {"modifier": bounded(added(whose, MAJOR[procedure]) - load + whose["penalty"])}
    if procedure == "garden.jump":
        return {"movement": whose["movement"]}
    return {}


def met(state: State, cast: Mapping[str, str], procedure: str) -> dict[str, Any]:
    """What the scene knows of those whom a roll concerns."""
    there = {role: state["combatants"].get(id) for role, id in cast.items()}
    target = there.get("target")
    if procedure == "garden.attack" and target:
        return _attacked(target, cast.get("self", ""))
    if procedure == "garden.cast_opposed" and target:
        return {"shielded": "shielded" in target["conditions"]}
    if procedure == "garden.chase_round":
        return pace(state, there)
    return {}


def said(
    state: State, cast: Mapping[str, str], procedure: str, inputs: Mapping[str, Any]
) -> dict[str, Any]:
    """What hangs on the kind of attack: the fixed penalty, and a shot that was lined up."""
    whose = state["combatants"].get(cast.get("self"))
    if procedure != "garden.attack" or whose is None:
        return {}
    kind = inputs["attack_kind"]
    # G27, G62: the share of movement in the penalty of the round spares close attacks.
    fixed = whose["melee_penalty" if kind in HAND_TO_HAND else "penalty"]
    told = {"attacker_modifier": bounded(added(whose, ATTACKS[kind].attribute) + fixed)}
    # G68: only firearms are lined up.
    return {**told, "aim_rounds": min(20, whose["aim_rounds"])} if kind == "ranged" else told


def _attacked(hit: Mapping[str, Any], attacker: str) -> dict[str, Any]:
    """What an attack on somebody meets: cover, how they move and defend, how many came before."""
    told = {
        "cover": hit["cover"],
        "defender_movement": hit["movement"],
        "full_defense": hit["defending"],
        "attacker_number": min(20, with_attacker(hit, attacker).index(attacker) + 1),
    }
    # G58: neither the surprised nor the helpless defend; who recovers or waits does.
    able_to = able({**hit, "crashed": False, "unaware": False})
    return told if able_to and not hit["unaware"] else {**told, "defense_kind": "unaware"}


def with_attacker(hit: Mapping[str, Any], attacker: str) -> list[str]:
    """All who attacked somebody this round; whoever came before keeps their place (G76)."""
    came = hit["attackers_this_round"]
    return came if attacker in came else [*came, attacker]
