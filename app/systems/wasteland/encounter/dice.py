"""Costs of a roll, opened by a step, a menu or a sheet alike (W3-W5).

Other changes of the outcome (HP, pools, conditions) are its effects and not repeated here.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.core.encounters.rolls import Done, Due, DueRecord, Roll
from app.core.encounters.scenes import StepResult
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.systems.wasteland.encounter.costs import (
    ACTION_OF,
    ACTIONS,
    FIRST_AID,
    TAKE_CHEM,
    allow_dose,
    take_action,
)
from app.systems.wasteland.encounter.feeding import commander_in
from app.systems.wasteland.encounter.helping import MOST_HELPERS, use_up_help
from app.systems.wasteland.encounter.interrupts import without_wound
from app.systems.wasteland.encounter.state import (
    DYING_TEST,
    Declared,
    Fight,
    Result,
    luck_left,
    unable,
    waiting,
)
from app.systems.wasteland.encounter.turns import begins
from app.systems.wasteland.procedures import TESTS
from app.systems.wasteland.sheet.effects import Wound


def on_roll(fight: Fight, roll: Roll) -> Result:
    """Settle the declared action of a roll, or count an undeclared one."""
    who = roll.who
    if roll.procedure == "wasteland.act_faster" and roll.outcome.success:
        return _sooner(fight, who)
    if who not in fight.combatants or roll.procedure not in TESTS | {TAKE_CHEM}:
        return StepResult(fight)
    declared = _declared(fight, who, roll.procedure, roll.inputs, roll.cast, roll.due)
    after = _without(fight, who, declared) if declared else fight
    notes: tuple[str, ...] = ()
    if declared and declared.wound and roll.outcome.success:
        after, notes = _end_persistent(after, declared.wounded, declared.wound)
    due: tuple[Due, ...] = ()
    if not declared and not roll.due:
        counted = _undeclared(fight, who, roll.procedure, roll.cast.get("patient", who))
        after, due = counted.scene, counted.due
    tester, commander = who, declared.commander if declared else ""
    room = MOST_HELPERS - bool(commander)
    if roll.procedure == "wasteland.command_npc":
        tester, commander, room = roll.cast.get("npc", ""), who, MOST_HELPERS
    if roll.procedure in TESTS and tester in fight.combatants:
        after = use_up_help(after, tester, room, commander)
    # W7.13: a stabilised patient has no dying test, not even a due one.
    saved = roll.cast.get("patient", "") if roll.outcome.values.get("stabilized") else ""
    cancelled = ((saved, DYING_TEST),) if saved else ()
    return StepResult(after, due, notes, cancelled, () if roll.due else _done(roll, declared))


def _end_persistent(fight: Fight, who: str, wound: Wound) -> tuple[Fight, tuple[str, ...]]:
    """End persistent damage after a passed test (W7.7), with a note of it."""
    if who not in fight.combatants:
        return fight, ()
    note = f"{fight.combatants[who].name}’s persistent damage ends (W7.7)."
    return without_wound(fight, who, wound), (note,)


def _done(roll: Roll, declared: Declared | None) -> tuple[Done, ...]:
    """Return the due rolls that this roll replaces."""
    if declared is not None and declared.label:
        return ((roll.who, roll.procedure, declared.label),)
    known = declared is not None or roll.procedure == DYING_TEST
    return ((roll.who, roll.procedure),) if known else ()


def _sooner(fight: Fight, who: str) -> Result:
    """Begin the turn that a luck point was given for (W9.1, W9.2)."""
    if not fight.now.started or fight.now.current is not None or who not in waiting(fight)[1:]:
        return StepResult(fight)
    if not luck_left(fight.combatants[who]):
        return StepResult(fight)
    return begins(fight, who)


def on_settled(fight: Fight, due: DueRecord) -> Result:
    """Remove a declared action that is done or waived by hand."""
    who = due["who"]
    if who not in fight.combatants:
        return StepResult(fight)
    others = due.get("others", {})
    declared = _declared(fight, who, due["procedure"], due["inputs"], others, due["label"])
    return StepResult(_without(fight, who, declared) if declared else fight)


def _declared(
    fight: Fight, who: str, procedure: str, inputs: Values, cast: Mapping[str, str], label: str
) -> Declared | None:
    """Return the declared action that this roll is: the oldest of the most similar ones.

    The commander, the label of the due roll, the +1 of a second major action, and an Aim
    distinguish them.

    label: empty if the roll was not due.
    """
    commander = commander_in(cast)
    matches = [each for each in fight.combatants[who].turn.declared if each.procedure == procedure]

    def unlike(each: Declared) -> tuple[bool, bool, bool, bool]:
        return (
            each.commander != commander,
            bool(label) and each.label != label,
            each.second_major != inputs.get("second_major", False),
            each.aim != inputs.get("aim", True),  # a due attack without an Aim says so
        )

    return min(matches, key=unlike, default=None)


def _without(fight: Fight, who: str, declared: Declared) -> Fight:
    remaining = list(fight.combatants[who].turn.declared)
    remaining.remove(declared)
    return fight.turn(who, declared=tuple(remaining))


def _undeclared(fight: Fight, who: str, procedure: str, patient: str) -> Result:
    """Count and pay an undeclared roll as an action of the present turn.

    One beyond the limits of a turn or without AP is the GM's gift, and the GM is notified (W3.3,
    W3.5).
    """
    fighter = fight.combatants[who]
    if fight.now.current != who or procedure not in ACTION_OF or unable(fighter):
        return StepResult(fight)
    free_doses = list(fighter.turn.free_doses)
    if procedure == TAKE_CHEM and patient in free_doses:
        # W7.16: given along with First Aid
        free_doses.remove(patient)
        return StepResult(fight.turn(who, free_doses=tuple(free_doses)))
    action = ACTION_OF[procedure]
    try:
        after, _ = take_action(fight, who, action)
    except BadInput as fault:
        beyond = f"{ACTIONS[action]}: {fault.message}"
        return StepResult(fight, (Due(who, beyond, rules=("W3.3", "W3.5")),))
    if procedure == "wasteland.attack":
        after = after.turn(who, attacked=True, aim_ready=False)  # W4.1
    if procedure == FIRST_AID:
        after = allow_dose(after, who, patient)
    return StepResult(after)
