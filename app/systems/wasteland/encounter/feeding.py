"""Inputs that only the fight gives to a roll: pool, second action, aim, help, cover (W3-W7).

`prefill_actor` returns those of the roller, `prefill_target` those of the other participants,
`prefill_from_form` those that depend on the form. Forms read all else from the sheets.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.sheets import Sheet
from app.systems.wasteland.encounter.costs import ACTION_OF, count_action, take_action
from app.systems.wasteland.encounter.helping import MOST_HELPERS, helper_inputs
from app.systems.wasteland.encounter.state import (
    Declared,
    Fight,
    Fighter,
    counter,
    defense_now,
    luck_left,
    pool_side,
    waiting,
)
from app.systems.wasteland.procedures import POOLED, TESTS
from app.systems.wasteland.rules.feeding import commander as commands
from app.systems.wasteland.rules.zones import MOST as MOST_IN_ZONE
from app.systems.wasteland.rules.zones import known_blast_inputs
from app.systems.wasteland.tables.actions import COMMAND_SKILLS
from app.systems.wasteland.tables.attacks import OBJECT

#: The role of the commander in an NPC's roll, by its kind: the skill that helps goes by it
#: (W5.3).
COMMANDERS = {row.npc: f"{row.npc}_commander" for row in COMMAND_SKILLS}


def kind_of(npc: Fighter) -> str:
    """Return the kind of an NPC for its commander by its body, unless it is stated (W5.3)."""
    return "person" if npc.sheet["body_plan"] == "person" else "animal"


def prefill_actor(fight: Fight, who: str, procedure: str) -> Values:
    """Return the inputs of the roller: pool, second action, aim, helpers, turn."""
    fighter = fight.combatants.get(who)
    if fighter is None:
        return {}
    inputs: dict[str, object] = {}
    if procedure in POOLED:
        inputs |= counter(_once_counted(fight, who, procedure), pool_side(fighter))
    if procedure in TESTS:
        inputs["second_major"] = _second_major(fight, who, procedure)
        if procedure != "wasteland.command_npc":  # there the NPC makes the test
            inputs |= helper_inputs(fighter)
    match procedure.partition(".")[2]:
        case "attack":
            inputs["aim"] = _aims(fight, who)
        case "defend":
            inputs |= _defense(fighter)
        case "dying_test":
            inputs |= _injuries(fighter.sheet, "injuries")
        case "act_faster" if fight.now.started:
            inputs["luck_points"] = luck_left(fighter)
            # W9.2, W9.3: before the own place comes, and never inside another turn.
            inputs["turn_taken"] = who not in waiting(fight)[1:]
            inputs["turn_in_progress"] = fight.now.current is not None
        case "action_budget":
            inputs["no_free_actions"] = fighter.turn.no_free_actions
    return inputs


def oldest_declared(fighter: Fighter, procedure: str, commander: str = "") -> Declared | None:
    """Return the oldest declared action of this procedure.

    commander: prefer one on this command; empty for an own action.
    """
    matches = [each for each in fighter.turn.declared if each.procedure == procedure]
    alike = [each for each in matches if each.commander == commander]
    return next(iter(alike or matches), None)


def _second_major(fight: Fight, who: str, procedure: str) -> bool:
    """Tell whether the roll is a second major action (W3.3), declared or not."""
    fighter = fight.combatants[who]
    if declared := oldest_declared(fighter, procedure):
        return declared.second_major
    return (
        _undeclared(fight, who, procedure)
        and count_action(fighter, ACTION_OF[procedure]).second_major
    )


def _undeclared(fight: Fight, who: str, procedure: str) -> bool:
    """Tell whether this roll will count as an undeclared action."""
    if fight.now.current != who or procedure not in ACTION_OF:
        return False
    return oldest_declared(fight.combatants[who], procedure) is None


def _once_counted(fight: Fight, who: str, procedure: str) -> Fight:
    """Return the fight as it will be once an undeclared action is paid (W3.3)."""
    if not _undeclared(fight, who, procedure):
        return fight
    try:
        return take_action(fight, who, ACTION_OF[procedure])[0]
    except BadInput:
        return fight


def _aims(fight: Fight, who: str) -> bool:
    """Tell whether the attack has the re-roll of an Aim: only the first declared one (W4.1).

    A due attack without it, such as a readied one, says so itself.
    """
    fighter = fight.combatants[who]
    if oldest_declared(fighter, "wasteland.attack"):
        return any(each.aim for each in fighter.turn.declared)
    return fight.now.current == who and fighter.turn.aim_ready and not fighter.turn.attacked


def _defense(fighter: Fighter) -> dict[str, int]:
    """Return a Defense other than the sheet's: corrected, or limited to the most of a test."""
    now = defense_now(fighter)
    return {} if fighter.sheet["defense"] == now else {"defense": now}


