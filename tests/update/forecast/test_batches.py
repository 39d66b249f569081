"""Batches: each number is handed out once, in batches that take a moment."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.update.forecast.batches import FIRST, GROWTH, Batches, next_size


@given(
    count=st.integers(0, 300),
    hands=st.integers(1, 4),
    sizes=st.lists(st.integers(-1, 60), min_size=1, max_size=9),
)
def test_every_number_is_handed_out_once_and_in_order(
    count: int, hands: int, sizes: list[int]
) -> None:
    batches, turn = Batches(count, hands), 0
    given_out: list[int] = []
    while numbers := batches.next(sizes[turn % len(sizes)]):
        given_out += numbers
        turn += 1
    assert given_out == list(range(count))
    assert batches.is_over


def test_the_last_ones_are_shared_by_all_hands() -> None:
    batches = Batches(100, hands=2)
    assert [len(batches.next(64)) for _ in range(4)] == [50, 25, 13, 6]


def test_unfinished_numbers_are_handed_out_first() -> None:
    batches = Batches(10, hands=1)
    first = batches.next(4)
    batches.undone(first)
    assert batches.next(4) == first
    batches.next(10)
    assert batches.is_over


def test_after_a_stop_not_even_unfinished_numbers_are_handed_out() -> None:
    batches = Batches(10)
    first = batches.next(3)
    batches.stop()
    batches.undone(first)
    assert not batches.next(3)
    assert batches.is_over


def test_the_next_batch_takes_as_long_as_wanted_but_grows_step_by_step() -> None:
    assert next_size(10, took=0.2, wanted=0.3) == 15
    assert next_size(10, took=0.6, wanted=0.3) == 5
    assert next_size(FIRST, took=0.0001, wanted=0.3) == FIRST * GROWTH
    assert next_size(FIRST, took=0.0, wanted=0.3) == FIRST * GROWTH
    assert next_size(1, took=9.0, wanted=0.3) == 1
