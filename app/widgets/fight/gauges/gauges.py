"""Health and counters as rings, bars and dots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.sheets import Meter
from app.widgets.fight.gauges.avatars import health_left, tone
from app.widgets.fight.gauges.counters import counters

#: Most dots drawn; a larger counter shows its number.
MOST_DOTS = 6


@dataclass(frozen=True)
class Gauge:
    """A meter on screen."""

    id: str = ""
    label: str = ""
    now: int = 0
    most: int | None = None
    settable: bool = False
    #: The tone of a grade.
    tone: str = ""
    #: Whether it is mostly added to.
    rises: bool = False
    #: Health remaining, in percent.
    left: int | None = None


def gauge(meter: Meter) -> Gauge:
    """Return a meter with its tone and the health that it leaves, for drawing."""
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
    """A counter on screen."""

    #: The counter that a tap changes, empty for none.
    id: str
    label: str
    words: str
    now: int = 0
    #: Number of its dots.
    most: int = 0
    less: bool = False
    more: bool = False

    @property
    def dots(self) -> bool:
        """Tell whether it is drawn as dots."""
        return 0 < self.most <= MOST_DOTS


def pools(
    game: Game, scene: Values, on_board: Sequence[tuple[str, str]], for_player: bool = False
) -> tuple[PoolView, ...]:
    """Return the counters of a game, then the board's other counters.

    on_board: the board's counters. for_player: leaves out the secret ones.
    """
    declared = {counter.id: counter for counter in game.counters}
    views = []
    for counter in counters(game, scene, for_player):
        most = declared[counter.id].high if declared[counter.id].low == 0 else 0
        words = str(counter.now) + (f" + {counter.beyond}" if counter.beyond else "")
        views.append(
            PoolView(
                counter.id, counter.label, words, counter.now, most, counter.less, counter.more
            )
        )
    known = {counter.label for counter in game.counters}
    return (*views, *(PoolView("", name, words) for name, words in on_board if name not in known))
