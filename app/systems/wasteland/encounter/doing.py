"""Results of an action once it is allowed and paid, or triggered: a due roll, help.

An action is declared before its dice are rolled. The declaration stays with the roller until the
roll or until it is waived, so a roll from any menu counts as that very action.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.core.encounters.rolls import Due
from app.core.encounters.scenes import StepResult
from app.core.errors import BadInput
from app.systems.wasteland.encounter.costs import TAKE_CHEM, allow_dose
from app.systems.wasteland.encounter.feeding import COMMANDERS, kind_of
from app.systems.wasteland.encounter.state import (
    Declared,
    Fight,
    Intent,
    Readied,
    Result,
    footing,
    is_object,
    is_player_character,
    unable,
)
from app.systems.wasteland.rules.feeding import bare_hands
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS, Major

#: Major actions that can be readied (W5.8): any but readying itself.
READIED = {id: words for id, words in MAJOR_ACTIONS.labels("action").items() if id != "ready"}

#: Major actions that an NPC takes on command (W5.3).
ON_COMMAND = {id: words for id, words in READIED.items() if id != "command-npc"}

#: Those of them that are the NPC's own procedure, with the commander as its first assistant.
OWN_ROLL = ("attack", "defend", "first-aid", "rally")


def occasion(held: Readied) -> str:
    """Return a readied action with its trigger: `A raider shoots: Attack`."""
    return f"{held.trigger or 'It comes up'}: {READIED[held.action]}"


def done(fight: Fight, who: str, action: str, intent: Intent) -> Result:
    """Carry out an action, with the roll that it makes due."""
    if action == "assist":
        return StepResult(promise_help(fight, who, intent.whom))
    if action == "command-npc":
        return command_npc(fight, who, intent)
    if action == "take-chem":
        patient = {"patient": intent.whom or who}
        return record_roller(fight, Due(who, "Take Chem", TAKE_CHEM, {}, ("W4.6",), others=patient))
    if action not in READIED or not MAJOR_ACTIONS[action].procedure:
        return StepResult(fight)
    return declare_roll(fight, who, MAJOR_ACTIONS[action], intent)


def declare_roll(fight: Fight, who: str, row: Major, intent: Intent, commander: str = "") -> Result:
    """Make a roll due and declare it as this action until its dice are rolled.

    The fight feeds all else at the roll: by then it may have changed.
    """
    inputs: dict[str, object] = {"second_major": intent.second_major}
    concerns = {"target": intent.whom} if intent.whom else {}
    if row.id == "first-aid":
        concerns = {"patient": intent.whom or who}
        fight = allow_dose(fight, who, concerns["patient"])
    if row.id == "attack":
        if not intent.aim:
            inputs["aim"] = False
        if not fight.combatant(who).sheet["weapons"] and not intent.zone:
            inputs |= bare_hands(fight.combatant(who).sheet)
        if intent.zone:
            inputs["blast"] = True
            concerns = {f"target{number}": id for number, id in enumerate(intent.zone, 1)}
    label = f"{row.action} on command" if commander else row.action
    kind = (intent.npc_kind or kind_of(fight.combatant(who))) if commander else ""
    others = {**concerns, **({COMMANDERS[kind]: commander} if commander else {})}
    due = Due(who, label, row.procedure, inputs, (row.rule,), others=others)
    return record_roller(fight, due, aim=intent.aim, commander=commander, kind=kind)


def record_roller(fight: Fight, due: Due, **more: Any) -> Result:
    """Record a due roll with its roller, to distinguish it from others of its kind.

    more: further fields of the declared action.
    """
    second_major = due.inputs.get("second_major", False)
    action = Declared(due.procedure, second_major, label=due.label, **more)
    before = fight.combatant(due.who).turn.declared
    return StepResult(fight.turn(due.who, declared=(*before, action)), (due,))


def promise_help(fight: Fight, who: str, whom: str) -> Fight:
    """Promise help for another character's next test; two promises both count (W5.1)."""
    if not whom or whom == who:
        raise BadInput("whom", "choose someone else to help")
    return fight.turn(who, assisting=(*fight.combatant(who).turn.assisting, whom))


# --- commands ---


def command_npc(fight: Fight, who: str, intent: Intent) -> Result:
    """Command an allied NPC to take a major action; it costs the NPC nothing (W5.3)."""
    check_command(fight, who, intent)
    row = MAJOR_ACTIONS[intent.npc_action]
    if row.id in OWN_ROLL:
        npc = replace(intent, whom=intent.npc_target, aim=False)
        return declare_roll(fight, intent.whom, row, npc, commander=who)
    if row.id == "assist":
        fight = promise_help(fight, intent.whom, intent.npc_target)
    inputs: dict[str, object] = {"npc_kind": intent.npc_kind} if intent.npc_kind else {}
    if row.id != "test":
        inputs["needs_test"] = False
    play = declare_roll(fight, who, MAJOR_ACTIONS["command-npc"], intent)
    npc_rolls = {"npc": intent.whom}
    due = replace(play.due[0], inputs={**play.due[0].inputs, **inputs}, others=npc_rolls)
    return StepResult(play.scene, (due,))


def check_command(fight: Fight, who: str, intent: Intent) -> None:
    """Raise BadInput on `whom` unless it is an able NPC of the commander's side, no object."""
    if not intent.whom:
        raise BadInput("whom", "choose the NPC to command")
    commander, npc = fight.combatant(who), fight.combatant(intent.whom, "whom")
    if intent.whom == who or is_player_character(npc):
        raise BadInput("whom", f"you can’t command {npc.name} (W5.3)")
    if is_object(npc):
        raise BadInput("whom", f"{npc.name} is an object and takes no actions (W2.3)")
    if npc.turn.side != commander.turn.side:
        raise BadInput("whom", f"{npc.name} is on the other side (W5.3)")
    if unable(npc):
        raise BadInput("whom", unable(npc))
    if intent.npc_action == "sprint" and footing(npc).crawls:
        raise BadInput("npc_action", f"{npc.name}: no Sprint, prone or leg injury (W10.2)")
    if intent.npc_action == "assist" and intent.npc_target in ("", intent.whom):
        raise BadInput("npc_target", "choose someone else to help")
