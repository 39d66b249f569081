"""Figures of many fights, with their uncertainty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from app.forecast.counts import Counts, Often
from app.forecast.records import Fight

#: The normal distribution's middle 95 %.
Z = 1.959964


@dataclass(frozen=True)
class Share:
    """The frequency of an event, from 0 to 1.

    low, high: Wilson's interval, which holds the true value 19 times out of 20.
    """

    count: int
    fights: int
    often: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def words(self) -> str:
        """Return `71 % ± 3`, with more decimals where the uncertainty is small enough."""
        places = 0 if self.error >= 0.005 else 1 if self.error >= 0.0005 else 2
        error = max(self.error * 100, 10**-places)
        return f"{self.often * 100:.{places}f} % ± {error:.{places}f}"


def share(count: int, fights: int) -> Share:
    """Return the share of `count` out of `fights`; without fights it may be anything."""
    if not fights:
        return Share(0, 0, 0.0, 0.0, 1.0)
    often, more = count / fights, Z * Z / fights
    middle = (often + more / 2) / (1 + more)
    half = Z * sqrt(often * (1 - often) / fights + more / fights / 4) / (1 + more)
    return Share(count, fights, often, max(0.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True)
class Spread:
    """The distribution of a number over many fights."""

    mean: float
    #: The lower quartile; the middle half lies from here to `high`, both included.
    low: int
    middle: int
    #: The upper quartile.
    high: int
    #: The mean's margin of error, 19 times out of 20.
    error: float
    #: The frequency of each number.
    often: Often


def spread(often: Often) -> Spread:
    """Return the distribution of these numbers."""
    count = sum(often.values())
    if not count:
        return Spread(0.0, 0, 0, 0, 0.0, {})
    mean = sum(number * times for number, times in often.items()) / count
    square = sum((number - mean) ** 2 * times for number, times in often.items())
    error = Z * sqrt(square / max(count - 1, 1) / count)
    low, middle, high = (_quantile(often, count * part) for part in (0.25, 0.5, 0.75))
    return Spread(mean, low, middle, high, error, dict(sorted(often.items())))


def _mirrored(remaining: Spread, whole: int) -> Spread:
    """Return the spread of `whole - number`."""
    return Spread(
        whole - remaining.mean,
        whole - remaining.high,
        whole - remaining.middle,
        whole - remaining.low,
        remaining.error,
        {whole - number: count for number, count in sorted(remaining.often.items(), reverse=True)},
    )


def _quantile(often: Often, wanted: float) -> int:
    passed = 0
    for number in sorted(often):
        passed += often[number]
        if passed >= wanted:
            return number
    return max(often)


@dataclass(frozen=True)
class OfSide:
    """The forecast of a side. wins: its share; spent: the points spent, by name."""

    name: str
    wins: Share
    spent: Mapping[str, Spread]


@dataclass(frozen=True)
class OfCombatant:
    """The forecast of a combatant."""

    id: str
    name: str
    side: int
    #: How often it is out at the end.
    falls: Share
    #: Its health at the end, of `whole`.
    left: Spread
    #: The name of its meter.
    label: str
    whole: int
    #: Whether the meter counts harm (wounds) rather than health (hit points).
    rises: bool = False

    @property
    def meter(self) -> Spread:
        """Return the meter at the end as the game counts it: hit points left, wounds taken."""
        return _mirrored(self.left, self.whole) if self.rises else self.left


@dataclass(frozen=True)
class Report:
    """The forecast of a fight. note: its assumptions."""

    fights: int
    sides: tuple[OfSide, ...]
    draws: Share
    undecided: Share
    rounds: Spread
    combatants: tuple[OfCombatant, ...]
    note: str = ""


def report(fight: Fight, counts: Counts) -> Report:
    """Return the report of these counts for the fight."""
    total, tactics = counts.fights, fight.stage().encounter.tactics
    sides = tuple(
        OfSide(
            side.name,
            share(counts.wins.get(index, 0), total),
            {
                name.partition("/")[2]: spread(often)
                for name, often in sorted(counts.spent.items())
                if name.partition("/")[0] == str(index)
            },
        )
        for index, side in enumerate(fight.sides)
    )
    people = []
    for id, side in fight.side_of.items():
        combatant = fight.start.combatants[id]
        meter = tactics.meter(combatant)
        people.append(
            OfCombatant(
                id,
                fight.names[id],
                side,
                share(counts.defeats.get(id, 0), total),
                spread(counts.left.get(id, {})),
                meter.label,
                tactics.whole(combatant),
                meter.rises,
            )
        )
    return Report(
        total,
        sides,
        share(counts.draws, total),
        share(counts.undecided, total),
        spread(counts.rounds),
        tuple(people),
        tactics.note,
    )
