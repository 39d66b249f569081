"""Turns and rounds: "next" walks the order; slots clear, longer work is done (S21)."""

from __future__ import annotations

from app.core.encounters import roster
from app.core.encounters.scenes import StepResult, transition
from app.core.procedures.inputs import Values
from app.systems.striker.encounter.state import Fight, Result, work_done

#: The values at the beginning of an own turn.
CLEARED: Values = {"slots_used": (), "warned": None}


@transition("next", title="Next turn", rules="S21")
def next_turn(scene: Fight) -> Result:
    """Go on to the next in the order; after the last the round rises.

    A combatant at longer work has no turn until it is done: the walk goes on, as many rounds as it
    takes.
    """
    current = scene.now.current
    if current in scene.now.order and scene.combatants[current].turn.away:
        return leave(scene, current)
    notes: list[str] = []
    while True:
        number = scene.now.round
        scene, fighter = roster.next_turn(scene)
        if scene.now.round > number:
            notes.append(f"Round {scene.now.round}.")
        until = fighter.turn.busy_until
        if until is None or until <= scene.now.round:
            return StepResult(scene, notes=tuple(notes)).and_then(begin_turn(scene, fighter.id))
        notes.append(f"{fighter.name} is busy until round {until}.")
        # The own turn has come, though the work fills it.
        scene = scene.turn(fighter.id, **CLEARED)


def leave(fight: Fight, who: str) -> Result:
    """Take a combatant out of the order; if it was their turn, the next one begins."""
    order, current = fight.now.order, fight.now.current
    remaining = fight.set(order=tuple(id for id in order if id != who))
    if current != who:
        return StepResult(remaining)
    # The walk goes on from the place before; at the top of the order that is none.
    index = order.index(who)
    remaining = remaining.set(current=order[index - 1] if index else None)
    return next_turn.apply(remaining) if remaining.now.order else StepResult(remaining)


def begin_turn(fight: Fight, who: str) -> Result:
    """Begin an own turn: the slots clear, and longer work that is over is done."""
    fighter = fight.combatant(who)
    work = fighter.turn.work
    due = () if work is None else (work_done(fight, fighter, work),)
    free = fight.turn(who, **CLEARED, busy_until=None, work=None)
    return StepResult(free, due)
