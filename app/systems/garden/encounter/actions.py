"""What is done in a turn: attacks, lining up, other actions; requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.encounters import Due, State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import OneOf, Text
from app.systems.garden.encounter.bodies import added
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
    # G76: the first comer is 1, and the same attacker keeps their number.
    attackers = hit["attackers_this_round"]
    attackers = attackers if id in attackers else [*attackers, id]
    fixed = added(whose, ATTACKS[attack_kind].attribute) + penalty(whose, attack_kind)
    told = {
        **feed(state, id, "garden.attack"),
        **_against(hit),
        "attack_kind": attack_kind,
        "attacker_modifier": max(-20, min(20, fixed)),
        "attacker_number": min(20, attackers.index(id) + 1),
    }
    if attack_kind != "ranged":
        told.pop("aim_rounds")
    if whose["dv"] is not None:
        told["dv"] = whose["dv"]
    # G68: what was lined up is lost with the shot, or with anything else.
    after = with_combatant(state, id, **{**whose, "fought": True, "aim_rounds": 0})
    after = with_combatant(after, target, attackers_this_round=attackers)
    label = f"{whose['name']} attacks {hit['name']}"
    return Turned(
        after, (Due(id, label, "garden.attack", told, ("G57",), others={"target": target}),)
    )


def _against(hit: Any) -> dict[str, Any]:
    """What the scene gives to an attack on somebody: cover, how they move and defend."""
    told = {
        "cover": hit["cover"],
        "defender_movement": hit["movement"],
        "full_defense": hit["defending"],
    }
    # G58: neither the surprised nor the helpless defend; who recovers or waits does.
    able_to = able({**hit, "crashed": False, "unaware": False})
    return told if able_to and not hit["unaware"] else {**told, "defense_kind": "unaware"}


def penalty(whose: Any, attack_kind: str) -> int:
    """The penalty fixed when the round was declared; its movement share spares close attacks."""
    return int(whose["melee_penalty" if attack_kind in HAND_TO_HAND else "penalty"])


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


#: Tests that are always a major action (G33, G121).
MAJOR = ("garden.cast_spell", "garden.cast_opposed")


def met(state: State, cast: Mapping[str, str], procedure: str) -> dict[str, Any]:
    """What the scene knows of whom a roll concerns."""
    target = state["combatants"].get(cast.get("target"))
    if target is None:
        return {}
    if procedure == "garden.cast_opposed":
        return {"shielded": "shielded" in target["conditions"]}
    if procedure == "garden.attack":
        attackers, who = target["attackers_this_round"], cast.get("self")
        number = attackers.index(who) if who in attackers else len(attackers)
        return {**_against(target), "attacker_number": min(20, number + 1)}
    return {}


def feed(state: State, who: str, procedure: str) -> dict[str, Any]:
    """What the scene gives to the rolls of somebody."""
    whose = state["combatants"].get(who)
    if whose is None:
        return {}
    if procedure == "garden.attack":
        told = {"light": state["light"], "aim_rounds": min(20, whose["aim_rounds"])}
        moved = whose["movement"] if whose["movement"] != "sprint" else "none"
        return {**told, "attacker_movement": moved}
    if procedure in MAJOR and who == state["current"]:
        # G19, G62: the penalty of the declared round falls on every major action.
        fixed = added(whose, "") + whose["penalty"]
        return {"modifier": max(-20, min(20, fixed))}
    if procedure == "garden.jump":
        return {"movement": whose["movement"]}
    if procedure == "garden.chase_round" and state["gap"] is not None:
        return {"gap": state["gap"]}
    return {}
