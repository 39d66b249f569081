"""Where the numbers of a chart stand: side by side or in groups, and what is written below."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd, lcm

from app.core.odds.distributions import Distribution, Number, exactly, reported_as
from app.widgets.roll.results import number

#: So many columns are drawn one by one; more are drawn in groups, of so many groups at the most.
MOST = 60
GROUPS = 40

#: Where there are more, an end that comes up more rarely than this is left away.
RARE = Fraction(1, 2_000)

#: So many numbers at most stand below a chart.
TICKS = 7

#: Round numbers to group by, or to write below: so many of the gap between numbers.
ROUND: tuple[int, ...] = tuple(of * 10**power for power in range(7) for of in (1, 2, 5))


@dataclass(frozen=True)
class Group:
    """Numbers that are drawn together, from first to last; place: its column, from 0."""

    first: Number
    last: Number
    place: int

    @property
    def words(self) -> str:
        if self.first == self.last:
            return number(self.first)
        return f"{number(self.first)} to {number(self.last)}"


class Scale:
    """Where numbers stand: one beside the other by what they are, else in groups of equal width.

    A few numbers that lie far apart stand side by side, whatever lies between them. fell: a number
    that is drawn however rare it is.
    """

    def __init__(self, distribution: Distribution, fell: Number | None) -> None:
        numbers = _not_too_rare(distribution, fell)
        self.without = len(distribution.numbers) - len(numbers)
        self._numbers = [exactly(each) for each in numbers]
        self.gap = _common([high - low for low, high in pairwise(self._numbers)])
        slots = (self._numbers[-1] - self._numbers[0]) / self.gap + 1
        self.side_by_side = slots > MOST and len(self._numbers) <= MOST
        self.width = self.gap
        self.start = self._numbers[0]
        if slots > MOST and not self.side_by_side:
            self.width = self.gap * _round_up(slots / GROUPS)
            self.start = floor(self.start / self.width) * self.width
        self.count = self._count()
        self.groups = tuple(self._groups())

    def _count(self) -> int:
        if self.side_by_side:
            return len(self._numbers)
        return int((self._numbers[-1] - self.start) // self.width) + 1

    def _groups(self) -> Iterator[Group]:
        """Those in which something can come up."""
        if self.width == self.gap:
            for place, each in enumerate(self._numbers):
                at = place if self.side_by_side else int((each - self.start) / self.gap)
                yield Group(reported_as(each), reported_as(each), at)
            return
        for place in dict.fromkeys(int((n - self.start) // self.width) for n in self._numbers):
            first = self.start + place * self.width
            yield Group(reported_as(first), reported_as(first + self.width - self.gap), place)

    def steps(self) -> Iterator[Group]:
        """Those, and what lies between them: steps go on there as they are."""
        there = {group.place: group for group in self.groups}
        for place in range(self.count):
            first = self.start + place * self.width
            last = first + self.width - self.gap
            yield there.get(place) or Group(reported_as(first), reported_as(last), place)

    def bar(self, group: Group, full: bool) -> tuple[str, str]:
        """Where a column begins, and how wide it is. full: without room beside it."""
        slot = Fraction(1, self.count)
        room = Fraction(1) if full else Fraction(4, 5)
        return share(slot * (group.place + (1 - room) / 2)), share(slot * room)

    def at(self, value: Fraction) -> str:
        """Where a number stands, or what lies between two."""
        if not self.side_by_side:
            along = ((value - self.start) + self.gap / 2) / self.width
            return share(along / self.count)
        after = bisect_left(self._numbers, value)
        if self._numbers[after] == value:
            place = Fraction(after)
        else:
            low, high = self._numbers[after - 1 : after + 1]
            place = after - 1 + (value - low) / (high - low)
        return share((place + Fraction(1, 2)) / self.count)

    def ticks(self) -> tuple[tuple[str, str], ...]:
        """A few numbers below the plot: round ones, where they stand by what they are."""
        if self.side_by_side:
            every = ceil(self.count / TICKS)
            return tuple((self.at(each), _said(each)) for each in self._numbers[::every])
        last = self._numbers[-1]
        step = self.gap * _round_up((last - self.start) / self.gap / TICKS)
        first = ceil(self.start / step) * step
        whole = int((last - first) // step) + 1
        return tuple(
            (self.at(first + place * step), _said(first + place * step)) for place in range(whole)
        )


def _not_too_rare(distribution: Distribution, fell: Number | None) -> tuple[Number, ...]:
    """Numbers without the rare ends, where there are too many to be drawn one by one."""
    numbers = distribution.numbers
    if len(numbers) <= MOST:
        return numbers
    ends = [each for each in numbers if distribution.at_most(each) > RARE]
    kept = [each for each in ends if distribution.at_least(each) > RARE]
    low, high = (kept[0], kept[-1]) if kept else (numbers[0], numbers[-1])
    if fell is not None:
        low, high = min(low, fell), max(high, fell)
    holds_mean = exactly(low) <= distribution.mean <= exactly(high)
    found = tuple(each for each in numbers if low <= each <= high)
    return found if holds_mean and len(found) > 1 else numbers


def _common(gaps: list[Fraction]) -> Fraction:
    """The largest number that every gap is so many of."""
    whole = lcm(*(gap.denominator for gap in gaps))
    return Fraction(gcd(*(int(gap * whole) for gap in gaps)), whole)


def _round_up(wanted: Fraction) -> int:
    """The first round number that is no less."""
    return next((each for each in ROUND if each >= wanted), ROUND[-1])


def _said(value: Fraction) -> str:
    return number(reported_as(value))


def share(part: Fraction) -> str:
    """A part of the plot, as an SVG writes it: `74.25%`."""
    return f"{float(part) * 100:.2f}%"
