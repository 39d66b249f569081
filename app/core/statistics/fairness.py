"""Fairness: whether the faces of a die come up equally often, as far as the rolls can tell.

    fairness = fairness_of([3, 5, 2, ...])   by the count of each face
    fairness.p                               chance that a fair die is as unbalanced, or more
    rolls_to_notice(20)                      rolls until a face that comes half as often is noticed

The measure is the sum of the squares of the counts (Pearson's statistic). Its distribution for a
fair die is that of a multinomial, and is added up (to some twelve digits) where that is quick; else
it is sampled SAMPLES times, always alike; for more than MOST rolls it is the chi-squared
distribution.
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

#: The most work for adding up, in products of a thousand bits.
WORK = 2_000_000

#: Bits of a chance that is added up, and of its field.
_BITS, _FIELD = 60, 128

#: The number of sampled dice where it takes more, and the most rolls of each.
SAMPLES, MOST = 4_000, 1_000

#: Rolls that are sampled between two checkpoints.
SLICE = 5_000

#: The p-value below which an imbalance is reported, and the power of `rolls_to_notice`.
LEVEL = 0.05
POWER = 0.8

Way = Literal["counted", "drawn", "near"]


@dataclass(frozen=True)
class Fairness:
    """The verdict of a number of rolls on a die."""

    #: Of each face, from 1 on.
    counts: tuple[int, ...]
    #: The chance that a fair die is as unbalanced, or more.
    p: float
    #: The method: added up, sampled (then p is at least one in SAMPLES), or approximated for very
    #: many rolls.
    way: Way

    @property
    def sides(self) -> int:
        return len(self.counts)

    @property
    def rolls(self) -> int:
        return sum(self.counts)

    @property
    def share(self) -> Fraction:
        """Return the expected count of each face."""
        return Fraction(self.rolls, self.sides)

    @property
    def odd(self) -> int:
        """Return the face that is furthest from its share."""
        far = [abs(count - self.share) for count in self.counts]
        return far.index(max(far)) + 1

    @property
    def is_rare(self) -> bool:
        """Tell whether the odd face comes too rarely, rather than too often."""
        return self.counts[self.odd - 1] < self.share


def fairness_of(counts: Sequence[int]) -> Fairness:
    """Judge a die by the counts of its faces."""
    return run_to_end(iter_fairness(counts))


def iter_fairness(counts: Sequence[int]) -> Generator[None, None, Fairness]:
    """Like `fairness_of()`, but incremental, so that a page stays responsive."""
    rolls, sides = sum(counts), len(counts)
    squares = sum(count * count for count in counts)
    if rolls > MOST:
        near = 1 - _chi_squared(squares * sides / rolls - rolls, sides - 1)
        return Fairness(tuple(counts), near, "near")
    counted = yield from _add_up(rolls, sides, squares)
    if counted is not None:
        return Fairness(tuple(counts), counted, "counted")
    drawn = yield from _sample(rolls, sides, squares)
    return Fairness(tuple(counts), drawn, "drawn")


def _add_up(rolls: int, sides: int, squares: int) -> Generator[None, None, float | None]:
    """Add the chance up face by face; None if that takes too long.

    For each number of rolls that the faces so far took, the chances of all sums of squares lie side
    by side in the fields of one number, so that a face is one product and one shift for all of
    them. Only beginnings that can still end below `squares` are stored: the remaining rolls add at
    least their own square, shared out evenly.
    """
    rows: dict[int, int] = {0: 1 << _BITS}
    work = 0
    widest = (squares - rolls * rolls // sides) // 2 + 2
    field = (2 ** (_BITS + 1) - 1).to_bytes(_FIELD // 8, "little")
    clean = int.from_bytes(field * widest, "little")  # a mask of overflow from the next field
    for remaining in reversed(range(sides)):
        after: dict[int, int] = {}
        for taken, row in rows.items():
            least, rest = _least(taken, sides - remaining - 1), rolls - taken
            shares = _shares(rest, remaining + 1)
            for count in _counts(rest, remaining, squares - least):
                now = taken + count
                part = row * shares[count] >> _BITS & clean
                offset = (least + count * count - _least(now, sides - remaining)) // 2
                after[now] = after.get(now, 0) + _shifted(part, offset)
                work += row.bit_length() // 1_000 + 1
            if work > WORK:
                return None
            yield
        rows = {}
        for taken, row in after.items():
            rest = rolls - taken
            most = squares + (-rest * rest // remaining if remaining else 0)
            fields = max(0, (most - _least(taken, sides - remaining) + 1) // 2)
            rows[taken] = row & (1 << _FIELD * fields) - 1
    less: int = sum(map(_sum, rows.values()))
    return max(0.0, 1 - less / (1 << _BITS))


def _shifted(row: int, fields: int) -> int:
    return row << _FIELD * fields if fields >= 0 else row >> -_FIELD * fields


def _least(rolls: int, faces: int) -> int:
    """Return a lower bound, of their parity, for the sum of squares of rolls on `faces` faces."""
    least = rolls * rolls // faces if faces else 0
    return least - ((least - rolls) & 1)


def _sum(row: int) -> int:
    total = 0
    while row:
        total += row & (2**_FIELD - 1)
        row >>= _FIELD
    return total


@cache
def _shares(rolls: int, faces: int) -> tuple[int, ...]:
    """Return the chances that one of `faces` faces comes 0, 1, 2, ... times."""
    if faces == 1:
        return (*[0] * rolls, 2**_BITS)
    logs = (
        lgamma(rolls + 1) - lgamma(n + 1) - lgamma(rolls - n + 1) + (rolls - n) * log(faces - 1)
        for n in range(rolls + 1)
    )
    return tuple(int(exp(logarithm - rolls * log(faces)) * 2**_BITS) for logarithm in logs)


def _counts(rolls: int, left: int, room: int) -> range:
    """Return the possible counts of a face that keep the sum of squares below `room`.

    The face shares the rolls with `left` other faces.
    """
    if not left:
        return range(rolls, rolls + (rolls * rolls < room))
    # The rolls after `count` add at least (rolls - count)^2 / left: a parabola in `count`.
    inside = rolls * rolls - (left + 1) * (rolls * rolls - room * left) - 1
    if inside < 0:
        return range(0)
    wide = isqrt(inside)
    first, last = -((wide - rolls) // (left + 1)), (rolls + wide) // (left + 1)
    return range(max(0, first), min(rolls, last) + 1)


def _sample(rolls: int, sides: int, squares: int) -> Generator[None, None, float]:
    """Return the share of sampled fair dice that are as unbalanced, this one included."""
    dice, faces, hits = random.Random(rolls * 1_000 + sides), range(sides), 1
    for number in range(1, SAMPLES):
        counts = Counter(dice.choices(faces, k=rolls))
        hits += sum(count * count for count in counts.values()) >= squares
        if number % (SLICE // rolls + 1) == 0:
            yield
    return hits / SAMPLES


# --- rolls to notice ---


@cache
def rolls_to_notice(sides: int, part: Fraction = Fraction(1, 2)) -> int:
    """Return about the number of rolls until a face that comes more rarely is noticed.

    That is: until the test finds less than LEVEL with a chance of POWER, where one face comes
    `part` as often as on a fair die and the others share the rest. For such a die it is on the safe
    side, by up to a seventh.
    """
    missing = 1 - float(part)
    # The distance of such a die from a fair one, per roll, in the measure of the test.
    by_roll = missing * missing / (sides - 1)
    return round(_needed(sides - 1) / by_roll)


@cache
def _needed(freedom: int) -> float:
    """Return the distance from fair, of all rolls together, that gives POWER."""
    limit = _solve(lambda x: _chi_squared(x, freedom) - (1 - LEVEL), 2.0 * freedom + 20)
    return _solve(lambda far: 1 - POWER - _off_centre(limit, freedom, far), 4.0 * freedom + 40)


def _solve(rises: Callable[[float], float], high: float) -> float:
    """Find the zero of a rising function, by halving."""
    low = 0.0
    while rises(high) < 0:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) < 0 else (low, middle)
    return high


def _chi_squared(x: float, freedom: int) -> float:
    """Return the chance that a chi-squared value is at most x.

    By the series of the incomplete gamma function.
    """
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
    """Like `_chi_squared()`, for a noncentral value: a Poisson mixture of central ones."""
    weight, total, weights = exp(-far / 2), 0.0, 0.0
    for step in range(10_000):
        total += weight * _chi_squared(x, freedom + 2 * step)
        weights += weight
        if weights > 1 - 1e-12:
            break
        weight *= far / 2 / (step + 1)
    return total
