"""Turns, rounds and scenes (T1.2): when somebody acts, and what a round takes back."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters.transitions import Due, StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import Text
from app.core.procedures.outcomes import put
from app.systems.trueworld.encounter.risk import SceneRisk
from app.systems.trueworld.encounter.state import (
    HELP,
    NEW_ROUND,
    Came,
    Fight,
    Fighter,
    Moot,
    Who,
    characters,
    defended,
    help_due,
    is_here,
    mid_round,
    spent,
    waiting,
)
from app.systems.trueworld.tables.actions import ALSO_IN_A_TURN


def begins(scene: Fight) -> Came:
    """The turn of the first who still has one; without any, the round ends."""
    left = waiting(scene)
    if left:
        return _turn_of(scene, left[0])
    struck = [each for each in characters(scene) if unplaced(each)]
    return StepResult(
        scene.set(current=None, phase="end"),
        due=tuple(harm_due(each) for each in struck),
        cancelled=tuple((each.id, "") for each in struck),  # said before, of less harm
        notes=(f"Everybody had a turn: round {scene.now.round} is over.",),
    )


def unplaced(fighter: Fighter) -> int:
    """Harm levels that wait to be taken as stress or as a condition (T11.2)."""
    return int(fighter.sheet["harm"])


def harm_due(fighter: Fighter) -> Due:
    """The decision that unplaced harm asks for (T11.2)."""
    label = f"Place harm {unplaced(fighter)} as stress, or as a condition"
    return Due(fighter.id, label, rules=("T11.2",))


def _turn_of(scene: Fight, fighter: Fighter) -> Came:
    return StepResult(scene.set(current=fighter.id, phase="action"), notes=_said(fighter))


def _said(fighter: Fighter) -> tuple[str, ...]:
    """What the table should know when this turn begins."""
    name = fighter.name
    if fighter.turn.side == "adversary":
        return (f"{name}: adversaries never roll; whoever it attacks defends (T10.6).",)
    notes = []
    if fighter.sheet["action_available"]:
        notes.append(f"{name}: what is the intention (T1.1)?")
    else:
        notes.append(f"{name} has no action left on this turn (T4.2).")
    notes.append(f"Also in this turn: {ALSO_IN_A_TURN} (T1.4).")
    for condition in fighter.sheet["conditions"]:
        if not condition["treated"]:
            notes.append(f"{condition['name']} may cost advantage or bring disadvantage (T11.3).")
    return tuple(notes)


@transition("begin_turns", title="Begin the turns", rules="T1.2 T1.4", during="order")
def begin_turns(scene: Fight) -> Came:
    """The order stands: the action phase begins."""
    if not scene.now.order:
        raise BadInput("order", "nobody is here yet; add somebody first")
    return begins(scene)


@transition("take_turn", title="Whose turn", rules="T1.2 T1.4", during="action")
def take_turn(scene: Fight, who: Who) -> Came:
    """The director gives the turn to somebody who still has one, out of order."""
    fighter = scene.combatant(who)
    is_here(fighter)
    if fighter.turn.acted:
        raise BadInput("who", f"{fighter.name} had a turn this round")
    return _turn_of(scene, fighter)


@transition("end_turn", title="End the turn", rules="T1.2 T1.4", during="action")
def end_turn(scene: Fight) -> Came:
    """This turn is over: the next in the order; after the last, the round ends."""
    current = scene.now.current
    if current is None:
        return begins(scene)
    # What was rolled on this turn is over with it: the defences, and the own action. Help that was
    # not rolled by then came too late (T4.4); a roll that is still due can be made late.
    late = help_due(scene, current)
    for each in characters(scene):
        if each.turn.defence is not None:
            scene = defended(scene, each.id)
    if scene.combatant(current).turn.roll is not None:
        scene = spent(scene, current).scene
    turned = begins(scene.turn(current, acted=True, stated_intention=""))
    return replace(turned, cancelled=late + turned.cancelled)


@transition("new_round", title="New round", rules="T1.2 T4.4")
def new_round(scene: Fight) -> Came:
    """All have an action again, help that still waits is gone, and the director sets the order."""
    left = waiting(scene)
    if left:
        names = ", ".join(each.name for each in left)
        raise BadInput("phase", f"these still have a turn this round: {names}")
    return _round(scene, scene.now.round + 1)


def _round(scene: Fight, number: int) -> Came:
    """The first moment of a round."""
    # Help lasts at most to the end of the round, given or still due (T4.4).
    late: Moot = tuple((each.id, HELP) for each in characters(scene))
    for id in scene.combatants:
        scene = scene.turn(
            id, acted=False, stated_intention="", helping="", roll=None, defence=None
        )
    scene = anew(scene).set(round=number, phase="order", current=None)
    return StepResult(scene, notes=(f"Round {number}: set the order.",), cancelled=late)


def anew(scene: Fight) -> Fight:
    """Everybody as a round begins, and as it is left when no other follows: an action, no help."""
    for each in scene.ordered:
        if mid_round(each):
            scene = scene.apply_effect(each.id, *NEW_ROUND)
    return scene


SceneName = Annotated[str, Text(120, label="Scene", front=True)]


@transition("new_scene", title="New scene", rules="T3.5 T11.1-T11.3")
def new_scene(fight: Fight, scene: SceneName = "", at_risk: SceneRisk = "") -> Came:
    """Another scene: round 1. Stress, grit and conditions stay; so does harm yet to be placed."""
    return _round(fight.set(scene=scene, at_risk=at_risk), 1)


@transition("downtime", title="Downtime", rules="T11.2")
def downtime(scene: Fight) -> Fight:
    """Time to rest: everybody’s stress is 0 again. Conditions and grit stay."""
    for each in characters(scene):
        scene = scene.apply_effect(each.id, put("stress", 0))
    return scene
