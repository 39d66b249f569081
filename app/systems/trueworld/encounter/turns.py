"""Turns, rounds and scenes (T1.2): when somebody acts, and what a round takes back."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.kinds import Text
from app.core.outcomes import Effect, put
from app.systems.trueworld.encounter.risk import SceneRisk
from app.systems.trueworld.encounter.state import (
    HELP,
    NEW_ROUND,
    Moot,
    Who,
    action_told,
    characters,
    defence_told,
    defended,
    help_due,
    in_action,
    somebody,
    spent,
    waiting,
)
from app.systems.trueworld.tables.actions import ALSO_IN_A_TURN


def begins(state: State) -> StepResult:
    """The turn of the first who still has one; without any, the round ends."""
    left = waiting(state)
    if left:
        return _turn_of(state, left[0])
    struck = [id for id in characters(state) if unplaced(state, id)]
    return StepResult(
        {**state, "current": None, "phase": "end"},
        due=tuple(harm_due(state, id) for id in struck),
        cancelled=tuple((id, "") for id in struck),  # said before, of less harm
        notes=(f"Everybody had a turn: round {state['round']} is over.",),
    )


def unplaced(state: State, id: str) -> int:
    """Harm levels that wait to be taken as stress or as a condition (T11.2)."""
    return int(state["combatants"][id]["harm"])


def harm_due(state: State, id: str) -> Due:
    """The decision that unplaced harm asks for (T11.2)."""
    levels = unplaced(state, id)
    return Due(id, f"Place harm {levels} as stress, or as a condition", rules=("T11.2",))


def _turn_of(state: State, id: str) -> StepResult:
    return StepResult({**state, "current": id, "phase": "action"}, notes=_said(state, id))


def _said(state: State, id: str) -> tuple[str, ...]:
    """What the table should know when this turn begins."""
    whose = state["combatants"][id]
    name = whose["name"]
    if whose["side"] == "adversary":
        return (f"{name}: adversaries never roll; whoever it attacks defends (T10.6).",)
    notes = []
    if whose["action_available"]:
        notes.append(f"{name}: what is the intention (T1.1)?")
    else:
        notes.append(f"{name} has no action left on this turn (T4.2).")
    notes.append(f"Also in this turn: {ALSO_IN_A_TURN} (T1.4).")
    for condition in whose["conditions"]:
        if not condition["treated"]:
            notes.append(f"{condition['name']} may cost advantage or bring disadvantage (T11.3).")
    return tuple(notes)


@transition("begin_turns", title="Begin the turns", rules="T1.2 T1.4")
def begin_turns(state: State) -> StepResult:
    """The order stands: the action phase begins."""
    if state["phase"] != "order":
        raise BadInput("phase", "the turns of this round have begun already")
    if not state["order"]:
        raise BadInput("order", "nobody is here yet; add somebody first")
    return begins(state)


@transition("take_turn", title="Whose turn", rules="T1.2 T1.4")
def take_turn(state: State, who: Who) -> StepResult:
    """The director gives the turn to somebody who still has one, out of order."""
    in_action(state)
    if somebody(state, who)["acted"]:
        raise BadInput("who", f"{state['combatants'][who]['name']} had a turn this round")
    return _turn_of(state, who)


@transition("end_turn", title="End the turn", rules="T1.2 T1.4")
def end_turn(state: State) -> StepResult:
    """This turn is over: the next in the order; after the last, the round ends."""
    in_action(state)
    current = state["current"]
    if current is None:
        return begins(state)
    # What was rolled on this turn is over with it: the defences, and the own action. Help that was
    # not rolled by then came too late (T4.4); a roll that is still due can be made late.
    effects: tuple[tuple[str, Effect], ...] = ()
    late = help_due(state, current)
    for id in characters(state):
        if defence_told(state["combatants"][id]):
            done = defended(state, id)
            state, effects = done.state, effects + done.effects
    acting = state["combatants"][current]
    if acting["side"] == "character" and action_told(acting):
        done = spent(state, current)
        state, effects = done.state, effects + done.effects
    ended: dict[str, Any] = {"acted": True}
    if state["combatants"][current]["side"] == "character":
        ended["stated_intention"] = ""
    turned = begins(with_combatant(state, current, **ended))
    return replace(turned, effects=effects + turned.effects, cancelled=late + turned.cancelled)


@transition("new_round", title="New round", rules="T1.2 T4.4")
def new_round(state: State) -> StepResult:
    """All have an action again, help that still waits is gone, and the director sets the order."""
    left = waiting(state)
    if left:
        names = ", ".join(state["combatants"][id]["name"] for id in left)
        raise BadInput("phase", f"these still have a turn this round: {names}")
    return _round(state, state["round"] + 1)


def _round(state: State, number: int) -> StepResult:
    """The first moment of a round."""
    combatants: dict[str, Any] = {}
    effects: list[tuple[str, Effect]] = []
    # Help lasts at most to the end of the round, given or still due (T4.4).
    late: Moot = tuple((id, HELP) for id in characters(state))
    for id, each in state["combatants"].items():
        combatants[id] = {**each, "acted": False}
        if each["side"] == "character":
            combatants[id] |= {
                "action_available": True,
                "teamwork_dice": 0,
                "stated_intention": "",
                "helping": "",
                "roll": None,
                "defence": None,
            }
            effects += [(id, effect) for effect in NEW_ROUND]
    begun = {
        **state,
        "round": number,
        "phase": "order",
        "current": None,
        "combatants": combatants,
    }
    notes = (f"Round {number}: set the order.",)
    return StepResult(begun, effects=tuple(effects), notes=notes, cancelled=late)


Scene = Annotated[str, Text(120, label="Scene", front=True)]


@transition("new_scene", title="New scene", rules="T3.5 T11.1-T11.3")
def new_scene(
    state: State,
    scene: Scene = "",
    at_risk: SceneRisk = "",
) -> StepResult:
    """Another scene: round 1. Stress, grit and conditions stay; so does harm yet to be placed."""
    return _round({**state, "scene": scene, "at_risk": at_risk}, 1)


@transition("downtime", title="Downtime", rules="T11.2")
def downtime(state: State) -> StepResult:
    """Time to rest: everybody’s stress is 0 again. Conditions and grit stay."""
    combatants = dict(state["combatants"])
    for id in characters(state):
        combatants[id] = {**combatants[id], "stress": 0}
    effects = tuple((id, put("stress", 0)) for id in characters(state))
    return StepResult({**state, "combatants": combatants}, effects=effects)
