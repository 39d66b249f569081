"""A forecast on screen: winners, length, falls, health remaining, points spent.

The counts arrive as numbers (`Forecast`); this module turns them into words, bars and tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.core.games import Game
from app.core.support.characters import with_minus
from app.widgets.forecast.lineup import CALLED, HABITS, POLICIES, Lineup
from app.widgets.roll.form.forms import field_text

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


# --- comparison ---


@dataclass(frozen=True)
class ForecastRow:
    """A compared number, before and now. shift: the difference. sure: it exceeds chance."""

    label: str
    before: str
    now: str
    shift: str
    sure: bool


def compare(before: Forecast, now: Forecast) -> tuple[ForecastRow, ...]:
    """Compare all values that both forecasts have."""
    rows_made = [
        _row(f"Won by {new.name}", old.wins, new.wins)
        for old, new in zip(before.sides, now.sides, strict=False)
    ]
    old_rounds, new_rounds = before.typical_rounds, now.typical_rounds
    shift = new_rounds - old_rounds
    rows_made.append(
        ForecastRow(
            "Rounds", str(old_rounds), str(new_rounds), f"{shift:+d}" if shift else "–", shift != 0
        )
    )
    old_fighters = _numbered(before)
    for key, fighter in _numbered(now).items():
        old = old_fighters.pop(key, None)
        if old is not None:
            rows_made.append(_row(f"{fighter.name} falls", old.falls, fighter.falls))
        else:
            rows_made.append(
                ForecastRow(f"{fighter.name} falls", "–", fighter.falls.words, "new", True)
            )
    rows_made += [
        ForecastRow(f"{old.name} falls", old.falls.words, "–", "gone", True)
        for old in old_fighters.values()
    ]
    return tuple(
        ForecastRow(
            fighter.label,
            fighter.before,
            fighter.now,
            with_minus(fighter.shift),
            fighter.sure,
        )
        for fighter in rows_made
    )


def _numbered(forecast: Forecast) -> dict[tuple[int, str, int], FighterForecast]:
    """Map side, name and number of each fighter to it: several may have one name."""
    known = Counter[tuple[int, str]]()
    numbered = {}
    for fighter in forecast.fighters:
        key = fighter.side, fighter.name
        known[key] += 1
        numbered[*key, known[key]] = fighter
    return numbered


def _row(label: str, before: Chance, now: Chance) -> ForecastRow:
    points = round((now.often - before.often) * 100)
    error = (before.error**2 + now.error**2) ** 0.5
    sure = abs(now.often - before.often) > error
    return ForecastRow(label, before.words, now.words, f"{points:+d}" if points else "–", sure)


def changes(before: Lineup, now: Lineup, game: Game) -> tuple[str, ...]:
    """List the changes between two line-ups in words."""
    return tuple(_changes(before, now, game))


def _changes(before: Lineup, now: Lineup, game: Game) -> Iterator[str]:
    old_fighters = {fighter.key: fighter for fighter in before.fighters}
    for fighter in now.fighters:
        old = old_fighters.pop(fighter.key, None)
        if old is None:
            yield (
                f"with {fighter.name}"
                if fighter.count == 1
                else f"with {fighter.count} × {fighter.name}"
            )
        elif old.count != fighter.count:
            yield f"{fighter.name}: {old.count} → {fighter.count}"
        if old is not None and old.side != fighter.side:
            yield f"{fighter.name} switches sides"
    yield from (f"without {fighter.name}" for fighter in old_fighters.values())
    for index, (old_side, side) in enumerate(zip(before.sides, now.sides, strict=False)):
        if old_side.policy != side.policy:
            yield f"{now.side_name(index)}: attack {POLICIES[side.policy][0].lower()}"
        for habit, words in HABITS.items():
            if getattr(old_side, habit) != getattr(side, habit):
                does = words.lower() if getattr(side, habit) else f"don’t {words.lower()}"
                yield f"{now.side_name(index)}: {does}"
    for name, declared in game.house.items():
        if before.house.get(name) != now.house.get(name):
            yield f"{declared.label}: {_house(now.house.get(name))}"


def _house(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "campaign default" if value is None else field_text(value)


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
