"""What the scene reads off a roll that was due: order, notice, metres, spells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.encounters import State, with_combatant
from app.core.outcomes import Outcome
from app.systems.garden.encounter.chases import crossed
from app.systems.garden.encounter.declaring import declared, ordered
from app.systems.garden.encounter.spells import dispelled


def rolled(state: State, due: Mapping[str, Any], outcome: Outcome) -> State:
    """The scene after a roll that was due."""
    if due["procedure"] == "garden.initiative":
        return _contested(state, outcome)
    if due["procedure"] == "garden.surprise":
        return _noticed(state, due["who"], outcome)
    if due["procedure"] == "garden.chase_obstacle":
        return crossed(state, due, outcome)
    if due["procedure"] == "garden.cast_opposed":
        return dispelled(state, due, outcome)
    return state


def _contested(state: State, outcome: Outcome) -> State:
    """The order that the contest came to (G54); as it was if not all are there who rolled."""
    ready = declared(state)
    rolled = [name for name in outcome.values if name.startswith("place_")]
    if state["phase"] != "order" or len(rolled) != len(ready):
        return state
    return ordered(state, ready, [outcome.values[name] for name in rolled]).state


def _noticed(state: State, who: str, outcome: Outcome) -> State:
    """Whoever notices what is coming is unaware no longer (G55)."""
    if not outcome.success or who not in state["combatants"]:
        return state
    return with_combatant(state, who, unaware=False)
