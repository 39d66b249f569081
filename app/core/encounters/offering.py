"""The actions that a combatant can take now, each with the reason if it is impossible."""

from __future__ import annotations

from dataclasses import replace

from app.core.encounters.actions import Action
from app.core.encounters.scenes import AnyScene
from app.core.errors import BadInput


def action_inputs(scene: AnyScene, who: str, action: Action, target: str) -> dict[str, object]:
    """Return the inputs with which an action takes its step, house rules included."""
    step = scene.encounter.by_id[action.step]
    inputs = {**step.house_rules(scene.house), **action.inputs}
    if "who" in step.inputs:
        inputs.setdefault("who", who)
    if action.at and target:
        inputs[action.at] = target
    return inputs


def offer_actions(scene: AnyScene, who: str, target: str = "") -> tuple[Action, ...]:
    """Return a combatant's actions against a target, each step tried for refusal."""
    encounter = scene.encounter
    actions = (*encounter.asks(scene, who), *encounter.actions(scene, who))
    return tuple(_with_refusal(scene, who, action, target) for action in actions)


def _with_refusal(scene: AnyScene, who: str, action: Action, target: str) -> Action:
    if action.roll is not None or action.why_not:
        return action
    try:
        if action.asks:  # its inputs are still incomplete, so only its phase is checked
            scene.encounter.is_time_for(scene.encounter.by_id[action.step], scene)
            return action
        scene.encounter.apply(scene, action.step, action_inputs(scene, who, action, target))
    except BadInput as fault:
        return replace(action, why_not=fault.sentence)
    return action
