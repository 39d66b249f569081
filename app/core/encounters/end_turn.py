"""Passing the turn: from the end of one turn to where the next one's stands, in one step."""

from __future__ import annotations

from typing import Any

from app.core.encounters.scenes import Scene
from app.core.encounters.transitions import StepResult
from app.core.errors import BadInput

#: No more steps than these lead from one turn to the next, through a round's end and beginning.
MOST = 8


def passed(scene: Scene[Any, Any]) -> StepResult[Any, Any]:
    """The steps that carry the turns on, one after another, until it is somebody's turn again.

    Where nobody can have a turn, as far as they go. BadInput of the first if none can be taken.
    """
    came: StepResult[Any, Any] = StepResult(scene)
    for taken in range(MOST):
        try:
            came = came.and_then(_onward(came.scene))
        except BadInput:
            if not taken:
                raise
            break
        if came.scene.current is not None:
            break
    return came


def _onward(scene: Scene[Any, Any]) -> StepResult[Any, Any]:
    """The first step that carries the turns on and can be taken; else why the first cannot."""
    encounter, first = scene.encounter, None
    for id in encounter.onward:
        try:
            return encounter.apply(scene, id, encounter.by_id[id].agreed(scene.house))
        except BadInput as fault:
            first = first or fault
    raise first or BadInput("transition", "this encounter knows no turns")
