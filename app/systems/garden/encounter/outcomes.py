"""What the scene reads off a roll: order, notice, metres, spells, nerve; and what the roll cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.core.encounters.encounter import Roll
from app.core.encounters.transitions import StepResult, Transition
from app.core.errors import BadInput
from app.core.procedures.outcomes import Outcome
from app.systems.garden.encounter.actions import attack, line_up, other_action
from app.systems.garden.encounter.chases import chased, crossed
from app.systems.garden.encounter.costs import counted
from app.systems.garden.encounter.declaring import declared, ordered
from app.systems.garden.encounter.feeding import tried_before
from app.systems.garden.encounter.panic import MOVEMENT, STEADY, lost
from app.systems.garden.encounter.spells import dispel, dispelled
from app.systems.garden.encounter.state import Came, Fight, down
from app.systems.garden.encounter.treating import broken_off, treat
from app.systems.garden.encounter.treating import rolled as treated

#: The steps that panic may hold back.
HELD_BACK: Mapping[str, Transition] = {
    each.id: each for each in (attack, line_up, other_action, dispel, treat)
}


def rolled(fight: Fight, roll: Roll) -> Came:
    """The scene after a roll: what it broke off, what it cost, then what it came to."""
    broken = broken_off(fight, roll)
    cost = broken.and_then(counted(broken.scene, roll))
    return cost.and_then(_read(cost.scene, roll))


def _read(fight: Fight, roll: Roll) -> Came:
    if roll.procedure == "garden.initiative":
        return _contested(fight, roll.outcome)
    if roll.procedure == "garden.chase_round":
        return chased(fight, roll)
    if roll.procedure == "garden.panic":
        return _nerved(fight, roll)
    if roll.procedure == "garden.stabilize":
        return treated(fight, roll)
    return StepResult(_noted(fight, roll))


def _noted(fight: Fight, roll: Roll) -> Fight:
    if roll.procedure == "garden.surprise":
        return _noticed(fight, roll.who) if roll.outcome.success else fight
    if roll.procedure == "garden.attack":
        # G55: whoever has been attacked is unwary no longer.
        return _noticed(fight, roll.cast.get("target", ""))
    if roll.procedure == "garden.cast_opposed":
        return dispelled(fight, roll)
    if roll.procedure == "garden.chase_obstacle":
        return crossed(fight, roll)
    if roll.procedure == "garden.persuade":
        return _asked(fight, roll)
    return fight


def _contested(fight: Fight, outcome: Outcome) -> Came:
    """The order that the contest came to, of those who can still act (G53, G54); as it was if fewer
    have rolled than can.
    """
    ready = declared(fight)
    rolled = [value for name, value in outcome.values.items() if name.startswith("place_")]
    if fight.now.phase != "order" or len(rolled) < len(ready):
        return StepResult(fight)
    if len(rolled) == len(ready):
        return ordered(fight, ready, rolled)
    left = [each for each in ready if 0 < each.turn.place <= len(rolled)]
    return ordered(fight, left, [rolled[each.turn.place - 1] for each in left])


def _noticed(fight: Fight, who: str) -> Fight:
    """Whoever can notice anything is unaware no longer (G55)."""
    if who not in fight.combatants or down(fight.combatants[who]):
        return fight
    return fight.turn(who, unaware=False)


def _asked(fight: Fight, roll: Roll) -> Fight:
    """Enter a request that has been rolled: who made it does not make it again here (G49)."""
    npc, skill = roll.cast.get("target", ""), str(roll.inputs.get("skill", "negotiation"))
    known = tried_before(fight, roll.who, npc, skill)
    if not npc or "total" not in roll.outcome.values or known:
        return fight
    return fight.set(tried=(*fight.now.tried, (npc, skill, roll.who)))


# --- panic ---


def _nerved(fight: Fight, roll: Roll) -> Came:
    """Acts in spite of panic, or what waited is lost (G139)."""
    if not roll.inputs.get("panicking") or roll.who not in fight.combatants:
        return StepResult(fight)
    if not fight.combatants[roll.who].turn.nerve:
        return StepResult(fight)
    passed = roll.outcome.success
    result = went_on(fight, roll.who) if passed else StepResult(lost(fight, roll.who))
    return replace(result, cancelled=(*result.cancelled, (roll.who, "garden.panic")))


def settled(fight: Fight, due: Mapping[str, Any]) -> Came:
    """Done or waived by hand: by the GM's word a panicking one goes on."""
    held = due["procedure"] == "garden.panic" and due["who"] in fight.combatants
    return went_on(fight, due["who"]) if held else StepResult(fight)


def went_on(fight: Fight, id: str) -> Came:
    """What waited for the test is done."""
    nerve = fight.combatants[id].turn.nerve
    if not nerve or nerve.step == MOVEMENT:
        return StepResult(fight.turn(id, nerve=None))
    try:
        result: Came = HELD_BACK[nerve.step].apply(fight.turn(id, nerve=STEADY), nerve.inputs)
    except BadInput:  # it can be done no more
        return StepResult(fight.turn(id, nerve=None))
    return replace(result, scene=result.scene.turn(id, nerve=None))
