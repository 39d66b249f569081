"""Panic in the turn: a Psyche test before any action that is not for saving oneself (G100, G139).

A combatant's `nerve` is the step that waits for that test: `movement` for the movement of the turn,
`steady` while the step is taken that has passed it.
"""

from __future__ import annotations

from app.core.encounters.rolls import Due
from app.core.encounters.scenes import StepResult
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.systems.garden.encounter.state import Fight, Nerve, Result, in_turn
from app.systems.garden.rules.injuries import suffers

MOVEMENT = "movement"
STEADY = Nerve("steady")
#: The steps that take the whole round's major actions.
WHOLE_ROUND = ("line_up", "treat")


def holds_back(fight: Fight, step: str, **inputs: object) -> Result | None:
    """Return the panic test that comes before this step; None if there is none."""
    fighter = in_turn(fight)
    nerve = fighter.turn.nerve
    if nerve == STEADY or not suffers(fighter.sheet, "panicking"):
        return None
    if nerve:
        raise BadInput("phase", "Panicking: resolve that roll first")
    if fighter.turn.counts_as == "saving":
        return None
    return dreads(fight, fighter.id, step, inputs)


def dreads(fight: Fight, id: str, step: str, inputs: Values) -> Result:
    """Hold a step back for the Psyche test, without the penalty of the round."""
    does = "moves" if step == MOVEMENT else "acts"
    label = f"{fight.combatants[id].name} panics: {does} in spite of it?"
    due = Due(id, label, "garden.panic", {"panicking": True}, ("G100", "G139"))
    return StepResult(fight.turn(id, nerve=Nerve(step, inputs)), (due,))


def lost(fight: Fight, id: str) -> Fight:
    """Lose the held action to panic; it counts among those declared."""
    turn = fight.combatants[id].turn
    fight = fight.turn(id, tested=True)
    step = turn.nerve.step if turn.nerve else ""
    if step == MOVEMENT:
        return fight.turn(id, nerve=None, movement="none")
    used = turn.declared_major if step in WHOLE_ROUND else turn.used_major + 1
    used = min(turn.declared_major, used)
    return fight.turn(id, nerve=None, used_major=used, counts_as="")
