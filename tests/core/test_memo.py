"""What is remembered by which thing it was made of, and for how long."""

from __future__ import annotations

from typing import Any

from app.core.support.memo import IdentityCache


def test_nothing_is_made_twice_of_the_same_things() -> None:
    made: list[Any] = []
    at_hand = IdentityCache[int](2)

    def of(*things: object) -> int:
        def make() -> int:
            made.append(things)
            return len(made)

        return at_hand.of(things, make)

    one, other, third = {"n": 1}, {"n": 1}, {"n": 1}
    assert [of(one), of(one), of(other), of(one)] == [1, 1, 2, 1]  # they are alike, not the same
    assert of(third) == 3  # pushes out whichever was not asked for longest
    assert [of(one), of(other)] == [1, 4]
    assert of(one, other) == 5
    assert of(other, one) == 6


def test_nothing_new_is_taken_for_what_is_gone() -> None:
    """Where the memory of one thing is given to the next, that is another thing."""
    at_hand = IdentityCache[str](3)
    for n in range(100):
        assert at_hand.of(({"n": n},), lambda n=n: str(n)) == str(n)  # type: ignore[misc]
