"""What the counts of many fights say, with how sure that is."""

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
    """How often something happens. low, high: by Wilson's interval the truth lies between them,
    19 times of 20. All from 0 to 1."""

    count: int
    fights: int
    often: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def words(self) -> str:
        """`71 % ± 3`; of many fights with as many decimals as the uncertainty bears."""
        places = 0 if self.error >= 0.005 else 1 if self.error >= 0.0005 else 2
        error = max(self.error * 100, 10**-places)
        return f"{self.often * 100:.{places}f} % ± {error:.{places}f}"


def share(count: int, fights: int) -> Share:
    """So many of so many fights; nothing is known of none."""
    if not fights:
        return Share(0, 0, 0.0, 0.0, 1.0)
    often, more = count / fights, Z * Z / fights
    middle = (often + more / 2) / (1 + more)
    half = Z * sqrt(often * (1 - often) / fights + more / fights / 4) / (1 + more)
    return Share(count, fights, often, max(0.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True)
class Spread:
    """Numbers of many fights. low, high: the middle half lies between them, both included.

    error: the mean's, 19 times of 20. often: how often each came.
    """

    mean: float
    low: int
    middle: int
    high: int
    error: float
    often: Often


def spread(often: Often) -> Spread:
    """How these numbers are spread."""
    count = sum(often.values())
    if not count:
        return Spread(0.0, 0, 0, 0, 0.0, {})
    mean = sum(number * each for number, each in often.items()) / count
    square = sum((number - mean) ** 2 * each for number, each in often.items())
    error = Z * sqrt(square / max(count - 1, 1) / count)
    low, middle, high = (_quantile(often, count * part) for part in (0.25, 0.5, 0.75))
    return Spread(mean, low, middle, high, error, dict(sorted(often.items())))


def _mirrored(left: Spread, whole: int) -> Spread:
    """Return the spread of `whole - number`."""
    return Spread(
        whole - left.mean,
        whole - left.high,
        whole - left.middle,
        whole - left.low,
        left.error,
        {whole - number: count for number, count in sorted(left.often.items(), reverse=True)},
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
    """A side. wins: how often it does. spent: what that costs it, by what it is called."""

    name: str
    wins: Share
    spent: Mapping[str, Spread]


@dataclass(frozen=True)
class OfCombatant:
    """A combatant's forecast.

    falls: how often they are out at the end. left: their health then, of `whole`. label: of their
    meter. rises: does the meter count harm (wounds), where others count health (hit points)?
    """

    id: str
    name: str
    side: int
    falls: Share
    left: Spread
    label: str
    whole: int
    rises: bool = False

    @property
    def meter(self) -> Spread:
        """Return the meter at the end as the game counts it: hit points left, wounds taken."""
        return _mirrored(self.left, self.whole) if self.rises else self.left


@dataclass(frozen=True)
class Report:
    """How a fight will go. note: what it takes for granted."""

    fights: int
    sides: tuple[OfSide, ...]
    draws: Share
    undecided: Share
    rounds: Spread
    combatants: tuple[OfCombatant, ...]
    note: str = ""


def report(fight: Fight, counts: Counts) -> Report:
    """What these counts say of the fight."""
    total, tactics = counts.fights, fight.start.encounter.tactics
    sides = tuple(
        OfSide(
            side.name,
            share(counts.wins.get(place, 0), total),
            {
                name.partition("/")[2]: spread(often)
                for name, often in sorted(counts.spent.items())
                if name.partition("/")[0] == str(place)
            },
        )
        for place, side in enumerate(fight.sides)
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
                share(counts.fell.get(id, 0), total),
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
