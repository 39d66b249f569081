"""Actions in a turn: attacks, lining up, other actions, requests."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.rolls import Due
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Text
from app.core.support.characters import with_minus
from app.systems.garden.encounter.costs import (
    count_attack,
    defends,
    has_all,
    has_major,
    use_all,
    use_one,
)
from app.systems.garden.encounter.feeding import has_tried_before
from app.systems.garden.encounter.panic import holds_back
from app.systems.garden.encounter.state import Fight, Fighter, Result, Who
from app.systems.garden.tables.combat import ATTACKS

AttackKind = Annotated[str, OneOf(ATTACKS.labels("words"), front=True)]


@transition("attack", title="Attack", rules="G57 G67 G68 G76", during="action")
def attack(scene: Fight, target: Who, attack_kind: AttackKind = "melee") -> Result:
    """Attack another combatant.

    The roll is due and takes both sides as they are when it is rolled (G24, G86).
    """
    hit = scene.combatant(target, "target")
    fighter = has_major(scene)
    id = fighter.id
    if target == id:
        raise BadInput("target", "choose another target")
    if panics := holds_back(scene, "attack", target=target, attack_kind=attack_kind):
        return panics
    after = count_attack(use_one(scene, id), id, target, defends(hit))
    label = f"{fighter.name} attacks {hit.name}"
    inputs = {"attack_kind": attack_kind, **_in_hand(fighter, attack_kind)}
    due = Due(id, label, "garden.attack", inputs, ("G57",), others={"target": target})
    return StepResult(after, (due,))


def _in_hand(fighter: Fighter, attack_kind: str) -> Values:
    """Return the DV stated beside the sheet, and the lined-up dice used up (G67, G68)."""
    dv, aimed = fighter.turn.dv, fighter.turn.aim_rounds if attack_kind == "ranged" else 0
    weapon = {} if dv is None else {"dv": dv}
    return {**weapon, "aim_rounds": min(20, aimed)} if aimed else weapon


@transition("line_up", title="Line up a shot", rules="G67 G68", during="action")
def line_up(scene: Fight) -> Fight | Result:
    """Aim for the whole round: one more die for the shot, as long as nothing else is done."""
    fighter = has_all(scene)
    if fighter.turn.movement != "none":
        raise BadInput("phase", "Can’t line up while moving")
    if panics := holds_back(scene, "line_up"):
        return panics
    aimed = fighter.turn.aim_rounds + 1
    return use_all(scene, fighter.id).turn(fighter.id, aim_rounds=aimed)


What = Annotated[str, Text(200, label="Action", front=True)]


@transition("other_action", title="Another major action", rules="G19 G21 G121", during="action")
def other_action(scene: Fight, what: What = "") -> Result:
    """Take another major action, such as a spell.

    The test that it calls for, if any, is this very action (G140).
    """
    fighter = has_major(scene)
    if panics := holds_back(scene, "other_action", what=what):
        return panics
    turn = fighter.turn
    after = use_one(scene, fighter.id).turn(fighter.id, begun=turn.begun + 1)
    cost = f" ({with_minus(turn.penalty)})" if turn.penalty else ""
    return StepResult(after, notes=(f"{fighter.name}: {what}{cost}.",) if what else ())


Npc = Annotated[str, Text(80, label="NPC", front=True)]
Skill = Annotated[str, OneOf("deception", "intimidation", "negotiation", "wrangle", front=True)]


@transition("tried", title="Social request", rules="G49 G51")
def tried(
    scene: Fight, npc: Npc, skill: Skill = "negotiation", speaker: Who = ""
) -> Fight | Result:
    """Ask an NPC, once per scene for each character, NPC and skill.

    Without a speaker the request was made elsewhere, and counts for all speakers.
    """
    if has_tried_before(scene, speaker, npc, skill):
        raise BadInput("skill", f"{npc}: {skill} was already tried this scene")
    there = scene.combatants.get(npc)
    # With an NPC who is here, the roll itself enters the request, with the skill it used.
    asked_by = (npc, skill, speaker) if speaker else (npc, skill)
    entered = scene if there and speaker else scene.set(tried=(*scene.now.tried, asked_by))
    if not speaker:
        return entered
    name = there.name if there else npc
    label = f"{scene.combatant(speaker, 'speaker').name} asks {name}"
    others = {"target": npc} if there else {}
    inputs = {"skill": skill} if there else {"skill": skill, "already_tried": False}
    due = Due(speaker, label, "garden.persuade", inputs, ("G49",), others=others)
    return StepResult(entered, (due,))
