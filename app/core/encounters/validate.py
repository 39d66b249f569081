"""Validation of a stored encounter: its game can show it and continue it.

The content of an encounter's state is declared by its game alone. So a state from outside is read
by the game's records, and then tried: the board is drawn, every roll is prefilled, and every step
is taken. The results are discarded. Any exception of the game makes the state invalid; only a step
may refuse (`BadInput`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from app.core.encounters.offering import offer_actions
from app.core.encounters.records import is_plainly
from app.core.encounters.scenes import AnyScene, State
from app.core.errors import BadInput, short_text
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Somebody
from app.core.procedures.procedure import Procedure

#: The most combatants of an encounter.
MOST_COMBATANTS = 500

#: The longest id of a combatant.
ID_LENGTH = Somebody().longest


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
        _try(partial(encounter.apply, scene, id, step.house_rules(scene.house)), BadInput)
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
            raise InvalidState(f"{short_text(name)} is shown where a name belongs")


def validate_steps(game: Game, state: State, house: Values) -> Iterator[None]:
    """Validate a scene, its steps and prefills; yields after each combatant."""
    encounter = game.encounter
    scene = validate_scene(lambda: encounter.scene(state, house=house) if encounter else None)
    assert encounter is not None  # without one there is no scene
    _check_ids(scene)
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


def validate_prefill(game: Game, scene: Values) -> None:
    """Raise InvalidState if the scene's values cannot be shown or put into the forms."""
    for counter in game.counters:
        if not is_plainly(float, scene.get(counter.id, counter.start)):
            raise InvalidState(f"{counter.id} is {short_text(scene[counter.id])}")
    for procedure in game:
        _try(partial(game.scene_feed, scene, _defaults(procedure)))


def _defaults(procedure: Procedure) -> Values:
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
    yield partial(offer_actions, scene, who)


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


def _check_ids(scene: AnyScene) -> None:
    """Raise InvalidState if there are too many combatants, or ids that no step gives."""
    if len(scene.combatants) > MOST_COMBATANTS:
        raise InvalidState(f"{len(scene.combatants)} combatants; at most {MOST_COMBATANTS}")
    for id in scene.combatants:
        if not 1 <= len(id) <= ID_LENGTH:
            raise InvalidState(f"{short_text(id)} is no combatant's id")
