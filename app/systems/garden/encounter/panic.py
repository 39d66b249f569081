"""Panic in the turn: a Psyche test before what is not for saving oneself (G100, G139).

Of a combatant, `nerve` is what waits for that test: {"step": id, "inputs": {...}}, with step
`movement` for the movement of the turn; `steady` while the step is taken that has passed it.
"""

from __future__ import annotations

from typing import Any

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, with_combatant
from app.systems.garden.encounter.state import in_turn, of

MOVEMENT = "movement"
STEADY = {"step": "steady", "inputs": {}}


def holds_back(state: State, step: str, **inputs: Any) -> StepResult | None:
    """What comes before this step of whoever is in turn and panics; None if nothing does."""
    id, whose = in_turn(state)
    nerve = of(whose, "nerve")
    if nerve == STEADY or "panicking" not in whose["conditions"]:
        return None
    if of(whose, "counts_as") == "saving":
        return None
    if nerve:
        raise BadInput("phase", f"{whose['name']} panics; roll what is due first (G139)")
    return dreads(state, id, step, inputs)


def dreads(state: State, id: str, step: str, inputs: dict[str, Any]) -> StepResult:
    """The step waits for the Psyche test, without the penalty of the round."""
    name = state["combatants"][id]["name"]
    does = "moves" if step == MOVEMENT else "acts"
    label = f"{name} panics: {does} in spite of it?"
    due = Due(id, label, "garden.panic", {"panicking": True}, ("G100", "G139"))
    return StepResult(with_combatant(state, id, nerve={"step": step, "inputs": inputs}), (due,))


def lost(state: State, id: str) -> StepResult:
    """Frozen: what waited is lost, and counts among those declared."""
    whose = state["combatants"][id]
    step = of(whose, "nerve")["step"]
    if step == MOVEMENT:
        return StepResult(with_combatant(state, id, nerve=None, movement="none"))
    whole = step in ("line_up", "treat")
    used = whose["declared_major"] if whole else whose["used_major"] + 1
    used = min(whose["declared_major"], used)
    return StepResult(with_combatant(state, id, nerve=None, used_major=used, counts_as=""))
