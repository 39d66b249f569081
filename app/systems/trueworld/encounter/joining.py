"""Combatants joining and leaving, and their order: the director decides that freely."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters import roster
from app.core.encounters.combatants import Hidden
from app.core.encounters.roster import Name, joining, remove_combatant
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import ListOf, OneOf, Somebody, Text, Whole, YesNo
from app.systems.trueworld.encounter.state import (
    EASIEST,
    HELP,
    NEW_ROUND,
    SIDES,
    Fight,
    Result,
    Who,
    help_due,
    mid_round,
    most_stress,
    tier_of,
)
from app.systems.trueworld.encounter.turns import begins
from app.systems.trueworld.rules.inputs import Difficulty

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


@joining(rules="T1.2 T2.1 T11.2")
def add(
    scene: Fight,
    id: Who,
    name: Name = "",
    side: Side = "character",
    hidden: Hidden = False,
    difficulty: Difficulty = EASIEST,
    action_available: ActionAvailable = True,
    teamwork_dice: TeamworkDice = 0,
    stress: Stress = 0,
    max_stress: MaxStress = 6,
    harm: Harm = 0,
    grit: Grit = 0,
    conditions: Conditions = (),
) -> Fight:
    """Join the scene, last in the order."""
    if scene.now.phase == "end":
        # A combatant that joins when the round is over still has a turn in it.
        scene = scene.set(phase="action")
    if side == "adversary":
        return scene.turn(id, difficulty=difficulty, max_stress=None)
    scene = _bearing(scene.turn(id, difficulty=None), id, stress)
    if scene.now.phase == "order" and mid_round(scene.combatants[id]):
        # The round is yet to begin: a sheet's values of an earlier one no longer count.
        scene = scene.apply_effect(id, *NEW_ROUND)
    return scene


def _bearing(scene: Fight, id: str, stress: int) -> Fight:
    """Limit a combatant's stress to the given maximum (T11.2).

    A combatant without a character gets the tier that can bear so much; any other keeps its own.
    """
    fighter = scene.combatants[id]
    most = fighter.turn.max_stress
    if most is None:
        return scene
    if fighter.own:
        return scene.write(id, tier=tier_of(most), stress=min(stress, most))
    most = most_stress(fighter)
    return scene.write(id, stress=most) if fighter.sheet["stress"] > most else scene


@transition("remove", title="Remove", rules="T1.2")
def remove(scene: Fight, who: Who) -> Result:
    """Remove a combatant; if it was their turn, the next one begins."""
    remaining, theirs = remove_combatant(scene, who)
    result = begins(remaining) if theirs else StepResult(remaining)
    # T4.1: the action that help was offered for will not be taken.
    late = (*help_due(scene, who), (who, HELP))
    return replace(result, cancelled=late + result.cancelled)


Order = Annotated[tuple[str, ...], ListOf(Somebody(), most=200, front=True)]


@transition("arrange", title="Set turn order", rules="T1.2", gm_only=True)
def arrange(scene: Fight, order: Order) -> Fight:
    """Set the order by the needs of the situation; it may differ each round."""
    if sorted(order) != sorted(scene.now.order):
        raise BadInput("order", "name each combatant once")
    return scene.set(order=tuple(order))


show = roster.show("T1.2")
move = roster.move("T1.2")
