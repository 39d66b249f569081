"""Places in the order of turns."""

from __future__ import annotations

from app.update.fight.encounters import place_after, place_beside


def test_places_are_counted_without_who_is_moved() -> None:
    order = ["a", "b", "c", "d"]
    assert place_after(order, "a", "c") == 2
    assert place_after(order, "d", "a") == 1
    assert place_after(order, "b", "") == 4


def test_who_is_moved_passes_whoever_stands_beside_them() -> None:
    order = ["a", "b", "c", "d"]
    assert [place_beside(order, order, "b", by) for by in (-1, 1)] == [1, 3]
    assert [place_beside(order, order, "a", by) for by in (-1, 1)] == [0, 2]
    assert place_beside(order, order, "d", 1) == 0
    # The turns go otherwise: c and a are tied, and pass each other at once.
    turns = ["b", "a", "c", "d"]
    assert [place_beside(order, turns, "c", by) for by in (-1, 1)] == [1, 4]
    assert place_beside(order, turns, "a", 1) == 3
