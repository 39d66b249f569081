"""What is at risk, written down for the players to see: in one roll, and in the scene (T3.5)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.flat import State, StepResult, transition
from app.core.kinds import OneOf, Text
from app.systems.trueworld.encounter.state import (
    Who,
    action_told,
    changed,
    character,
    defence_told,
)

#: A line of one roll, some more of the whole scene.
OF_A_ROLL, OF_A_SCENE = (
    Text(longest, label="At risk", help="Shown to the players.", front=True, rules=("T3.5",))
    for longest in (300, 1000)
)
AtRisk = Annotated[str, OF_A_ROLL]
SceneRisk = Annotated[str, OF_A_SCENE]


Of = Annotated[
    str | None,
    OneOf(
        {"defence": "The defence", "action": "The own action"},
        label="In which roll",
        help="Left open: in the defence, if one is under way.",
    ),
]


@transition("tell_risk", title="At risk in the roll", rules="T3.5")
def tell_risk(
    state: State,
    who: Who,
    at_risk: AtRisk,
    of: Of = None,
) -> StepResult:
    """What is at risk in the roll under way: it stands there until the roll is made."""
    whose = character(state, who)
    rolls = {"defence": defence_told(whose), "action": action_told(whose)}
    under_way = [name for name, roll in rolls.items() if roll]
    if not under_way:
        raise BadInput("who", f"{whose['name']} has no roll under way")
    if of is not None and of not in under_way:
        raise BadInput("of", f"only the {under_way[0]} of {whose['name']} is under way")
    meant = of or under_way[0]
    rolls[meant] = {**(rolls[meant] or {}), "at_risk": at_risk}
    return changed(state, who, roll=rolls["action"], defence=rolls["defence"])


RiskSceneAtRisk = Annotated[str | None, OF_A_SCENE]


@transition("risk_scene", title="At risk in the scene", rules="T3.5")
def risk_scene(state: State, at_risk: RiskSceneAtRisk = None) -> StepResult:
    """What is at risk for everybody: it stands there until the next scene."""
    return StepResult(state if at_risk is None else {**state, "at_risk": at_risk})
