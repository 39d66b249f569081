"""What an action comes to, once it is allowed and paid, or comes up: a roll that is due, help.

An action is declared before its dice fall. What was declared is kept with whoever rolls, until the
dice have fallen or it is waived: so whichever way the roll is opened, it is that very action.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.core.encounters.transitions import Due, StepResult
from app.core.errors import BadInput
from app.systems.wasteland.encounter.costs import TAKE_CHEM
from app.systems.wasteland.encounter.feeding import COMMANDERS, kind_of
from app.systems.wasteland.encounter.state import (
    Came,
    Declared,
    Fight,
    Intent,
    footing,
    unable,
)
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS, Major

#: Major actions that can be readied (W5.8): any but readying itself.
READIED = {id: words for id, words in MAJOR_ACTIONS.labels("action").items() if id != "ready"}

#: Major actions that an NPC takes on command (W5.3).
ON_COMMAND = {id: words for id, words in READIED.items() if id != "command-npc"}

#: Those of them that are the NPC's own procedure, with the commander as its first assistant.
OWN_ROLL = ("attack", "defend", "first-aid", "rally")

#: The part of whoever an action is for, where that is no target.
CONCERNED = {"wasteland.first_aid": "patient"}


def done(fight: Fight, who: str, action: str, intent: Intent) -> Came:
    """The fight after an action of somebody's, and the roll that it makes due."""
    if action == "assist":
        return StepResult(promised(fight, who, intent.whom))
    if action == "command-npc":
        return commanded(fight, who, intent)
    if action == "take-chem":
        patient = {"patient": intent.whom or who}
        return known(fight, Due(who, "Take Chem", TAKE_CHEM, {}, ("W4.6",), others=patient))
    if action not in READIED or not MAJOR_ACTIONS[action].procedure:
        return StepResult(fight)
    return declared(fight, who, MAJOR_ACTIONS[action], intent)


def declared(fight: Fight, who: str, row: Major, intent: Intent, commander: str = "") -> Came:
    """A roll of somebody's is due, and known as this action until its dice have fallen.

    What else the fight knows of it is fed when the dice fall: by then it may have changed.
    """
    inputs: dict[str, Any] = {"second_major": intent.second_major}
    concerns = {CONCERNED.get(row.procedure, "target"): intent.whom} if intent.whom else {}
    if row.id == "first-aid" and not intent.whom:
        concerns = {"patient": who}
    if row.id == "attack":
        if not intent.aim:
            inputs["aim"] = False
        if intent.zone:
            inputs["blast"] = True
            concerns = {f"target{place}": id for place, id in enumerate(intent.zone, 1)}
    label = f"{row.action} on command" if commander else row.action
    kind = (intent.npc_kind or kind_of(fight.combatant(who))) if commander else ""
    others = {**concerns, **({COMMANDERS[kind]: commander} if commander else {})}
    due = Due(who, label, row.procedure, inputs, (row.rule,), others=others)
    return known(fight, due, intent.aim, commander, kind)


def known(fight: Fight, due: Due, aim: bool = False, commander: str = "", kind: str = "") -> Came:
    """What is due is remembered with whoever rolls it, to be told from any other such roll."""
    second_major = due.inputs.get("second_major", False)
    action = Declared(due.procedure, second_major, aim, commander, kind, due.label)
    before = fight.combatant(due.who).turn.declared
    return StepResult(fight.turn(due.who, declared=(*before, action)), (due,))


def promised(fight: Fight, who: str, whom: str) -> Fight:
    """Help for another character's next test; two promises are both kept (W5.1)."""
    if not whom or whom == who:
        raise BadInput("whom", "say who else is helped")
    return fight.turn(who, assisting=(*fight.combatant(who).turn.assisting, whom))


# --- commands ---


def commanded(fight: Fight, who: str, intent: Intent) -> Came:
    """An allied NPC takes a major action; it costs the NPC nothing of its own turn (W5.3)."""
    check_command(fight, who, intent)
    row = MAJOR_ACTIONS[intent.npc_action]
    if row.id in OWN_ROLL:
        npc = replace(intent, whom=intent.npc_target, aim=False)
        return declared(fight, intent.whom, row, npc, commander=who)
    if row.id == "assist":
        fight = promised(fight, intent.whom, intent.npc_target)
    inputs: dict[str, Any] = {"npc_kind": intent.npc_kind} if intent.npc_kind else {}
    if row.id != "test":
        inputs["needs_test"] = False
    made = declared(fight, who, MAJOR_ACTIONS["command-npc"], intent)
    npc_rolls = {"npc": intent.whom}
    due = replace(made.due[0], inputs={**made.due[0].inputs, **inputs}, others=npc_rolls)
    return StepResult(made.scene, (due,))


def check_command(fight: Fight, who: str, intent: Intent) -> None:
    """BadInput on `whom` unless it is an NPC of the commander's side that is able to act."""
    if not intent.whom:
        raise BadInput("whom", "say which NPC is commanded")
    commander, npc = fight.combatant(who), fight.combatant(intent.whom, "whom")
    if intent.whom == who or (npc.turn.side == "players" and npc.sheet["kind"] == "pc"):
        raise BadInput("whom", f"{npc.name} is no NPC under your command (W5.3)")
    if npc.turn.side != commander.turn.side:
        raise BadInput("whom", f"{npc.name} is on the other side (W5.3)")
    if unable(npc):
        raise BadInput("whom", unable(npc))
    if intent.npc_action == "sprint" and footing(npc).crawls:
        raise BadInput("npc_action", f"{npc.name} is prone or lamed: no Sprint (W10.2)")
    if intent.npc_action == "assist" and intent.npc_target in ("", intent.whom):
        raise BadInput("npc_target", "say who else is helped")
