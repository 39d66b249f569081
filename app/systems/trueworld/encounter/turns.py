"""Turns, rounds and scenes, and the resets of a new round (T1.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters.rolls import Due
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import Text
from app.core.procedures.outcomes import put
from app.systems.trueworld.encounter.risk import SceneRisk
from app.systems.trueworld.encounter.state import (
    HELP,
    NEW_ROUND,
    Fight,
    Fighter,
    MootDues,
    Result,
    Who,
    characters,
    end_defence,
    help_due,
    is_here,
    mid_round,
    spent,
    waiting,
)
from app.systems.trueworld.tables.actions import ALSO_IN_A_TURN


def begins(scene: Fight) -> Result:
    """Begin the turn of the first combatant that still has one; without any, end the round."""
    remaining = waiting(scene)
    if remaining:
        return _turn_of(scene, remaining[0])
    harmed = [fighter for fighter in characters(scene) if unplaced_harm(fighter)]
    return StepResult(
        scene.set(current=None, phase="end"),
        due=tuple(harm_due(fighter) for fighter in harmed),
        cancelled=tuple((fighter.id, "") for fighter in harmed),  # an earlier decision on less harm
        notes=(f"Round {scene.now.round} is over.",),
    )


def unplaced_harm(fighter: Fighter) -> int:
    """Return the harm levels that wait to be taken as stress or as a condition (T11.2)."""
    return int(fighter.sheet["harm"])


def harm_due(fighter: Fighter) -> Due:
    """Return the decision that unplaced harm asks for (T11.2)."""
    label = f"Place harm {unplaced_harm(fighter)} as stress, or as a condition"
    return Due(fighter.id, label, rules=("T11.2",))


def _turn_of(scene: Fight, fighter: Fighter) -> Result:
    return StepResult(scene.set(current=fighter.id, phase="action"), notes=_notes(fighter))


def _notes(fighter: Fighter) -> tuple[str, ...]:
    """Return the notes for the table at the beginning of this turn."""
    name = fighter.name
    if fighter.turn.side == "adversary":
        return (f"{name}: adversaries never roll; whoever it attacks defends (T10.6).",)
    notes = []
    if fighter.sheet["action_available"]:
        notes.append(f"{name}: what is the intention (T1.1)?")
    else:
        notes.append(f"{name} has no action left this turn (T4.2).")
    notes.append(f"Also in this turn: {ALSO_IN_A_TURN} (T1.4).")
    for condition in fighter.sheet["conditions"]:
        if not condition["treated"]:
            notes.append(f"{condition['name']} may cost advantage or bring disadvantage (T11.3).")
    return tuple(notes)


@transition("begin_turns", title="Start turns", rules="T1.2 T1.4", during="order")
def begin_turns(scene: Fight) -> Result:
    """Keep the order as it is and begin the action phase."""
    if not scene.now.order:
        raise BadInput("order", "no combatants yet; add one first")
    return begins(scene)


@transition("take_turn", title="Give turn", rules="T1.2 T1.4", during="action", gm_only=True)
def take_turn(scene: Fight, who: Who) -> Result:
    """Give the turn to a character with one left, out of order."""
    fighter = scene.combatant(who)
    is_here(fighter)
    if fighter.turn.acted:
        raise BadInput("who", f"{fighter.name} already had a turn this round")
    return _turn_of(scene, fighter)


@transition("end_turn", title="End turn", rules="T1.2 T1.4", during="action")
def end_turn(scene: Fight) -> Result:
    """End this turn and go on to the next in the order; after the last, end the round."""
    current = scene.now.current
    if current is None:
        return begins(scene)
    # The rolls of this turn end with it: the defences, and the own action. Help that was
    # not rolled by then came too late (T4.4); a roll that is still due can be made late.
    late = help_due(scene, current)
    for fighter in characters(scene):
        if fighter.turn.defence is not None:
            scene = end_defence(scene, fighter.id)
    if scene.combatant(current).turn.roll is not None:
        scene = spent(scene, current).scene
    result = begins(scene.turn(current, acted=True, stated_intention=""))
    return replace(result, cancelled=late + result.cancelled)


@transition("new_round", title="New round", rules="T1.2 T4.4")
def new_round(scene: Fight) -> Result:
    """Give all an action again, drop help that still waits, and let the director set the order."""
    remaining = waiting(scene)
    if remaining:
        names = ", ".join(fighter.name for fighter in remaining)
        raise BadInput("phase", f"still to act this round: {names}")
    return _round(scene, scene.now.round + 1)


def _round(scene: Fight, number: int) -> Result:
    """Begin a round of this number."""
    # Help lasts at most to the end of the round, given or still due (T4.4).
    late: MootDues = tuple((fighter.id, HELP) for fighter in characters(scene))
    for id in scene.combatants:
        scene = scene.turn(
            id, acted=False, stated_intention="", helping="", roll=None, defence=None
        )
    scene = _anew(scene).set(round=number, phase="order", current=None)
    return StepResult(scene, notes=(f"Round {number}: set the order.",), cancelled=late)


def on_end(scene: Fight) -> Result:
    """End the last round with the scene (T4.4)."""
    return StepResult(_anew(scene))


def _anew(scene: Fight) -> Fight:
    """Reset actions and help as a round begins, and as it is left when no other follows."""
    for fighter in scene.ordered:
        if mid_round(fighter):
            scene = scene.apply_effect(fighter.id, *NEW_ROUND)
    return scene


SceneName = Annotated[str, Text(120, label="Scene", front=True)]


@transition("new_scene", title="New scene", rules="T3.5 T11.1-T11.3", gm_only=True)
def new_scene(fight: Fight, scene: SceneName = "", at_risk: SceneRisk = "") -> Result:
    """Begin another scene in round 1. Stress, grit, conditions and unplaced harm stay."""
    return _round(fight.set(scene=scene, at_risk=at_risk), 1)


@transition("downtime", title="Downtime", rules="T11.2", gm_only=True)
def downtime(scene: Fight) -> Fight:
    """Rest: set the stress of all to 0 again. Conditions and grit stay."""
    for fighter in characters(scene):
        scene = scene.apply_effect(fighter.id, put("stress", 0))
    return scene
