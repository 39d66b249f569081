"""How somebody fares and what there is to spend, as rings, bars and dots show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.core.games import Game
from app.core.sheets import Meter
from app.widgets.fight.avatars import health_left, tone
from app.widgets.fight.counters import counters

#: No more dots than these: of what can be more, the number stands there.
MOST_DOTS = 6


@dataclass(frozen=True)
class Gauge:
    """A meter as it is drawn.

    tone: one of the grades'. rises: is it mostly added to? left: the health left, in percent.
    """

    id: str = ""
    label: str = ""
    now: int = 0
    most: int | None = None
    settable: bool = False
    tone: str = ""
    rises: bool = False
    left: int | None = None


def gauge(meter: Meter) -> Gauge:
    """A meter as it is drawn."""
    return Gauge(
        meter.id,
        meter.label,
        meter.now,
        meter.most,
        meter.settable,
        tone(meter),
        meter.rises,
        health_left(meter),
    )


@dataclass(frozen=True)
class PoolView:
    """A pool. id: of the counter that a tap changes, empty where none does. most: of its dots."""

    id: str
    label: str
    words: str
    now: int = 0
    most: int = 0
    less: bool = False
    more: bool = False

    @property
    def dots(self) -> bool:
        return 0 < self.most <= MOST_DOTS


def pools(
    game: Game, scene: Mapping[str, Any], seen: Sequence[tuple[str, str]]
) -> tuple[PoolView, ...]:
    """The counters of a game, then what else the board counts. seen: the board's pools."""
    declared = {each.id: each for each in game.counters}
    made = []
    for each in counters(game, scene):
        most = declared[each.id].high if declared[each.id].low == 0 else 0
        words = str(each.now) + (f" + {each.beyond}" if each.beyond else "")
        made.append(PoolView(each.id, each.label, words, each.now, most, each.less, each.more))
    known = {each.label for each in made}
    return (*made, *(PoolView("", name, words) for name, words in seen if name not in known))
