"""What the fight gives to a roll: pool, second action, aim, help, the target, the patient (W3-W7).

feed tells what hangs on whoever rolls, met on the others whom the roll concerns, said on what the
form says already.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.errors import BadInput
from app.core.flat import State
from app.systems.wasteland.encounter.costs import ACTION_OF, counted, taken
from app.systems.wasteland.encounter.helping import MOST_HELPERS, helped
from app.systems.wasteland.encounter.state import (
    Combatant,
    counter,
    declared_by,
    defense_now,
    footing,
    untreated,
    waiting,
)
from app.systems.wasteland.tables.actions import COMMAND_SKILLS
from app.systems.wasteland.tables.attacks import OBJECT
from app.systems.wasteland.zones import MOST as MOST_IN_ZONE
from app.systems.wasteland.zones import told_of

#: Procedures that are tests; they, and some more, say whose pool pays and earns.
TESTS = frozenset(
    f"wasteland.{name}"
    for name in (
        "skill_test",
        "attack",
        "defend",
        "first_aid",
        "rally",
        "command_npc",
        "dying_test",
    )
)
POOLED = TESTS | {f"wasteland.{name}" for name in ("damage", "blast", "action_budget", "spend_ap")}

#: The part of who commands the roll of an NPC, by whose skill it is that helps (W5.3).
COMMANDERS = tuple(f"{row.npc}_commander" for row in COMMAND_SKILLS)


def feed(state: State, who: str, procedure: str) -> dict[str, Any]:
    """Inputs that hang on whoever rolls: pool, second action, aim, helpers, how they stand."""
    whose = state["combatants"].get(who)
    if whose is None:
        return {}
    fed: dict[str, Any] = {}
    if procedure in POOLED:
        fed |= counter(_once_counted(state, who, procedure), whose)
    if procedure in TESTS:
        fed["second_major"] = _second_major(state, who, procedure)
        if procedure != "wasteland.command_npc":  # there the NPC makes the test
            fed |= helped(whose)
    match procedure.partition(".")[2]:
        case "attack":
            fed["aim"] = _aims(state, who)
        case "defend":
            fed["defense"] = defense_now(whose)
        case "dying_test":
            fed["injuries"] = min(20, untreated(whose))  # W7.5: all treated is difficulty 0
        case "act_faster" if state["started"]:
            # W9.2, W9.3: before the own place comes, and never inside somebody's turn.
            fed["turn_taken"] = who not in waiting(state)[1:]
            fed["turn_in_progress"] = state["current"] is not None
        case "action_budget":
            stance = footing(whose)
            fed |= {
                "prone": stance.prone,
                "leg_injury": stance.leg_injury,
                "no_free_actions": stance.no_free_actions,
            }
    return fed


def meant(whose: Combatant, procedure: str) -> Mapping[str, Any] | None:
    """What was declared, or lay ready, that a roll of this procedure is: the oldest of it."""
    found = (each for each in declared_by(whose) if each["procedure"] == procedure)
    return next(found, None)


def _second_major(state: State, who: str, procedure: str) -> bool:
    """Is the roll that of a second major action (W3.3)? Undeclared, it counts when it falls."""
    whose = state["combatants"][who]
    if declared := meant(whose, procedure):
        return bool(declared["second_major"])
    return _undeclared(state, who, procedure) and counted(whose, ACTION_OF[procedure]).second_major


def _undeclared(state: State, who: str, procedure: str) -> bool:
    """Will this roll count as an action that nobody has declared?"""
    whose = state["combatants"][who]
    return state["current"] == who and procedure in ACTION_OF and meant(whose, procedure) is None


def _once_counted(state: State, who: str, procedure: str) -> State:
    """The state as it is when an undeclared action has been paid, as it is by its dice (W3.3)."""
    if not _undeclared(state, who, procedure):
        return state
    try:
        return taken(state, who, ACTION_OF[procedure])[0]
    except BadInput:
        return state


def _aims(state: State, who: str) -> bool:
    """Has the attack an Aim's re-roll: the one declared first, and no other (W4.1)?"""
    whose = state["combatants"][who]
    if declared := meant(whose, "wasteland.attack"):
        return bool(declared["aim"])
    return bool(state["current"] == who and whose["aim_ready"] and not whose["attacked"])


