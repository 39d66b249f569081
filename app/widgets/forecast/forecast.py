"""A forecast on screen: winners, length, falls, health remaining, points spent.

The counts arrive as numbers (`Forecast`); this module turns them into words, bars and tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.core.support.characters import with_minus
from app.widgets.forecast.lineup import CALLED, Lineup

#: Tones of the sides on the strip, in order, and of fights without a winner.
TONES, OPEN = ("good", "bad", "mixed", "poor"), "plain"

#: Fewest fights for a sentence about them.
FEW = 20

#: Fewest bars with room in the chart, so that a single one stays narrow.
FEWEST = 6

#: More than the error of a sum of shares, and less than any share.
TINY = 1e-9

#: Least share of the strip with room for its number.
ROOM = 0.08


@dataclass(frozen=True)
class Chance:
    """How often something happens, 0 to 1. error: half of its 95 % confidence interval."""

    often: float
    error: float = 0.0

    @property
    def percent(self) -> str:
        """Return `71%`; never 0 for an event that happened, never 100 for one that failed."""
        points = round(self.often * 100)
        if points == 0 and self.often > 0:
            return "<1%"
        if points == 100 and self.often < 1:
            return ">99%"
        return f"{points}%"

    @property
    def words(self) -> str:
        """Return `71% ± 3`; the error is at least 1."""
        return f"{self.percent} ± {max(1, round(self.error * 100))}"


@dataclass(frozen=True)
class HealthLeft:
    """A combatant's health at the end: the median and the middle half of all fights.

    most: when unhurt. rises: whether the game counts it as harm (wounds).
    """

    label: str
    low: float
    middle: float
    high: float
    most: float
    rises: bool = False

    @property
    def words(self) -> str:
        """Return `6 of 10 HP, mostly 4 to 8`, or `2 of 3 Wounds`: as a fight shows the meter."""
        low, middle, high = self.low, self.middle, self.high
        if self.rises:
            low, middle, high = (self.most - value for value in (high, middle, low))
        mostly = f", mostly {_number(low)} to {_number(high)}" if low != high else ""
        return f"{_number(middle)} of {_number(self.most)} {self.label}{mostly}"

    @property
    def start(self) -> str:
        return _share(self.low, self.most)

    @property
    def length(self) -> str:
        return _share(self.high - self.low, self.most)

    @property
    def at(self) -> str:
        return _share(self.middle, self.most)


@dataclass(frozen=True)
class FighterForecast:
    """A combatant's forecast. side: index from 0. left: None without a meter."""

    name: str
    side: int
    falls: Chance
    left: HealthLeft | None = None


@dataclass(frozen=True)
class SideForecast:
    """A side's forecast."""

    name: str
    wins: Chance


@dataclass(frozen=True)
class Forecast:
    """The result of the simulated fights."""

    fights: int
    #: Number of fights requested.
    wanted: int
    sides: tuple[SideForecast, ...]
    #: How often no side had won after the last round.
    undecided: Chance
    #: Share of the fights by number of rounds.
    rounds: Mapping[int, float]
    fighters: tuple[FighterForecast, ...]
    #: (owner, points, mean per fight).
    spent: tuple[tuple[str, str, float], ...] = ()
    #: The line-up that was played.
    lineup: Lineup = field(default_factory=Lineup)
    #: The seed word that repeats the same fights.
    luck: str = ""
    #: Its number, unlike those of other forecasts.
    run: int = 0
    #: How often no combatant remained.
    drawn: Chance = Chance(0.0)
    #: Assumptions of the forecast.
    note: str = ""

    @property
    def strip(self) -> tuple[tuple[str, str, str, str, str, str], ...]:
        """Return the parts of the strip: name, words, tone, start, length, label inside."""
        parts = [
            (side.name, side.wins, TONES[index % len(TONES)])
            for index, side in enumerate(self.sides)
        ]
        if self.drawn.often:
            parts.append(("Nobody left", self.drawn, OPEN))
        if self.undecided.often:
            parts.append(("Undecided", self.undecided, OPEN))
        strip_parts, start = [], 0.0
        for name, chance, tone in parts:
            inside = chance.percent if chance.often >= ROOM else ""
            strip_parts.append(
                (name, chance.words, tone, _share(start, 1), _share(chance.often, 1), inside)
            )
            start += chance.often
        return tuple(strip_parts)

    @property
    def typical_rounds(self) -> int:
        """Return the median number of rounds."""
        passed = 0.0
        for rounds, share in sorted(self.rounds.items()):
            passed += share
            if passed > 0.5 - TINY:
                return rounds
        return 0

    @property
    def bars(self) -> tuple[tuple[int, str, str, str, str], ...]:
        """Return the rounds as bars: number, percent, x, y, height, in percent of the chart."""
        if not self.rounds:
            return ()
        first, last = min(self.rounds), max(self.rounds)
        numbers = range(first, max(last, first + FEWEST - 1) + 1)
        tallest = max(self.rounds.values())
        bars_drawn = []
        for index, number in enumerate(numbers):
            share = self.rounds.get(number, 0.0)
            x, height = _share(index, len(numbers)), share / tallest if tallest else 0.0
            y = _share(1 - height, 1)
            bars_drawn.append((number, Chance(share).percent, x, y, _share(height, 1)))
        return tuple(bars_drawn)

    @property
    def bar_width(self) -> str:
        """Return the width of each bar, with a small gap."""
        return _share(0.82, max(len(self.bars), 1))


