"""What is done in a turn: attacks, lining up, other actions; requests."""

from __future__ import annotations

from typing import Annotated, Any

from app.core.encounters import Due, State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import OneOf, Text
from app.systems.garden.encounter.feeding import feed, met, said, with_attacker
from app.systems.garden.encounter.state import Who, in_turn, signed, somebody
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
    cast, kind = {"self": id, "target": target}, {"attack_kind": attack_kind}
    known = {**feed(state, id, "garden.attack"), **met(state, cast, "garden.attack")}
    told = {**known, **said(state, cast, "garden.attack", kind), **kind}
    # G68: what was lined up is lost with the shot, or with anything else.
    after = with_combatant(state, id, **{**whose, "fought": True, "aim_rounds": 0})
    # G92: who defends is in combat as well.
    fought = hit["fought"] or told.get("defense_kind") != "unaware"
    attackers = with_attacker(hit, id)
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
