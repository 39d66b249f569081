"""SCAFFOLDING (see `app.core.flat`): who is there in a flat encounter, and in which order.

The state holds `combatants` (by id, each with a `name` and `hidden`), `order` (ids), `current` (an
id or None) and `round` (from 1). A game whose steps do no more than this takes them as they are;
one whose steps do more makes them of the functions above those.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from copy import copy
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import (
    Badge,
    Board,
    State,
    StepResult,
    Transition,
    combatant,
    transition,
    with_combatant,
)
from app.core.flat import Place as LineOnBoard
from app.core.inputs import REQUIRED
from app.core.kinds import Kind, Somebody, Text, Whole, YesNo
from app.core.procedures import rule_ids
from app.core.sheets import SheetForm

Who = Annotated[str, Somebody(label="Who")]
Name = Annotated[str, Text(80, front=True)]
Hidden = Annotated[bool, YesNo(help="Not shown to the players.")]
Place = Annotated[int, Whole(1, 200, front=True)]


def empty() -> State:
    """Round 1 before anybody is there."""
    return {"round": 1, "order": [], "current": None, "combatants": {}}


def is_new(state: State, id: str) -> None:
    """BadInput on `id` unless it can be that of somebody who joins."""
    if not id:
        raise BadInput("id", "give an id")
    if id in state["combatants"]:
        raise BadInput("id", f"{id[:40]!r} is already here")


def joined(state: State, id: str, made: Mapping[str, Any]) -> dict[str, Any]:
    """The state with somebody more, last in the order; BadInput on `id`."""
    is_new(state, id)
    everybody = {**state["combatants"], id: made}
    return {**state, "order": [*state["order"], id], "combatants": everybody}


def without(state: State, who: str) -> dict[str, Any]:
    """The state without somebody; whose turn it is stays as it was."""
    return {
        **state,
        "order": [id for id in state["order"] if id != who],
        "combatants": {id: each for id, each in state["combatants"].items() if id != who},
    }


def moved(state: State, who: str, place: int) -> dict[str, Any]:
    """The state with somebody at another place of the order, counted from 1."""
    order = [id for id in state["order"] if id != who]
    order.insert(place - 1, who)
    return {**state, "order": order}


def onward(state: State) -> dict[str, Any]:
    """The turn goes to the next in the order, to the first where nobody had it.

    After the last the round rises. BadInput on `order` where nobody is in it.
    """
    order, current = state["order"], state["current"]
    if not order:
        raise BadInput("order", "nobody is here; add somebody first")
    place = order.index(current) + 1 if current in order else 0
    if place < len(order):
        return {**state, "current": order[place]}
    return {**state, "current": order[0], "round": state["round"] + 1}


def upcoming(state: State) -> str | None:
    """Who has the next turn; None if that is nobody else."""
    found = onward(state)["current"] if state["order"] else None
    return found if found != state["current"] else None


# --- steps, and the board ---


def add(rules: str, form: SheetForm, *kept: str, **more: Any) -> Transition:
    """The step `add`, for a game whose combatants keep these fields of the sheet.

    more: what else stands in a combatant's entries, with what it is for whoever joins.
    """

    def step(state: State, id: str, name: str, hidden: bool, **given: Any) -> StepResult:
        """Somebody joins, last in the order."""
        made = {"name": name or id, "hidden": hidden, **given, **more}
        return StepResult(joined(state, id, made))

    asked: dict[str, tuple[Any, Any]] = {"id": (Who, REQUIRED), "name": (Name, "")}
    asked["hidden"] = Hidden, False
    for each in form.fields:
        if each.id in kept:
            asked[each.id] = Annotated[Any, _fed(each.kind, each.id)], each.default
    # What is declared elsewhere is given to the step as the head that it would have been written.
    one = inspect.Parameter.POSITIONAL_OR_KEYWORD
    head = [inspect.Parameter("state", one)]
    head += [inspect.Parameter(name, one, default=default) for name, (_, default) in asked.items()]
    step.__annotations__ = {name: hint for name, (hint, _) in asked.items()}
    step.__signature__ = inspect.Signature(head)  # type: ignore[attr-defined]
    return Transition("add", "Add somebody", step, rule_ids(rules))


def _fed(kind: Kind, field: str) -> Kind:
    """The kind of a sheet's field, for an input that this field feeds."""
    made = copy(kind)
    object.__setattr__(made, "sheet", field)
    object.__setattr__(made, "front", True)
    return made


def steps(rules: str, next_turn: Transition) -> tuple[Transition, ...]:
    """`show`, `remove` and `move`, for a game where they do no more than that."""
    return show(rules), remove(rules, next_turn), move(rules)


def remove(rules: str, next_turn: Transition) -> Transition:
    """The step `remove`. next_turn: the step by which the turn goes on."""

    @transition("remove", title="Take somebody out", rules=rules)
    def step(state: State, who: Who) -> StepResult:
        """Somebody leaves; if it was their turn, the next one begins."""
        combatant(state, who)
        left = without(state, who)
        if state["current"] != who:
            return StepResult(left)
        # The walk goes on from the place before: from the top of the order, nobody's.
        place = state["order"].index(who)
        left["current"] = state["order"][place - 1] if place else None
        return next_turn.apply(left) if left["order"] else StepResult({**left, "current": None})

    return step


def move(rules: str) -> Transition:
    """The step `move`, where nothing keeps a hand from it."""

    @transition("move", title="Move in the order", rules=rules)
    def step(state: State, who: Who, place: Place) -> StepResult:
        """Somebody gets another place in the order, counted from 1."""
        combatant(state, who)
        return StepResult(moved(state, who, place))

    return step


def show(rules: str) -> Transition:
    """The step `show`."""

    @transition("show", title="Hide or show", rules=rules)
    def step(state: State, who: Who, hidden: Hidden = False) -> StepResult:
        """Somebody is hidden from the players, or shown to them."""
        combatant(state, who)
        return StepResult(with_combatant(state, who, hidden=hidden))

    return step


def board(badges: Callable[[Mapping[str, Any]], tuple[Badge, ...]]) -> Callable[[State], Board]:
    """The round and everybody in their order. badges: (its entries) -> what is upon a combatant."""

    def shown(state: State) -> Board:
        there = [(id, state["combatants"][id]) for id in state["order"]]
        places = (
            LineOnBoard(id, each["name"], badges(each), hidden=each["hidden"]) for id, each in there
        )
        return Board(f"Round {state['round']}", tuple(places), state["current"], upcoming(state))

    return shown
