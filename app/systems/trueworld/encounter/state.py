"""The encounter of TrueWorld as data: a scene, its rounds, and who stands in them.

scene, round (from 1), phase (order, action, end), order (ids), current (an id or None),
combatants: by id,
    of both sides   name, side (character, adversary), hidden, acted (this round's turn is over)
    a character     action_available, teamwork_dice, stress, max_stress, harm, grit, conditions
                    (records as on the sheet), stated_intention, roll (None, or of the roll
                    under way: difficulty, position, purpose, quick, helpers so far)
    an adversary    difficulty, damage (levels taken; what they mean is the director's)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.encounters import State, Turned, with_combatant
from app.core.errors import BadInput
from app.core.kinds import Text
from app.core.outcomes import Effect, put

#: The id of somebody in the encounter.
Who = Annotated[str, Text(64, label="Who")]

#: What a roll under way may be due as.
ROLLS = ("trueworld.action_roll", "trueworld.quick_action")

#: What a roll leaves nothing of: the help that went into it (T4.4) and its boosts (T6.5).
USED_UP = (put("teamwork_dice", 0), put("invoked", False))

#: What a round begins with, for everybody (T1.2, T4.4).
NEW_ROUND = (put("action_available", True), put("teamwork_dice", 0))

SIDES = {"character": "Character", "adversary": "Adversary"}


def fresh() -> State:
    """A scene before anybody is in it: the director is about to set the order."""
    return {
        "scene": "",
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


def changed(
    state: State,
    id: str,
    *effects: Effect,
    notes: tuple[str, ...] = (),
    moot: tuple[str, ...] = (),
    **changes: Any,
) -> Turned:
    """One combatant changed, and what that does to the sheet. moot: what is due no more for it."""
    return Turned(
        with_combatant(state, id, **changes),
        effects=tuple((id, effect) for effect in effects),
        notes=notes,
        moot=tuple((id, procedure) for procedure in moot),
    )


def rolled(state: State, id: str) -> Turned:
    """The roll under way is over: the action is spent, unless it was a defence."""
    if state["combatants"][id]["roll"]["purpose"] != "defend":
        return spent(state, id)
    # Ruling: a defence costs no action; waiting help was for this roll all the same.
    return changed(state, id, *USED_UP, roll=None, teamwork_dice=0)


def spent(state: State, id: str, *notes: str) -> Turned:
    """The action of the round is gone (T1.2), and the help that went into it (T4.4)."""
    return changed(
        state,
        id,
        put("action_available", False),
        *USED_UP,
        notes=notes,
        moot=ROLLS,
        action_available=False,
        teamwork_dice=0,
        stated_intention="",
        roll=None,
    )
