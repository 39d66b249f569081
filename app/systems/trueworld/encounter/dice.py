"""What a roll costs whoever makes it, due or not: the action, the help, the boosts (T1.2, T4, T6).

What of the outcome changes besides (damage, harm, grit) are its effects and not repeated here.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.core.encounters import Roll, State, Turned
from app.core.outcomes import put
from app.systems.trueworld.encounter.state import ROLLS, USED_UP, changed, spent

HELP = "trueworld.teamwork"

#: The rolls that an action of a turn can be.
ACTIONS = (*ROLLS, "trueworld.unskilled_roll", "trueworld.assisted_action")


def rolled(state: State, roll: Roll) -> Turned:
    """The dice have fallen: nobody has to say what they cost."""
    came = Turned(state)
    for id in _helpers(roll.cast, roll.procedure):
        came = _and(came, _paid(came.state, id))
    who = roll.cast.get("self", "")
    if roll.procedure in ACTIONS and who in came.state["combatants"]:
        purpose = roll.inputs.get("purpose", "general")
        came = _and(came, _rolled(came.state, who, roll.procedure, purpose))
    return came


def _and(came: Turned, more: Turned) -> Turned:
    return Turned(more.state, effects=came.effects + more.effects, moot=came.moot + more.moot)


def _helpers(cast: Mapping[str, str], procedure: str) -> list[str]:
    """Whoever makes the roll of a single helper is the helper (T4.3)."""
    alone = ("self",) if procedure == HELP else ()
    return [id for role, id in cast.items() if role in alone or role.startswith("helper")]


def _paid(state: State, id: str) -> Turned:
    """The price of help, whether it helps or not (T4.2, T4.5); offered as a step it is paid."""
    if not _can_act(state, id):
        return Turned(state, moot=((id, HELP),))
    return changed(state, id, put("action_available", False), moot=(HELP,), action_available=False)


def _can_act(state: State, id: str) -> bool:
    """Actions are taken in the action phase (T1.2), by characters, once a round."""
    return state["phase"] == "action" and bool(state["combatants"][id].get("action_available"))


def _rolled(state: State, who: str, procedure: str, purpose: str) -> Turned:
    """The roll of an action: the one that was told, or any on the own turn (T1.2); or a defence."""
    whose = state["combatants"][who]
    if whose["side"] == "adversary":
        return Turned(state)
    roll, defence = whose["roll"], purpose == "defend"
    # Only one roll is under way: an attack may have come between an intention and its dice.
    over = roll is not None and (roll["purpose"] == "defend") == defence
    if not defence and (over or state["current"] == who) and _can_act(state, who):
        done = spent(state, who)
        if roll is None or over:
            return done
        return Turned(changed(done.state, who, roll=roll).state, effects=done.effects)
    # T5.2: a quick action takes neither help nor boosts, so both wait for another roll.
    if procedure == "trueworld.quick_action":
        return Turned(state)
    moot = ROLLS if over and not whose["stated_intention"] else ()
    kept = None if over else roll
    return changed(state, who, *USED_UP, moot=moot, roll=kept, teamwork_dice=0)
