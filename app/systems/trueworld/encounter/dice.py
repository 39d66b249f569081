"""What a roll costs whoever makes it, due or not: the action, the help, the boosts (T1.2, T4, T6).

What of the outcome changes besides (damage, harm, grit) are its effects and not repeated here.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.core.flat import Roll, State, StepResult
from app.core.outcomes import put
from app.systems.trueworld.encounter.state import (
    BOOSTS_USED,
    HELP,
    action_told,
    changed,
    defence_told,
    defended,
    due_as,
    spent,
)

QUICK = "trueworld.quick_action"

#: The rolls that an action of a turn can be.
ACTIONS = (
    "trueworld.action_roll",
    "trueworld.unskilled_roll",
    "trueworld.assisted_action",
    QUICK,
)


def rolled(state: State, roll: Roll) -> StepResult:
    """The dice have fallen: nobody has to say what they cost."""
    came = StepResult(state)
    for id in _helpers(roll.cast, roll.procedure):
        came = _and(came, _paid(came.state, id, _helped(roll)))
    who = roll.cast.get("self", "")
    if roll.procedure in ACTIONS and who in came.state["combatants"]:
        came = _and(came, _rolled(came.state, who, roll))
    return came


def _and(came: StepResult, more: StepResult) -> StepResult:
    return StepResult(
        more.state, effects=came.effects + more.effects, cancelled=came.cancelled + more.cancelled
    )


def _helpers(cast: Mapping[str, str], procedure: str) -> list[str]:
    """Whoever makes the roll of a single helper is the helper (T4.3)."""
    alone = ("self",) if procedure == HELP else ()
    return [id for role, id in cast.items() if role in alone or role.startswith("helper")]


def _helped(roll: Roll) -> str:
    """Whose action it is that help went into; empty if nobody said so."""
    return roll.cast.get("receiver" if roll.procedure == HELP else "self", "")


def _paid(state: State, id: str, helped: str) -> StepResult:
    """The price of help, whether it helps or not (T4.2, T4.5); offered as a step it is paid."""
    cancelled = ((id, HELP),)
    if not _can_act(state, id):
        return StepResult(state, cancelled=cancelled)
    price = put("action_available", False)
    return changed(state, id, price, cancelled=cancelled, action_available=False, helping=helped)


def _can_act(state: State, id: str) -> bool:
    """Actions are taken in the action phase (T1.2), by characters, once a round."""
    return state["phase"] == "action" and bool(state["combatants"][id].get("action_available"))


def _rolled(state: State, who: str, roll: Roll) -> StepResult:
    """The roll of an action: the one that was told, or any on the own turn (T1.2); or a defence."""
    whose = state["combatants"][who]
    if whose["side"] == "adversary":
        return StepResult(state)
    if roll.inputs.get("purpose") == "defend":
        return _defended(state, who, roll.due)
    if (action_told(whose) or state["current"] == who) and _can_act(state, who):
        return spent(state, who)
    # T5.2: a quick action takes no boosts, so they wait for another roll.
    return StepResult(state) if roll.procedure == QUICK else changed(state, who, *BOOSTS_USED)


def _defended(state: State, who: str, due: str) -> StepResult:
    """A defence was rolled. due: the label of the one it was, empty if it came from a menu."""
    told = defence_told(state["combatants"][who])
    if told is not None and due and due != told.get("label", due):
        return changed(state, who, *BOOSTS_USED)  # the one against another attack is still to come
    return defended(state, who, cancelled=() if due else due_as(who, told))
