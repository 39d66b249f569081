"""The start of a round: declarations, and the order by intents (G53, G54, G62)."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.rolls import Due
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.play.play import finish
from app.core.procedures.kinds import ListOf, Whole, YesNo
from app.systems.garden.encounter.bodies import fastest
from app.systems.garden.encounter.bodies import modifier as modifier_of
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
from app.systems.garden.encounter.turns import begins
from app.systems.garden.house import MinorActionsCount
from app.systems.garden.procedures.actions import action_penalty
from app.systems.garden.procedures.order import MOST_COMBATANTS
from app.systems.garden.rules.skills import level
from app.systems.garden.tables.combat import INTENTS
from app.systems.garden.tables.movement import GAITS

# --- declare ---


StayReady = Annotated[
    bool,
    YesNo(help="Wait for the same trigger: that is this round’s action.", rules=("G25",)),
]
Modifier = Annotated[int | None, Whole(-20, 20, sheet="modifier", rules=("G86",))]


@transition("declare", title="Declare", rules="G18 G19 G25 G27 G53 G61 G62", during="declare")
def declare(
    scene: Fight,
    who: Who,
    declaration: Declaration = AS_USUAL,
    stay_ready: StayReady = False,
    modifier: Modifier = None,
    minor_actions_count: MinorActionsCount = False,
) -> Result:
    """Declare the intent and all actions of the round at its start."""
    fighter = scene.combatant(who)
    if fighter.turn.declared:
        raise BadInput("who", f"{fighter.name} has already declared")
    return declares(scene, who, declaration, stay_ready, modifier, minor_actions_count)


def declares(
    scene: Fight,
    who: str,
    declaration: Declaration,
    stay_ready: bool = False,
    modifier: int | None = None,
    minor_actions_count: bool = False,
) -> Result:
    """Declare for a combatant; the penalties are fixed by it (G62)."""
    fighter = scene.combatant(who)
    turn, majors = fighter.turn, declaration.major_actions
    if not able(fighter):
        raise BadInput("who", f"{fighter.name} has no turn this round")
    if stay_ready and not (turn.readied and majors):
        raise BadInput(
            "stay_ready", "to stay ready, have a readied action and declare a major action"
        )
    inputs = {
        "major_actions": majors,
        "minor_actions": declaration.minor_actions,
        "movement": declaration.movement,
        "full_defense": declaration.full_defense,
        "minor_actions_count": minor_actions_count,
    }
    fixed = finish(action_penalty.bind(inputs), ()).outcome.values
    _moves_so_fast(fighter, declaration.movement)
    moves = declaration.movement != "none"
    after = scene.turn(
        who,
        declared=True,
        intent=declaration.intent,
        declared_major=majors,
        # G24, G25: one action is held, and nothing else is done.
        used_major=majors if stay_ready else 0,
        movement=declaration.movement,
        full_defense=declaration.full_defense,
        guarded=turn.defending,
        defending=turn.defending or declaration.full_defense,
        readied=turn.readied if stay_ready else None,
        penalty=fixed["penalty"],
        melee_penalty=fixed["melee_penalty"],
        # G68: a moving or fully defending combatant lines nothing up.
        aim_rounds=0 if moves or declaration.full_defense else turn.aim_rounds,
        modifier=turn.modifier if modifier is None else modifier,
        treating=None,
        before=declaration,
    )
    # G136: any other action breaks off a treatment.
    broken = [f"{fighter.name}’s treatment is broken off (G136)."] if turn.treating else []
    complete = [] if undeclared_combatants(after) else ["Everybody has declared."]
    return StepResult(after, notes=(*broken, *complete))


def _moves_so_fast(fighter: Fighter, movement: str) -> None:
    """Raise BadInput on `movement` if body and load do not allow this gait (G31)."""
    limit = fastest(fighter)
    if GAITS[movement].rank > GAITS[limit].rank:
        slow = f"At most {limit}: load or wounds"
        still = "Can’t move: load or wounds"
        raise BadInput("movement", still if limit == "none" else slow)


# --- order ---


def declared_combatants(fight: Fight) -> list[Fighter]:
    """Return the combatants who have declared and can still act, in order (G53)."""
    return [combatant for combatant in fight.ordered if combatant.turn.declared and able(combatant)]


Contest = Annotated[bool, YesNo(help="Roll within each group.", rules=("G54",))]


@transition("set_order", title="Order by intent", rules="G53 G54", during=("declare", "order"))
def set_order(scene: Fight, contest: Contest = False) -> Result:
    """Order the round by intents; those of a group act together or roll for it."""
    if scene.now.phase == "order":
        raise BadInput("phase", "roll for order, or set it yourself")
    ready = declared_combatants(scene)
    if not ready:
        raise BadInput("phase", "nobody has declared yet")
    if late := undeclared_combatants(scene):
        names = ", ".join(scene.combatants[id].name for id in late)
        raise BadInput("phase", f"still to declare: {names}")
    if contest and len(ready) > MOST_COMBATANTS:
        message = f"at most {MOST_COMBATANTS} can roll for order; set it without a roll"
        raise BadInput("contest", message)
    if contest and len(ready) > 1:
        for number, each in enumerate(ready, 1):
            scene = scene.turn(each.id, place=number)
        return StepResult(scene.set(phase="order"), (_contest(ready),))
    return by_intent(scene, ready)


def by_intent(scene: Fight, ready: list[Fighter]) -> Result:
    """Order by intents; those of a group act together (G53, G54)."""
    groups = [INTENTS[each.turn.intent].order for each in ready]
    return begin_order(scene, ready, [1 + sum(other < own for other in groups) for own in groups])


def _contest(ready: list[Fighter]) -> Due:
    """Return the due roll for the places in each group (G54)."""
    inputs = {
        "intents": [each.turn.intent for each in ready],
        "awareness": [level(each.sheet, "awareness") for each in ready],
        "perception": [each.sheet["perception"] for each in ready],
        "modifiers": [modifier_of(each) for each in ready],
        "contest": True,
    }
    label = f"Initiative of {', '.join(each.name for each in ready)}"
    return Due(ready[0].id, label, "garden.initiative", inputs, ("G54",))


Places = Annotated[tuple[int, ...], ListOf(Whole(1, 200), 200, front=True)]


@transition("places", title="Set order", rules="G54", during="order")
def places(scene: Fight, places: Places) -> Result:
    """Enter the places of a contest rolled elsewhere, one per declared combatant, in order."""
    ready = declared_combatants(scene)
    if len(places) != len(ready):
        raise BadInput("places", f"enter {len(ready)} places, one for each who declared")
    return begin_order(scene, ready, list(places))


def begin_order(fight: Fight, ready: list[Fighter], places: list[int]) -> Result:
    """Set the order and begin the first turn; combatants without a turn come last."""
    place_of = {each.id: place for each, place in zip(ready, places, strict=True)}
    rest = [id for id in fight.now.order if id not in place_of]
    for id in fight.combatants:
        fight = fight.turn(id, place=place_of.get(id, 0))
    order = *sorted(place_of, key=place_of.__getitem__), *rest
    return begins(fight.set(phase="action", order=order))
