"""What happens out of turn: readied actions, persistent damage, waking (W5.8, W7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.kinds import ListOf, Somebody, Whole
from app.core.outcomes import put
from app.systems.wasteland.encounter.doing import check_command, done, told_of
from app.systems.wasteland.encounter.landing import with_wound
from app.systems.wasteland.encounter.state import (
    Who,
    footing,
    paid,
    readied_of,
    somebody,
    unable,
)
from app.systems.wasteland.encounter.turns import on
from app.systems.wasteland.inputs import DamageType, Location
from app.systems.wasteland.landing import wound_of
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS

FireWho = Annotated[
    tuple[str, ...],
    ListOf(
        Somebody(),
        20,
        1,
        front=True,
        help="All whose situation has come up; they act in initiative order.",
        rules=("W5.8",),
    ),
]
Place = Annotated[
    int | None,
    Whole(
        1,
        2,
        label="Which of two held ready",
        help="Left out: the first, and the other too if it waits for the same situation.",
        rules=("W5.8",),
    ),
]


@transition("fire", title="Readied actions happen", rules="W5.8 W9.5 W10.2 W7.3")
def fire(
    state: State,
    who: FireWho,
    place: Place = None,
) -> StepResult:
    """On the GM's word readied actions are done: in anybody's turn, which then goes on, or between
    turns.
    """
    on(state)
    for id in who:
        for held in _coming_up(state, id, place):
            _can_be_done(state, id, held)
    came = StepResult(state)
    for id in [id for id in state["order"] if id in who]:
        for held in _coming_up(state, id, place):
            one = _fired(came.state, id, held)
            came = StepResult(one.state, came.due + one.due, notes=came.notes + one.notes)
    return came


def _coming_up(state: State, who: str, place: int | None) -> list[Mapping[str, Any]]:
    """What somebody held ready for the situation, in the order in which it was readied (W5.8)."""
    whose = somebody(state, who)
    held = readied_of(whose)
    if not held:
        raise BadInput("who", f"{whose['name']} has readied nothing")
    if place is not None:
        if place > len(held):
            raise BadInput("place", f"{whose['name']} has readied {len(held)}")
        return [held[place - 1]]
    return [each for each in held if each["trigger"] == held[0]["trigger"]]


def _can_be_done(state: State, who: str, held: Mapping[str, Any]) -> None:
    """BadInput on `who` if the action cannot be done now; it then stays readied."""
    whose = somebody(state, who)
    if unable(whose):
        raise BadInput("who", unable(whose))
    if held["action"] == "sprint" and footing(whose).crawls:
        raise BadInput("who", f"{whose['name']} is prone or lamed: no Sprint (W10.2, W7.3)")
    if held["action"] == "command-npc":
        try:
            check_command(state, who, told_of(held))
        except BadInput as fault:
            raise BadInput("who", fault.message) from None


def _fired(state: State, who: str, held: Mapping[str, Any]) -> StepResult:
    """A readied action is done. It doesn't count again; Ready itself did (W3.5)."""
    left = readied_of(state["combatants"][who])
    left.remove(held)
    state = with_combatant(state, who, readied=left)
    row, told = MAJOR_ACTIONS[held["action"]], told_of(held)
    if told.whom not in state["combatants"]:
        told = replace(told, whom="")  # gone since
    told = replace(told, zone=tuple(id for id in told.zone if id in state["combatants"]))
    if row.id == "assist" and not told.whom:
        return StepResult(state)
    came = done(state, who, row.id, told)
    if came.due or row.id == "assist":
        return came
    return StepResult(came.state, (Due(who, row.action, rules=(row.rule,)),))


Damage = Annotated[int, Whole(1, 200, front=True, help="What got through.", rules=("W7.7",))]
Turns = Annotated[int, Whole(1, 60, front=True, help="Effects rolled.", rules=("W7.7",))]


@transition("persist", title="Persistent damage begins", rules="W7.7")
def persist(
    state: State,
    who: Who,
    damage: Damage,
    turns: Turns,
    location: Location = "torso",
    damage_type: DamageType = "physical",
) -> StepResult:
    """The damage will be suffered again at the end of somebody's next turns."""
    return StepResult(with_wound(state, who, wound_of(damage, turns, location, damage_type)))


StopPersistentPlace = Annotated[int, Whole(1, 60, front=True, label="Which, counted from 1")]


@transition("stop_persistent", title="Persistent damage ends", rules="W7.7")
def stop_persistent(
    state: State,
    who: Who,
    place: StopPersistentPlace = 1,
) -> StepResult:
    """A major action and a test of its difficulty have ended it."""
    wounds = somebody(state, who)["persistent"]
    if place > len(wounds):
        raise BadInput("place", f"there are {len(wounds)} of them")
    left = [wound for number, wound in enumerate(wounds, 1) if number != place]
    return StepResult(with_combatant(state, who, persistent=left))


@transition("wake", title="Wake a stabilised patient", rules="W7.13")
def wake(state: State, who: Who) -> StepResult:
    """1 AP of the patient's side wakes who was stabilised."""
    whose = somebody(state, who)
    if not whose["stable"]:
        raise BadInput("who", f"{whose['name']} is not stabilised")
    return StepResult(
        with_combatant(paid(state, whose, 1, "who"), who, stable=False),
        effects=((who, put("stable", False)),),
    )
