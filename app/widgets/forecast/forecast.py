"""A forecast as it is shown: who wins, how long it takes, who falls, what is left, what it costs.

What was counted comes as numbers (`Forecast`); the words, bars and tables are made of them here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.games import Game
from app.widgets.forecast.lineup import CALLED, HABITS, POLICIES, Lineup
from app.widgets.roll.forms import field_text

#: The tones of the sides on the strip, in their order; and of fights that nobody wins.
TONES, OPEN = ("good", "bad", "mixed", "poor"), "plain"

#: Of fewer fights nothing is said in a sentence.
FEW = 20

#: So many bars have room beside each other at least: a single one would be a wall.
FEWEST = 6

#: From so much of the strip on there is room for its number.
ROOM = 0.08


@dataclass(frozen=True)
class Chance:
    """How often something happens, 0 to 1. error: within so much of it, 19 times of 20."""

    often: float
    error: float = 0.0

    @property
    def percent(self) -> str:
        """`71%`; what happened once is never 0, what failed once never 100."""
        whole = round(self.often * 100)
        if whole == 0 and self.often > 0:
            return "<1%"
        if whole == 100 and self.often < 1:
            return ">99%"
        return f"{whole}%"

    @property
    def words(self) -> str:
        """`71% ± 3`; an error of less than one is one."""
        return f"{self.percent} ± {max(1, round(self.error * 100))}"


@dataclass(frozen=True)
class Left:
    """A combatant's health at the end: the middle half of all fights, and the median.

    most: when unhurt. rises: is it told as harm, as the game counts it (wounds)?
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
            low, middle, high = (self.most - each for each in (high, middle, low))
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
class FighterTold:
    """side: from 0. left: None where nothing is counted of them."""

    name: str
    side: int
    falls: Chance
    left: Left | None = None


@dataclass(frozen=True)
class SideTold:
    name: str
    wins: Chance


@dataclass(frozen=True)
class Forecast:
    """What so many fights came to. wanted: so many were asked for. run: unlike those of others.

    undecided: nobody had won after the last round. rounds: how often a fight took so many. spent:
    whose points, which, and how many a fight takes on average. lineup: that was played; luck: by
    which the same fights come again. drawn: nobody was left. note: what it takes for granted.
    """

    fights: int
    wanted: int
    sides: tuple[SideTold, ...]
    undecided: Chance
    rounds: Mapping[int, float]
    fighters: tuple[FighterTold, ...]
    spent: tuple[tuple[str, str, float], ...] = ()
    lineup: Lineup = field(default_factory=Lineup)
    luck: str = ""
    run: int = 0
    drawn: Chance = Chance(0.0)
    note: str = ""

    @property
    def strip(self) -> tuple[tuple[str, str, str, str, str, str], ...]:
        """The parts of the strip: name, words, tone, start, length, what stands in it."""
        parts = [
            (each.name, each.wins, TONES[place % len(TONES)])
            for place, each in enumerate(self.sides)
        ]
        if self.drawn.often:
            parts.append(("Nobody is left", self.drawn, OPEN))
        if self.undecided.often:
            parts.append(("Nobody yet", self.undecided, OPEN))
        made, start = [], 0.0
        for name, chance, tone in parts:
            inside = chance.percent if chance.often >= ROOM else ""
            made.append(
                (name, chance.words, tone, _share(start, 1), _share(chance.often, 1), inside)
            )
            start += chance.often
        return tuple(made)

    @property
    def typical_rounds(self) -> int:
        """As many rounds as half of the fights are over in."""
        passed = 0.0
        for rounds, share in sorted(self.rounds.items()):
            passed += share
            if passed >= 0.5:
                return rounds
        return 0

    @property
    def bars(self) -> tuple[tuple[int, str, str, str, str], ...]:
        """The rounds as bars: number, percent, x, y, height; all in percent of the chart."""
        if not self.rounds:
            return ()
        first, last = min(self.rounds), max(self.rounds)
        numbers = range(first, max(last, first + FEWEST - 1) + 1)
        tallest = max(self.rounds.values())
        made = []
        for place, number in enumerate(numbers):
            share = self.rounds.get(number, 0.0)
            x, height = _share(place, len(numbers)), share / tallest if tallest else 0.0
            y = _share(1 - height, 1)
            made.append((number, Chance(share).percent, x, y, _share(height, 1)))
        return tuple(made)

    @property
    def bar_width(self) -> str:
        """Of each bar, with a little air beside it."""
        return _share(0.82, max(len(self.bars), 1))


def _share(part: float, whole: float) -> str:
    """A part of the whole, as an SVG writes it: `74.25%`."""
    return f"{min(max(part / whole, 0.0), 1.0) * 100:.2f}%" if whole else "0.00%"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0").replace("-", "\u2212")


# --- in a sentence ---

_EVERY = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 10: "tenth"}


def sentence(told: Forecast) -> str:
    """What it comes to, said first: `The party wins about 7 of 10 such fights; Mara falls in every
    third.`"""
    if told.fights < FEW:
        return "That was one fight." if told.fights == 1 else f"{told.fights} fights are few."
    first, own = told.sides[0], [each for each in told.fighters if each.side == 0]
    said = [f"{first.name} {_wins(first.wins.often, is_many(told, 0))}"]
    if own:
        said.append(_falls(max(own, key=lambda each: each.falls.often)))
    if told.undecided.often >= 0.1:
        said.append(f"{_of_ten(told.undecided.often)} are not decided by the end")
    return "; ".join(said) + "."


def is_many(told: Forecast, side: int) -> bool:
    """Return whether a side's name is a plural, as `Raiders` and `Foes` are."""
    if told.sides[side].name in CALLED[:2]:
        return True
    name = told.sides[side].name.lower()
    several = sum(each.side == side for each in told.fighters) > 1
    return several and name.endswith("s") and not name.endswith("ss")


