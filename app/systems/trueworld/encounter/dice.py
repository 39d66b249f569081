"""What a roll costs whoever makes it, due or not: the action, the help, the boosts (T1.2, T4, T6).

What of the outcome changes besides (damage, harm, grit) are its effects and not repeated here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.encounters.encounter import Roll
from app.core.encounters.transitions import StepResult
from app.core.procedures.outcomes import put
from app.systems.trueworld.encounter.state import (
    ACTIONS,
    BOOSTS_USED,
    HELP,
    Came,
    Fight,
    Fighter,
    Turn,
    defended,
    due_as,
    spent,
    taken_out,
)
from app.systems.trueworld.procedures.actions import quick_action


def rolled(scene: Fight, roll: Roll) -> Came:
    """The dice have fallen: nobody has to say what they cost."""
    result: Came = StepResult(scene)
    for id in _helpers(roll.cast, roll.procedure):
        result = result.and_then(_paid(result.scene, id, _helped(roll)))
    who = roll.cast.get("self", "")
    if roll.procedure in ACTIONS and who in scene.combatants:
        result = result.and_then(_rolled(result.scene, who, roll))
    return result


def _helpers(cast: Mapping[str, str], procedure: str) -> list[str]:
    """Whoever makes the roll of a single helper is the helper (T4.3)."""
    alone = ("self",) if procedure == HELP else ()
    return [id for role, id in cast.items() if role in alone or role.startswith("helper")]


def _helped(roll: Roll) -> str:
    """Whose action it is that help went into; empty if nobody said so."""
    return roll.cast.get("receiver" if roll.procedure == HELP else "self", "")


def _paid(scene: Fight, id: str, helped: str) -> Came:
    """The price of help, whether it helps or not (T4.2, T4.5); offered as a step it is paid."""
    if _can_act(scene, scene.combatants[id]):
        scene = scene.apply_effect(id, put("action_available", False)).turn(id, helping=helped)
    return StepResult(scene, cancelled=((id, HELP),))


def _can_act(scene: Fight, fighter: Fighter) -> bool:
    """Actions are taken in the action phase (T1.2), by characters, once a round."""
    if scene.now.phase != "action" or fighter.turn.side == "adversary" or taken_out(fighter):
        return False
    return bool(fighter.sheet["action_available"])


def _rolled(scene: Fight, who: str, roll: Roll) -> Came:
    """The roll of an action of the round, which is spent (T1.2), of a defence, or of neither."""
    fighter = scene.combatants[who]
    if fighter.turn.side == "adversary":
        return StepResult(scene)
    if _defends(fighter.turn, roll):
        return _defended(scene, fighter, roll.due)
    if _is_action(scene, fighter, roll) and _can_act(scene, fighter):
        return spent(scene, who)
    # T5.2: a quick action takes no boosts, so they wait for another roll.
    quick = roll.procedure == quick_action.id
    return StepResult(scene if quick else scene.apply_effect(who, *BOOSTS_USED))


def _defends(turn: Turn, roll: Roll) -> bool:
    """Is it a defence (T10.6)? What is due is what it was told as, whatever its form says now."""
    for told in (turn.roll, turn.defence):
        if told is not None and roll.due and told.label == roll.due:
            return told.purpose == "defend"
    return roll.inputs.get("purpose") == "defend"


def _is_action(scene: Fight, fighter: Fighter, roll: Roll) -> bool:
    """Is it the action of this round: the one that was told, or any on the own turn (T1.2)?

    So is an attack on another's turn: it deals damage like any other (T10.6). What else is rolled
    then is what the director asks for. What is still due of an earlier turn has cost that one's.
    """
    told = fighter.turn.roll
    if roll.due:
        return told is not None and told.is_due(roll.due)
    if told is not None or scene.now.current == fighter.id:
        return True
    return roll.inputs.get("purpose") == "attack"


def settled(scene: Fight, due: Mapping[str, Any]) -> Came:
    """A roll that was due is done or waived by hand: the defence is over, the action spent (T1.2).

    Waived it works without a roll, which is what the action went into (T2.2); one that is not taken
    after all is another intention.
    """
    fighter = scene.combatants.get(due["who"])
    if fighter is None or due["procedure"] not in ACTIONS:
        return StepResult(scene)
    defends = due["inputs"].get("purpose") == "defend"
    told = fighter.turn.defence if defends else fighter.turn.roll
    if told is None or not told.is_due(due["label"]):
        return StepResult(scene)  # another one is under way
    return StepResult(defended(scene, fighter.id)) if defends else spent(scene, fighter.id)


def _defended(scene: Fight, fighter: Fighter, due: str) -> Came:
    """A defence was rolled. due: the label of the one it was, empty if it came from a menu."""
    who, defence = fighter.id, fighter.turn.defence
    if defence is not None and due and not defence.is_due(due):
        # The one against another attack is still to come.
        return StepResult(scene.apply_effect(who, *BOOSTS_USED))
    return StepResult(defended(scene, who), cancelled=() if due else due_as(who, defence))
