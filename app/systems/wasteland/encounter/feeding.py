"""What only the fight gives to a roll: pool, second action, aim, help, cover (W3-W7).

feed tells what hangs on whoever rolls, met on the others whom the roll concerns, said on what the
form says already. What stands on sheets the forms read there, whoever's they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.errors import BadInput
from app.core.sheets import Sheet
from app.systems.wasteland.encounter.costs import ACTION_OF, counted, taken
from app.systems.wasteland.encounter.helping import MOST_HELPERS, helped
from app.systems.wasteland.encounter.state import (
    Declared,
    Fight,
    Fighter,
    counter,
    defense_now,
    luck_left,
    waiting,
)
from app.systems.wasteland.feeding import commander as commands
from app.systems.wasteland.procedures import POOLED, TESTS
from app.systems.wasteland.tables.actions import COMMAND_SKILLS
from app.systems.wasteland.tables.attacks import OBJECT
from app.systems.wasteland.zones import MOST as MOST_IN_ZONE
from app.systems.wasteland.zones import told_of

#: The part of who commands the roll of an NPC, by what that is: the skill that helps goes by it
#: (W5.3).
COMMANDERS = {row.npc: f"{row.npc}_commander" for row in COMMAND_SKILLS}

#: What an NPC is to its commander by its body, where nobody says it (W5.3).
BY_BODY = {"person": "person", OBJECT: "robot"}


def kind_of(npc: Fighter) -> str:
    """What an NPC is to its commander, as far as its body tells."""
    return BY_BODY.get(npc.sheet["body_plan"], "animal")


def feed(fight: Fight, who: str, procedure: str) -> dict[str, Any]:
    """Inputs that hang on whoever rolls: pool, second action, aim, helpers, what has begun."""
    fighter = fight.combatants.get(who)
    if fighter is None:
        return {}
    fed: dict[str, Any] = {}
    if procedure in POOLED:
        fed |= counter(_once_counted(fight, who, procedure), fighter.turn.side)
    if procedure in TESTS:
        fed["second_major"] = _second_major(fight, who, procedure)
        if procedure != "wasteland.command_npc":  # there the NPC makes the test
            fed |= helped(fighter)
    match procedure.partition(".")[2]:
        case "attack":
            fed["aim"] = _aims(fight, who)
        case "defend":
            fed |= _defense(fighter)
        case "dying_test":
            fed |= _injuries(fighter.sheet, "injuries")
        case "act_faster" if fight.now.started:
            fed["luck_points"] = luck_left(fighter)
            # W9.2, W9.3: before the own place comes, and never inside somebody's turn.
            fed["turn_taken"] = who not in waiting(fight)[1:]
            fed["turn_in_progress"] = fight.now.current is not None
        case "action_budget":
            fed["no_free_actions"] = fighter.turn.no_free_actions
    return fed


def meant(fighter: Fighter, procedure: str, commander: str = "") -> Declared | None:
    """What was declared, or lay ready, that a roll of this procedure is: the oldest of it.

    commander: on whose command it is rolled; on nobody's it is the own action, if there is one.
    """
    found = [each for each in fighter.turn.declared if each.procedure == procedure]
    alike = [each for each in found if each.commander == commander]
    return next(iter(alike or found), None)


def _second_major(fight: Fight, who: str, procedure: str) -> bool:
    """Is the roll that of a second major action (W3.3)? Undeclared, it counts when it falls."""
    fighter = fight.combatants[who]
    if declared := meant(fighter, procedure):
        return declared.second_major
    return (
        _undeclared(fight, who, procedure) and counted(fighter, ACTION_OF[procedure]).second_major
    )


def _undeclared(fight: Fight, who: str, procedure: str) -> bool:
    """Will this roll count as an action that nobody has declared?"""
    if fight.now.current != who or procedure not in ACTION_OF:
        return False
    return meant(fight.combatants[who], procedure) is None


def _once_counted(fight: Fight, who: str, procedure: str) -> Fight:
    """The fight as it is when an undeclared action has been paid, as it is by its dice (W3.3)."""
    if not _undeclared(fight, who, procedure):
        return fight
    try:
        return taken(fight, who, ACTION_OF[procedure])[0]
    except BadInput:
        return fight


def _aims(fight: Fight, who: str) -> bool:
    """Has the attack an Aim's re-roll: the one declared first, and no other (W4.1)?

    What is due without it, such as a readied attack, says so itself.
    """
    fighter = fight.combatants[who]
    if meant(fighter, "wasteland.attack"):
        return any(each.aim for each in fighter.turn.declared)
    return fight.now.current == who and fighter.turn.aim_ready and not fighter.turn.attacked


def _defense(fighter: Fighter) -> dict[str, int]:
    """Defense, where it is another than the sheet says: put right, or more than a test faces."""
    now = defense_now(fighter)
    return {} if fighter.sheet["defense"] == now else {"defense": now}


def met(fight: Fight, cast: Mapping[str, str], procedure: str) -> dict[str, Any]:
    """Inputs that hang on whom a roll concerns: the Defense and cover of a target; a patient."""
    there = fight.combatants
    target, patient = there.get(cast.get("target", "")), there.get(cast.get("patient", ""))
    match procedure.partition(".")[2]:
        case "attack" if target:
            return {**_defense(target), **_standing(target.sheet)}
        case "damage" if target:
            cover = {"cover_dice": target.turn.cover_dice}
            return {**cover, **_standing(target.sheet), **_body(target.sheet)}
        case "spread_hit" if target:
            return _body(target.sheet)
        case "first_aid" if patient:
            return {**_patient(patient.sheet), "on_self": cast.get("self") == patient.id}
        case "take_chem" if patient:
            return _patient(patient.sheet)
        case "command_npc" if cast.get("npc", "") in there:
            return helped(there[cast["npc"]], commander=cast.get("self", ""))
    return {}


def said(
    fight: Fight, cast: Mapping[str, str], procedure: str, inputs: Mapping[str, Any]
) -> dict[str, Any]:
    """Inputs that hang on what the form says: a blast has no single target, a commander helps."""
    if procedure == "wasteland.blast":
        return _zone(fight, cast, inputs)
    fed: dict[str, Any] = {}
    if procedure == "wasteland.attack" and inputs.get("blast"):
        fed["target_prone"] = False  # W6.14: a zone is never prone
    if procedure == "wasteland.command_npc" and inputs.get("needs_test") is False:
        fed |= {"npc_attribute": 1, "npc_skill": 0}  # W5.3: without a test nobody asks for them
    if procedure in TESTS and "self" in cast:
        fed |= _commanded(fight, cast, procedure, inputs)
    return fed


def commander_in(cast: Mapping[str, str]) -> str:
    """Who plays the part of a commander; empty if nobody does."""
    return next((cast[role] for role in COMMANDERS.values() if role in cast), "")


def _commanded(
    fight: Fight, cast: Mapping[str, str], procedure: str, inputs: Mapping[str, Any]
) -> dict[str, Any]:
    """The commander is the first assistant, by their sheet; the helpers come after (W5.3).

    So it is whichever way the roll was opened. Of another command than the one that was declared
    nothing is left.
    """
    npc, plays = fight.combatants[cast["self"]], commander_in(cast)
    declared = meant(npc, procedure, plays)
    if not plays and (declared is None or not declared.commander):
        return {}
    declared = declared or Declared()
    first: Mapping[str, Any] = {}
    if declared.commander in fight.combatants:
        role = COMMANDERS[declared.kind or kind_of(npc)]
        first = commands({role: fight.combatants[declared.commander].sheet}, inputs)
    others = helped(npc, MOST_HELPERS - bool(first), declared.commander)
    return {
        name: [*first.get(name, ()), *others.get(name, ())]
        for name in ("assist_targets", "assist_crits")
    }


def _zone(fight: Fight, cast: Mapping[str, str], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The cover of everybody in the zone of a blast; all else stands on their sheets (W7.14)."""
    places = range(1, MOST_IN_ZONE + 1)
    there = {place: fight.combatants.get(cast.get(f"target{place}", "")) for place in places}
    cover = {place: each.turn.cover_dice for place, each in there.items() if each}
    return told_of({place: {"target_cover": dice} for place, dice in cover.items()}, inputs)


# --- where a form takes it otherwise than a sheet has it ---


def _standing(target: Sheet) -> dict[str, bool]:
    """An object is never prone, whatever was marked (W7.4)."""
    return {"target_prone": False} if target["body_plan"] == OBJECT else {}


def _body(target: Sheet) -> dict[str, int]:
    """Of whoever has no maximum HP at all a form says 1."""
    return {**({"max_hp": 1} if target["max_hp"] < 1 else {}), **_injuries(target, "injuries")}


def _injuries(sheet: Sheet, name: str) -> dict[str, int]:
    """No form asks for more injuries than 20. name: how it calls them."""
    return {name: 20} if sheet["untreated"] > 20 else {}


def _patient(sheet: Sheet) -> dict[str, int]:
    """Marked so by hand, somebody may be dying with HP left: being dying is being at 0 (W7.4)."""
    hp = {"patient_hp": 0} if sheet["dying"] else {}
    return {**hp, **_injuries(sheet, "patient_injuries")}
