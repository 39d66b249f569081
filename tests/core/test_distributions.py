"""Distributions of numbers: mean, median, middle half and place, against counting one by one."""

from __future__ import annotations

from fractions import Fraction
from statistics import fmean, median

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.odds.distributions import Distribution, distribution, exactly

#: How often each number came, and how often none.
COUNTS = st.tuples(
    st.dictionaries(
        st.one_of(st.integers(-20, 20), st.sampled_from([0.25, 1.5, 2.75])),
        st.integers(1, 9),
        min_size=1,
    ),
    st.integers(0, 5),
)


def of_counts(counts: dict[int | float, int], absent: int) -> Distribution:
    whole = sum(counts.values()) + absent
    found: dict[int | float | None, Fraction] = {}
    found |= {number: Fraction(count, whole) for number, count in counts.items()}
    return distribution(found | {None: Fraction(absent, whole)})


@given(COUNTS)
def test_it_is_what_counting_one_by_one_finds(told: tuple[dict[int | float, int], int]) -> None:
    counts, absent = told
    seen = of_counts(counts, absent)
    every = sorted(number for number, count in counts.items() for _ in range(count))
    whole = len(every) + absent
    assert seen.numbers == tuple(sorted(counts))
    assert seen.present == Fraction(len(every), whole)
    assert float(seen.mean) == pytest.approx(fmean(every))
    assert seen.median == Fraction(str(median(exactly(each) for each in every)))
    low, high = seen.middle_half
    assert 4 * sum(each < low for each in every) <= len(every)
    assert 4 * sum(each > high for each in every) <= len(every)
    assert 2 * sum(low <= each <= high for each in every) >= len(every)
    for fell in (*seen.numbers, every[0] - 1, every[-1] + 1):
        assert seen.at_least(fell) * whole == sum(each >= fell for each in every)
        assert seen.at_most(fell) * whole == sum(each <= fell for each in every)
        assert seen.better_than(fell) * whole == absent + sum(each < fell for each in every)
        assert seen.better_than(fell, less=True) * whole == sum(each > fell for each in every)


def test_none_is_less_than_any_number() -> None:
    seen = of_counts({2: 3, 4: 1}, 4)
    assert seen.better_than(None) == 0
    assert seen.same_as(None) == Fraction(1, 2)
    assert seen.better_than(None, less=True) == Fraction(1, 2)
    assert seen.better_than(2) == Fraction(1, 2)
    assert seen.mean == Fraction(10, 4)


@pytest.mark.parametrize("die", [2 @ icepool.d6, icepool.d6.highest(3, 1), icepool.d20])
def test_it_is_icepools_mean_and_quantiles(die: icepool.Die[int]) -> None:
    seen = distribution({number: die.probability(number) for number in die.outcomes()})
    assert seen.mean == die.mean()
    assert seen.middle_half == (die.quantile_low(1, 4), die.quantile_low(3, 4))
    assert seen.median == die.median()
    for number in die.outcomes():
        assert seen.at_least(number) == die.probability(">=", number)


def test_words_are_no_numbers() -> None:
    third = Fraction(1, 3)
    assert distribution({"a": third, 3: third, None: third}).chances == {3: third}
    assert distribution({"a": third, 3: third, None: third}).absent == 2 * third