def prefill_target(fight: Fight, cast: Mapping[str, str], procedure: str) -> Values:
    """Return the inputs of a roll's targets: Defense and cover, or a patient."""
    there = fight.combatants
    target, patient = there.get(cast.get("target", "")), there.get(cast.get("patient", ""))
    match procedure.partition(".")[2]:
        case "attack" if target:
            return {**_defense(target), **_standing(target.sheet)}
        case "damage" if target:
            cover = {"cover_dice": target.turn.cover_dice}
            return {**cover, **_standing(target.sheet), **_injuries(target.sheet, "injuries")}
        case "spread_hit" if target:
            return _injuries(target.sheet, "injuries")
        case "first_aid" if patient:
            return {**_patient(patient.sheet), "on_self": cast.get("self") == patient.id}
        case "take_chem" if patient:
            return _patient(patient.sheet)
        case "command_npc" if cast.get("npc", "") in there:
            return helper_inputs(there[cast["npc"]], commander=cast.get("self", ""))
    return {}


def prefill_from_form(
    fight: Fight, cast: Mapping[str, str], procedure: str, inputs: Values
) -> Values:
    """Return the inputs that depend on the form: a blast's zone, a commander's help."""
    if procedure == "wasteland.blast":
        return _zone(fight, cast, inputs)
    values: dict[str, object] = {}
    if procedure == "wasteland.attack" and inputs.get("blast"):
        values["target_prone"] = False  # W6.14: a zone is never prone
    if procedure == "wasteland.command_npc" and inputs.get("needs_test") is False:
        values |= {"npc_attribute": 1, "npc_skill": 0}  # W5.3: without a test they are not needed
    if procedure in TESTS and "self" in cast:
        values |= _commanded(fight, cast, procedure, inputs)
    return values


def commander_in(cast: Mapping[str, str]) -> str:
    """Return the id of the commander; empty without one."""
    return next((cast[role] for role in COMMANDERS.values() if role in cast), "")


def _commanded(fight: Fight, cast: Mapping[str, str], procedure: str, inputs: Values) -> Values:
    """Return the assistants of a commanded test, the commander first, and their pool (W5.3, W1.14).

    This holds however the roll was opened. A command other than the declared one has no effect.
    """
    npc, plays = fight.combatants[cast["self"]], commander_in(cast)
    declared = oldest_declared(npc, procedure, plays)
    if not plays and (declared is None or not declared.commander):
        return {}
    declared = declared or Declared()
    first: Values = {}
    pool: Values = {}
    if declared.commander in fight.combatants:
        commander = fight.combatants[declared.commander]
        first = commands({COMMANDERS[declared.kind or kind_of(npc)]: commander.sheet}, inputs)
        pool = counter(fight, pool_side(commander))
    others = helper_inputs(npc, MOST_HELPERS - bool(first), declared.commander)
    assistants = {
        name: [*first.get(name, ()), *others.get(name, ())]
        for name in ("assist_targets", "assist_crits")
    }
    return {**assistants, **pool}


def _zone(fight: Fight, cast: Mapping[str, str], inputs: Values) -> Values:
    """Return the cover of all targets in the zone of a blast (W7.14); sheets have the rest."""
    places = range(1, MOST_IN_ZONE + 1)
    there = {number: fight.combatants.get(cast.get(f"target{number}", "")) for number in places}
    cover = {number: each.turn.cover_dice for number, each in there.items() if each}
    return known_blast_inputs(
        {number: {"target_cover": dice} for number, dice in cover.items()}, inputs
    )


# --- where a form takes it otherwise than a sheet has it ---


def _standing(target: Sheet) -> dict[str, bool]:
    """Return the inputs of an object, which is never prone, even if marked so (W7.4)."""
    return {"target_prone": False} if target["body_plan"] == OBJECT else {}


def _injuries(sheet: Sheet, name: str) -> dict[str, int]:
    """Limit injuries to the 20 that forms take.

    name: the input of the form.
    """
    return {name: 20} if sheet["untreated"] > 20 else {}


def _patient(sheet: Sheet) -> dict[str, int]:
    """Return 0 HP for a dying patient: a mark by hand may leave HP (W7.4)."""
    hp = {"patient_hp": 0} if sheet["dying"] else {}
    return {**hp, **_injuries(sheet, "patient_injuries")}
