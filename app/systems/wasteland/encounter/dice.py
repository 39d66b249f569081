"""What a roll uses up and costs, whichever way it was opened: a step, a menu, a sheet (W3-W5).

What of the outcome changes besides (HP, pools, conditions) are its effects and not repeated here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.errors import BadInput
from app.core.flat import Roll, State, StepResult, with_combatant
from app.systems.wasteland.encounter.costs import ACTION_OF, TAKE_CHEM, taken
from app.systems.wasteland.encounter.feeding import TESTS
from app.systems.wasteland.encounter.helping import MOST_HELPERS, fallen
from app.systems.wasteland.encounter.state import declared_by, unable


def rolled(state: State, roll: Roll) -> StepResult:
    """The dice have fallen: what was declared is done, what was not is counted now."""
    who = roll.who
    if who not in state["combatants"] or roll.procedure not in TESTS | {TAKE_CHEM}:
        return StepResult(state)
    declared = _declared(state, who, roll.procedure, roll.inputs.get("second_major"))
    after = _without(state, who, declared) if declared else state
    if not declared and not roll.due:
        after = _undeclared(state, who, roll.procedure)
    tester = roll.cast.get("npc", "") if roll.procedure == "wasteland.command_npc" else who
    if roll.procedure in TESTS and tester in state["combatants"]:
        commanded = declared is not None and "commander" in declared
        after = fallen(after, tester, MOST_HELPERS - commanded)
    # Declared and rolled from a menu all the same: what is due is this very roll.
    known = declared is not None or roll.procedure == "wasteland.dying_test"
    done = ((who, roll.procedure),) if known and not roll.due else ()
    return StepResult(after, done=done)


def settled(state: State, due: Mapping[str, Any]) -> StepResult:
    """What was declared is done or waived by hand."""
    who = due["who"]
    if who not in state["combatants"]:
        return StepResult(state)
    declared = _declared(state, who, due["procedure"], due["inputs"].get("second_major"))
    return StepResult(_without(state, who, declared) if declared else state)


def _declared(
    state: State, who: str, procedure: str, second_major: object
) -> Mapping[str, Any] | None:
    """What somebody declared that this roll is: the oldest, the second major action by its +1."""
    whose = state["combatants"][who]
    found = [each for each in declared_by(whose) if each["procedure"] == procedure]
    alike = [each for each in found if each["second_major"] == second_major]
    return next(iter(alike or found), None)


def _without(state: State, who: str, declared: Mapping[str, Any]) -> State:
    left = declared_by(state["combatants"][who])
    left.remove(declared)
    return with_combatant(state, who, declared=left)


def _undeclared(state: State, who: str, procedure: str) -> State:
    """The action that an undeclared roll is, counted and paid in the turn that is on.

    What cannot be had any more, by the limits of a turn or for want of AP, is the GM's gift.
    """
    whose = state["combatants"][who]
    if state["current"] != who or procedure not in ACTION_OF or unable(whose):
        return state
    if procedure == TAKE_CHEM and whose.get("dose_free"):
        return with_combatant(state, who, dose_free=False)  # W7.16: given along with First Aid
    try:
        after, _ = taken(state, who, ACTION_OF[procedure])
    except BadInput:
        return state
    if procedure == "wasteland.attack":
        return with_combatant(after, who, attacked=True, aim_ready=False)  # W4.1
    return after
