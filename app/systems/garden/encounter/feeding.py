"""What the scene gives to a roll, whether a step made it due or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.flat import State
from app.systems.garden.encounter.bodies import body_of
from app.systems.garden.encounter.chases import leap, pace
from app.systems.garden.encounter.costs import defends, penalised, with_attacker
from app.systems.garden.encounter.state import of
from app.systems.garden.injuries import full


def feed(state: State, who: str, procedure: str) -> dict[str, Any]:
    """What the scene gives to the rolls of somebody."""
    whose = state["combatants"].get(who)
    if whose is None:
        return {}
    if procedure == "garden.attack":
        moved = whose["movement"] if whose["movement"] != "sprint" else "none"
        told = {"light": state["light"], "attacker_movement": moved, "spirit": of(whose, "spirit")}
        return told if whose["dv"] is None else {**told, "dv": whose["dv"]}
    if procedure in ("garden.jump", "garden.swim_current"):
        return {"movement": whose["movement"]}  # G28
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
        return pace(state, cast)
    if procedure == "garden.chase_obstacle":
        return leap(state, cast)
    return {}


def said(
    state: State, cast: Mapping[str, str], procedure: str, inputs: Mapping[str, Any]
) -> dict[str, Any]:
    """What hangs on what the form says: the fixed penalty of this test, a request tried before."""
    id = cast.get("self", "")
    if id not in state["combatants"]:
        return {}
    told = penalised(state, id, procedure, inputs)
    if procedure == "garden.persuade" and "target" in cast:
        told["already_tried"] = tried_before(state, cast["target"], inputs["skill"])  # G49
    return told


def tried_before(state: State, npc: str, skill: str) -> bool:
    """Has this NPC been asked with this skill in the scene? Known by id or by name."""

    def called(who: str) -> str:
        return str(state["combatants"].get(who, {}).get("name", who))

    return any(used == skill and called(who) == called(npc) for who, used in state["tried"])


def _attacked(hit: Mapping[str, Any], attacker: str) -> dict[str, Any]:
    """What an attack on somebody meets: cover, how they move and defend, how many came before."""
    told = {
        "cover": hit["cover"],
        "defender_movement": hit["movement"],
        "full_defense": hit["defending"],
        "attacker_number": min(20, with_attacker(hit, attacker).index(attacker) + 1),
        "shielded": "shielded" in hit["conditions"],  # G123
        "bruise_row_full": full(body_of(hit), "bruise"),  # G85
    }
    return told if defends(hit) else {**told, "defense_kind": "unaware"}
