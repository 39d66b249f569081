"""Passing the turn: from the end of one turn to the start of the next, in one step."""

from __future__ import annotations

from app.core.encounters.scenes import AnyScene, AnyStepResult, StepResult
from app.core.errors import BadInput

#: The most steps from one turn to the next, through a round's end and beginning.
MOST = 8


def passed(scene: AnyScene) -> AnyStepResult:
    """Take the steps that advance the turn until a combatant has it.

    Where no combatant can have a turn, go as far as possible. BadInput of the first step if none
    can be taken.
    """
    result: AnyStepResult = StepResult(scene)
    for step in range(MOST):
        try:
            result = result.and_then(_advance(result.scene))
        except BadInput:
            if not step:
                raise
            break
        if result.scene.current is not None:
            break
    return result


def _advance(scene: AnyScene) -> AnyStepResult:
    """Take the first possible step that advances the turn, or raise the first refusal."""
    encounter, refusal = scene.encounter, None
    for id in encounter.advance:
        try:
            return encounter.apply(scene, id, encounter.by_id[id].agreed(scene.house))
        except BadInput as fault:
            refusal = refusal or fault
    raise refusal or BadInput("transition", "this game has no turns")
