"""What the fight gives to a roll: pool, second action, the target, the patient; and rolls due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.encounters import Due, State
from app.systems.wasteland.encounter.state import (
    Combatant,
    defense_now,
    footing,
    helpers_of,
    purse,
    untreated,
)
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS
from app.systems.wasteland.turns import is_second_major

#: Actions that can be readied: any major one but readying itself.
READIED = {id: words for id, words in MAJOR_ACTIONS.labels("action").items() if id != "ready"}

#: Procedures that are tests; they, and some more, say whose pool pays and earns.
TESTS = frozenset(
    ("skill_test", "attack", "defend", "first_aid", "rally", "command_npc", "dying_test")
)
POOLED = TESTS | {"damage", "action_budget", "spend_ap"}

#: The part of whoever an action is for, where that is no target.
CONCERNED = {"wasteland.first_aid": "patient", "wasteland.command_npc": "npc"}


def feed(state: State, who: str, procedure: str) -> dict[str, Any]:
    """Inputs that the fight gives to a roll of somebody's: pool, second action, aim, helpers."""
    whose = state["combatants"].get(who)
    if whose is None:
        return {}
    name = procedure.partition(".")[2]
    fed: dict[str, Any] = {}
    if name in POOLED:
        fed |= purse(state, whose)
    if name in TESTS:
        mine = state["current"] == who
        fed["second_major"] = mine and is_second_major(whose["major_used"], footing(whose))
        fed |= helped(whose)
    match name:
        case "attack":
            fed["aim"] = whose["aimed"]
        case "defend":
            fed["defense"] = defense_now(whose)
        case "dying_test":
            fed["injuries"] = min(20, max(1, untreated(whose)))
            fed["second_major"] = False
        case "action_budget":
            stance = footing(whose)
            fed |= {
                "prone": stance.prone,
                "leg_injury": stance.leg_injury,
                "no_free_actions": stance.no_free_actions,
            }
    return fed


def met(state: State, cast: Mapping[str, str], procedure: str) -> dict[str, Any]:
    """Inputs that hang on whom a roll concerns: Defense, cover, HP of a target; a patient."""
    there = state["combatants"]
    target, patient = there.get(cast.get("target")), there.get(cast.get("patient"))
    match procedure.partition(".")[2]:
        case "attack" if target:
            return {"defense": defense_now(target), "target_prone": target["prone"]}
        case "damage" if target:
            return {
                "target_prone": target["prone"],
                "cover_dice": target["cover_dice"],
                **_body(target),
            }
        case "spread_hit" if target:
            return _body(target)
        case "first_aid" if patient:
            return _patient(patient, on_self=cast.get("self") == cast["patient"])
    return {}


def helped(whose: Combatant) -> dict[str, Any]:
    """Whose dice fall with somebody's test (W1.9, W5.1)."""
    helpers = helpers_of(whose)
    if not helpers:
        return {}
    return {
        "assist_targets": [helper["target"] for helper in helpers],
        "assist_crits": [helper["crit"] for helper in helpers],
    }


def _body(target: Combatant) -> dict[str, Any]:
    return {
        "hp": target["hp"],
        "max_hp": max(1, target["max_hp"]),
        "injuries": min(20, untreated(target)),
    }


def _patient(patient: Combatant, on_self: bool) -> dict[str, Any]:
    return {
        "patient_injuries": min(20, untreated(patient)),
        "on_self": on_self,
        "patient_dying": patient["dying"],
        "patient_max_hp": patient["max_hp"],
        "patient_hp": patient["hp"],
    }


def roll_of(
    state: State, who: str, action: str, second_major: bool, whom: str = ""
) -> tuple[Due, ...]:
    """The roll that a major action asks for, whom it concerns, and whether it is the second one.

    What else the fight knows of it is fed when the dice fall: by then it may have changed.
    """
    if action not in READIED or not MAJOR_ACTIONS[action].procedure:
        return ()
    row = MAJOR_ACTIONS[action]
    role = CONCERNED.get(row.procedure, "target")
    whom = whom or (who if role == "patient" else "")
    others = {role: whom} if whom else {}
    inputs = {"second_major": second_major}
    return (Due(who, row.action, row.procedure, inputs, (row.rule,), others=others),)
