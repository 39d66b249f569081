"""The encounter of TrueWorld as data: a scene, its rounds, and who stands in them.

scene, at_risk (of the whole scene, T3.5), round (from 1), phase (order, action, end), order (ids),
current (an id or None), combatants: by id,
    of both sides   name, side (character, adversary), hidden, acted (this round's turn is over)
    a character     action_available, teamwork_dice, stress, max_stress, harm, grit, conditions
                    (records as on the sheet), stated_intention, helping (whose action the own one
                    of this round went into, empty for nobody's), roll and defence (None, or of the
                    own action and of the defence under way: label of what is due, difficulty,
                    position, purpose, quick, at_risk)
    an adversary    difficulty, damage (levels taken; what they mean is the director's)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import State, StepResult, with_combatant
from app.core.kinds import Somebody
from app.core.outcomes import Effect, put

#: The id of somebody in the encounter.
Who = Annotated[str, Somebody(label="Who")]

#: How the help that was offered is due (T4.3).
HELP = "trueworld.teamwork"

#: What an action leaves nothing of: the help that went into it (T4.4) and its boosts (T6.5).
USED_UP = (put("teamwork_dice", 0), put("invoked", False))

#: What any other roll leaves nothing of: its boosts. It takes no help (T4.4).
BOOSTS_USED = (put("invoked", False),)

#: What is due no more: (combatant id, procedure), with the label where several are of one.
Moot = tuple[tuple[str, str] | tuple[str, str, str], ...]

#: What a round begins with, for everybody (T1.2, T4.4).
NEW_ROUND = (put("action_available", True), put("teamwork_dice", 0))

SIDES = {"character": "Character", "adversary": "Adversary"}


def fresh() -> State:
    """A scene before anybody is in it: the director is about to set the order."""
    return {
        "scene": "",
        "at_risk": "",
        "round": 1,
        "phase": "order",
        "order": [],
        "current": None,
        "combatants": {},
    }


def somebody(state: State, id: str, field: str = "who") -> Mapping[str, Any]:
    """Whoever has this id; BadInput on `field` if nobody has."""
    found = state["combatants"].get(id)
    if found is None:
        raise BadInput(field, f"nobody is called {id[:40]!r} here")
    return found  # type: ignore[no-any-return]


def character(state: State, id: str, field: str = "who") -> Mapping[str, Any]:
    """The character of this id; BadInput on `field`. Adversaries never roll (T10.6)."""
    found = somebody(state, id, field)
    if found["side"] != "character":
        raise BadInput(field, f"{found['name']} is an adversary; only characters do that")
    return found


def characters(state: State) -> list[str]:
    """The ids of all characters, in the order of turns."""
    return [id for id in state["order"] if state["combatants"][id]["side"] == "character"]


def waiting(state: State) -> list[str]:
    """Who still has a turn this round, in the order of turns."""
    return [id for id in state["order"] if not state["combatants"][id]["acted"]]


def in_action(state: State) -> None:
    """Actions are taken in the action phase (T1.2); BadInput on `phase` outside of it."""
    if state["phase"] != "action":
        raise BadInput("phase", "actions are taken in the action phase; begin the turns first")


def action_told(whose: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The roll of the own action as the director has told it; None before that, and after it."""
    roll: Mapping[str, Any] | None = whose["roll"]
    return roll if roll is not None and roll["purpose"] != "defend" else None


def defence_told(whose: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The defence under way; None if there is none. It once stood where the action's roll does."""
    roll = whose["roll"]
    return whose.get("defence") or (None if action_told(whose) else roll)


def due_as(id: str, roll: Mapping[str, Any] | None) -> Moot:
    """What a roll under way is due as; nothing without one."""
    if roll is None:
        return ()
    procedure = "trueworld.quick_action" if roll["quick"] else "trueworld.action_roll"
    label = roll.get("label", "")  # which once was not kept
    return ((id, procedure, label),) if label else ((id, procedure),)


def helpers(state: State, id: str) -> list[str]:
    """Who gave up the action of this round for this one's (T4.2), whether it helped or not."""
    return [
        each for each in characters(state) if state["combatants"][each].get("helping", "") == id
    ]


def help_due(state: State, id: str) -> Moot:
    """Help for this one's action, as it is due until that is rolled (T4.1)."""
    return tuple((each, HELP) for each in helpers(state, id))


def changed(
    state: State,
    id: str,
    *effects: Effect,
    notes: tuple[str, ...] = (),
    cancelled: Moot = (),
    **changes: Any,
) -> StepResult:
    """One combatant changed, and what that does to the sheet. cancelled: what is due no more."""
    return StepResult(
        with_combatant(state, id, **changes),
        effects=tuple((id, effect) for effect in effects),
        notes=notes,
        cancelled=cancelled,
    )


def defended(state: State, id: str, *, cancelled: Moot = ()) -> StepResult:
    """The defence under way is over. Ruling: it costs no action, and takes no help (T4.4)."""
    roll = action_told(state["combatants"][id])
    return changed(state, id, *BOOSTS_USED, cancelled=cancelled, roll=roll, defence=None)


def spent(state: State, id: str, *notes: str) -> StepResult:
    """The action of the round is gone (T1.2), and the help for it, given or still due (T4.4)."""
    whose = state["combatants"][id]
    return changed(
        state,
        id,
        put("action_available", False),
        *USED_UP,
        notes=notes,
        cancelled=(*due_as(id, action_told(whose)), *help_due(state, id)),
        action_available=False,
        teamwork_dice=0,
        stated_intention="",
        roll=None,
        defence=defence_told(whose),
    )
