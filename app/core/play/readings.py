"""Readings: what a rule sees in dice thrown together, and how likely it is to see it.

A reading is a fold over single faces that does not mind their order. So its exact distribution
needs no enumeration of faces: fold one die at a time and merge the states that are equal.

Two kinds exist. `Reading` is for a known number of equal dice. `Chain` is for dice rolled one
after another for as long as the rule asks for more (open-ended rolls); for exact odds it is
closed where no later die can change what matters.
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

#: How a single die is drawn after the reading: it counts, it repeats one that counts,
#: it was set aside, it is good news, it is bad news, one more falls because of it, or nothing is
#: said of it.
MARKS = ("kept", "matched", "struck", "good", "bad", "exploded", "plain")

#: What may be drawn on a face instead of its number or text.
PICTURES = ("blank", "burst", "two-bursts", "bolt")


def unmarked(faces: tuple[int, ...]) -> tuple[str, ...]:
    return ("plain",) * len(faces)


@dataclass(frozen=True)
class Reading(Generic[Value]):
    """A fold over the faces of equal dice.

    start: the state before the first die.
    step: the state after one more face; any order of the same faces must end in the same state.
    finish: what the rule sees in the last state.
    mark: for each face in the order thrown, one of MARKS, for drawing the dice.
    see: what a *play* sees, when it wants the faces in their places (re-rolls name places);
        left out, a play sees what the fold sees. Both are then tuples with an entry for each
        die, and agree up to the order of places and to faces the rule does not tell apart.
    words: what its marks mean in the game's words, below a drawn die: `("bad", "fumble")`.
    counted: the ways of (count, sides) where these are known without folding: what the fold comes
        to, sooner.
    """

    name: str
    start: Hashable
    step: Callable[[Any, int], Hashable]
    finish: Callable[[Any], Value]
    mark: Callable[[tuple[int, ...]], tuple[str, ...]] = unmarked
    see: Callable[[tuple[int, ...]], Value] | None = None
    words: tuple[tuple[str, str], ...] = ()
    counted: Callable[[int, int], dict[Value, int]] | None = None

    def read(self, faces: tuple[int, ...]) -> Value:
        """What the rule sees in these faces."""
        if self.see is not None:
            return self.see(faces)
        state = self.start
        for face in faces:
            state = self.step(state, face)
        return self.finish(state)

    def ways(self, count: int, sides: int, fallen: tuple[int, ...] = ()) -> dict[Value, int]:
        """Each thing that may be seen in `count` dice with the number of ways to throw it.

        fallen: faces that lie there already, beside those dice. The numbers sum to sides ** count.
        """
        return _ways(self, count, sides, tuple(sorted(fallen)))

    def folding(
        self, count: int, sides: int, fallen: tuple[int, ...] = ()
    ) -> Generator[None, None, dict[Value, int]]:
        """The same with a breath after each die; it is remembered for whoever asks again."""
        return _folding(self, count, sides, tuple(sorted(fallen)))

    def ways_in_places(
        self, count: int, sides: int, fallen: tuple[int, ...] = ()
    ) -> dict[Any, int]:
        """The same where the dice keep their places, for readings that `see` them."""
        if self.see is None:
            return self.ways(count, sides, fallen)
        seen: dict[Any, int] = {sum((_alone(self, face) for face in fallen), ()): 1}
        for _ in range(count):
            seen = {
                before + die: ways * more
                for before, ways in seen.items()
                for die, more in _ways(self, 1, sides, ()).items()
            }
        return seen


#: What was folded already, and how much of that is remembered at most.
_folded: dict[tuple[Reading[Any], int, int, tuple[int, ...]], dict[Any, int]] = {}
MOST_FOLDED = 512


def _ways(reading: Reading[Any], count: int, sides: int, fallen: tuple[int, ...]) -> dict[Any, int]:
    return run_to_end(_folding(reading, count, sides, fallen))


def _folding(
    reading: Reading[Any], count: int, sides: int, fallen: tuple[int, ...]
) -> Generator[None, None, dict[Any, int]]:
    key = reading, count, sides, fallen
    if key not in _folded:
        if reading.counted is not None and not fallen:
            seen = reading.counted(count, sides)
        else:
            seen = yield from _fold(reading, count, sides, fallen)
        if len(_folded) >= MOST_FOLDED:
            _folded.clear()
        _folded[key] = seen
    return _folded[key]


def _fold(
    reading: Reading[Any], count: int, sides: int, fallen: tuple[int, ...]
) -> Generator[None, None, dict[Any, int]]:
    states: dict[Hashable, int] = {reduce(reading.step, fallen, reading.start): 1}
    for _ in range(count):
        after: dict[Hashable, int] = {}
        for state, ways in states.items():
            for face in range(1, sides + 1):
                new = reading.step(state, face)
                after[new] = after.get(new, 0) + ways
        states = after
        yield
    seen: dict[Any, int] = {}
    for state, ways in states.items():
        value = reading.finish(state)
        seen[value] = seen.get(value, 0) + ways
    return seen


def _alone(reading: Reading[Any], face: int) -> Any:
    """What the fold sees in a single die."""
    return reading.finish(reading.step(reading.start, face))


@dataclass(frozen=True)
class Chain(Generic[Value]):
    """Dice rolled one after another while the rule asks for more.

    more: is another die rolled in this state?
    closed: for odds only: can no further die change what matters? Then the state counts as ended.
        Some state on every endless way must be closed, or the odds never end.
    """

    name: str
    start: Hashable
    step: Callable[[Any, int], Hashable]
    more: Callable[[Any], bool]
    finish: Callable[[Any], Value]
    closed: Callable[[Any], bool]

    def chances(self, sides: int, fallen: tuple[int, ...] = ()) -> dict[Value, Fraction]:
        """Each thing that may be seen, with its exact probability; they sum to 1.

        fallen: faces that fell already, after which one more die is rolled.
        """
        seen: dict[Value, Fraction] = {}
        state = reduce(self.step, fallen, self.start)
        if fallen and self.closed(state):
            return {self.finish(state): Fraction(1)}
        states = {state: Fraction(1)}
        while states:
            after: dict[Hashable, Fraction] = {}
            for state, chance in states.items():
                each = chance / sides
                for face in range(1, sides + 1):
                    new = self.step(state, face)
                    if self.more(new) and not self.closed(new):
                        after[new] = after.get(new, Fraction(0)) + each
                    else:
                        value = self.finish(new)
                        seen[value] = seen.get(value, Fraction(0)) + each
            states = after
        return seen


# --- readings that more than one game needs ---


def _mark_one(faces: tuple[int, ...], chosen: int) -> tuple[str, ...]:
    """The first die with the chosen face is kept, the others are struck."""
    place = faces.index(chosen) if faces else -1
    return tuple("kept" if i == place else "struck" for i in range(len(faces)))


def _highest_ways(count: int, sides: int) -> dict[int, int]:
    """All dice up to a face, less all dice below it."""
    if not count:
        return {0: 1}
    upto = [face**count for face in range(sides + 1)]
    return {face: upto[face] - upto[face - 1] for face in range(1, sides + 1)}


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
    return {sides + 1 - face: each for face, each in ways.items()} if count else ways


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
    """The ways to each sum of so many numbers from 0 up to (not with) `span`, from 0 upward."""
    length = count * (span - 1) + 1
    half = (length + 1) // 2  # the upper half is the lower one, seen from its end
    sums = [1]
    for _ in range(count):
        whole = list(accumulate(sums))
        whole += [whole[-1]] * (span - 1)
        del whole[half:]
        # A window of `span` numbers slides over what there was before.
        sums = list(map(sub, whole, chain(repeat(0, span), whole)))
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
    """All the faces, for rules that look at single dice or roll some of them again.

    tell_apart: gives the face that stands for all faces the rule treats alike; odds see only
    those, in ascending order. A play sees the faces as they fell, each in its place.
    """

    def step(state: tuple[int, ...], face: int) -> tuple[int, ...]:
        return tuple(sorted((*state, tell_apart(face))))

    return Reading("faces", (), step, tuple, mark=mark, see=tuple, words=words)
