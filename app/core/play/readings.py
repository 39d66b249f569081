"""Readings: values that a rule sees in dice thrown together, and their exact distributions.

A reading is a fold over single faces, independent of their order. So its exact distribution needs
no enumeration of faces: fold one die at a time and merge equal states.

Two kinds exist. `Reading` is for a known number of equal dice. `Chain` is for dice rolled one
after another for as long as the rule asks for more (open-ended rolls); for exact odds it is
closed where no later die can change the result.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate, chain, repeat
from operator import sub
from typing import Any, Generic, TypeVar

from app.core.support.incremental import run_to_end

Value = TypeVar("Value", bound=Hashable)

#: Marks of a single die after the reading: it counts, it repeats one that counts, it was set
#: aside, it is good news, it is bad news, it causes one more throw, or none of these.
MARKS = ("kept", "matched", "struck", "good", "bad", "exploded", "plain")

#: Pictures that may be drawn on a face instead of its number or text.
PICTURES = ("blank", "burst", "two-bursts", "bolt")


def unmarked(faces: tuple[int, ...]) -> tuple[str, ...]:
    return ("plain",) * len(faces)


@dataclass(frozen=True)
class Reading(Generic[Value]):
    """A fold over the faces of equal dice."""

    name: str
    #: The state before the first die.
    start: Hashable
    #: Returns the state after one more face; any order of the same faces must end in the same
    #: state.
    step: Callable[[Any, int], Hashable]
    #: Returns the value of the last state.
    finish: Callable[[Any], Value]
    #: Returns, for each face in the order thrown, one of MARKS, for drawing the dice.
    mark: Callable[[tuple[int, ...]], tuple[str, ...]] = unmarked
    #: Returns the value in a *play* that wants the faces in their positions (re-rolls name
    #: positions); by default a play uses the fold. Both values are then tuples with an entry for
    #: each die, and agree up to order and to faces the rule does not distinguish.
    see: Callable[[tuple[int, ...]], Value] | None = None
    #: The meanings of its marks in the game's words, below a drawn die: `("bad", "fumble")`.
    words: tuple[tuple[str, str], ...] = ()
    #: The ways of (count, sides) where they are known without folding: the same result, sooner.
    counted: Callable[[int, int], dict[Value, int]] | None = None

    def read(self, faces: tuple[int, ...]) -> Value:
        """Return the value of these faces."""
        if self.see is not None:
            return self.see(faces)
        state = self.start
        for face in faces:
            state = self.step(state, face)
        return self.finish(state)

    def ways(self, count: int, sides: int, fallen: tuple[int, ...] = ()) -> dict[Value, int]:
        """Return each possible value of `count` dice with the number of ways to throw it.

        fallen: faces that have fallen already, beside those dice. The numbers sum to sides **
        count.
        """
        return _ways(self, count, sides, tuple(sorted(fallen)))

    def folding(self, count: int, sides: int) -> Generator[None, None, dict[Value, int]]:
        """Like `ways()`, but yields after each die; the result is cached."""
        return _iter_cached_fold(self, count, sides, ())

    def ways_in_places(
        self, count: int, sides: int, fallen: tuple[int, ...] = ()
    ) -> dict[Any, int]:
        """Like `ways()`, with the dice in their positions, for readings with `see`."""
        if self.see is None:
            return self.ways(count, sides, fallen)
        values: dict[Any, int] = {sum((_alone(self, face) for face in fallen), ()): 1}
        for _ in range(count):
            values = {
                before + die: ways * its_ways
                for before, ways in values.items()
                for die, its_ways in _ways(self, 1, sides, ()).items()
            }
        return values


#: The cache of folds, and its size.
_cache: dict[tuple[Reading[object], int, int, tuple[int, ...]], dict[object, int]] = {}
MOST_FOLDED = 512


def _ways(reading: Reading[Any], count: int, sides: int, fallen: tuple[int, ...]) -> dict[Any, int]:
    return run_to_end(_iter_cached_fold(reading, count, sides, fallen))


def _iter_cached_fold(
    reading: Reading[Any], count: int, sides: int, fallen: tuple[int, ...]
) -> Generator[None, None, dict[Any, int]]:
    key = reading, count, sides, fallen
    if key not in _cache:
        if reading.counted is not None and not fallen:
            values = reading.counted(count, sides)
        else:
            values = yield from _fold(reading, count, sides, fallen)
        if len(_cache) >= MOST_FOLDED:
            _cache.clear()
        _cache[key] = values
    return _cache[key]


def _fold(
    reading: Reading[Any], count: int, sides: int, fallen: tuple[int, ...]
) -> Generator[None, None, dict[object, int]]:
    states: dict[Hashable, int] = {reduce(reading.step, fallen, reading.start): 1}
    for _ in range(count):
        after: dict[Hashable, int] = {}
        for state, ways in states.items():
            for face in range(1, sides + 1):
                new = reading.step(state, face)
                after[new] = after.get(new, 0) + ways
        states = after
        yield
    values: dict[object, int] = {}
    for state, ways in states.items():
        value = reading.finish(state)
        values[value] = values.get(value, 0) + ways
    return values


def _alone(reading: Reading[Any], face: int) -> Any:
    """Return the value of a single die."""
    return reading.finish(reading.step(reading.start, face))


@dataclass(frozen=True)
class Chain(Generic[Value]):
    """Dice rolled one after another while the rule asks for more."""

    name: str
    start: Hashable
    step: Callable[[Any, int], Hashable]
    #: Whether another die is rolled in this state.
    more: Callable[[Any], bool]
    finish: Callable[[Any], Value]
    #: For odds only: whether no further die can change the result, so that the state counts as
    #: ended. Some state on every endless way must be closed, or the odds never end.
    closed: Callable[[Any], bool]

    def chances(self, sides: int, fallen: tuple[int, ...] = ()) -> dict[Value, Fraction]:
        """Return each possible value with its exact probability; they sum to 1.

        fallen: faces that fell already, after which one more die is rolled.
        """
        values: dict[Value, Fraction] = {}
        state = reduce(self.step, fallen, self.start)
        if fallen and self.closed(state):
            return {self.finish(state): Fraction(1)}
        states = {state: Fraction(1)}
        while states:
            after: dict[Hashable, Fraction] = {}
            for state, chance in states.items():
                share = chance / sides
                for face in range(1, sides + 1):
                    new = self.step(state, face)
                    if self.more(new) and not self.closed(new):
                        after[new] = after.get(new, Fraction(0)) + share
                    else:
                        value = self.finish(new)
                        values[value] = values.get(value, Fraction(0)) + share
            states = after
        return values


# --- readings that more than one game needs ---


def _mark_one(faces: tuple[int, ...], chosen: int) -> tuple[str, ...]:
    """Mark the first die with the chosen face as kept, the others as struck."""
    chosen_index = faces.index(chosen) if faces else -1
    return tuple("kept" if i == chosen_index else "struck" for i in range(len(faces)))


def _highest_ways(count: int, sides: int) -> dict[int, int]:
    """Return the ways to each highest face: all dice up to it, less all dice below it."""
    if not count:
        return {0: 1}
    within = [face**count for face in range(sides + 1)]
    return {face: within[face] - within[face - 1] for face in range(1, sides + 1)}


#: The highest face; 0 without dice.
highest: Reading[int] = Reading(
    "highest",
    0,
    max,
    int,
    mark=lambda faces: _mark_one(faces, max(faces, default=0)),
    counted=_highest_ways,
)


def _lowest_ways(count: int, sides: int) -> dict[int, int]:
    ways = _highest_ways(count, sides)
    return {sides + 1 - face: count_of for face, count_of in ways.items()} if count else ways


def _lower(state: int, face: int) -> int:
    return face if state == 0 else min(state, face)


#: The lowest face; 0 without dice.
lowest: Reading[int] = Reading(
    "lowest",
    0,
    _lower,
    int,
    mark=lambda faces: _mark_one(faces, min(faces, default=0)),
    counted=_lowest_ways,
)


def even_sums(count: int, span: int) -> list[int]:
    """Return the ways to each sum of `count` numbers below `span`, from sum 0 upward."""
    length = count * (span - 1) + 1
    half = (length + 1) // 2  # the upper half mirrors the lower one
    sums = [1]
    for _ in range(count):
        cumulated = list(accumulate(sums))
        cumulated += [cumulated[-1]] * (span - 1)
        del cumulated[half:]
        # A window of `span` numbers slides over the former sums.
        sums = list(map(sub, cumulated, chain(repeat(0, span), cumulated)))
    return sums + sums[: length - half][::-1]


#: The sum of the faces; 0 without dice.
total: Reading[int] = Reading(
    "total",
    0,
    lambda state, face: state + face,
    int,
    counted=lambda count, sides: dict(enumerate(even_sums(count, sides), count)),
)


@lru_cache(maxsize=256)
def sorted_faces(
    tell_apart: Callable[[int], int] = int,
    mark: Callable[[tuple[int, ...]], tuple[str, ...]] = unmarked,
    words: tuple[tuple[str, str], ...] = (),
) -> Reading[tuple[int, ...]]:
    """Return a reading of all faces, for rules that look at single dice or roll some again.

    tell_apart: gives the face that stands for all faces the rule treats alike; odds see only those,
    in ascending order. A play sees the faces as they fell, each in its position.
    """

    def step(state: tuple[int, ...], face: int) -> tuple[int, ...]:
        return tuple(sorted((*state, tell_apart(face))))

    return Reading("faces", (), step, tuple, mark=mark, see=tuple, words=words)
