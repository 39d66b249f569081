"""The actions that a combatant can take now, each with the reason if it is impossible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from app.core.errors import BadInput
from app.core.sheets import Rollable

if TYPE_CHECKING:
    from app.core.encounters.scenes import Scene


@dataclass(frozen=True)
class Action:
    """An action of a combatant's turn: a roll, or a step of the encounter."""

    #: Unique among the combatant's actions, and the same from round to round.
    id: str
    #: `Pipe revolver`.
    label: str
    #: `close · 4 CD · 13 shots`.
    detail: str = ""
    #: The roll that it makes; None for a step.
    roll: Rollable | None = None
    #: The step that it takes where it rolls nothing.
    step: str = ""
    #: Inputs of the step; its `who` may be left out.
    inputs: Mapping[str, Any] = field(default_factory=dict)
    #: The input of the step that names the target.
    at: str = ""
    #: Opens the step's form, with `inputs` filled in, because more inputs are needed.
    asks: bool = False
    #: Has a target, so its chance depends on the target.
    aimed: bool = False
    #: Shown large with its chance, as a weapon is; the usual actions are listed below.
    main: bool = False
    #: Why it is impossible now, as a sentence; empty if it is possible. For a step, the step's own
    #: refusal is filled in.
    why_not: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Allowance:
    """A part of the turn that can be used, such as the minor action."""

    label: str
    #: Already spent in this turn.
    used: bool = False


def given(scene: Scene[Any, Any], who: str, action: Action, target: str) -> dict[str, Any]:
    """Return the inputs with which an action takes its step, house rules included."""
    step = scene.encounter.by_id[action.step]
    inputs = {**step.agreed(scene.house), **action.inputs}
    if "who" in step.inputs:
        inputs.setdefault("who", who)
    if action.at and target:
        inputs[action.at] = target
    return inputs


def offered(scene: Scene[Any, Any], who: str, target: str = "") -> tuple[Action, ...]:
    """Return a combatant's actions against a target, each step tried for refusal."""
    encounter = scene.encounter
    actions = (*encounter.asks(scene, who), *encounter.actions(scene, who))
    return tuple(_with_refusal(scene, who, action, target) for action in actions)


def _with_refusal(scene: Scene[Any, Any], who: str, action: Action, target: str) -> Action:
    if action.roll is not None or action.why_not:
        return action
    try:
        if action.asks:  # its inputs are still incomplete, so only its phase is checked
            scene.encounter.is_time_for(scene.encounter.by_id[action.step], scene)
            return action
        scene.encounter.apply(scene, action.step, given(scene, who, action, target))
    except BadInput as fault:
        return replace(action, why_not=f"{fault.message[:1].upper()}{fault.message[1:]}")
    return action
