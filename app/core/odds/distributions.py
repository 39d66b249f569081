"""A distribution of numbers read as people read it: its mean, its median, its middle half.

Exact, of what `app.core.odds.odds.spread` finds. Where some outcomes have no such number (an attack
that misses does no damage), the mean, the median and the middle half are those of the outcomes that
have one; every other chance is one of all outcomes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm

Number = int | float


@dataclass(frozen=True)
class Distribution:
    """How likely each number is.

    chances: of each number that can come up, low to high. absent: of outcomes without one.
    """

    chances: Mapping[Number, Fraction]
    absent: Fraction = Fraction(0)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        return tuple(self.chances)

    @cached_property
    def _whole(self) -> int:
        """All chances are so-and-so many ways out of this."""
        return lcm(*(chance.denominator for chance in self.chances.values()))

    @cached_property
    def _ways(self) -> tuple[int, ...]:
        """The ways of each number: adding them is much faster than adding fractions."""
        whole = self._whole
        chances = self.chances.values()
        return tuple(chance.numerator * (whole // chance.denominator) for chance in chances)

    @cached_property
    def _sums(self) -> tuple[int, ...]:
        """The ways of the first numbers together: of none of them, of one, and so on."""
        return tuple(accumulate(self._ways, initial=0))

    @cached_property
    def present(self) -> Fraction:
        """The chance that there is a number at all."""
        return Fraction(self._sums[-1], self._whole)

    @cached_property
    def mean(self) -> Fraction:
        """The mean of the outcomes that have a number; to be asked for only where some have one."""
        weighed = zip(self.numbers, self._ways, strict=True)
        return sum((exactly(n) * ways for n, ways in weighed), Fraction(0)) / self._sums[-1]

    @cached_property
    def median(self) -> Fraction:
        """Half of them are no more, half of them no less: between two numbers, the middle."""
        return self._quantile(Fraction(1, 2), middle=True)

    @cached_property
    def middle_half(self) -> tuple[Number, Number]:
        """The first and last number of the middle half: at most a quarter lies below, or above."""
        low, high = (self._quantile(Fraction(part, 4)) for part in (1, 3))
        return reported_as(low), reported_as(high)

    def _quantile(self, share: Fraction, middle: bool = False) -> Fraction:
        """The smallest number that at least such a share is no more than.

        middle: where a share is exactly no more than it, half-way to the next number.
        """
        wanted, numbers = share * self._sums[-1], self.numbers
        place = bisect_left(self._sums, wanted) - 1
        if middle and self._sums[place + 1] == wanted:
            return (exactly(numbers[place]) + exactly(numbers[place + 1])) / 2
        return exactly(numbers[place])

    def exactly(self, number: Number) -> Fraction:
        return self.chances.get(number, Fraction(0))

    def at_least(self, number: Number) -> Fraction:
        return Fraction(self._sums[-1] - self._sums[bisect_left(self.numbers, number)], self._whole)

    def at_most(self, number: Number) -> Fraction:
        return Fraction(self._sums[bisect_right(self.numbers, number)], self._whole)

    def better_than(self, number: Number | None, less: bool = False) -> Fraction:
        """The chance of what is strictly worse than this number, or than none at all.

        An outcome without a number counts as less than any. less: is less better?
        """
        if number is None:
            return self.present if less else Fraction(0)
        if less:
            return self.present - self.at_most(number)
        return self.absent + self.at_most(number) - self.exactly(number)

    def same_as(self, number: Number | None) -> Fraction:
        """The chance of this very number, or of none."""
        return self.absent if number is None else self.exactly(number)


def distribution(found: Mapping[Hashable, Fraction]) -> Distribution:
    """The numbers of a named value's distribution; what is no number counts as none."""
    numbers = {value: p for value, p in found.items() if isinstance(value, (int, float)) and p}
    absent = sum((p for value, p in found.items() if value not in numbers), Fraction(0))
    return Distribution({number: numbers[number] for number in sorted(numbers)}, absent)


def exactly(number: Number) -> Fraction:
    """A number as it is reported, exactly: 0.1 is one tenth."""
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def reported_as(number: Fraction) -> Number:
    """The same back."""
    return int(number) if number.denominator == 1 else float(number)
