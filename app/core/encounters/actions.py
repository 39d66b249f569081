"""What whoever acts can do now: the buttons of a turn, each possible or with the reason why not."""

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
    """Something that a combatant does in the turn: a roll, or a step of the encounter.

    id: tells it from the combatant's other actions, and stays the same from round to round.
    label, detail: `Pipe revolver`, `close · 4 CD · 13 shots`.
    roll: what it rolls. step, inputs: the step that it takes, where it rolls nothing; the step's
        own `who` need not be said. at: the input of the step that says who is aimed at. asks: more
        must be said first, so the step's form opens, with these inputs filled in.
    aimed: it is done to somebody, so its chance hangs on who is aimed at.
    main: it stands large with its chance, as a weapon does; the usual actions stand below.
    why_not: why it cannot be done now, as a sentence; empty if it can. Of a step it need not be
        said: what the step would refuse is the reason.
    """

    id: str
    label: str
    detail: str = ""
    roll: Rollable | None = None
    step: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    at: str = ""
    asks: bool = False
    aimed: bool = False
    main: bool = False
    why_not: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Allowance:
    """A part of the turn that can be used, such as the minor action. used: it is gone."""

    label: str
    used: bool = False


def given(scene: Scene[Any, Any], who: str, action: Action, target: str) -> dict[str, Any]:
    """The inputs with which an action takes its step, the campaign's house rules among them."""
    step = scene.encounter.by_id[action.step]
    inputs = {**step.agreed(scene.house), **action.inputs}
    if "who" in step.inputs:
        inputs.setdefault("who", who)
    if action.at and target:
        inputs[action.at] = target
    return inputs


def offered(scene: Scene[Any, Any], who: str, target: str = "") -> tuple[Action, ...]:
    """What a combatant can do, at whoever is aimed at; each step is tried, so that none refuses."""
    encounter = scene.encounter
    every = (*encounter.asks(scene, who), *encounter.actions(scene, who))
    return tuple(_tried(scene, who, each, target) for each in every)


def _tried(scene: Scene[Any, Any], who: str, action: Action, target: str) -> Action:
    if action.roll is not None or action.why_not:
        return action
    try:
        if action.asks:  # what is still to be said may be at fault now, but not the time
            scene.encounter.is_time_for(scene.encounter.by_id[action.step], scene)
            return action
        scene.encounter.apply(scene, action.step, given(scene, who, action, target))
    except BadInput as fault:
        return replace(action, why_not=f"{fault.message[:1].upper()}{fault.message[1:]}")
    return action
