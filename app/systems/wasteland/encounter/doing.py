"""What an action comes to, once it is allowed and paid, or comes up: a roll that is due, help.

An action is declared before its dice fall. What was declared is kept with whoever rolls, until the
dice have fallen or it is waived: so whichever way the roll is opened, it is that very action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, with_combatant
from app.systems.wasteland.encounter.costs import TAKE_CHEM
from app.systems.wasteland.encounter.feeding import COMMANDERS
from app.systems.wasteland.encounter.state import (
    declared_by,
    footing,
    promised_by,
    somebody,
    unable,
)
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS, Major
from app.systems.wasteland.tables.attacks import OBJECT

#: Major actions that can be readied (W5.8): any but readying itself.
READIED = {id: words for id, words in MAJOR_ACTIONS.labels("action").items() if id != "ready"}

#: Major actions that an NPC takes on command (W5.3).
ON_COMMAND = {id: words for id, words in READIED.items() if id != "command-npc"}

#: Those of them that are the NPC's own procedure, with the commander as its first assistant.
OWN_ROLL = ("attack", "defend", "first-aid", "rally")

#: The part of whoever an action is for, where that is no target.
CONCERNED = {"wasteland.first_aid": "patient"}

#: What an NPC is to its commander by its body, where nobody says it (W5.3).
BY_BODY = {"person": "person", OBJECT: "robot"}


@dataclass(frozen=True)
class Told:
    """What was said with an action: when it was declared, or when it was readied.

    whom: the target, the patient, who is helped or commanded. zone: those whom a Blast hits.
    npc_action, npc_kind, npc_target: what the commanded NPC does, what it is, and at whom.
    """

    whom: str = ""
    second_major: bool = False
    aim: bool = False
    zone: tuple[str, ...] = ()
    npc_action: str = "test"
    npc_kind: str = ""
    npc_target: str = ""

    def record(self) -> dict[str, Any]:
        """As it is kept with a readied action; no aim lasts so long (W4.1)."""
        told = {**vars(self), "zone": list(self.zone)}
        return {name: value for name, value in told.items() if name != "aim"}


def told_of(record: Mapping[str, Any]) -> Told:
    """What was said with a readied action: the neighbour of `Told.record`."""
    known = {name: record[name] for name in vars(Told()) if name in record}
    return Told(**{**known, "zone": tuple(record.get("zone", ()))})


def done(state: State, who: str, action: str, told: Told) -> StepResult:
    """The state after an action of somebody's, and the roll that it makes due."""
    if action == "assist":
        return promised(state, who, told.whom)
    if action == "command-npc":
        return commanded(state, who, told)
    if action == "take-chem":
        dose = Due(who, "Take Chem", TAKE_CHEM, {}, ("W4.6",), others={"patient": told.whom or who})
        return known(state, dose)
    if action not in READIED or not MAJOR_ACTIONS[action].procedure:
        return StepResult(state)
    return declared(state, who, MAJOR_ACTIONS[action], told)


def declared(state: State, who: str, row: Major, told: Told, commander: str = "") -> StepResult:
    """A roll of somebody's is due, and known as this action until its dice have fallen.

    What else the fight knows of it is fed when the dice fall: by then it may have changed.
    """
    inputs: dict[str, Any] = {"second_major": told.second_major}
    concerns = {CONCERNED.get(row.procedure, "target"): told.whom} if told.whom else {}
    if row.id == "first-aid" and not told.whom:
        concerns = {"patient": who}
    if row.id == "attack":
        if not told.aim:
            inputs["aim"] = False
        if told.zone:
            inputs["blast"] = True
            concerns = {f"target{place}": id for place, id in enumerate(told.zone, 1)}
    label = f"{row.action} on command" if commander else row.action
    others = {**concerns, **_commander(state, who, commander, told)}
    due = Due(who, label, row.procedure, inputs, (row.rule,), others=others)
    by_whom = {"commander": commander} if commander else {}
    return known(state, due, aim=told.aim, **by_whom)


def known(state: State, due: Due, **more: Any) -> StepResult:
    """What is due is remembered with whoever rolls it, to be told from any other such roll."""
    second_major = due.inputs.get("second_major", False)
    kept = {"procedure": due.procedure, "second_major": second_major, "aim": False, **more}
    before = declared_by(somebody(state, due.who))
    return StepResult(with_combatant(state, due.who, declared=[*before, kept]), (due,))


def _commander(state: State, npc: str, commander: str, told: Told) -> dict[str, str]:
    """The part of who commands, which says the skill that helps (W5.3)."""
    if not commander:
        return {}
    kind = told.npc_kind or BY_BODY.get(somebody(state, npc).get("body_plan", "person"), "animal")
    return {next(role for role in COMMANDERS if role.startswith(kind)): commander}


def promised(state: State, who: str, whom: str) -> StepResult:
    """Help for another character's next test; two promises are both kept (W5.1)."""
    if not whom or whom == who:
        raise BadInput("whom", "say who else is helped")
    before = promised_by(somebody(state, who))
    return StepResult(with_combatant(state, who, assisting=[*before, whom]))


# --- commands ---


def commanded(state: State, who: str, told: Told) -> StepResult:
    """An allied NPC takes a major action; it costs the NPC nothing of its own turn (W5.3)."""
    check_command(state, who, told)
    row = MAJOR_ACTIONS[told.npc_action]
    if row.id in OWN_ROLL:
        npc = replace(told, whom=told.npc_target, aim=False)
        return declared(state, told.whom, row, npc, commander=who)
    if row.id == "assist":
        state = promised(state, told.whom, told.npc_target).state
    inputs: dict[str, Any] = {"npc_kind": told.npc_kind} if told.npc_kind else {}
    if row.id != "test":
        inputs["needs_test"] = False
    made = declared(state, who, MAJOR_ACTIONS["command-npc"], told)
    due = replace(made.due[0], inputs={**made.due[0].inputs, **inputs}, others={"npc": told.whom})
    return StepResult(made.state, (due,))


def check_command(state: State, who: str, told: Told) -> None:
    """BadInput on `whom` unless it is an NPC of the commander's side that is able to act."""
    if not told.whom:
        raise BadInput("whom", "say which NPC is commanded")
    commander, npc = somebody(state, who), somebody(state, told.whom, "whom")
    if told.whom == who or (npc["side"] == "players" and npc.get("kind") == "pc"):
        raise BadInput("whom", f"{npc['name']} is no NPC under your command (W5.3)")
    if npc["side"] != commander["side"]:
        raise BadInput("whom", f"{npc['name']} is on the other side (W5.3)")
    if unable(npc):
        raise BadInput("whom", unable(npc))
    if told.npc_action == "sprint" and footing(npc).crawls:
        raise BadInput("npc_action", f"{npc['name']} is prone or lamed: no Sprint (W10.2)")
    if told.npc_action == "assist" and told.npc_target in ("", told.whom):
        raise BadInput("npc_target", "say who else is helped")
