"""Who is in the scene, and in which order they act: the director decides that freely."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from app.core import flat_roster as roster
from app.core.errors import BadInput
from app.core.flat import State, StepResult, transition
from app.core.flat_roster import Hidden, Name, joined, without
from app.core.kinds import ListOf, OneOf, Somebody, Text, Whole, YesNo
from app.core.outcomes import Effect
from app.systems.trueworld.encounter.state import (
    HELP,
    NEW_ROUND,
    SIDES,
    Who,
    help_due,
    somebody,
)
from app.systems.trueworld.encounter.turns import begins
from app.systems.trueworld.inputs import Difficulty

Side = Annotated[str, OneOf(SIDES, front=True)]
ActionAvailable = Annotated[bool, YesNo(sheet="action_available")]
TeamworkDice = Annotated[int, Whole(0, 4, sheet="teamwork_dice")]
Stress = Annotated[int, Whole(0, 12, sheet="stress", rules=("T11.2",))]
MaxStress = Annotated[int, Whole(2, 12, sheet="max_stress", rules=("T11.2",))]
Harm = Annotated[int, Whole(0, 99, sheet="harm")]
Grit = Annotated[int, Whole(0, 99, sheet="grit", rules=("T11.1",))]
Conditions = Annotated[
    tuple[str, ...],
    ListOf(
        Text(60),
        most=50,
        sheet="conditions",
        help="Untreated conditions.",
        rules=("T11.3",),
    ),
]


@transition("add", title="Add somebody", rules="T1.2 T2.1 T11.2")
def add(
    state: State,
    id: Who,
    name: Name = "",
    side: Side = "character",
    hidden: Hidden = False,
    difficulty: Difficulty = "d4",
    action_available: ActionAvailable = True,
    teamwork_dice: TeamworkDice = 0,
    stress: Stress = 0,
    max_stress: MaxStress = 6,
    harm: Harm = 0,
    grit: Grit = 0,
    conditions: Conditions = (),
) -> StepResult:
    """Somebody joins, last in the order."""
    made: dict[str, Any] = {"name": name or id, "side": side, "hidden": hidden, "acted": False}
    effects: tuple[tuple[str, Effect], ...] = ()
    if side == "adversary":
        made |= {"difficulty": difficulty, "damage": 0}
    else:
        if state["phase"] == "order" and (teamwork_dice or not action_available):
            # The round is yet to begin: what a sheet kept of an earlier one counts no more.
            effects = tuple((id, each) for each in NEW_ROUND)
            action_available, teamwork_dice = True, 0
        made |= {
            "action_available": action_available,
            "teamwork_dice": teamwork_dice,
            "stress": min(stress, max_stress),
            "max_stress": max_stress,
            "harm": harm,
            "grit": grit,
            "conditions": [{"name": each, "note": "", "treated": False} for each in conditions],
            "stated_intention": "",
            "helping": "",
            "roll": None,
            "defence": None,
        }
    return StepResult(
        {
            **joined(state, id, made),
            # Who comes when the round is over still has a turn in it.
            "phase": "action" if state["phase"] == "end" else state["phase"],
        },
        effects=effects,
    )


@transition("remove", title="Take somebody out", rules="T1.2")
def remove(state: State, who: Who) -> StepResult:
    """Somebody leaves; if it was their turn, the next one begins."""
    somebody(state, who)
    left = without(state, who)
    went = begins(left) if state["current"] == who else StepResult(left)
    # T4.1: the action that help was offered for will not be taken.
    late = (*help_due(state, who), (who, HELP))
    return replace(went, cancelled=late + went.cancelled)


Order = Annotated[tuple[str, ...], ListOf(Somebody(), most=200, front=True)]


@transition("arrange", title="Set the order", rules="T1.2")
def arrange(state: State, order: Order) -> StepResult:
    """The director sets the order, by what the situation asks for; it may differ each round."""
    if sorted(order) != sorted(state["order"]):
        raise BadInput("order", "name everybody who is here, each once")
    return StepResult({**state, "order": list(order)})


show = roster.show("T1.2")
move = roster.move("T1.2")
