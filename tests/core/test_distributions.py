"""Distributions of numbers agree with counting: mean, median, middle half and percentile."""

from __future__ import annotations

from fractions import Fraction
from statistics import fmean, median

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.odds.distributions import Distribution, distribution, exactly

#: The frequency of each number, and that of no number.
COUNTS = st.tuples(
    st.dictionaries(
        st.one_of(st.integers(-20, 20), st.sampled_from([0.25, 1.5, 2.75])),
        st.integers(1, 9),
        min_size=1,
    ),
    st.integers(0, 5),
)


def of_counts(counts: dict[int | float, int], absent: int) -> Distribution:
    """Return the distribution of these counts."""
    total = sum(counts.values()) + absent
    chances: dict[int | float | None, Fraction] = {}
    chances |= {number: Fraction(count, total) for number, count in counts.items()}
    return distribution(chances | {None: Fraction(absent, total)})


@given(COUNTS)
def test_a_distribution_agrees_with_counting(drawn: tuple[dict[int | float, int], int]) -> None:
    counts, absent = drawn
    result = of_counts(counts, absent)
    numbers = sorted(number for number, count in counts.items() for _ in range(count))
    total = len(numbers) + absent
    assert result.numbers == tuple(sorted(counts))
    assert result.present == Fraction(len(numbers), total)
    assert float(result.mean) == pytest.approx(fmean(numbers))
    assert result.median == Fraction(str(median(exactly(number) for number in numbers)))
    low, high = result.middle_half
    assert 4 * sum(number < low for number in numbers) <= len(numbers)
    assert 4 * sum(number > high for number in numbers) <= len(numbers)
    assert 2 * sum(low <= number <= high for number in numbers) >= len(numbers)
    for bound in (*result.numbers, numbers[0] - 1, numbers[-1] + 1):
        assert result.at_least(bound) * total == sum(number >= bound for number in numbers)
        assert result.at_most(bound) * total == sum(number <= bound for number in numbers)
        assert result.better_than(bound) * total == absent + sum(
            number < bound for number in numbers
        )
        assert result.better_than(bound, less=True) * total == sum(
            number > bound for number in numbers
        )


def test_none_is_less_than_any_number() -> None:
    result = of_counts({2: 3, 4: 1}, 4)
    assert result.better_than(None) == 0
    assert result.same_as(None) == Fraction(1, 2)
    assert result.better_than(None, less=True) == Fraction(1, 2)
    assert result.better_than(2) == Fraction(1, 2)
    assert result.mean == Fraction(10, 4)


@pytest.mark.parametrize("die", [2 @ icepool.d6, icepool.d6.highest(3, 1), icepool.d20])
def test_it_is_icepools_mean_and_quantiles(die: icepool.Die[int]) -> None:
    result = distribution({number: die.probability(number) for number in die.outcomes()})
    assert result.mean == die.mean()
    assert result.middle_half == (die.quantile_low(1, 4), die.quantile_low(3, 4))
    assert result.median == die.median()
    for number in die.outcomes():
        assert result.at_least(number) == die.probability(">=", number)


def test_words_are_no_numbers() -> None:
    third = Fraction(1, 3)
    assert distribution({"a": third, 3: third, None: third}).chances == {3: third}
    assert distribution({"a": third, 3: third, None: third}).absent == 2 * third
