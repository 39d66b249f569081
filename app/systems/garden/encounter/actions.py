"""What is done in a turn: attacks, lining up, other actions; requests."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.kinds import OneOf, Text
from app.systems.garden.encounter.costs import attacked, defends, major
from app.systems.garden.encounter.feeding import feed, met, said, tried_before
from app.systems.garden.encounter.panic import holds_back
from app.systems.garden.encounter.state import Who, in_turn, of, signed, somebody
from app.systems.garden.tables.combat import ATTACKS

AttackKind = Annotated[str, OneOf(ATTACKS.labels("words"), front=True)]


@transition("attack", title="Attack", rules="G57 G67 G68 G76")
def attack(
    state: State,
    target: Who,
    attack_kind: AttackKind = "melee",
) -> StepResult:
    """The one in turn attacks somebody; the roll is due with what the scene knows of both."""
    hit = somebody(state, target, "target")
    id, whose = major(state)
    if target == id:
        raise BadInput("target", "name somebody else")
    if panics := holds_back(state, "attack", target=target, attack_kind=attack_kind):
        return panics
    cast, kind = {"self": id, "target": target}, {"attack_kind": attack_kind}
    known = {**feed(state, id, "garden.attack"), **met(state, cast, "garden.attack")}
    told = {**known, **said(state, cast, "garden.attack", kind), **kind}
    after = attacked(with_combatant(state, id, **whose), id, target, defends(hit))
    label = f"{whose['name']} attacks {hit['name']}"
    return StepResult(
        after, (Due(id, label, "garden.attack", told, ("G57",), others={"target": target}),)
    )


@transition("line_up", title="Line up a shot", rules="G67 G68")
def line_up(state: State) -> StepResult:
    """The round is spent aiming: one die more for the shot, as long as nothing else is done."""
    id, whose = in_turn(state)
    if whose["used_major"] or of(whose, "undeclared") or not whose["declared_major"]:
        raise BadInput("phase", "lining up takes the whole round’s major actions")
    if whose["movement"] != "none":
        raise BadInput("phase", f"{whose['name']} moves this round; nobody lines up on the move")
    if panics := holds_back(state, "line_up"):
        return panics
    used = {"used_major": whose["declared_major"], "stirred": True, "counts_as": ""}
    return StepResult(with_combatant(state, id, **used, aim_rounds=whose["aim_rounds"] + 1))


What = Annotated[str, Text(200, label="What is done", front=True)]


@transition("other_action", title="Another major action", rules="G19 G21 G121")
def other_action(state: State, what: What = "") -> StepResult:
    """The one in turn does something else that takes a major action, such as a spell.

    The test that it calls for, if any, is this very action (G140).
    """
    id, whose = major(state)
    if panics := holds_back(state, "other_action", what=what):
        return panics
    after = with_combatant(state, id, **{**whose, "begun": of(whose, "begun") + 1})
    cost = f" ({signed(whose['penalty'])})" if whose["penalty"] else ""
    notes = (f"{whose['name']}: {what}{cost}.",) if what else ()
    return StepResult(after, notes=notes)


Npc = Annotated[str, Text(80, label="NPC", front=True)]
Skill = Annotated[str, OneOf("deception", "intimidation", "negotiation", "wrangle", front=True)]


@transition("tried", title="A request", rules="G49 G51")
def tried(
    state: State,
    npc: Npc,
    skill: Skill = "negotiation",
    speaker: Who = "",
) -> StepResult:
    """Once per scene with each skill; without a speaker it was made elsewhere."""
    if tried_before(state, npc, skill):
        raise BadInput("skill", f"{npc} has been tried with {skill} in this scene")
    after = {**state, "tried": [*state["tried"], [npc, skill]]}
    if not speaker:
        return StepResult(after)
    there = npc in state["combatants"]
    asked = state["combatants"][npc]["name"] if there else npc
    label = f"{somebody(state, speaker, 'speaker')['name']} asks {asked}"
    told = {"skill": skill, "already_tried": False}
    others = {"target": npc} if there else {}
    return StepResult(
        after, (Due(speaker, label, "garden.persuade", told, ("G49",), others=others),)
    )
