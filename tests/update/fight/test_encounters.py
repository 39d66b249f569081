"""Places in the order of turns."""

from __future__ import annotations

from app.update.fight.encounters import place_after, place_beside


def test_places_are_counted_without_the_moved_combatant() -> None:
    order = ["a", "b", "c", "d"]
    assert place_after(order, "a", "c") == 2
    assert place_after(order, "d", "a") == 1
    assert place_after(order, "b", "") == 4


def test_a_moved_combatant_passes_its_neighbour() -> None:
    order = ["a", "b", "c", "d"]
    assert [place_beside(order, order, "b", by) for by in (-1, 1)] == [1, 3]
    assert [place_beside(order, order, "a", by) for by in (-1, 1)] == [0, 2]
    assert place_beside(order, order, "d", 1) == 0
    # With another order of turns, a and c are neighbours and swap at once.
    turns = ["b", "a", "c", "d"]
    assert [place_beside(order, turns, "c", by) for by in (-1, 1)] == [1, 4]
    assert place_beside(order, turns, "a", 1) == 3
