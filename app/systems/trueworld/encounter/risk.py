"""Risks, written down for the players to see: in one roll, and in the scene (T3.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters.scenes import transition
from app.core.errors import BadInput
from app.core.procedures.kinds import OneOf, Text
from app.systems.trueworld.encounter.state import Fight, Who, character

#: A line of one roll, some more of the whole scene.
OF_A_ROLL, OF_A_SCENE = (
    Text(longest, label="At risk", help="Players see it.", front=True, rules=("T3.5",))
    for longest in (300, 1000)
)
AtRisk = Annotated[str, OF_A_ROLL]
SceneRisk = Annotated[str, OF_A_SCENE]


Of = Annotated[
    str | None,
    OneOf(
        {"defence": "The defence", "action": "The action"},
        label="Roll",
        help="Default: the pending defence, if any.",
    ),
]

#: The fields of the turn that hold them.
ROLL_FIELDS = {"defence": "defence", "action": "roll"}


@transition("tell_risk", title="Risk of the roll", rules="T3.5", gm_only=True)
def tell_risk(scene: Fight, who: Who, at_risk: AtRisk, of: Of = None) -> Fight:
    """Write down the risk of the roll under way, until that roll is made."""
    fighter = character(scene, who)
    turn = fighter.turn
    rolls = {"defence": turn.defence, "action": turn.roll}
    under_way = {name: roll for name, roll in rolls.items() if roll is not None}
    if not under_way:
        raise BadInput("who", f"{fighter.name} has no pending roll")
    first = next(iter(under_way))
    if of is not None and of not in under_way:
        raise BadInput("of", f"{fighter.name} only has a pending {first}")
    meant = of or first
    return scene.turn(who, **{ROLL_FIELDS[meant]: replace(under_way[meant], at_risk=at_risk)})


RiskSceneAtRisk = Annotated[str | None, OF_A_SCENE]


@transition("risk_scene", title="Risk of the scene", rules="T3.5", gm_only=True)
def risk_scene(scene: Fight, at_risk: RiskSceneAtRisk = None) -> Fight:
    """Write down the risk for the whole group, until the next scene."""
    return scene if at_risk is None else scene.set(at_risk=at_risk)
