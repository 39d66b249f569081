"""What is done in a turn: attacks, lining up, other actions; requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.encounters import Due, State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import OneOf, Text
from app.systems.garden.encounter.bodies import added, bounded
from app.systems.garden.encounter.chases import pace
from app.systems.garden.encounter.state import Who, able, in_turn, signed, somebody
from app.systems.garden.procedures.attack import HAND_TO_HAND
from app.systems.garden.tables.combat import ATTACKS


def major(state: State) -> tuple[str, dict[str, Any]]:
    """The one in turn with one more major action used; BadInput if none is left."""
    id, whose = in_turn(state)
    if whose["used_major"] >= whose["declared_major"]:
        said = f"{whose['name']} declared {whose['declared_major']} major actions and has used them"
        raise BadInput("phase", said)
    return id, {**whose, "used_major": whose["used_major"] + 1}


@transition("attack", title="Attack", rules="G57 G67 G68 G76")
def attack(
    state: State,
    target: Who,
    attack_kind: Annotated[str, OneOf(ATTACKS.labels("words"), front=True)] = "melee",
) -> Turned:
    """The one in turn attacks somebody; the roll is due with what the scene knows of both."""
    hit = somebody(state, target, "target")
    id, whose = major(state)
    if target == id:
        raise BadInput("target", "name somebody else")
    kind = {"attack_kind": attack_kind}
    known = met(state, {"self": id, "target": target}, "garden.attack", kind)
    told = {**feed(state, id, "garden.attack"), **known, **kind}
    # G68: what was lined up is lost with the shot, or with anything else.
    after = with_combatant(state, id, **{**whose, "fought": True, "aim_rounds": 0})
    # G92: who defends is in combat as well.
    fought = hit["fought"] or told.get("defense_kind") != "unaware"
    attackers = _with_attacker(hit, id)
    after = with_combatant(after, target, attackers_this_round=attackers, fought=fought)
    label = f"{whose['name']} attacks {hit['name']}"
    return Turned(
        after, (Due(id, label, "garden.attack", told, ("G57",), others={"target": target}),)
    )


@transition("line_up", title="Line up a shot", rules="G67 G68")
def line_up(state: State) -> Turned:
    """The round is spent aiming: one die more for the shot, as long as nothing else is done."""
    id, whose = in_turn(state)
    if whose["used_major"] or not whose["declared_major"]:
        raise BadInput("phase", "lining up takes the whole round’s major actions")
    if whose["movement"] != "none":
        raise BadInput("phase", f"{whose['name']} moves this round; nobody lines up on the move")
    after = with_combatant(
        state, id, used_major=whose["declared_major"], aim_rounds=whose["aim_rounds"] + 1
    )
    return Turned(after)


@transition("other_action", title="Another major action", rules="G19 G21 G121")
def other_action(
    state: State, what: Annotated[str, Text(200, label="What is done", front=True)] = ""
) -> Turned:
    """The one in turn does something else that takes a major action, such as a spell."""
    id, whose = major(state)
    after = with_combatant(state, id, **{**whose, "aim_rounds": 0})
    cost = f" ({signed(whose['penalty'])})" if whose["penalty"] else ""
    notes = (f"{whose['name']}: {what}{cost}.",) if what else ()
    return Turned(after, notes=notes)


@transition("tried", title="A request", rules="G49 G51")
def tried(
    state: State,
    npc: Annotated[str, Text(80, label="NPC", front=True)],
    skill: Annotated[
        str, OneOf("deception", "intimidation", "negotiation", "wrangle", front=True)
    ] = "negotiation",
    speaker: Who = "",
) -> Turned:
    """Once per scene with each skill; without a speaker it was made elsewhere."""
    if [npc, skill] in state["tried"]:
        raise BadInput("skill", f"{npc} has been tried with {skill} in this scene")
    after = {**state, "tried": [*state["tried"], [npc, skill]]}
    if not speaker:
        return Turned(after)
    asked = state["combatants"].get(npc, {"name": npc})["name"]
    label = f"{somebody(state, speaker, 'speaker')['name']} asks {asked}"
    return Turned(after, (Due(speaker, label, "garden.persuade", {"skill": skill}, ("G49",)),))


# --- what the scene gives to a roll, whether a step made it due or not ---

#: Tests that are always a major action (G33, G121), with the attribute that rehabilitation hampers.
MAJOR = {"garden.cast_spell": "", "garden.cast_opposed": "", "garden.swim_current": "body"}
#: These take the load by an input of its own (G35).
LOAD_APART = ("garden.swim_current",)


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


#: A form of which nothing is known yet.
NOTHING: Mapping[str, Any] = {}


def met(
    state: State, cast: Mapping[str, str], procedure: str, inputs: Mapping[str, Any] = NOTHING
) -> dict[str, Any]:
    """What the scene knows of those whom a roll concerns.

    inputs: what its form says so far.
    """
    there = {role: state["combatants"].get(id) for role, id in cast.items()}
    target = there.get("target")
    if procedure == "garden.attack":
        attacker = there.get("self")
        return {
            **(_attacking(attacker, inputs) if attacker else {}),
            **(_attacked(target, cast.get("self", "")) if target else {}),
        }
    if procedure == "garden.cast_opposed" and target:
        return {"shielded": "shielded" in target["conditions"]}
    if procedure == "garden.chase_round":
        return pace(state, there)
    return {}


def _attacking(whose: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """What the attacker brings, by the kind of attack: the fixed penalty, a shot lined up."""
    kind = inputs.get("attack_kind") or _usual(whose)
    # G27, G62: the share of movement in the penalty of the round spares close attacks.
    fixed = whose["melee_penalty" if kind in HAND_TO_HAND else "penalty"]
    told = {"attacker_modifier": bounded(added(whose, ATTACKS[kind].attribute) + fixed)}
    # G68: only firearms are lined up.
    return {**told, "aim_rounds": min(20, whose["aim_rounds"])} if kind == "ranged" else told


def _usual(whose: Mapping[str, Any]) -> str:
    """The kind of attack that somebody is up to, as long as no form says it (G53)."""
    return "ranged" if whose["intent"] == "ranged" or whose["aim_rounds"] else "melee"


def _attacked(hit: Mapping[str, Any], attacker: str) -> dict[str, Any]:
    """What an attack on somebody meets: cover, how they move and defend, how many came before."""
    told = {
        "cover": hit["cover"],
        "defender_movement": hit["movement"],
        "full_defense": hit["defending"],
        "attacker_number": min(20, _with_attacker(hit, attacker).index(attacker) + 1),
    }
    # G58: neither the surprised nor the helpless defend; who recovers or waits does.
    able_to = able({**hit, "crashed": False, "unaware": False})
    return told if able_to and not hit["unaware"] else {**told, "defense_kind": "unaware"}


def _with_attacker(hit: Mapping[str, Any], attacker: str) -> list[str]:
    """All who attacked somebody this round; whoever came before keeps their place (G76)."""
    came = hit["attackers_this_round"]
    return came if attacker in came else [*came, attacker]
