"""The horizontal scale of a chart: positions, groups and ticks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd, lcm

from app.core.odds.distributions import Distribution, Number, exactly, to_reported
from app.widgets.roll.result.words import number

#: Most numbers drawn one by one, and the most groups for more numbers.
MOST = 60
GROUPS = 40

#: With more numbers, ends rarer than this are cut off.
RARE = Fraction(1, 2_000)

#: Most ticks below a chart.
TICKS = 7


@dataclass(frozen=True)
class Group:
    """Numbers drawn together, from first to last; place: index of the column, from 0."""

    first: Number
    last: Number
    place: int

    @property
    def words(self) -> str:
        """Return its label: a number or a range."""
        if self.first == self.last:
            return number(self.first)
        return f"{number(self.first)} to {number(self.last)}"


class Scale:
    """A horizontal scale: numbers are proportional, in groups of equal width, or side by side.

    A few numbers far apart stand side by side, without their gaps. rolled: a number that is drawn
    however rare it is.
    """

    def __init__(self, distribution: Distribution, rolled: Number | None) -> None:
        numbers = _not_too_rare(distribution, rolled)
        self.without = len(distribution.numbers) - len(numbers)
        self._numbers = [exactly(number) for number in numbers]
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
        """Yield the groups with a chance above zero."""
        if self.width == self.gap:
            for index, value in enumerate(self._numbers):
                column = index if self.side_by_side else int((value - self.start) / self.gap)
                yield Group(to_reported(value), to_reported(value), column)
            return
        for index in dict.fromkeys(int((n - self.start) // self.width) for n in self._numbers):
            first = self.start + index * self.width
            yield Group(to_reported(first), to_reported(first + self.width - self.gap), index)

    def steps(self) -> Iterator[Group]:
        """Yield the groups and the gaps between them, over which steps continue."""
        by_column = {group.place: group for group in self.groups}
        for index in range(self.count):
            first = self.start + index * self.width
            last = first + self.width - self.gap
            yield by_column.get(index) or Group(to_reported(first), to_reported(last), index)

    def bar(self, group: Group, full: bool) -> tuple[str, str]:
        """Return where a column begins, and its width. full: without a gap beside it."""
        slot = Fraction(1, self.count)
        fill = Fraction(1) if full else Fraction(4, 5)
        return share(slot * (group.place + (1 - fill) / 2)), share(slot * fill)

    def at(self, value: Fraction) -> str:
        """Return the position of a number, or of a value between two."""
        if not self.side_by_side:
            along = ((value - self.start) + self.gap / 2) / self.width
            return share(along / self.count)
        after = bisect_left(self._numbers, value)
        if self._numbers[after] == value:
            index = Fraction(after)
        else:
            low, high = self._numbers[after - 1 : after + 1]
            index = after - 1 + (value - low) / (high - low)
        return share((index + Fraction(1, 2)) / self.count)

    def ticks(self) -> tuple[tuple[str, str], ...]:
        """Return a few numbers below the plot with positions; round ones where proportional."""
        if self.side_by_side:
            stride = ceil(self.count / TICKS)
            return tuple((self.at(number), _label(number)) for number in self._numbers[::stride])
        last = self._numbers[-1]
        step = self.gap * _round_up((last - self.start) / self.gap / TICKS)
        first = ceil(self.start / step) * step
        total = int((last - first) // step) + 1
        return tuple(
            (self.at(first + index * step), _label(first + index * step)) for index in range(total)
        )


def _not_too_rare(distribution: Distribution, rolled: Number | None) -> tuple[Number, ...]:
    """Return the numbers without rare ends, where there are too many to draw one by one."""
    numbers = distribution.numbers
    if len(numbers) <= MOST:
        return numbers
    ends = [number for number in numbers if distribution.at_most(number) > RARE]
    common = [each for each in ends if distribution.at_least(each) > RARE]
    low, high = (common[0], common[-1]) if common else (numbers[0], numbers[-1])
    if rolled is not None:
        low, high = min(low, rolled), max(high, rolled)
    holds_mean = exactly(low) <= distribution.mean <= exactly(high)
    within_ends = tuple(number for number in numbers if low <= number <= high)
    return within_ends if holds_mean and len(within_ends) > 1 else numbers


def _common(gaps: list[Fraction]) -> Fraction:
    """Return the greatest common divisor of the gaps."""
    denominator = lcm(*(gap.denominator for gap in gaps))
    return Fraction(gcd(*(int(gap * denominator) for gap in gaps)), denominator)


def _round_up(wanted: Fraction) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 and so on that is no less."""
    power: int = 10 ** (len(str(int(wanted))) - 1)
    return next(of * power for of in (1, 2, 5, 10) if of * power >= wanted)


def _label(value: Fraction) -> str:
    return number(to_reported(value))


def share(part: Fraction) -> str:
    """Return a share of the plot as an SVG length: `74.25%`."""
    return f"{float(part) * 100:.2f}%"
