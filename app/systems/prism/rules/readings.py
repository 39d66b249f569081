"""The reading of Prism's percentile dice: the open-ended roll dô (P4, P5).

Each d100 of a chain is a roll of its own. 96-100 go on for ever, so for exact odds a chain is
closed where its sum can no longer leave the last row of Chart 14.1; `OpenEnded` counts the ways of
all sums at once instead of face by face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from typing import NamedTuple

from app.core.play.asks import OpenPool
from app.core.play.readings import Chain

#: From this face on a roll is open, upwards; up to that one, downwards (P4).
HIGH, LOW = 96, 5


class Climb(NamedTuple):
    """An open-ended roll so far."""

    #: The face of the first d100.
    first: int
    #: The sum.
    total: int
    #: The dice so far.
    rolls: int
    #: +1 or -1 if a further die is added or subtracted, 0 if the roll has ended.
    sign: int


#: Before the first die.
FRESH = Climb(0, 0, 0, 1)


def after_first_die(face: int, opens: str) -> Climb:
    """Return the roll after its first d100; `opens` is the house rule: both, high-only, none."""
    sign = 0
    if face >= HIGH and opens != "none":
        sign = 1
    elif face <= LOW and opens == "both":
        sign = -1
    return Climb(face, face, 1, sign)


def _further(so_far: Climb, face: int) -> Climb:
    """Return the roll after a further die; only 96-100 continue a chain (P4)."""
    sign = so_far.sign if face >= HIGH else 0
    return Climb(so_far.first, so_far.total + so_far.sign * face, so_far.rolls + 1, sign)


def _goes_on(so_far: Climb) -> bool:
    return so_far.sign != 0


def _sum(so_far: Climb) -> int:
    """Return the sum; a chain closed before its end goes at least 1 further (odds only)."""
    return so_far.total + so_far.sign


def _itself(so_far: Climb) -> Climb:
    return so_far


def _step(opens: str) -> Callable[[Climb, int], Climb]:
    def step(so_far: Climb, face: int) -> Climb:
        return _further(so_far, face) if so_far.rolls else after_first_die(face, opens)

    return step


Sums = Counter[int]


@dataclass(frozen=True)
class OpenEnded(Chain[int]):
    """A dô with odds counted for all sums of equally many dice together.

    floor, ceiling: the sums that close a falling and a rising chain; the odds do not tell sums
    beyond them apart.
    """

    floor: int
    ceiling: int

    def chances(self, sides: int, fallen: tuple[int, ...] = ()) -> dict[int, Fraction]:
        """Return each sum with its exact probability, like `Chain.chances` but all at once."""
        start = reduce(self.step, fallen, self.start)
        assert isinstance(start, Climb)
        if fallen and self.closed(start):
            return {self.finish(start): Fraction(1)}
        ended: list[Sums] = []  # those of 1 die, of 2 dice, ... counted from the start
        rising, falling = Sums(), Sums()
        if start.rolls:
            (rising if start.sign > 0 else falling)[start.total] = 1
        else:
            ended.append(Sums())
            for face in range(1, sides + 1):
                first = self.step(start, face)
                assert isinstance(first, Climb)
                if not self.more(first) or self.closed(first):
                    ended[0][self.finish(first)] += 1
                else:
                    (rising if first.sign > 0 else falling)[first.total] += 1
        while rising or falling:
            ended.append(_after_last_die(rising, 1) + _after_last_die(falling, -1))
            rising = self._still_open(rising, 1, sides, ended[-1])
            falling = self._still_open(falling, -1, sides, ended[-1])
        return self._weigh(ended, sides)

    def _still_open(self, sums: Sums, sign: int, sides: int, ended: Sums) -> Sums:
        """Return the sums after one more die that goes on; closed ones are moved to `ended`."""
        after = Sums()
        for face in range(HIGH, sides + 1):
            for so_far, ways in sums.items():
                after[so_far + sign * face] += ways
        for total in list(after):
            if self.closed(Climb(0, total, 0, sign)):
                ended[total + sign] += after.pop(total)
        return after

    def _weigh(self, ended: list[Sums], sides: int) -> dict[int, Fraction]:
        """Return the chance of each sum; sums of n dice have one way in sides ** n each."""
        dice = len(ended)
        ways = Sums()
        for rolled, sums in enumerate(ended, 1):
            scale = sides ** (dice - rolled)
            for total, number in sums.items():
                ways[min(max(total, self.floor - 1), self.ceiling + 1)] += number * scale
        outcomes = sides**dice
        return {total: Fraction(number, outcomes) for total, number in ways.items() if number}


def _after_last_die(sums: Sums, sign: int) -> Sums:
    """Return the ways to each sum after one more die that ends the chain, 1 to 95."""
    if not sums:
        return Sums()
    low, high = min(sums), max(sums)
    # so_far[i]: the ways to all sums below low + i.
    so_far = [0, *accumulate(sums[total] for total in range(low, high + 1))]
    last = HIGH - 1
    ended = Sums()
    start = low + 1 if sign > 0 else low - last
    for total in range(start, start + high - low + last):
        # The sums that one die of 1 to 95 leads to this total.
        least = max(low, total - last if sign > 0 else total + 1)
        most = min(high, total - 1 if sign > 0 else total + last)
        ended[total] = so_far[most - low + 1] - so_far[least - low]
    return ended


# --- the chains ---


@lru_cache(maxsize=512)
def _chain(opens: str, start: Climb, floor: int, ceiling: int) -> OpenEnded:
    """Return a dô; for odds a falling chain is closed at `floor`, a rising one at `ceiling`."""

    def closed(so_far: Climb) -> bool:
        return so_far.total >= ceiling if so_far.sign > 0 else so_far.total <= floor

    step = _step(opens)
    return OpenEnded("open-ended", start, step, _goes_on, _sum, closed, floor, ceiling)


def open_ended(
    label: str,
    opens: str,
    limits: tuple[int, int],
    merge_key: Callable[[int], Hashable],
    start: Climb = FRESH,
) -> OpenPool[int]:
    """Return a dô that a number is added to.

    limits: the sums at which a falling and a rising chain can be closed for odds.
    merge_key: the row that a sum leads to. start: a first die that was not rolled (P58).
    """
    return OpenPool(label, 100, _chain(opens, start, *limits), merge_key=merge_key)


def _always(so_far: Climb) -> bool:
    return True


@lru_cache(maxsize=8)
def _first_die(opens: str, start: Climb) -> Chain[Climb]:
    return Chain("open-ended", start, _step(opens), _goes_on, _itself, _always)


def opened(label: str, opens: str, start: Climb = FRESH) -> OpenPool[Climb]:
    """Return a dô graded by its first die alone (attacks, bare rolls); odds end with it."""
    return OpenPool(label, 100, _first_die(opens, start))