def _share(part: float, total: float) -> str:
    """Return a share as an SVG length: `74.25%`."""
    return f"{min(max(part / total, 0.0), 1.0) * 100:.2f}%" if total else "0.00%"


def _number(value: float) -> str:
    return with_minus(f"{value:.1f}".removesuffix(".0"))


# --- in a sentence ---

_EVERY = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 10: "tenth"}


def sentence(forecast: Forecast) -> str:
    """Summarize a forecast, as in `Players win about 7 of 10 fights`."""
    if forecast.fights < FEW:
        return (
            "Only 1 fight simulated."
            if forecast.fights == 1
            else f"Only {forecast.fights} fights simulated."
        )
    first, own = forecast.sides[0], [fighter for fighter in forecast.fighters if fighter.side == 0]
    clauses = [f"{first.name} {_wins(first.wins.often, is_many(forecast, 0))}"]
    if own:
        clauses.append(_falls(max(own, key=lambda fighter: fighter.falls.often)))
    if forecast.undecided.often >= 0.1:
        clauses.append(f"{round(forecast.undecided.often * 100)}% undecided")
    return "; ".join(clauses) + "."


def is_many(forecast: Forecast, side: int) -> bool:
    """Tell whether a side's name is a plural, as `Raiders` and `Foes` are."""
    if forecast.sides[side].name in CALLED[:2]:
        return True
    name = forecast.sides[side].name.lower()
    several = sum(fighter.side == side for fighter in forecast.fighters) > 1
    return several and name.endswith("s") and not name.endswith("ss")


def _wins(often: float, is_plural: bool) -> str:
    win = "win" if is_plural else "wins"
    if often >= 0.95:
        return f"{win} nearly every fight"
    if often <= 0.05:
        return f"hardly ever {win}"
    return f"{win} about {_of_ten(often)} fights"


def _of_ten(often: float) -> str:
    return f"{min(max(round(often * 10), 1), 9)} of 10"


def _falls(fighter: FighterForecast) -> str:
    often = fighter.falls.often
    if often < 0.03:
        return f"{fighter.name} hardly ever falls" if often else f"{fighter.name} never falls"
    if often > 0.95:
        return f"{fighter.name} falls nearly every time"
    for number, words in _EVERY.items():
        if abs(often - 1 / number) <= 0.1 / number:
            return f"{fighter.name} falls in every {words} fight"
    return f"{fighter.name} falls in about {_of_ten(often)} fights"


# --- for copying ---


def rows(forecast: Forecast) -> tuple[tuple[str, str], ...]:
    """Return every number of a forecast with its label."""
    result = [("Fights", str(forecast.fights))]
    result += [(f"Won by {fighter.name}", fighter.wins.words) for fighter in forecast.sides]
    if forecast.drawn.often:
        result.append(("Nobody left", forecast.drawn.words))
    if forecast.undecided.often:
        result.append(("Undecided", forecast.undecided.words))
    result += [
        (f"{number} round{'s' if number != 1 else ''}", percent)
        for number, percent, *_ in forecast.bars
        if percent != "0%"
    ]
    for fighter in forecast.fighters:
        result.append((f"{fighter.name} falls", fighter.falls.words))
        if fighter.left is not None:
            result.append((f"{fighter.name} has left", fighter.left.words))
    result += [
        (f"{owner}: {points} a fight", _number(mean)) for owner, points, mean in forecast.spent
    ]
    return tuple(result)


def markdown(forecast: Forecast) -> str:
    """Return a forecast as Markdown."""
    lines = [f"**{sentence(forecast)}**", "", "| | |", "|---|---|"]
    lines += [f"| {_bare(name)} | {_bare(value)} |" for name, value in rows(forecast)]
    return "\n".join(lines) + "\n"


def _bare(text: str) -> str:
    """Escape text for a cell of a Markdown table."""
    return text.replace("|", "\\|").replace("\n", " ")


def csv(forecast: Forecast) -> str:
    """Return a forecast as CSV."""
    return "".join(f"{_quoted(name)},{_quoted(value)}\r\n" for name, value in rows(forecast))


def _quoted(text: str) -> str:
    if text[:1] in ("=", "+", "-", "@"):
        text = f"'{text}"  # names must not become formulas
    return '"' + text.replace('"', '""') + '"'
