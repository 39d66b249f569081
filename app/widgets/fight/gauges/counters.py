"""Counters of the scene that are always in sight, such as the group's action points."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.games import Game
from app.core.procedures.inputs import Values

#: The highest counter that is drawn with coins.
COINS = 10


@dataclass(frozen=True)
class CounterView:
    """A counter on screen."""

    id: str
    label: str
    now: int
    #: The number above its maximum.
    beyond: int
    #: The coins it is drawn with, 0 for a number alone.
    coins: int
    #: Whether it can be lowered.
    less: bool
    #: Whether it can be raised.
    more: bool
    spend: tuple[tuple[str, str], ...]  # title, address
    rules: tuple[str, ...]


def counters(game: Game, scene: Values, for_player: bool = False) -> tuple[CounterView, ...]:
    """Return the counters of a game with their values, without secret ones for a player."""
    secret = game.secret if for_player else ()
    return tuple(
        CounterView(
            counter.id,
            counter.label,
            now := int(scene.get(counter.id, counter.start)),
            beyond := int(scene.get(counter.beyond[0], 0)),
            counter.high if counter.high <= COINS else 0,
            now > counter.low or beyond > 0,
            now < counter.high,
            tuple((game.procedures[id].title, f"#/{id.replace('.', '/')}") for id in counter.spend),
            counter.rules,
        )
        for counter in game.counters
        if counter.id not in secret
    )
