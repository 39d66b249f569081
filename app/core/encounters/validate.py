"""Validation of a stored encounter: its game can show it and continue it.

The content of an encounter's state is declared by its game alone. So a state from outside is
compared with a fresh encounter and a joining combatant, and then tried: the board is drawn, every
roll is prefilled, and every step is taken. The results are discarded. Any exception of the game
makes the state invalid; only a step may refuse (`BadInput`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from app.core.encounters.encounter import Encounter
from app.core.encounters.offering import offered
from app.core.encounters.scenes import Scene, State
from app.core.errors import BadInput, shown
from app.core.games import Game
from app.core.procedures.kinds import Somebody
from app.core.procedures.procedure import Procedure
from app.core.support.untrusted_json import LARGEST, LONGEST_LIST, LONGEST_TEXT

#: The most combatants of an encounter.
MOST_COMBATANTS = 500

#: The longest id of a combatant.
ID_LENGTH = Somebody().longest


AnyScene = Scene[Any, Any]
AnyEncounter = Encounter[Any, Any]


class InvalidState(ValueError):
    """A state that the game cannot show or continue; the message says why."""


def validate_scene(read: Callable[[], AnyScene | None]) -> AnyScene:
    """Return the scene; InvalidState if it cannot be read, shown or continued.

    read: reads it, as the records of its game declare it; None if the game has no encounters.
    """
    scene = _read(read)
    encounter = scene.encounter
    _try(partial(_check_board, scene))
    for id in encounter.advance:
        step = encounter.by_id[id]
        _try(partial(encounter.apply, scene, id, step.agreed(scene.house)), BadInput)
    return scene


def _read(read: Callable[[], AnyScene | None]) -> AnyScene:
    try:
        scene = read()
    except BadInput as fault:
        raise InvalidState(fault.message) from None
    except Exception as fault:  # an outside state can make a game raise anything
        raise InvalidState(f"the game cannot go on with it ({_named(fault)})") from None
    if scene is None:
        raise InvalidState("this game has no encounters")
    return scene


def _check_board(scene: AnyScene) -> None:
    """Check the names on the board, which its templates rely on."""
    board = scene.board
    names = [name for place in board.places for name in (place.id, place.name, place.group)]
    for name in (*names, board.heading, board.current or "", board.upcoming or ""):
        if not isinstance(name, str):
            raise InvalidState(f"{shown(name)} is shown where a name belongs")


def validate_steps(game: Game, state: Any, house: Mapping[str, Any]) -> Iterator[None]:
    """Validate a scene, its steps and prefills; yields after each combatant."""
    encounter = game.encounter
    scene = validate_scene(lambda: encounter.scene(state, house=house) if encounter else None)
    assert encounter is not None  # without one there is no scene
    _check_parts(encounter, state)
    _try(partial(encounter.lasted, scene))
    _try(partial(encounter.on_end, scene))
    _try(partial(encounter.pass_turn, scene), BadInput)
    for who in scene.combatants:
        for ask in _prefills(game, scene, who):
            _try(ask)
        for step in encounter.transitions:
            given = {name: who for name in ("who", "target") if name in step.inputs}
            _try(partial(encounter.apply, scene, step.id, given), BadInput)
        yield


def validate_prefill(game: Game, scene: Mapping[str, Any]) -> None:
    """Raise InvalidState if the scene's values cannot be shown or put into the forms."""
    for counter in game.counters:
        if not _is_like(0, scene.get(counter.id, counter.start)):
            raise InvalidState(f"{counter.id} is {shown(scene[counter.id])}")
    for procedure in game:
        _try(partial(game.scene_feed, scene, _defaults(procedure)))


def _defaults(procedure: Procedure) -> dict[str, Any]:
    """Return the inputs of an untouched form."""
    return {
        name: declared.default
        for name, declared in procedure.inputs.items()
        if not declared.required
    }


def _prefills(game: Game, scene: AnyScene, who: str) -> Iterator[Callable[[], object]]:
    """Yield the calls that prefill every roll of one combatant."""
    encounter, cast = scene.encounter, {"self": who, "target": who}
    for procedure in game:
        yield partial(encounter.prefill_actor, scene, who, procedure.id)
        yield partial(encounter.prefill_target, scene, cast, procedure.id)
        yield partial(encounter.prefill_from_form, scene, cast, procedure.id, _defaults(procedure))
    for query in (encounter.allowances, encounter.targets):
        yield partial(query, scene, who)
    yield partial(offered, scene, who)


def _try(ask: Callable[[], object], *may: type[Exception]) -> None:
    """Call `ask`; InvalidState if it raises anything but the exceptions in `may`."""
    try:
        with suppress(*may):
            ask()
    except InvalidState:
        raise
    except Exception as fault:  # an outside state can make a game raise anything
        raise InvalidState(f"the game cannot go on with it ({_named(fault)})") from None


def _named(fault: Exception) -> str:
    return f"{type(fault).__name__}: {str(fault)[:80]}"


# --- parts of a state ---


def _check_parts(encounter: AnyEncounter, state: State) -> None:
    """Raise InvalidState if a part of the state differs in kind from the game's own."""
    fresh = encounter.begin()
    _check_record(fresh.state, state, "it")
    combatants = state["combatants"]
    if len(combatants) > MOST_COMBATANTS:
        raise InvalidState(f"{len(combatants)} combatants; at most {MOST_COMBATANTS}")
    example = encounter.apply(fresh, "add", {"id": "x", "name": "x"}).scene.state["combatants"]["x"]
    for id, combatant in combatants.items():
        if not 1 <= len(id) <= ID_LENGTH:
            raise InvalidState(f"{shown(id)} is no combatant's id")
        _check_record(example, combatant, f"combatant {shown(id)}")
        if not isinstance(combatant.get("name", ""), str):
            raise InvalidState(f"combatant {shown(id)} has no name")
    order = state.get("order", [])
    if any(not isinstance(id, str) or id not in combatants for id in order):
        raise InvalidState("order names somebody who is not there")


def _check_record(example: Mapping[str, Any], value: Any, where: str) -> None:
    """Raise InvalidState if a value differs in kind from its example."""
    if not isinstance(value, Mapping):
        raise InvalidState(f"{where} is {shown(value)}, no record")
    for name, item in value.items():
        usual = example.get(name)
        if usual is None or item is None:
            continue
        if not _is_like(usual, item):
            raise InvalidState(f"{name} of {where} is {shown(item)}")


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
