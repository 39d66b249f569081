"""Consequences of a roll in the scene: order, notice, metres, spells, nerve, and its cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from app.core.encounters.rolls import DueRecord, Roll
from app.core.encounters.scenes import StepResult, Transition
from app.core.errors import BadInput
from app.core.procedures.outcomes import Effect, Outcome
from app.systems.garden.encounter.actions import attack, line_up, other_action
from app.systems.garden.encounter.chases import record_chase, record_crossing
from app.systems.garden.encounter.costs import charge_test
from app.systems.garden.encounter.declaring import begin_order, declared_combatants
from app.systems.garden.encounter.feeding import has_tried_before
from app.systems.garden.encounter.panic import MOVEMENT, STEADY, lost
from app.systems.garden.encounter.spells import dispel, record_dispel
from app.systems.garden.encounter.state import Fight, Result
from app.systems.garden.encounter.treating import broken_off, treat
from app.systems.garden.encounter.treating import record_treatment as treated
from app.systems.garden.sheet.helpless import is_down

#: The steps that panic may hold back.
HELD_BACK: Mapping[str, Transition] = {
    each.id: each for each in (attack, line_up, other_action, dispel, treat)
}


def on_roll(fight: Fight, roll: Roll) -> Result:
    """Return the scene after a roll: the actions it broke off, its cost, then its result."""
    broken = broken_off(fight, roll)
    cost = broken.and_then(charge_test(broken.scene, roll))
    return cost.and_then(_read(cost.scene, roll))


def _read(fight: Fight, roll: Roll) -> Result:
    if roll.procedure == "garden.initiative":
        return _contested(fight, roll.outcome)
    if roll.procedure == "garden.chase_round":
        return record_chase(fight, roll)
    if roll.procedure == "garden.panic":
        return _nerved(fight, roll)
    if roll.procedure == "garden.stabilize":
        return treated(fight, roll)
    return StepResult(_noted(fight, roll))


def _noted(fight: Fight, roll: Roll) -> Fight:
    if roll.procedure == "garden.surprise":
        return _noticed(fight, roll.who) if roll.outcome.success else fight
    if roll.procedure == "garden.attack":
        # G55: an attacked combatant is aware, unless the attack itself fells it.
        hurt = [effect for effect in roll.outcome.effects if effect.who == "target"]
        return _noticed(fight, roll.cast.get("target", ""), hurt)
    if roll.procedure == "garden.cast_opposed":
        return record_dispel(fight, roll)
    if roll.procedure == "garden.chase_obstacle":
        return record_crossing(fight, roll)
    if roll.procedure == "garden.persuade":
        return _asked(fight, roll)
    return fight


def _contested(fight: Fight, outcome: Outcome) -> Result:
    """Set the order of the contest for those who can still act (G53, G54)."""
    ready = declared_combatants(fight)
    rolled = [value for name, value in outcome.values.items() if name.startswith("place_")]
    if fight.now.phase != "order" or len(rolled) < len(ready):
        return StepResult(fight)
    if len(rolled) == len(ready):
        return begin_order(fight, ready, rolled)
    remaining = [each for each in ready if 0 < each.turn.place <= len(rolled)]
    return begin_order(fight, remaining, [rolled[each.turn.place - 1] for each in remaining])


def _noticed(fight: Fight, who: str, effects: Iterable[Effect] = ()) -> Fight:
    """Mark a combatant as aware if able to notice anything, even after these effects (G55)."""
    if who not in fight.combatants:
        return fight
    sheet = fight.combatants[who].sheet
    for effect in effects:
        sheet = sheet.apply_effect(effect) or sheet
    return fight if is_down(sheet) else fight.turn(who, unaware=False)


def _asked(fight: Fight, roll: Roll) -> Fight:
    """Enter a rolled request: the same speaker does not repeat it here (G49)."""
    npc, skill = roll.cast.get("target", ""), str(roll.inputs.get("skill", "negotiation"))
    known = has_tried_before(fight, roll.who, npc, skill)
    if not npc or "total" not in roll.outcome.values or known:
        return fight
    return fight.set(tried=(*fight.now.tried, (npc, skill, roll.who)))


# --- panic ---


def _nerved(fight: Fight, roll: Roll) -> Result:
    """Continue the action that waited for a panic test, or lose it (G139)."""
    if not roll.inputs.get("panicking") or roll.who not in fight.combatants:
        return StepResult(fight)
    if not fight.combatants[roll.who].turn.nerve:
        return StepResult(fight)
    if roll.outcome.success:
        result = went_on(fight, roll.who)
    else:
        note = f"{fight.combatants[roll.who].name} freezes: that is lost (G139)."
        result = StepResult(lost(fight, roll.who), notes=(note,))
    return replace(result, cancelled=(*result.cancelled, (roll.who, "garden.panic")))


def on_settled(fight: Fight, due: DueRecord) -> Result:
    """Continue a panicking combatant's action when the GM settles the test by hand."""
    held = due["procedure"] == "garden.panic" and due["who"] in fight.combatants
    return went_on(fight, due["who"]) if held else StepResult(fight)


def went_on(fight: Fight, id: str) -> Result:
    """Carry out the action that waited for the test."""
    nerve = fight.combatants[id].turn.nerve
    fight = fight.turn(id, tested=True)
    if not nerve or nerve.step == MOVEMENT:
        return StepResult(fight.turn(id, nerve=None))
    try:
        result: Result = HELD_BACK[nerve.step].apply(fight.turn(id, nerve=STEADY), nerve.inputs)
    except BadInput:  # it can be done no more
        return StepResult(fight.turn(id, nerve=None))
    return replace(result, scene=result.scene.turn(id, nerve=None))
