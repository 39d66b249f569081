"""The encounter of Prism as data: who is in it, and where time stands (P46-P48).

initiative (iris, list), phase (IRIS, from 0), next_bleeding (the phase at which blood is lost
next), round (list, from 1), order (ids, by hand), current (whose turn it is, or None),
saved (who acts out of turn on a saved action, the latest last), combatants: by id,
    name, group, hidden, delay, next_phase, hp, hp_max, ob (or None: it stands on the sheet),
    speed (of the weapon in hand), db, shield_db, stunned, running, melee, bleeding,
    saved_actions, plot_points (available), streaks (covers, state), attempts (what, failures),
    pending (duty), told (duties that have fallen due)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from app.core.encounters import State, StepResult, combatant, with_combatant
from app.core.kinds import Text
from app.core.outcomes import Effect

#: The id of somebody in the encounter.
Who = Annotated[str, Text(64, label="Who", front=True)]

#: P22: every 15 phases of IRIS, ten seconds, blood is lost.
BLEEDING_STEP = 15


def fresh() -> State:
    """Before anybody is there: phase 0, and round 1 of a list."""
    return {
        "initiative": "iris",
        "phase": 0,
        "next_bleeding": BLEEDING_STEP,
        "round": 1,
        "order": [],
        "current": None,
        "saved": [],
        "combatants": {},
    }


def lasted(state: State) -> Fraction:
    """Hours since the beginning: 15 phases, or a round of the list, are ten seconds (P22).

    Both count, so that changing between the two lets no time pass.
    """
    turns = Fraction(state["phase"], BLEEDING_STEP) + Fraction(state["round"] - 1)
    return turns * Fraction(10, 3600)


def down(whose: Mapping[str, Any]) -> bool:
    """P21: all Hp lost: no turn until hp is above 0."""
    return bool(whose["hp"] <= 0)


def ready(state: State) -> list[str]:
    """Who can act, in the order of turns: by phase and Delay in IRIS, else by hand (P46)."""
    able = [id for id in state["order"] if not down(state["combatants"][id])]
    if state["initiative"] == "list":
        return able
    whose = state["combatants"]
    # Ties: the lower Delay first, then by hand; sorting keeps that order.
    return sorted(able, key=lambda id: (whose[id]["next_phase"], whose[id]["delay"]))


def acting(state: State) -> str | None:
    """Who acts just now: the latest saved action, else whose turn it is."""
    id: str | None = state["saved"][-1] if state["saved"] else state["current"]
    return id


def weapon_speed(whose: Mapping[str, Any]) -> int:
    """P47: the speed of the weapon in hand."""
    return int(whose.get("speed", 0))


def changed(state: State, id: str, *effects: Effect, **changes: Any) -> StepResult:
    """One combatant changed, and what that does to the sheet."""
    return StepResult(
        with_combatant(state, id, **changes),
        effects=tuple((id, effect) for effect in effects),
    )


def named(state: State, id: str) -> str:
    return str(combatant(state, id)["name"])