def _wins(often: float, many: bool) -> str:
    win = "win" if many else "wins"
    if often >= 0.95:
        return f"{win} nearly every such fight"
    if often <= 0.05:
        return f"hardly ever {win} such a fight"
    return f"{win} about {_of_ten(often)} such fights"


def _of_ten(often: float) -> str:
    return f"{min(max(round(often * 10), 1), 9)} of 10"


def _falls(each: FighterTold) -> str:
    often = each.falls.often
    if often < 0.03:
        return f"{each.name} hardly ever falls" if often else f"{each.name} never falls"
    if often > 0.95:
        return f"{each.name} falls nearly every time"
    for number, words in _EVERY.items():
        if abs(often - 1 / number) <= 0.1 / number:
            return f"{each.name} falls in every {words}"
    return f"{each.name} falls in about {_of_ten(often)}"


# --- beside another ---


@dataclass(frozen=True)
class Row:
    """A number before and now. shift: the difference in words. sure: is it more than chance?"""

    label: str
    before: str
    now: str
    shift: str
    sure: bool


def compared(before: Forecast, now: Forecast) -> tuple[Row, ...]:
    """Everything that both forecasts tell of, side by side."""
    made = [
        _row(f"Won by {new.name}", old.wins, new.wins)
        for old, new in zip(before.sides, now.sides, strict=False)
    ]
    old_rounds, new_rounds = before.typical_rounds, now.typical_rounds
    shift = new_rounds - old_rounds
    made.append(
        Row("Rounds", str(old_rounds), str(new_rounds), f"{shift:+d}" if shift else "–", shift != 0)
    )
    known = {(each.side, each.name): each for each in before.fighters}
    for each in now.fighters:
        old = known.pop((each.side, each.name), None)
        if old is not None:
            made.append(_row(f"{each.name} falls", old.falls, each.falls))
        else:
            made.append(Row(f"{each.name} falls", "–", each.falls.words, "new", True))
    made += [Row(f"{old.name} falls", old.falls.words, "–", "gone", True) for old in known.values()]
    return tuple(
        Row(each.label, each.before, each.now, each.shift.replace("-", "\u2212"), each.sure)
        for each in made
    )


def _row(label: str, before: Chance, now: Chance) -> Row:
    points = round((now.often - before.often) * 100)
    error = (before.error**2 + now.error**2) ** 0.5
    sure = abs(now.often - before.often) > error
    return Row(label, before.words, now.words, f"{points:+d}" if points else "–", sure)


def changes(before: Lineup, now: Lineup, game: Game) -> tuple[str, ...]:
    """What was changed between two line-ups, in words."""
    return tuple(_changes(before, now, game))


def _changes(before: Lineup, now: Lineup, game: Game) -> Iterator[str]:
    known = {each.key: each for each in before.fighters}
    for each in now.fighters:
        old = known.pop(each.key, None)
        if old is None:
            yield f"with {each.name}" if each.count == 1 else f"with {each.count} × {each.name}"
        elif old.count != each.count:
            yield f"{each.name}: {old.count} → {each.count}"
        if old is not None and old.side != each.side:
            yield f"{each.name} on another side"
    yield from (f"without {each.name}" for each in known.values())
    for place, (old_side, side) in enumerate(zip(before.sides, now.sides, strict=False)):
        if old_side.policy != side.policy:
            yield f"{now.called(place)} attack {POLICIES[side.policy][0].lower()}"
        for habit, words in HABITS.items():
            if getattr(old_side, habit) != getattr(side, habit):
                does = words.lower() if getattr(side, habit) else f"no more: {words.lower()}"
                yield f"{now.called(place)}: {does}"
    for name, declared in game.house.items():
        if before.house.get(name) != now.house.get(name):
            yield f"{declared.label}: {_house(now.house.get(name))}"


def _house(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "as in the campaign" if value is None else field_text(value)


# --- to be copied ---


def rows(told: Forecast) -> tuple[tuple[str, str], ...]:
    """Every number of it, with its name."""
    made = [("Fights", str(told.fights))]
    made += [(f"Won by {each.name}", each.wins.words) for each in told.sides]
    if told.drawn.often:
        made.append(("Nobody is left", told.drawn.words))
    if told.undecided.often:
        made.append(("Nobody yet", told.undecided.words))
    made += [
        (f"{number} round{'s' if number != 1 else ''}", percent)
        for number, percent, *_ in told.bars
        if percent != "0%"
    ]
    for each in told.fighters:
        made.append((f"{each.name} falls", each.falls.words))
        if each.left is not None:
            made.append((f"{each.name} has left", each.left.words))
    made += [(f"{who}: {what} a fight", _number(mean)) for who, what, mean in told.spent]
    return tuple(made)


def markdown(told: Forecast) -> str:
    """For a chat or a campaign's log."""
    lines = [f"**{sentence(told)}**", "", "| | |", "|---|---|"]
    lines += [f"| {_bare(name)} | {_bare(value)} |" for name, value in rows(told)]
    return "\n".join(lines) + "\n"


def _bare(text: str) -> str:
    """Text in a cell of a Markdown table."""
    return text.replace("|", "\\|").replace("\n", " ")


def csv(told: Forecast) -> str:
    """For a sheet of figures."""
    return "".join(f"{_quoted(name)},{_quoted(value)}\r\n" for name, value in rows(told))


def _quoted(text: str) -> str:
    if text[:1] in ("=", "+", "-", "@"):
        text = f"'{text}"  # no formula, whatever somebody is called
    return '"' + text.replace('"', '""') + '"'
