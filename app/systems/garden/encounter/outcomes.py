"""What the scene reads off a roll: order, notice, metres, spells, nerve; and what the roll cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.core.errors import BadInput
from app.core.flat import Roll, State, StepResult, Transition, with_combatant
from app.core.outcomes import Outcome
from app.systems.garden.encounter.actions import attack, line_up, other_action
from app.systems.garden.encounter.chases import chased, crossed
from app.systems.garden.encounter.costs import counted
from app.systems.garden.encounter.declaring import declared, ordered
from app.systems.garden.encounter.feeding import tried_before
from app.systems.garden.encounter.panic import MOVEMENT, STEADY, lost
from app.systems.garden.encounter.spells import dispel, dispelled
from app.systems.garden.encounter.state import down, of
from app.systems.garden.encounter.treating import treat

#: The steps that panic may hold back.
HELD_BACK: Mapping[str, Transition] = {
    each.id: each for each in (attack, line_up, other_action, dispel, treat)
}


def rolled(state: State, roll: Roll) -> StepResult:
    """The scene after a roll: what it cost, then what it came to."""
    cost = counted(state, roll)
    came = _read(cost.state, roll)
    return StepResult(came.state, came.due, came.effects, cost.notes + came.notes, came.cancelled)


def _read(state: State, roll: Roll) -> StepResult:
    if roll.procedure == "garden.initiative":
        return _contested(state, roll.outcome)
    if roll.procedure == "garden.chase_round":
        return chased(state, roll)
    if roll.procedure == "garden.cast_opposed":
        return dispelled(state, roll)
    if roll.procedure == "garden.panic":
        return _nerved(state, roll)
    return StepResult(_noted(state, roll))


def _noted(state: State, roll: Roll) -> State:
    if roll.procedure == "garden.surprise":
        return _noticed(state, roll.who) if roll.outcome.success else state
    if roll.procedure == "garden.attack":
        # G55: whoever has been attacked is unwary no longer.
        return _noticed(state, roll.cast.get("target", ""))
    if roll.procedure == "garden.chase_obstacle":
        return crossed(state, roll)
    if roll.procedure == "garden.persuade":
        return _asked(state, roll)
    return state


def _contested(state: State, outcome: Outcome) -> StepResult:
    """The order that the contest came to (G54); as it was if not all are there who rolled."""
    ready = declared(state)
    rolled = [name for name in outcome.values if name.startswith("place_")]
    if state["phase"] != "order" or len(rolled) != len(ready):
        return StepResult(state)
    return ordered(state, ready, [outcome.values[name] for name in rolled])


def _noticed(state: State, who: str) -> State:
    """Whoever can notice anything is unaware no longer (G55)."""
    whose = state["combatants"].get(who)
    if whose is None or down(whose):
        return state
    return with_combatant(state, who, unaware=False)


def _asked(state: State, roll: Roll) -> State:
    """A request that has been rolled is not made again in this scene (G49)."""
    npc, skill = roll.cast.get("target", ""), str(roll.inputs.get("skill", "negotiation"))
    if not npc or "total" not in roll.outcome.values or tried_before(state, npc, skill):
        return state
    return {**state, "tried": [*state["tried"], [npc, skill]]}


# --- panic ---


def _nerved(state: State, roll: Roll) -> StepResult:
    """Acts in spite of panic, or what waited is lost (G139)."""
    if not roll.inputs.get("panicking") or roll.who not in state["combatants"]:
        return StepResult(state)
    if not of(state["combatants"][roll.who], "nerve"):
        return StepResult(state)
    came = went_on(state, roll.who) if roll.outcome.success else lost(state, roll.who)
    return replace(came, cancelled=(*came.cancelled, (roll.who, "garden.panic")))


def settled(state: State, due: Mapping[str, Any]) -> StepResult:
    """Done or waived by hand: by the GM's word a panicking one goes on."""
    who = due["who"]
    held = due["procedure"] == "garden.panic" and who in state["combatants"]
    return went_on(state, who) if held else StepResult(state)


def went_on(state: State, id: str) -> StepResult:
    """What waited for the test is done."""
    nerve = of(state["combatants"][id], "nerve")
    if not nerve or nerve["step"] == MOVEMENT:
        return StepResult(with_combatant(state, id, nerve=None))
    try:
        steady = with_combatant(state, id, nerve=STEADY)
        came = HELD_BACK[nerve["step"]].apply(steady, nerve["inputs"])
    except BadInput:  # it can be done no more
        return StepResult(with_combatant(state, id, nerve=None))
    after = with_combatant(came.state, id, nerve=None)
    return StepResult(after, came.due, came.effects, came.notes, came.cancelled)
