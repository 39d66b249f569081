"""Sessions: the luck of some rolls together, among all sessions with the very same rolls.

    session = combine(percentiles)   each roll's percentile among its ranked outcomes
    session.percentile               its rank among all sessions, 0 to 1; ties count half

Exact, by adding up every possible sum of percentiles, as long as there are not too many. Else on a
grid of GRID parts, each percentile spread over the two grid points around it so that its mean
stays: that adds less than one part in 1,000 to the variance of a percentile that is spread evenly,
and is reported as approximate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm

from app.core.statistics.luck import Percentile, RankedOutcomes
from app.core.support.incremental import run_to_end

#: The most sums that are added up exactly; beyond, a grid is used.
STEPS = 60_000

#: The fewest rolls that tell the luck of a session.
FEWEST = 5

#: The grid points of a percentile.
GRID = 64

#: Bits of a chance on the grid, and bytes of its field in a product.
_BITS, _FIELD = 40, 11


@dataclass(frozen=True)
class Session:
    """The luck of some rolls together."""

    rolls: int
    #: Of their percentiles, 0 to 1.
    mean: Fraction
    #: The share of sessions with a lower mean. The three shares sum to 1.
    lower: Fraction
    #: The share of sessions with the same mean.
    same: Fraction
    #: The share of sessions with a higher mean.
    higher: Fraction
    #: Whether the shares are exact; else `lower` and `higher` include half of `same` each.
    is_exact: bool = True

    @property
    def is_telling(self) -> bool:
        """Tell whether there are enough rolls to speak of luck."""
        return self.rolls >= FEWEST

    @property
    def percentile(self) -> Fraction:
        """Return the rank among all sessions with the same rolls, 0 to 1; ties count half."""
        return self.lower + self.same / 2


#: Sums of scaled percentiles with their weights, all whole numbers.
_Sums = dict[int, int]


def combine(percentiles: Sequence[Percentile]) -> Session | None:
    """Combine rolls to a session; None without rolls."""
    return run_to_end(iter_combine(percentiles))


def iter_combine(percentiles: Sequence[Percentile]) -> Generator[None, None, Session | None]:
    """Like `combine()`, but incremental, so that a page stays responsive."""
    uncertain = [percentile for percentile in percentiles if not percentile.ladder.is_certain]
    if not uncertain:
        return None
    session = yield from _exactly(uncertain)
    if session is None:
        session = yield from _on_grid(uncertain)
    return session


def _mean(percentiles: Sequence[Percentile]) -> Fraction:
    return sum((percentile.place for percentile in percentiles), Fraction(0)) / len(percentiles)


# --- exactly ---


def _exactly(percentiles: Sequence[Percentile]) -> Generator[None, None, Session | None]:
    """Combine by every possible sum; None if there are too many."""
    groups = sorted(_grouped(percentiles), key=lambda group: len(group[0].rungs))
    scale = lcm(*(place.denominator for ranked, _ in groups for place in ranked.places))
    sums: _Sums = {0: 1}
    steps, all_ways = 0, 1
    for ranked, count in groups:
        denominator = lcm(*(chance.denominator for chance in ranked.chances))
        weights = _weights(ranked, scale, denominator)
        for _ in range(count):
            steps += len(sums) * len(weights)
            if steps > STEPS:
                return None
            sums = _added(sums, weights)
            all_ways *= denominator
            yield
    total = sum(int(percentile.place * scale) for percentile in percentiles)
    lower = sum(ways for sum_, ways in sums.items() if sum_ < total)
    same = sums.get(total, 0)
    low, level, high = (
        Fraction(share, all_ways) for share in (lower, same, all_ways - lower - same)
    )
    return Session(len(percentiles), _mean(percentiles), low, level, high)


def _weights(ranked: RankedOutcomes, scale: int, denominator: int) -> _Sums:
    """Return the weight of each percentile, both as whole numbers."""
    outcomes = zip(ranked.places, ranked.chances, strict=True)
    return {int(place * scale): int(chance * denominator) for place, chance in outcomes}


def _added(sums: _Sums, more: _Sums) -> _Sums:
    combined: _Sums = {}
    for before, ways in sums.items():
        for place, weight in more.items():
            combined[before + place] = combined.get(before + place, 0) + ways * weight
    return combined


# --- on a grid ---


@dataclass(frozen=True)
class _Row:
    """Weights on the grid, from a first point on."""

    first: int
    weights: tuple[int, ...]


def _on_grid(percentiles: Sequence[Percentile]) -> Generator[None, None, Session]:
    """Combine rolls in pairs until one row is left; equal rolls by doubling."""
    rows = []
    for ranked, count in _grouped(percentiles):
        row = _row(ranked)
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
    mean = _mean(percentiles)
    below = round(_below(row, mean * len(percentiles) * GRID) * 1000)
    lower = Fraction(min(max(below, 1), 999), 1000)  # half of `same` keeps it off both ends
    return Session(len(percentiles), mean, lower, Fraction(0), 1 - lower, is_exact=False)


def _grouped(percentiles: Sequence[Percentile]) -> Iterator[tuple[RankedOutcomes, int]]:
    """Yield each distinct ranking, and the number of rolls with it."""
    rankings = {id(percentile.ladder): percentile.ladder for percentile in percentiles}
    counts = Counter(id(percentile.ladder) for percentile in percentiles)
    return ((ranked, counts[id]) for id, ranked in rankings.items())


def _row(ranked: RankedOutcomes) -> _Row:
    weights = [0.0] * (GRID + 2)
    for place, chance in zip(ranked.places, ranked.chances, strict=True):
        point, part = divmod(float(place) * GRID, 1)
        weights[int(point)] += float(chance) * (1 - part)
        weights[int(point) + 1] += float(chance) * part
    return _trimmed(0, [int(weight * 2**_BITS) for weight in weights])


def _trimmed(first: int, weights: Sequence[int]) -> _Row:
    """Remove the points without weight at both ends."""
    weighty = [index for index, weight in enumerate(weights) if weight]
    return _Row(first + weighty[0], tuple(weights[weighty[0] : weighty[-1] + 1]))


def _times(one: _Row, other: _Row) -> _Row:
    """Return the sums of both rows, by one product of numbers with a field for each point."""
    product = _number(one.weights) * _number(other.weights)
    count = len(one.weights) + len(other.weights) - 1
    written = product.to_bytes(_FIELD * (count + 1), "little")
    fields = (written[_FIELD * index : _FIELD * (index + 1)] for index in range(count))
    weights = [int.from_bytes(field_bytes, "little") >> _BITS for field_bytes in fields]
    return _trimmed(one.first + other.first, weights)


def _number(weights: Sequence[int]) -> int:
    return int.from_bytes(
        b"".join(weight.to_bytes(_FIELD, "little") for weight in weights), "little"
    )


def _below(row: _Row, point: Fraction) -> float:
    """Return the share below a point, each grid point's weight spread around it."""
    total = sum(row.weights)
    last = ceil(point - Fraction(1, 2)) - row.first  # the grid point around it
    below = sum(row.weights[: max(0, last)])
    if 0 <= last < len(row.weights):
        below += int(row.weights[last] * (point + Fraction(1, 2) - (last + row.first)))
    return below / total
