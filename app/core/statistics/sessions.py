"""Evenings: how lucky some rolls were together, beside all evenings with the very same rolls.

    evening = weighed(lots)         of each roll its place and its ladder
    evening.percentile              its rank among all evenings, 0 to 1; ties count half

Exactly, by adding up every sum of places that can come, as long as there are not too many of them.
Else on a grid of GRID parts of a place, each place spread over the two grid points around it so
that its mean stays: that adds less than one part in 1,000 to the variance of a place that is
spread evenly, and is said as `about`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm

from app.core.statistics.luck import Percentile, RankedOutcomes
from app.core.support.incremental import run_to_end

#: So many sums are added up one by one; where there are more it is counted on a grid.
STEPS = 60_000

#: Fewer rolls than this say nothing of an evening's luck.
FEWEST = 5

#: The parts of a place on the grid.
GRID = 64

#: Chances on the grid are counted in so many bits, and multiplied in fields of so many bytes.
_BITS, _FIELD = 40, 11


@dataclass(frozen=True)
class Session:
    """Some rolls together. mean: of their places, 0 to 1.

    lower, same, higher: the shares of evenings with a lower, the same, a higher mean; they sum to
    1. is_exact: else they are near it, half of `same` being in each of the others.
    """

    rolls: int
    mean: Fraction
    lower: Fraction
    same: Fraction
    higher: Fraction
    is_exact: bool = True

    @property
    def is_telling(self) -> bool:
        """Return whether there are enough rolls to speak of luck."""
        return self.rolls >= FEWEST

    @property
    def percentile(self) -> Fraction:
        """Return the rank among all evenings with the same rolls, 0 to 1; ties count half."""
        return self.lower + self.same / 2


#: Sums of places with their weights, which are whole numbers.
_Sums = dict[int, int]


def combine(lots: Sequence[Percentile]) -> Session | None:
    """What these rolls come to together; None of no rolls at all."""
    return run_to_end(iter_combine(lots))


def iter_combine(lots: Sequence[Percentile]) -> Generator[None, None, Session | None]:
    """The same with a breath now and then, so that a page goes on meanwhile."""
    told = [each for each in lots if not each.ladder.is_certain]
    if not told:
        return None
    found = yield from _exactly(told)
    if found is None:
        found = yield from _on_grid(told)
    return found


def _mean(lots: Sequence[Percentile]) -> Fraction:
    return sum((each.place for each in lots), Fraction(0)) / len(lots)


# --- exactly ---


def _exactly(lots: Sequence[Percentile]) -> Generator[None, None, Session | None]:
    """By every sum that can come; None if there are too many."""
    alike = sorted(_alike(lots), key=lambda each: len(each[0].rungs))
    scale = lcm(*(place.denominator for ladder, _ in alike for place in ladder.places))
    sums: _Sums = {0: 1}
    steps, whole = 0, 1
    for ladder, count in alike:
        of = lcm(*(chance.denominator for chance in ladder.chances))
        weights = _weights(ladder, scale, of)
        for _ in range(count):
            steps += len(sums) * len(weights)
            if steps > STEPS:
                return None
            sums = _added(sums, weights)
            whole *= of
            yield
    came = sum(int(each.place * scale) for each in lots)
    lower = sum(ways for sum_, ways in sums.items() if sum_ < came)
    same = sums.get(came, 0)
    low, level, high = (Fraction(each, whole) for each in (lower, same, whole - lower - same))
    return Session(len(lots), _mean(lots), low, level, high)


def _weights(ladder: RankedOutcomes, scale: int, of: int) -> _Sums:
    """Of each place its weight, both as whole numbers."""
    told = zip(ladder.places, ladder.chances, strict=True)
    return {int(place * scale): int(chance * of) for place, chance in told}


def _added(sums: _Sums, more: _Sums) -> _Sums:
    found: _Sums = {}
    for before, ways in sums.items():
        for place, weight in more.items():
            found[before + place] = found.get(before + place, 0) + ways * weight
    return found


# --- on a grid ---


@dataclass(frozen=True)
class _Row:
    """Weights on the grid, from a first point on."""

    first: int
    weights: tuple[int, ...]


def _on_grid(lots: Sequence[Percentile]) -> Generator[None, None, Session]:
    """Two and two together, until all are one row; rolls of one ladder by doubling."""
    rows = []
    for ladder, count in _alike(lots):
        row = _row(ladder)
        while count:
            if count % 2:
                rows.append(row)
            count //= 2
            row = _times(row, row) if count else row
            yield
    while len(rows) > 1:
        rows.sort(key=lambda row: len(row.weights), reverse=True)
        rows.append(_times(rows.pop(), rows.pop()))
        yield
    (row,) = rows
    mean = _mean(lots)
    lower = Fraction(round(_below(row, mean * len(lots) * GRID) * 1000), 1000)
    return Session(len(lots), mean, lower, Fraction(0), 1 - lower, is_exact=False)


def _alike(lots: Sequence[Percentile]) -> Iterator[tuple[RankedOutcomes, int]]:
    """Each ladder, and how many of the rolls stand on it."""
    ladders = {id(each.ladder): each.ladder for each in lots}
    counts = Counter(id(each.ladder) for each in lots)
    return ((ladder, counts[id]) for id, ladder in ladders.items())


def _row(ladder: RankedOutcomes) -> _Row:
    weights = [0.0] * (GRID + 2)
    for place, chance in zip(ladder.places, ladder.chances, strict=True):
        point, part = divmod(float(place) * GRID, 1)
        weights[int(point)] += float(chance) * (1 - part)
        weights[int(point) + 1] += float(chance) * part
    return _trimmed(0, [int(each * 2**_BITS) for each in weights])


def _trimmed(first: int, weights: Sequence[int]) -> _Row:
    """Without the points at both ends that weigh nothing."""
    there = [place for place, weight in enumerate(weights) if weight]
    return _Row(first + there[0], tuple(weights[there[0] : there[-1] + 1]))


def _times(one: _Row, other: _Row) -> _Row:
    """The sums of both: as numbers with a field for each point, so that one product adds up all."""
    product = _number(one.weights) * _number(other.weights)
    count = len(one.weights) + len(other.weights) - 1
    written = product.to_bytes(_FIELD * (count + 1), "little")
    fields = (written[_FIELD * place : _FIELD * (place + 1)] for place in range(count))
    weights = [int.from_bytes(each, "little") >> _BITS for each in fields]
    return _trimmed(one.first + other.first, weights)


def _number(weights: Sequence[int]) -> int:
    return int.from_bytes(b"".join(each.to_bytes(_FIELD, "little") for each in weights), "little")


def _below(row: _Row, point: Fraction) -> float:
    """The share that lies below a point, what lies at a grid point being spread around it."""
    whole = sum(row.weights)
    last = ceil(point - Fraction(1, 2)) - row.first  # the grid point around it
    below = sum(row.weights[: max(0, last)])
    if 0 <= last < len(row.weights):
        below += int(row.weights[last] * (point + Fraction(1, 2) - (last + row.first)))
    return below / whole
