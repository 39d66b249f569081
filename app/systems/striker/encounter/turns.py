"""Turns and rounds: "next" walks the order; slots clear, longer work is done (S21)."""

from __future__ import annotations

from typing import Any

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.systems.striker.encounter.state import work_done

#: What an own turn begins with.
CLEARED: dict[str, Any] = {"slots_used": [], "warned": None}


@transition("next", title="Next turn", rules="S21")
def next_turn(state: State) -> StepResult:
    """The next in the order has a turn; after the last the round rises.

    Whoever is at longer work has no turn until it is done: the walk goes on, as many rounds as
    it takes.
    """
    if not state["order"]:
        raise BadInput("order", "nobody is here; add somebody first")
    if state["current"] in state["order"] and state["combatants"][state["current"]]["away"]:
        return leave(state, state["current"])
    notes: list[str] = []
    while True:
        state, risen = _step(state)
        if risen:
            notes.append(f"Round {state['round']}.")
        whose = state["combatants"][state["current"]]
        if whose["busy_until"] is None or whose["busy_until"] <= state["round"]:
            begun = begin_turn(state, state["current"])
            return StepResult(begun.state, begun.due, begun.effects, (*notes, *begun.notes))
        notes.append(f"{whose['name']} is busy until round {whose['busy_until']}.")
        # The own turn has come, though the work fills it.
        state = with_combatant(state, state["current"], **CLEARED)


def _step(state: State) -> tuple[State, bool]:
    """One place on in the order, and whether a round has ended with it."""
    order, current = state["order"], state["current"]
    if current not in order:
        return {**state, "current": order[0]}, False
    place = order.index(current) + 1
    if place < len(order):
        return {**state, "current": order[place]}, False
    return {**state, "current": order[0], "round": state["round"] + 1}, True


def leave(state: State, who: str) -> StepResult:
    """Out of the order; if it was their turn, the next one begins."""
    order = [id for id in state["order"] if id != who]
    left = {**state, "order": order}
    if state["current"] != who:
        return StepResult(left)
    # The walk goes on from the place before: from the top of the order, nobody's.
    place = state["order"].index(who)
    left["current"] = state["order"][place - 1] if place else None
    return next_turn.apply(left) if order else StepResult(left)


def begin_turn(state: State, id: str) -> StepResult:
    """An own turn begins: the slots clear, and longer work whose time is over is done."""
    whose = state["combatants"][id]
    due: tuple[Due, ...] = (work_done(state, id),) if whose["work"] else ()
    free = with_combatant(state, id, **CLEARED, busy_until=None, work=None)
    return StepResult(free, due, notes=(f"{whose['name']} has the turn.",))
