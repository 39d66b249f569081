"""Turns: the next actor, bleeding over time, saved actions (P22, P46-P48)."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import add
from app.systems.prism.encounter.duties import update_duties
from app.systems.prism.encounter.state import (
    BLEEDING_STEP,
    INITIATIVES,
    Fight,
    Fighter,
    Result,
    Who,
    delay,
    down,
    ready,
    weapon_speed,
)
from app.systems.prism.procedures.combat import phase_after
from app.systems.prism.rules.inputs import SPEED
from app.systems.prism.sheet.bleeding import lost_in_a_round

#: The phase from which the GM may restart the count.
RESET_AT = 1000


Speed = Annotated[
    int | None,
    Whole(
        *SPEED,
        front=True,
        label="Speed",
        help="IRIS: the weapon’s speed, with the GM’s hurry or delay. Default: the weapon in hand.",
        rules=("P47",),
    ),
]


@transition("next", title="Next", rules="P21 P22 P46 P47")
def next_turn(scene: Fight, speed: Speed = None) -> Result:
    """End this turn and go on to the next."""
    now = scene.now
    if now.saved:
        return _saved_action_done(scene)
    if now.current is not None and now.initiative == "iris":
        after = next_phase(scene, scene.combatant(now.current), speed)
        scene = scene.turn(now.current, next_phase=after, phase_set=False)
    return advance(scene)


def next_phase(fight: Fight, combatant: Fighter, speed: int | None = None) -> int:
    """Return the phase of a combatant's next action: as set by hand in this turn, else by speed.

    speed: of the action; None is that of the weapon (P47).
    """
    if combatant.turn.phase_set and speed is None:
        return combatant.turn.next_phase
    fast = weapon_speed(combatant) if speed is None else speed
    return phase_after(fight.now.phase, delay(combatant), fast)


def _saved_action_done(fight: Fight) -> Result:
    """End a saved action and go on with the turn that it interrupted (P48).

    Actors downed by it have no turn to go on with (P21).
    """
    saved, back = list(fight.now.saved[:-1]), fight.now.current
    while saved and down(fight.combatant(saved[-1])):
        saved.pop()
    fight = fight.set(saved=tuple(saved))
    if saved or back is None or not down(fight.combatant(back)):
        return StepResult(fight)
    return advance(fight)


def advance(fight: Fight) -> Result:
    """Go on to the next turn: with bleeding on the way, and the duties of the next combatant."""
    passed = _next_phase(fight) if fight.now.initiative == "iris" else _next_in_list(fight)
    now = passed.scene.now
    if now.current is None:
        note = "Nobody can act." if now.order else "No combatants yet."
        return passed.and_then(StepResult(passed.scene, notes=(note,)))
    if now.initiative == "iris" and now.phase >= RESET_AT:
        reset = "The GM may restart the phase count (P46)."
        passed = passed.and_then(StepResult(passed.scene, notes=(reset,)))
    return passed.and_then(update_duties(passed.scene, now.current))


def _next_phase(fight: Fight) -> Result:
    """Go on to the lowest phase of IRIS; blood is lost every 15 phases on the way."""
    result = StepResult(fight)
    while True:
        fight = result.scene
        able = ready(fight)
        if not able:
            return result.and_then(StepResult(fight.set(current=None)))
        # A combatant that was down may have a past phase.
        phase = max(fight.now.phase, fight.combatants[able[0]].turn.next_phase)
        at = fight.now.next_bleeding
        if at > phase:
            return result.and_then(StepResult(fight.set(phase=phase, current=able[0])))
        result = result.and_then(_bleed(fight.set(next_bleeding=at + BLEEDING_STEP), f"Phase {at}"))


def _next_in_list(fight: Fight) -> Result:
    """Go on to the next in the list; after the last a new round begins, and blood is lost."""
    order, current = fight.now.order, fight.now.current
    index = order.index(current) + 1 if current in order else 0
    for id in order[index:]:
        if not down(fight.combatants[id]):
            return StepResult(fight.set(current=id))
    if current is None:
        return StepResult(fight)
    number = fight.now.round + 1
    result = _bleed(fight.set(round=number), f"Round {number}")
    able = ready(result.scene)
    return result.and_then(StepResult(result.scene.set(current=able[0] if able else None)))


def _bleed(fight: Fight, when: str) -> Result:
    """Take the HP of a round from each bleeding combatant still up (P22)."""
    notes: list[str] = []
    for fighter in fight.ordered:
        lost = lost_in_a_round(fighter.sheet)
        if not lost:
            continue
        fight = fight.apply_effect(fighter.id, add("hp", -lost))
        notes.append(f"{when}: {fighter.name} bleeds, {lost} HP (P22).")
        if down(fight.combatants[fighter.id]) and not down(fighter):
            notes.append(f"{fighter.name} is down (P21).")
    return StepResult(fight, notes=tuple(notes))


@transition("use_saved", title="Use saved action", rules="P48 P63")
def use_saved(scene: Fight, who: Who) -> Result:
    """Act at once, at the current phase; the own next phase stays."""
    combatant = scene.combatant(who)
    if scene.now.initiative != "iris":
        raise BadInput("who", "saved actions need IRIS initiative")
    if not combatant.sheet["saved_actions"]:
        raise BadInput("who", f"{combatant.name} has no saved action")
    if down(combatant):
        raise BadInput("who", f"{combatant.name} is down")
    spent = scene.apply_effect(who, add("saved_actions", -1)).set(saved=(*scene.now.saved, who))
    owed = update_duties(spent, who)
    return owed.and_then(StepResult(owed.scene, notes=(f"{combatant.name} acts at once (P48).",)))


Initiative = Annotated[str, INITIATIVES]


@transition("initiative", title="Initiative", rules="P46")
def initiative(scene: Fight, initiative: Initiative) -> Fight:
    """Change the order of turns; the current turn stays."""
    saved = scene.now.saved if initiative == "iris" else ()
    return scene.set(initiative=initiative, saved=saved)


@transition("reset_phases", title="Restart phase count", rules="P46", gm_only=True)
def reset_phases(scene: Fight) -> Fight:
    """Subtract the current phase from all, from phase 1000 on."""
    phase = scene.now.phase
    if scene.now.initiative != "iris" or phase < RESET_AT:
        raise BadInput("phase", f"only from phase {RESET_AT}")
    for id, fighter in scene.combatants.items():
        scene = scene.turn(id, next_phase=max(0, fighter.turn.next_phase - phase))
    return scene.set(phase=0, next_bleeding=scene.now.next_bleeding - phase)
