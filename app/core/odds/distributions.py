"""A distribution of numbers by its usual measures: mean, median, middle half.

Exact, for the result of `app.core.odds.odds.spread`. Where some outcomes have no such number (an
attack that misses does no damage), the mean, the median and the middle half are those of the
outcomes that have one; every other chance is one of all outcomes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm
from typing import TypeVar

Number = int | float
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Distribution:
    """The probability of each number.

    chances: of each possible number, low to high. absent: of outcomes without a number.
    """

    chances: Mapping[Number, Fraction]
    absent: Fraction = Fraction(0)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        return tuple(self.chances)

    @cached_property
    def _denominator(self) -> int:
        """Return the common denominator of all chances."""
        return lcm(*(chance.denominator for chance in self.chances.values()))

    @cached_property
    def _ways(self) -> tuple[int, ...]:
        """Return the ways of each number: adding them is much faster than adding fractions."""
        whole = self._denominator
        chances = self.chances.values()
        return tuple(chance.numerator * (whole // chance.denominator) for chance in chances)

    @cached_property
    def _sums(self) -> tuple[int, ...]:
        """Return the cumulated ways: of no number, of the first, of the first two, and so on."""
        return tuple(accumulate(self._ways, initial=0))

    @cached_property
    def present(self) -> Fraction:
        """Return the chance that there is a number at all."""
        return Fraction(self._sums[-1], self._denominator)

    @cached_property
    def mean(self) -> Fraction:
        """Return the mean of the outcomes that have a number; some must have one."""
        weighed = zip(self.numbers, self._ways, strict=True)
        return sum((exactly(n) * ways for n, ways in weighed), Fraction(0)) / self._sums[-1]

    @cached_property
    def median(self) -> Fraction:
        """Return the median; between two numbers, their middle."""
        return self._quantile(Fraction(1, 2), middle=True)

    @cached_property
    def middle_half(self) -> tuple[Number, Number]:
        """Return the first and last number of the middle half; at most a quarter is outside it.

        At most a quarter lies below, and at most a quarter above.
        """
        low, high = (self._quantile(Fraction(part, 4)) for part in (1, 3))
        return to_reported(low), to_reported(high)

    def _quantile(self, share: Fraction, middle: bool = False) -> Fraction:
        """Return the smallest number with a cumulated share of at least `share`.

        middle: where the cumulated share is exact, return the middle to the next number.
        """
        wanted, numbers = share * self._sums[-1], self.numbers
        index = bisect_left(self._sums, wanted) - 1
        if middle and self._sums[index + 1] == wanted:
            return (exactly(numbers[index]) + exactly(numbers[index + 1])) / 2
        return exactly(numbers[index])

    def exactly(self, number: Number) -> Fraction:
        return self.chances.get(number, Fraction(0))

    def at_least(self, number: Number) -> Fraction:
        return Fraction(
            self._sums[-1] - self._sums[bisect_left(self.numbers, number)], self._denominator
        )

    def at_most(self, number: Number) -> Fraction:
        return Fraction(self._sums[bisect_right(self.numbers, number)], self._denominator)

    def better_than(self, number: Number | None, less: bool = False) -> Fraction:
        """Return the chance of a result strictly worse than this number, or than no number.

        An outcome without a number counts as less than any. less: whether less is better.
        """
        if number is None:
            return self.present if less else Fraction(0)
        if less:
            return self.present - self.at_most(number)
        return self.absent + self.at_most(number) - self.exactly(number)

    def same_as(self, number: Number | None) -> Fraction:
        """Return the chance of this very number, or of no number."""
        return self.absent if number is None else self.exactly(number)


def distribution(chances: Mapping[Key, Fraction]) -> Distribution:
    """Return the distribution of a named value; anything but a number counts as none."""
    numbers = {value: p for value, p in chances.items() if isinstance(value, (int, float)) and p}
    absent = sum((p for value, p in chances.items() if value not in numbers), Fraction(0))
    return Distribution({number: numbers[number] for number in sorted(numbers)}, absent)


def exactly(number: Number) -> Fraction:
    """Convert a reported number to its exact fraction: 0.1 is one tenth."""
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def to_reported(number: Fraction) -> Number:
    """Convert a fraction back to a reported number."""
    return int(number) if number.denominator == 1 else float(number)
