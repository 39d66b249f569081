"""Rounds declared as before, and new declarations at their start (G53, G62)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.systems.garden.encounter.bodies import fastest
from app.systems.garden.encounter.declaring import (
    StayReady,
    by_intent,
    declared_combatants,
    declares,
    set_order,
)
from app.systems.garden.encounter.starting import is_untouched, restart_round
from app.systems.garden.encounter.state import (
    AS_USUAL,
    Declaration,
    Fight,
    Fighter,
    Result,
    Who,
    able,
    undeclared_combatants,
)
from app.systems.garden.house import MinorActionsCount
from app.systems.garden.rules.skills import level
from app.systems.garden.tables.combat import ATTACKS
from app.systems.garden.tables.movement import slowest


@transition("as_before", title="Declare all as before", rules="G25 G53 G62", during="declare")
def as_before(scene: Fight, minor_actions_count: MinorActionsCount = False) -> Result:
    """Declare as in the round before for all who have not; at first, one major action."""
    late = undeclared_combatants(scene)
    if not late:
        idle = not any(able(combatant) for combatant in scene.combatants.values())
        raise BadInput("phase", "nobody can act" if idle else "everybody has declared")
    for id in late:
        fighter = scene.combatants[id]
        stays = _stays_ready(fighter)  # G25
        scene = declares(
            scene, id, usual(fighter), stays, minor_actions_count=minor_actions_count
        ).scene
    return StepResult(scene)


def usual(fighter: Fighter) -> Declaration:
    """Return the last declaration, as fast as wounds and load still allow (G31).

    Without one: one action, close, or at range if the combatant is best at that.
    """
    before = fighter.turn.before or Declaration(intent=best_intent(fighter))
    return replace(before, movement=slowest(before.movement, fastest(fighter)))


def _stays_ready(fighter: Fighter) -> bool:
    return bool(fighter.turn.readied and usual(fighter).major_actions)


#: The declaration of a combatant, by the inputs of its form.
DECLARED: Mapping[str, Callable[[Fighter], object]] = {
    "intent": lambda fighter: usual(fighter).intent,
    "major_actions": lambda fighter: usual(fighter).major_actions,
    "minor_actions": lambda fighter: usual(fighter).minor_actions,
    "movement": lambda fighter: usual(fighter).movement,
    "full_defense": lambda fighter: usual(fighter).full_defense,
    "stay_ready": _stays_ready,
}


def best_intent(fighter: Fighter) -> str:
    """Return the intent of the best attack (G53); of equal ones the closest.

    An attack is one with bare hands or with a weapon of the sheet, or the spell Harm (G121).
    """
    sheet = fighter.sheet
    kinds = {"unarmed", *(weapon["attack_kind"] for weapon in sheet["weapons"])}
    attacks = [
        (level(sheet, row.skill), sheet[row.attribute], row.kind)
        for row in ATTACKS
        if row.kind in kinds
    ]
    harm = (level(sheet, "restoration"), sheet["psyche"], "harm")
    learnt, _, kind = max([*attacks, harm], key=lambda attack: attack[:2])
    return "close" if kind in ("unarmed", "melee") or not learnt else "ranged"


@transition(
    "declare_anew", title="Change declaration", rules="G53 G62", during=("declare", "action")
)
def declare_anew(
    scene: Fight,
    who: Who,
    declaration: Declaration = AS_USUAL,
    stay_ready: StayReady = False,
    minor_actions_count: MinorActionsCount = False,
) -> Result:
    """Declare otherwise before the first action of the round (G62).

    Intents then order the round anew.
    """
    fighter = scene.combatant(who)
    _at_the_start(scene)
    result = restart_round(scene)
    before = fighter.turn.guarded if fighter.turn.declared else fighter.turn.defending
    withdrawn = result.scene.turn(who, declared=False, defending=before)
    result = result.and_then(
        declares(withdrawn, who, declaration, stay_ready, minor_actions_count=minor_actions_count)
    )
    if scene.now.phase == "declare":
        return result
    # The order was set already, and is so again by the same rule.
    result = replace(result, notes=())
    return result.and_then(by_intent(result.scene, declared_combatants(result.scene)))


@transition("contest", title="Roll for order", rules="G54", during=("declare", "action"))
def contest(scene: Fight) -> Result:
    """Roll for the places in shared groups, before the first action of the round."""
    _at_the_start(scene)
    groups = [combatant.turn.intent for combatant in declared_combatants(scene)]
    if len(groups) == len(set(groups)):
        raise BadInput("phase", "no ties to roll for")
    result = restart_round(scene)
    return result.and_then(set_order.apply(result.scene, {"contest": True}))


def _at_the_start(scene: Fight) -> None:
    if not is_untouched(scene):
        raise BadInput("phase", "someone has already acted this round")
