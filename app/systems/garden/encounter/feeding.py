"""Inputs that the scene gives to a roll, whether it is due or not."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.procedures.inputs import Values
from app.systems.garden.encounter.chases import leap, pace
from app.systems.garden.encounter.costs import defends, with_attacker, with_penalty
from app.systems.garden.encounter.state import Fight, Fighter


def prefill_actor(fight: Fight, who: str, procedure: str) -> Values:
    """Return the inputs that the scene gives to a combatant's rolls."""
    if who not in fight.combatants:
        return {}
    turn = fight.combatants[who].turn
    if procedure == "garden.attack":
        movement = turn.movement if turn.movement != "sprint" else "none"
        inputs = {"light": fight.now.light, "attacker_movement": movement, "spirit": turn.spirit}
        return inputs if turn.dv is None else {**inputs, "dv": turn.dv}
    if procedure in ("garden.jump", "garden.swim_current"):
        return {"movement": turn.movement}  # G28
    return {}


def prefill_target(fight: Fight, cast: Mapping[str, str], procedure: str) -> Values:
    """Return the inputs that the scene knows of a roll's targets."""
    target = fight.combatants.get(cast.get("target", ""))
    if procedure == "garden.attack" and target:
        return _attacked(target, cast.get("self", ""))
    if procedure == "garden.chase_round":
        return pace(fight, cast)
    if procedure == "garden.chase_obstacle":
        return leap(fight, cast)
    return {}


def prefill_from_form(
    fight: Fight, cast: Mapping[str, str], procedure: str, inputs: Values
) -> Values:
    """Return the inputs that depend on the form: the fixed penalty, a request tried before."""
    id = cast.get("self", "")
    if id not in fight.combatants:
        return {}
    values = with_penalty(fight, id, procedure, inputs)
    if procedure == "garden.persuade" and "target" in cast:
        # G49
        tried = has_tried_before(fight, id, cast["target"], inputs["skill"])
        return {**values, "already_tried": tried}
    return values


def has_tried_before(fight: Fight, speaker: str, npc: str, skill: str) -> bool:
    """Tell whether this speaker has asked this NPC with this skill in the scene (G49).

    The NPC is known by id or by name. A request without a speaker counts for every speaker.
    """

    def called(who: str) -> str:
        return fight.combatants[who].name if who in fight.combatants else who

    return any(
        used == skill and called(who) == called(npc) and not (speaker and by and speaker not in by)
        for who, used, *by in fight.now.tried
    )


def _attacked(hit: Fighter, attacker: str) -> Values:
    """Return the inputs of an attack's target: cover, movement, defence, number of attackers."""
    inputs = {
        "cover": hit.turn.cover,
        "defender_movement": hit.turn.movement,
        "full_defense": hit.turn.defending,
        "attacker_number": min(20, with_attacker(hit, attacker).index(attacker) + 1),
    }
    return inputs if defends(hit) else {**inputs, "defense_kind": "unaware"}
