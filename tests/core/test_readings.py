"""Readings are folds whose counts agree with enumeration; chains end and lose no chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.play.readings import MARKS, Chain, Reading, highest, lowest, sorted_faces, total
from tests.tries import tries


def halves(face: int) -> int:
    """Merge low and high faces, as a rule that only tells them apart."""
    return 1 if face <= 3 else 4


def at_least_four(state: int, face: int) -> int:
    """Count a face of at least four."""
    return state + (face >= 4)


#: Counts successes, as a pool of a game does.
successes: Reading[int] = Reading("successes", 0, at_least_four, int)

READINGS: dict[str, Reading[Any]] = {
    "highest": highest,
    "lowest": lowest,
    "total": total,
    "faces": sorted_faces(),
    "faces told apart by halves": sorted_faces(halves),
    "successes": successes,
}
SMALL = [(0, 6), (1, 2), (1, 6), (2, 6), (3, 4), (4, 3), (5, 2), (3, 10)]


def fold(reading: Reading[Any], faces: tuple[int, ...]) -> Any:
    """Fold the faces one by one, without their places."""
    state = reading.start
    for face in faces:
        state = reading.step(state, face)
    return reading.finish(state)


def every(count: int, sides: int) -> list[tuple[int, ...]]:
    """Return every combination of faces."""
    return list(product(range(1, sides + 1), repeat=count))


@pytest.mark.parametrize(("count", "sides"), SMALL)
@pytest.mark.parametrize("name", READINGS)
def test_ways_are_those_of_every_face(name: str, count: int, sides: int) -> None:
    reading = READINGS[name]
    counted = Counter(fold(reading, faces) for faces in every(count, sides))
    assert reading.ways(count, sides) == counted


@pytest.mark.parametrize("name", READINGS)
@settings(deadline=None, max_examples=tries(25))
@given(count=st.integers(0, 8), sides=st.integers(2, 20))
def test_ways_sum_to_all_there_are(name: str, count: int, sides: int) -> None:
    if count > 5 and sides > 8 and name == "faces":
        count = 5
    assert sum(READINGS[name].ways(count, sides).values()) == sides**count


@pytest.mark.parametrize("name", READINGS)
@settings(deadline=None, max_examples=tries(25))
@given(faces=st.lists(st.integers(1, 12), max_size=4))
def test_the_order_of_faces_does_not_matter(name: str, faces: list[int]) -> None:
    results = {fold(READINGS[name], order) for order in permutations(faces)}
    assert len(results) == 1


@pytest.mark.parametrize("name", READINGS)
@settings(deadline=None, max_examples=tries(25))
@given(faces=st.lists(st.integers(1, 6), max_size=6).map(tuple))
def test_a_play_and_the_fold_see_the_same(name: str, faces: tuple[int, ...]) -> None:
    reading = READINGS[name]
    if reading.see is None:
        assert reading.read(faces) == fold(reading, faces)
    else:
        # A play keeps the places; sorted and merged, it equals the fold.
        assert reading.read(faces) == faces
        again = sorted(fold(reading, (face,))[0] for face in reading.read(faces))
        assert tuple(again) == fold(reading, faces)


@pytest.mark.parametrize("name", READINGS)
@settings(deadline=None, max_examples=tries(25))
@given(faces=st.lists(st.integers(1, 6), max_size=6).map(tuple))
def test_every_die_has_a_mark(name: str, faces: tuple[int, ...]) -> None:
    marks = READINGS[name].mark(faces)
    assert len(marks) == len(faces)
    assert set(marks) <= set(MARKS)


def test_the_die_that_counts_is_marked_once() -> None:
    assert highest.mark((2, 5, 5, 1)) == ("struck", "kept", "struck", "struck")
    assert lowest.mark((2, 5, 1, 1)) == ("struck", "struck", "kept", "struck")
    assert highest.mark(()) == lowest.mark(()) == ()


def test_no_dice_show_nothing() -> None:
    assert (highest.read(()), lowest.read(()), total.read(())) == (0, 0, 0)
    assert highest.ways(0, 6) == lowest.ways(0, 6) == total.ways(0, 6) == {0: 1}
    assert sorted_faces().ways(0, 6) == {(): 1}


# --- dice in their places ---


@pytest.mark.parametrize(("count", "sides"), SMALL)
@pytest.mark.parametrize("name", READINGS)
def test_ways_in_places_are_those_of_every_face(name: str, count: int, sides: int) -> None:
    reading = READINGS[name]
    if reading.see is None:
        assert reading.ways_in_places(count, sides) == reading.ways(count, sides)
        return
    counted = Counter(
        tuple(fold(reading, (face,))[0] for face in faces) for faces in every(count, sides)
    )
    assert reading.ways_in_places(count, sides) == counted


@pytest.mark.parametrize(("count", "sides"), SMALL)
def test_places_forgotten_are_the_sorted_faces(count: int, sides: int) -> None:
    reading = sorted_faces(halves)
    forgotten: Counter[tuple[int, ...]] = Counter()
    for faces, ways in reading.ways_in_places(count, sides).items():
        forgotten[tuple(sorted(faces))] += ways
    assert forgotten == reading.ways(count, sides)


# --- a second opinion ---


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_icepool_agrees(count: int, sides: int) -> None:
    die = icepool.d(sides)
    opinions = {
        "highest": die.highest(count, 1),
        "lowest": die.lowest(count, 1),
        "total": count @ die,
        "successes": count @ (die >= 4),
    }
    for name, opinion in opinions.items():
        whole = sides**count
        chances = {
            int(value): Fraction(ways, whole)
            for value, ways in READINGS[name].ways(count, sides).items()
        }
        assert chances == {int(each): opinion.probability(each) for each in opinion}, name


# --- chains ---


def exploding(top: int, enough: int) -> Chain[int]:
    """Return a chain that re-rolls and adds the highest face until the sum is `enough`."""
    return Chain(
        "exploding",
        (0, True),
        lambda state, face: (state[0] + face, face == top),
        lambda state: state[1],
        lambda state: min(state[0], enough),
        lambda state: state[0] >= enough,
    )


def bounds(chain: Chain[Any], sides: int, depth: int) -> tuple[dict[Any, Fraction], Fraction]:
    """Enumerate a chain so deep: return the chances of its ends, and that of none yet."""
    ended: dict[Any, Fraction] = {}
    open_still = Fraction(0)
    waiting = [(chain.start, Fraction(1), 0)]
    while waiting:
        state, chance, dice = waiting.pop()
        for face in range(1, sides + 1):
            new = chain.step(state, face)
            if not chain.more(new):
                value = chain.finish(new)
                ended[value] = ended.get(value, Fraction(0)) + chance / sides
            elif dice + 1 < depth:
                waiting.append((new, chance / sides, dice + 1))
            else:
                open_still += chance / sides
    return ended, open_still


@settings(deadline=None, max_examples=tries(40))
@given(sides=st.integers(2, 10), enough=st.integers(1, 40))
def test_a_chain_loses_nothing(sides: int, enough: int) -> None:
    chances = exploding(sides, enough).chances(sides)
    assert sum(chances.values()) == 1
    assert all(chance > 0 for chance in chances.values())
    assert max(chances) <= enough


@settings(deadline=None, max_examples=tries(25))
@given(sides=st.integers(2, 6), enough=st.integers(1, 15))
def test_a_chain_stays_within_the_enumerated_bounds(sides: int, enough: int) -> None:
    chain = exploding(sides, enough)
    chances = chain.chances(sides)
    surely, open_still = bounds(chain, sides, depth=6)
    for value in {*chances, *surely}:
        low = surely.get(value, Fraction(0))
        assert low <= chances.get(value, Fraction(0)) <= low + open_still


def test_a_chain_is_known_exactly_up_to_where_it_closes() -> None:
    chances = exploding(6, 13).chances(6)
    for value in range(1, 13):
        dice, rest = divmod(value, 6)
        expected = Fraction(0) if rest == 0 else Fraction(1, 6 ** (dice + 1))
        assert chances.get(value, Fraction(0)) == expected
    assert chances[13] == Fraction(1, 36)  # after two sixes any face is enough


def test_icepool_agrees_on_a_chain() -> None:
    chances = exploding(6, 60).chances(6)
    exploded = icepool.d(6).explode(depth=8)
    for value in range(1, 48):
        opinion = exploded.probability(value) if value in exploded else Fraction(0)
        assert chances.get(value, Fraction(0)) == opinion
