"""What of the scene is always in sight: the group's action points and the like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.core.games import Game


@dataclass(frozen=True)
class CounterView:
    """A counter as it is shown: what is in it and beyond it, whether it can change, what spends."""

    id: str
    label: str
    now: int
    beyond: int
    less: bool
    more: bool
    spend: tuple[tuple[str, str], ...]  # title, address
    rules: tuple[str, ...]


def counters(game: Game, scene: Mapping[str, Any]) -> tuple[CounterView, ...]:
    """The counters of a game with what is in them."""
    return tuple(
        CounterView(
            each.id,
            each.label,
            now := int(scene.get(each.id, each.start)),
            beyond := int(scene.get(each.beyond[0], 0)),
            now > each.low or beyond > 0,
            now < each.high,
            tuple((game.procedures[id].title, f"#/{id.replace('.', '/')}") for id in each.spend),
            each.rules,
        )
        for each in game.counters
    )
