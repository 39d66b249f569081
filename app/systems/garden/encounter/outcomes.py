"""What the scene reads off a roll: order, notice, metres, spells."""

from __future__ import annotations

from app.core.encounters import Roll, State, Turned, with_combatant
from app.core.outcomes import Outcome
from app.systems.garden.encounter.chases import crossed
from app.systems.garden.encounter.declaring import declared, ordered
from app.systems.garden.encounter.spells import dispelled


def rolled(state: State, roll: Roll) -> Turned:
    """The scene after a roll."""
    return Turned(_read(state, roll))


def _read(state: State, roll: Roll) -> State:
    if roll.procedure == "garden.initiative":
        return _contested(state, roll.outcome)
    if roll.procedure == "garden.surprise":
        return _noticed(state, roll.who, roll.outcome)
    if roll.procedure == "garden.chase_obstacle":
        return crossed(state, roll)
    if roll.procedure == "garden.cast_opposed":
        return dispelled(state, roll)
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
