"""What somebody does in a turn, and what cuts into it: actions, readied ones, help (W3-W5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.core.encounters import State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import OneOf, Text, YesNo
from app.core.outcomes import put
from app.systems.wasteland.encounter.feeding import READIED, roll_of
from app.systems.wasteland.encounter.state import (
    footing,
    paid,
    pool_of,
    somebody,
    unable,
)
from app.systems.wasteland.encounter.turns import on
from app.systems.wasteland.house import StandUpIsMajor
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS, MINOR_ACTIONS
from app.systems.wasteland.turns import (
    MOVEMENT,
    STAND_UP,
    is_second_major,
    out_of_place,
    price,
    slot_of,
    too_much,
)

ACTIONS = {**MINOR_ACTIONS.labels("action"), **MAJOR_ACTIONS.labels("action")}

#: What a fault of a turn is in words, by its note id in the action budget.
WORDS = {
    "too-many-minor": "no more minor actions this round (W3.5)",
    "too-many-major": "no more major actions this round (W3.5)",
    "too-much-movement": "one movement action a turn (W3.6)",
    "not-enough-ap": "the pool has not the AP for one more action",
    "move-is-major": "prone or with a leg injury, Move is a major action: crawl (W10.1)",
    "no-sprint": "no Sprint while prone or with a leg injury (W10.2)",
    "no-need-to-crawl": "neither prone nor lamed: Move is a minor action (W4.4)",
    "not-prone": "who is not prone need not stand up (W4.5)",
    "stand-up-slot": "standing up is the other kind of action here (W4.5)",
}


@transition("act", title="Take an action", rules="W3.1-W3.6 W4.1-W4.6 W5.1-W5.10 W10.1 W10.2 W10.7")
def act(
    state: State,
    action: Annotated[str, OneOf(ACTIONS, front=True, rules=("W3.1",))],
    whom: Annotated[
        str,
        Text(
            64,
            front=True,
            help="Whom the action is for: the target of an attack, the patient, who is helped.",
        ),
    ] = "",
    drop_prone: Annotated[
        bool, YesNo(help="At the end of a movement action.", rules=("W10.7",))
    ] = False,
    trigger: Annotated[
        str, Text(200, label="Situation waited for", help="To ready an action.", rules=("W5.8",))
    ] = "",
    readied_action: Annotated[
        str, OneOf(READIED, label="Action readied", rules=("W5.8",))
    ] = "attack",
    stand_up_is_major: StandUpIsMajor = False,
) -> Turned:
    """Whoever's turn it is takes an action; the second of a kind is paid with AP."""
    on(state)
    who = state["current"]
    if who is None:
        raise BadInput("action", "it is nobody’s turn; begin one first")
    whose = somebody(state, who)
    if unable(whose):
        raise BadInput("action", unable(whose))
    if whom:
        somebody(state, whom, "whom")
    if drop_prone and action not in MOVEMENT:
        raise BadInput("drop_prone", "one drops prone at the end of a movement action (W10.7)")
    stance, slot = footing(whose), slot_of(action, stand_up_is_major)
    minor = whose["minor_used"] + (slot == "minor")
    major = whose["major_used"] + (slot == "major")
    moved = whose["movement_used"] + (action in MOVEMENT)
    cost = price(minor, major, stance) - price(whose["minor_used"], whose["major_used"], stance)
    as_minor, as_major = ((action,), ()) if slot == "minor" else ((), (action,))
    faults = (
        *too_much(minor, major, moved, cost, state[pool_of(whose)], stance),
        *out_of_place(as_minor, as_major, stance, stand_up_is_major),
    )
    if faults:
        raise BadInput("action", WORDS[faults[0]])
    second = slot == "major" and is_second_major(major, stance)
    counted = with_combatant(
        paid(state, whose, cost),
        who,
        minor_used=minor,
        major_used=major,
        movement_used=bool(moved),
    )
    told = _Told(who, whom, second, drop_prone, trigger, readied_action)
    done = _done(counted, action, told)
    notes = (f"{cost} AP for one more action (W3.2, W3.3).",) if cost else ()
    return Turned(done.state, done.due, done.effects, (*notes, *done.notes))


@dataclass(frozen=True)
class _Told:
    """What was said with an action."""

    who: str
    whom: str
    second_major: bool
    drop_prone: bool
    trigger: str
    readied_action: str


def _done(state: State, action: str, told: _Told) -> Turned:
    """What the action itself does, once it is allowed and paid."""
    who = told.who
    if action in MOVEMENT:
        prone = told.drop_prone or (state["combatants"][who]["prone"] and action != STAND_UP)
        return _with_prone(state, who, prone)
    if action == "aim":
        return Turned(with_combatant(state, who, aim_ready=True))
    if action == "assist":
        if not told.whom or told.whom == who:
            raise BadInput("whom", "say who else is helped")
        return Turned(with_combatant(state, who, assisting=told.whom))
    if action == "ready":
        readied = {
            "trigger": told.trigger,
            "action": told.readied_action,
            "whom": told.whom,
            "second_major": told.second_major,
        }
        return Turned(with_combatant(state, who, readied=readied))
    whose = state["combatants"][who]
    if action == "attack":
        # W4.1: Aim serves the first attack of the turn, and no later one.
        aimed = whose["aim_ready"] and not whose["attacked"]
        state = with_combatant(state, who, attacked=True, aim_ready=False, aimed=aimed)
    due = roll_of(state, who, action, told.second_major, told.whom)
    if not due:
        return Turned(state)
    return Turned(state, due, notes=_help_at_hand(state, who))


def _help_at_hand(state: State, who: str) -> tuple[str, ...]:
    """Who stands ready to help with the test that somebody makes now (W5.1)."""
    return tuple(
        f"{each['name']} helps with this test: say so before the dice fall (W5.1)."
        for each in state["combatants"].values()
        if each["assisting"] == who
    )


def _with_prone(state: State, who: str, prone: bool) -> Turned:
    if state["combatants"][who]["prone"] == prone:
        return Turned(state)
    return Turned(with_combatant(state, who, prone=prone), effects=((who, put("prone", prone)),))