def met(state: State, cast: Mapping[str, str], procedure: str) -> dict[str, Any]:
    """Inputs that hang on whom a roll concerns: Defense, cover, HP of a target; a patient."""
    there = state["combatants"]
    target, patient = there.get(cast.get("target")), there.get(cast.get("patient"))
    match procedure.partition(".")[2]:
        case "attack" if target:
            return {"defense": defense_now(target), "target_prone": _lies(target)}
        case "damage" if target:
            return {
                "target_prone": _lies(target),
                "cover_dice": target["cover_dice"],
                **_body(target),
            }
        case "spread_hit" if target:
            return _body(target)
        case "first_aid" if patient:
            on_self = cast.get("self") == cast["patient"]
            return {**_patient(patient), "on_self": on_self}
        case "take_chem" if patient:
            return _patient(patient)
        case "command_npc" if cast.get("npc") in there:
            return helped(there[cast["npc"]])
    return {}


def said(
    state: State, cast: Mapping[str, str], procedure: str, inputs: Mapping[str, Any]
) -> dict[str, Any]:
    """Inputs that hang on what the form says: a blast has no single target, a commander helps."""
    if procedure == "wasteland.blast":
        return _zone(state, cast, inputs)
    fed: dict[str, Any] = {}
    if procedure == "wasteland.attack" and inputs.get("blast"):
        fed["target_prone"] = False  # W6.14: a zone is never prone
    if "self" in cast and any(role in cast for role in COMMANDERS):
        fed |= _commanded(state["combatants"][cast["self"]], procedure, inputs)
    return fed


def _commanded(npc: Combatant, procedure: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The commander is the first assistant, as the sheet says; the helpers come after (W5.3).

    Of another command than the one that was declared nothing is left.
    """
    first = int("commander" in (meant(npc, procedure) or {}))
    others = helped(npc, MOST_HELPERS - first)
    return {
        name: [*inputs.get(name, ())[:first], *others.get(name, ())]
        for name in ("assist_targets", "assist_crits")
    }


def _zone(state: State, cast: Mapping[str, str], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Everybody in the zone of a blast, as the fight knows them (W7.14)."""
    places = range(1, MOST_IN_ZONE + 1)
    there = {place: state["combatants"].get(cast.get(f"target{place}")) for place in places}
    return told_of({place: _in_it(whose) for place, whose in there.items() if whose}, inputs)


def _in_it(whose: Combatant) -> dict[str, Any]:
    """What counts of somebody in the zone, by the lists of a blast's form."""
    body = _body(whose)
    return {
        "target_bodies": whose["body_plan"],
        "target_cover": whose["cover_dice"],
        "target_max_hp": body["max_hp"],
        "target_hp": body["hp"],
        "target_injuries": body["injuries"],
        "prone": whose["prone"],
    }


def _lies(target: Combatant) -> bool:
    """Is somebody prone? An object never is (W7.4)."""
    return bool(target["prone"]) and target.get("body_plan") != OBJECT


def _body(target: Combatant) -> dict[str, Any]:
    return {
        "hp": target["hp"],
        "max_hp": max(1, target["max_hp"]),
        "injuries": min(20, untreated(target)),
    }


def _patient(patient: Combatant) -> dict[str, Any]:
    return {
        "patient_injuries": min(20, untreated(patient)),
        "patient_dying": patient["dying"],
        "patient_max_hp": patient["max_hp"],
        # Marked so by hand, somebody may be dying with HP left: being dying is being at 0 (W7.4).
        "patient_hp": 0 if patient["dying"] else patient["hp"],
    }
