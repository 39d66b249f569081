"""A stored encounter, tried: can its game show it and go on with it?

What an encounter's state holds is the game's own business, and no form says it. So a state of
another hand is held against what the game itself makes (a fresh encounter, and somebody who joins
it), and then tried: it is shown, asked what it gives to every roll, and every step is taken with
it that it takes. Nothing of that is kept. What the game meets there and cannot mean makes the state
unsound; only a step may refuse (`BadInput`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from app.core.encounters.actions import offered
from app.core.encounters.encounter import Encounter
from app.core.encounters.scenes import Scene, State
from app.core.errors import BadInput, shown
from app.core.games import Game
from app.core.procedures.kinds import Somebody
from app.core.procedures.procedure import Procedure

#: More than so many are no encounter at a table.
MOST_COMBATANTS = 500

#: The longest id of a combatant.
ID_LENGTH = Somebody().longest

#: Numbers, lists and texts of a state are no larger or longer than this.
LARGEST = 10**9
LONGEST_LIST = 1_000
LONGEST_TEXT = 20_000


AnyScene = Scene[Any, Any]
AnyEncounter = Encounter[Any, Any]


class InvalidState(ValueError):
    """A state that the game cannot show or go on with; the message says what is wrong."""


def validate_scene(read: Callable[[], AnyScene | None]) -> AnyScene:
    """The scene; Unsound, if it cannot be read or shown, or the turns not be carried on.

    read: reads it, as the records of its game declare it; None if the game has no encounters.
    """
    scene = _read(read)
    encounter = scene.encounter
    _tried(partial(_seen, scene))
    for id in encounter.onward:
        step = encounter.by_id[id]
        _tried(partial(encounter.apply, scene, id, step.agreed(scene.house)), BadInput)
    return scene


def _read(read: Callable[[], AnyScene | None]) -> AnyScene:
    try:
        scene = read()
    except BadInput as fault:
        raise InvalidState(fault.message) from None
    except Exception as fault:  # whatever a state of another hand makes a game do
        raise InvalidState(f"the game cannot go on with it ({_named(fault)})") from None
    if scene is None:
        raise InvalidState("this game has no encounters")
    return scene


def _seen(scene: AnyScene) -> None:
    """The board, as whoever draws it relies on it."""
    board = scene.board
    names = [name for each in board.places for name in (each.id, each.name, each.group)]
    for name in (*names, board.heading, board.current or "", board.upcoming or ""):
        if not isinstance(name, str):
            raise InvalidState(f"{shown(name)} is shown where a name belongs")


def validate_steps(game: Game, state: Any, house: Mapping[str, Any]) -> Iterator[None]:
    """The same, and whatever else the table may ask of it; with a breath after each combatant."""
    asked = game.encounter
    scene = validate_scene(lambda: asked.scene(state, house=house) if asked else None)
    encounter = scene.encounter
    _fits(encounter, state)
    _tried(partial(encounter.lasted, scene))
    _tried(partial(encounter.on_end, scene))
    _tried(partial(encounter.pass_turn, scene), BadInput)
    for who in scene.combatants:
        for ask in _gives(game, scene, who):
            _tried(ask)
        for step in encounter.transitions:
            given = {name: who for name in ("who", "target") if name in step.inputs}
            _tried(partial(encounter.apply, scene, step.id, given), BadInput)
        yield


def validate_prefill(game: Game, scene: Mapping[str, Any]) -> None:
    """Unsound, if what the scene holds cannot be shown, or put into the forms."""
    for counter in game.counters:
        if not _is_like(0, scene.get(counter.id, counter.start)):
            raise InvalidState(f"{counter.id} is {shown(scene[counter.id])}")
    for procedure in game:
        _tried(partial(game.scene_feed, scene, _unsaid(procedure)))


def _unsaid(procedure: Procedure) -> dict[str, Any]:
    """What a form says that nobody filled in."""
    return {name: each.default for name, each in procedure.inputs.items() if not each.required}


def _gives(game: Game, scene: AnyScene, who: str) -> Iterator[Callable[[], object]]:
    """What it gives to every roll of one combatant."""
    encounter, cast = scene.encounter, {"self": who, "target": who}
    for procedure in game:
        yield partial(encounter.feed, scene, who, procedure.id)
        yield partial(encounter.met, scene, cast, procedure.id)
        yield partial(encounter.said, scene, cast, procedure.id, _unsaid(procedure))
    for asked in (encounter.allowances, encounter.targets):
        yield partial(asked, scene, who)
    yield partial(offered, scene, who)


def _tried(ask: Callable[[], object], *may: type[Exception]) -> None:
    """Ask it; Unsound if that goes wrong. may: what it may well answer."""
    try:
        with suppress(*may):
            ask()
    except InvalidState:
        raise
    except Exception as fault:  # whatever a state of another hand makes a game do
        raise InvalidState(f"the game cannot go on with it ({_named(fault)})") from None


def _named(fault: Exception) -> str:
    return f"{type(fault).__name__}: {str(fault)[:80]}"


# --- its parts ---


def _fits(encounter: AnyEncounter, state: State) -> None:
    """Unsound, if a part of the state is of another kind than the game makes."""
    fresh = encounter.begin()
    _alike(fresh.state, state, "it")
    people = state["combatants"]
    if len(people) > MOST_COMBATANTS:
        raise InvalidState(f"{len(people)} combatants; at most {MOST_COMBATANTS}")
    one = encounter.apply(fresh, "add", {"id": "x", "name": "x"}).scene.state["combatants"]["x"]
    for id, combatant in people.items():
        if not 1 <= len(id) <= ID_LENGTH:
            raise InvalidState(f"{shown(id)} is no combatant's id")
        _alike(one, combatant, f"combatant {shown(id)}")
        if not isinstance(combatant.get("name", ""), str):
            raise InvalidState(f"combatant {shown(id)} has no name")
    order = state.get("order", [])
    if any(not isinstance(id, str) or id not in people for id in order):
        raise InvalidState("order names somebody who is not there")


def _alike(made: Mapping[str, Any], found: Any, where: str) -> None:
    """Unsound, if something found is of another kind than what the game makes in its place."""
    if not isinstance(found, Mapping):
        raise InvalidState(f"{where} is {shown(found)}, no record")
    for name, value in found.items():
        usual = made.get(name)
        if usual is None or value is None:
            continue
        if not _is_like(usual, value):
            raise InvalidState(f"{name} of {where} is {shown(value)}")


def _is_like(usual: Any, value: Any) -> bool:
    if isinstance(usual, bool):
        return isinstance(value, bool)
    if isinstance(usual, str):
        return isinstance(value, str) and len(value) <= LONGEST_TEXT
    if isinstance(usual, (list, tuple)):
        return isinstance(value, list) and len(value) <= LONGEST_LIST
    if isinstance(usual, Mapping):
        return isinstance(value, Mapping)
    return (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and -LARGEST <= value <= LARGEST
    )
