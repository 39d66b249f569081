"""The test of fair dice agrees with brute force and simulation, and has the stated power."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.statistics import fairness
from app.core.statistics.fairness import LEVEL, POWER, Fairness, fairness_of, rolls_to_notice


def squares(counts: list[int]) -> int:
    """Return the sum of squared counts."""
    return sum(count * count for count in counts)


def brute(counts: list[int]) -> float:
    """Return the share of all sequences that are at least as unbalanced, by enumeration."""
    rolls, sides = sum(counts), len(counts)
    unbalanced = 0
    for faces in product(range(sides), repeat=rolls):
        unbalanced += sum(each * each for each in Counter(faces).values()) >= squares(counts)
    return float(unbalanced / sides**rolls)


SIDES_AND_ROLLS = [(2, 0), (2, 1), (2, 9), (3, 7), (4, 5), (6, 4), (10, 3), (20, 2)]


@given(st.data())
def test_the_chance_agrees_with_enumeration(data: st.DataObject) -> None:
    sides, rolls = data.draw(st.sampled_from(SIDES_AND_ROLLS))
    counts = [0] * sides
    for face in data.draw(st.lists(st.integers(0, sides - 1), min_size=rolls, max_size=rolls)):
        counts[face] += 1
    found = fairness_of(counts)
    assert found.way == "counted"
    assert found.p == pytest.approx(brute(counts), abs=1e-12)


def throw_dice(sides: int, rolls: int, seed: int) -> list[int]:
    """Return the counts of simulated rolls."""
    dice, counts = random.Random(seed), [0] * sides
    for _ in range(rolls):
        counts[dice.randrange(sides)] += 1
    return counts


@pytest.mark.parametrize(("sides", "rolls"), [(6, 90), (20, 60), (20, 160), (100, 60)])
def test_counted_and_drawn_agree(sides: int, rolls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = throw_dice(sides, rolls, 3)
    counted = fairness_of(counts)
    monkeypatch.setattr(fairness, "WORK", 0)
    monkeypatch.setattr(fairness, "SAMPLES", 1_500)
    drawn = fairness_of(counts)
    assert (counted.way, drawn.way) == ("counted", "drawn")
    assert abs(counted.p - drawn.p) < 0.05
    assert drawn == fairness_of(counts)  # the seed is fixed


def test_of_very_many_rolls_it_is_near(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = throw_dice(6, 900, 1)
    counted = fairness_of(counts)
    monkeypatch.setattr(fairness, "MOST", 10)
    near = fairness_of(counts)
    assert (counted.way, near.way) == ("counted", "near")
    assert abs(counted.p - near.p) < 0.01


def test_the_odd_face_is_named() -> None:
    found = fairness_of([10] * 19 + [0])
    assert (found.odd, found.is_rare, found.rolls, found.share) == (20, True, 190, Fraction(19, 2))
    often = fairness_of([1, 9, 1, 1])
    assert (often.odd, often.is_rare) == (2, False)
    assert often.p < LEVEL
    assert Fairness((1, 1), 1.0, "counted").sides == 2


def test_a_fair_die_is_rarely_suspected() -> None:
    """Of many fair dice, the test suspects about one in twenty: its level."""
    suspected = [fairness_of(throw_dice(6, 60, seed)).p < LEVEL for seed in range(400)]
    assert abs(sum(suspected) / len(suspected) - LEVEL) < 0.03


@pytest.mark.parametrize("sides", [4, 6])
def test_so_many_rolls_notice_a_face_that_comes_half_as_often(
    sides: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness, "MOST", 0)  # the approximation is close enough, and faster
    rolls, dice, noticed = rolls_to_notice(sides), random.Random(7), 0
    weights = [1 / (2 * sides), *[(1 - 1 / (2 * sides)) / (sides - 1)] * (sides - 1)]
    tries = 1_000
    for _ in range(tries):
        counts = Counter(dice.choices(range(sides), weights, k=rolls))
        noticed += fairness_of([counts[face] for face in range(sides)]).p < LEVEL
    assert POWER - 0.02 < noticed / tries < POWER + 0.12


def test_the_rolls_needed_grow_with_the_die() -> None:
    needed = [rolls_to_notice(sides) for sides in (4, 6, 8, 10, 12, 20, 100)]
    assert needed == sorted(needed)
    assert 1_500 < rolls_to_notice(20) < 1_650
    assert rolls_to_notice(20, Fraction(0)) < rolls_to_notice(20)


def test_the_dice_of_the_page_take_no_face_for_another() -> None:
    """The page draws random bits and discards values above the die, without a modulo bias."""
    method = random.SystemRandom._randbelow  # type: ignore[attr-defined]
    assert method is random.Random._randbelow_with_getrandbits  # type: ignore[attr-defined]
