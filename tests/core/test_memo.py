"""The identity cache: results per argument object, and how long they stay."""

from __future__ import annotations

from typing import Any

from app.core.support.memo import IdentityCache


def test_nothing_is_made_twice_of_the_same_things() -> None:
    calls: list[Any] = []
    cache = IdentityCache[int](2)

    def of(*things: object) -> int:
        def make() -> int:
            calls.append(things)
            return len(calls)

        return cache.of(things, make)

    one, other, third = {"n": 1}, {"n": 1}, {"n": 1}
    assert [of(one), of(one), of(other), of(one)] == [1, 1, 2, 1]  # equal, but not identical
    assert of(third) == 3  # evicts the least recently used
    assert [of(one), of(other)] == [1, 4]
    assert of(one, other) == 5
    assert of(other, one) == 6


def test_a_new_object_is_not_taken_for_a_deleted_one() -> None:
    """An object at the reused memory address of a deleted one is a different key."""
    cache = IdentityCache[str](3)
    for n in range(100):
        assert cache.of(({"n": n},), lambda n=n: str(n)) == str(n)  # type: ignore[misc]
