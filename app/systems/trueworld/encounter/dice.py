"""Costs of a roll, due or not: the action, the help, the boosts (T1.2, T4, T6).

Other changes of the outcome (damage, harm, grit) are its effects and not repeated here.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.core.encounters.rolls import DueRecord, Roll
from app.core.encounters.scenes import StepResult
from app.systems.trueworld.encounter.state import (
    ACTIONS,
    BOOSTS_USED,
    HELP,
    Fight,
    Fighter,
    Result,
    Turn,
    due_as,
    end_defence,
    give_help,
    is_out_of_scene,
    spent,
    too_many_helpers,
)
from app.systems.trueworld.house import MOST_HELPERS
from app.systems.trueworld.procedures.actions import quick_action


def on_roll(scene: Fight, roll: Roll) -> Result:
    """Charge the costs of a roll automatically."""
    result: Result = StepResult(scene)
    for id in _helpers(roll.cast, roll.procedure):
        result = result.and_then(_paid(result.scene, id, _helped(roll)))
    who = roll.cast.get("self", "")
    if roll.procedure in ACTIONS and who in scene.combatants:
        result = result.and_then(_rolled(result.scene, who, roll))
    return result


def _helpers(cast: Mapping[str, str], procedure: str) -> list[str]:
    """Return the ids of the helpers; the roller of a single helper's roll is one (T4.3)."""
    alone = ("self",) if procedure == HELP else ()
    return [id for role, id in cast.items() if role in alone or role.startswith("helper")]


def _helped(roll: Roll) -> str:
    """Return the id of the helped character; empty if unknown."""
    return roll.cast.get("receiver" if roll.procedure == HELP else "self", "")


def _paid(scene: Fight, id: str, helped: str) -> Result:
    """Charge the price of help, successful or not (T4.2, T4.5), and cancel its due roll."""
    paid: Result = StepResult(scene)
    notes: tuple[str, ...] = ()
    if _can_act(scene, scene.combatants[id]):
        most = int(scene.house.get("max_helpers", MOST_HELPERS))
        # An offer is refused; the dice have fallen, so the table decides.
        if helped in scene.combatants and (fault := too_many_helpers(scene, helped, most, id)):
            notes = (f"{fault}. This help adds no die.",)
        paid = give_help(scene, id, helped)
    return paid.and_then(StepResult(paid.scene, notes=notes, cancelled=((id, HELP),)))


def _can_act(scene: Fight, fighter: Fighter) -> bool:
    """Tell whether a character can act: in the action phase (T1.2), once a round."""
    if scene.now.phase != "action" or fighter.turn.side == "adversary" or is_out_of_scene(fighter):
        return False
    return bool(fighter.sheet["action_available"])


def _rolled(scene: Fight, who: str, roll: Roll) -> Result:
    """Charge the roll of the round's action (T1.2), of a defence, or of neither."""
    fighter = scene.combatants[who]
    if fighter.turn.side == "adversary":
        return StepResult(scene)
    if _defends(fighter.turn, roll):
        return _defended(scene, fighter, roll.due)
    # An announced action ends with its roll, also without an action left or out of the scene.
    if _is_action(scene, fighter, roll) and (roll.due or _can_act(scene, fighter)):
        return spent(scene, who)
    # T5.2: a quick action takes no boosts, so they wait for another roll.
    quick = roll.procedure == quick_action.id
    return StepResult(scene if quick else scene.apply_effect(who, *BOOSTS_USED))


def _defends(turn: Turn, roll: Roll) -> bool:
    """Tell whether it is a defence (T10.6); a due roll stays as it was announced."""
    for announced in (turn.roll, turn.defence):
        if announced is not None and roll.due and announced.label == roll.due:
            return announced.purpose == "defend"
    return roll.inputs.get("purpose") == "defend"


def _is_action(scene: Fight, fighter: Fighter, roll: Roll) -> bool:
    """Tell whether it is the round's action: the announced one, or any on the own turn (T1.2).

    So is an attack on another's turn: it deals damage like any other (T10.6). Other rolls at that
    time are requests of the director. A roll still due from an earlier turn has cost that turn's
    action.
    """
    announced = fighter.turn.roll
    if roll.due:
        return announced is not None and announced.label == roll.due
    if announced is not None or scene.now.current == fighter.id:
        return True
    return roll.inputs.get("purpose") == "attack"


def on_settled(scene: Fight, due: DueRecord) -> Result:
    """Close a due roll that was done or waived by hand: defence over, action spent (T1.2).

    A waived one works without a roll and still costs the action (T2.2); a dropped one counts as
    another intention.
    """
    fighter = scene.combatants.get(due["who"])
    if fighter is None or due["procedure"] not in ACTIONS:
        return StepResult(scene)
    defends = due["inputs"].get("purpose") == "defend"
    announced = fighter.turn.defence if defends else fighter.turn.roll
    if announced is None or announced.label != due["label"]:
        return StepResult(scene)  # another one is under way
    return StepResult(end_defence(scene, fighter.id)) if defends else spent(scene, fighter.id)


def _defended(scene: Fight, fighter: Fighter, due: str) -> Result:
    """Close a defence. due: the label of its due roll, empty if it was rolled from a menu."""
    who, defence = fighter.id, fighter.turn.defence
    if defence is not None and due not in ("", defence.label):
        # The one against another attack is still to come.
        return StepResult(scene.apply_effect(who, *BOOSTS_USED))
    return StepResult(end_defence(scene, who), cancelled=() if due else due_as(who, defence))
