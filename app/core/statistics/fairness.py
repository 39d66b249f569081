"""Fairness: do the faces of a die come as often as each other, as far as so many rolls can tell?

    found = fairness_of([3, 5, 2, ...])    how often each face came
    found.p                                chance that a fair die is as far out of balance, or more
    rolls_to_notice(20)                    rolls until a face that comes half as often is noticed

What is looked at is the sum of the squares of the counts (Pearson's statistic). Its distribution
for a fair die is that of a multinomial, and is added up (to some twelve digits) where that is
quick; else it is drawn SAMPLES times, always alike; for more than MOST rolls it is the
chi-squared distribution.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp, isqrt, lgamma, log
from typing import Literal

from app.core.support.incremental import run_to_end

#: So much work adding up may take, in products of a thousand bits.
WORK = 2_000_000

#: Chances are added up in so many bits, in fields of twice as many.
_BITS, _FIELD = 60, 128

#: So many dice are drawn where it takes more, of at most so many rolls each.
SAMPLES, MOST = 4_000, 1_000

#: So many rolls are drawn between two breaths.
SLICE = 5_000

#: An imbalance that comes by chance less often than this is told; this is how sure we wish to be.
LEVEL = 0.05
POWER = 0.8

Way = Literal["counted", "drawn", "near"]


@dataclass(frozen=True)
class Fairness:
    """What so many rolls say of a die. counts: of each face, from 1 on.

    p: the chance that a fair die is as far out of balance, or further. way: how it was found: added
    up, drawn (then it is no smaller than one in SAMPLES), or near enough for very many.
    odd: the face that is furthest from its share.
    """

    counts: tuple[int, ...]
    p: float
    way: Way

    @property
    def sides(self) -> int:
        return len(self.counts)

    @property
    def rolls(self) -> int:
        return sum(self.counts)

    @property
    def share(self) -> Fraction:
        """How often each face is to be expected."""
        return Fraction(self.rolls, self.sides)

    @property
    def odd(self) -> int:
        far = [abs(count - self.share) for count in self.counts]
        return far.index(max(far)) + 1

    @property
    def is_rare(self) -> bool:
        """Does the odd face come too rarely (or too often)?"""
        return self.counts[self.odd - 1] < self.share


def fairness_of(counts: Sequence[int]) -> Fairness:
    """What these counts say."""
    return run_to_end(finding(counts))


def finding(counts: Sequence[int]) -> Generator[None, None, Fairness]:
    """The same with a breath now and then, so that a page goes on meanwhile."""
    rolls, sides = sum(counts), len(counts)
    squares = sum(each * each for each in counts)
    if rolls > MOST:
        near = 1 - _chi_squared(squares * sides / rolls - rolls, sides - 1)
        return Fairness(tuple(counts), near, "near")
    counted = yield from _counted(rolls, sides, squares)
    if counted is not None:
        return Fairness(tuple(counts), counted, "counted")
    drawn = yield from _drawn(rolls, sides, squares)
    return Fairness(tuple(counts), drawn, "drawn")


def _counted(rolls: int, sides: int, squares: int) -> Generator[None, None, float | None]:
    """Added up face by face; None if that takes too long.

    By how many rolls the faces so far took, the chance of each sum of squares is kept: side by side
    in the fields of one number, so that a face is one product and one shift for all of them. Kept
    are only beginnings that can still come to less than `squares`: what is left to fall adds at
    least its own square, shared out evenly.
    """
    rows: dict[int, int] = {0: 1 << _BITS}
    work = 0
    widest = (squares - rolls * rolls // sides) // 2 + 2
    field = (2 ** (_BITS + 1) - 1).to_bytes(_FIELD // 8, "little")
    clean = int.from_bytes(field * widest, "little")  # without what overflows from the next field
    for left in reversed(range(sides)):
        after: dict[int, int] = {}
        for fell, row in rows.items():
            begun, rest = _least(fell, sides - left - 1), rolls - fell
            shares = _shares(rest, left + 1)
            for count in _counts(rest, left, squares - begun):
                now = fell + count
                part = row * shares[count] >> _BITS & clean
                place = (begun + count * count - _least(now, sides - left)) // 2
                after[now] = after.get(now, 0) + _moved(part, place)
                work += row.bit_length() // 1_000 + 1
            if work > WORK:
                return None
            yield
        rows = {}
        for fell, row in after.items():
            rest = rolls - fell
            most = squares + (-rest * rest // left if left else 0)
            fields = max(0, (most - _least(fell, sides - left) + 1) // 2)
            rows[fell] = row & (1 << _FIELD * fields) - 1
    less: int = sum(map(_sum, rows.values()))
    return max(0.0, 1 - less / (1 << _BITS))


def _moved(row: int, fields: int) -> int:
    return row << _FIELD * fields if fields >= 0 else row >> -_FIELD * fields


def _least(fell: int, faces: int) -> int:
    """The least sum of squares of so many rolls on so many faces, of their parity, or less."""
    least = fell * fell // faces if faces else 0
    return least - ((least - fell) & 1)


def _sum(row: int) -> int:
    found = 0
    while row:
        found += row & (2**_FIELD - 1)
        row >>= _FIELD
    return found


@cache
def _shares(rolls: int, faces: int) -> tuple[int, ...]:
    """The chance that one of so many faces comes 0, 1, 2, ... times."""
    if faces == 1:
        return (*[0] * rolls, 2**_BITS)
    logs = (
        lgamma(rolls + 1) - lgamma(n + 1) - lgamma(rolls - n + 1) + (rolls - n) * log(faces - 1)
        for n in range(rolls + 1)
    )
    return tuple(int(exp(each - rolls * log(faces)) * 2**_BITS) for each in logs)


def _counts(rolls: int, left: int, room: int) -> range:
    """How often a face may come, of so many rolls that it and `left` other faces share, for the
    squares of all to come to less than `room`."""
    if not left:
        return range(rolls, rolls + (rolls * rolls < room))
    # What is left after `count` adds (rolls - count)^2 / left at least: a parabola in `count`.
    inside = rolls * rolls - (left + 1) * (rolls * rolls - room * left) - 1
    if inside < 0:
        return range(0)
    wide = isqrt(inside)
    first, last = -((wide - rolls) // (left + 1)), (rolls + wide) // (left + 1)
    return range(max(0, first), min(rolls, last) + 1)


def _drawn(rolls: int, sides: int, squares: int) -> Generator[None, None, float]:
    """The share of fair dice that are as far out of balance, this one counted among them."""
    dice, faces, hits = random.Random(rolls * 1_000 + sides), range(sides), 1
    for place in range(1, SAMPLES):
        counts = Counter(dice.choices(faces, k=rolls))
        hits += sum(each * each for each in counts.values()) >= squares
        if place % (SLICE // rolls + 1) == 0:
            yield
    return hits / SAMPLES


# --- how many rolls would tell ---


@cache
def rolls_to_notice(sides: int, part: Fraction = Fraction(1, 2)) -> int:
    """About so many rolls until a face that comes so much more rarely is noticed.

    That is: until the test finds less than LEVEL with a chance of POWER, where one face comes
    `part` as often as on a fair die and the others share the rest. For such a die it is on the safe
    side, by up to a seventh.
    """
    missing = 1 - float(part)
    # How far such a die is from a fair one, by each roll, in the measure of the test.
    by_roll = missing * missing / (sides - 1)
    return round(_needed(sides - 1) / by_roll)


@cache
def _needed(freedom: int) -> float:
    """How far from fair all rolls together must be, for POWER."""
    limit = _solved(lambda x: _chi_squared(x, freedom) - (1 - LEVEL), 2.0 * freedom + 20)
    return _solved(lambda far: 1 - POWER - _off_centre(limit, freedom, far), 4.0 * freedom + 40)


def _solved(rises: Callable[[float], float], high: float) -> float:
    """Where it rises through 0, by halving."""
    low = 0.0
    while rises(high) < 0:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) < 0 else (low, middle)
    return high


def _chi_squared(x: float, freedom: int) -> float:
    """The chance that a chi-squared value is at most x: an incomplete gamma function's series."""
    if x <= 0:
        return 0.0
    a, half = freedom / 2, x / 2
    term = sum_ = 1 / a
    n = a
    while term > sum_ * 1e-15:
        n += 1
        term *= half / n
        sum_ += term
    return min(1.0, sum_ * exp(a * log(half) - half - lgamma(a)))


def _off_centre(x: float, freedom: int, far: float) -> float:
    """The same of a chi-squared value that is off centre: its centre is drawn from a Poisson."""
    weight, found, told = exp(-far / 2), 0.0, 0.0
    for step in range(10_000):
        found += weight * _chi_squared(x, freedom + 2 * step)
        told += weight
        if told > 1 - 1e-12:
            break
        weight *= far / 2 / (step + 1)
    return found
