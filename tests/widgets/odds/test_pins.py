"""Pins side by side: differences of chances and of inputs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.core.odds.odds import chances
from app.systems import games
from app.widgets.odds.pins import Pin, beside, comparison_rows, difference, free_place, pin_key
from tests.widgets.shelf import filled
from tests.widgets.templates import rendered

SKILL = games()["garden"].procedures["garden.skill_test"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (Fraction(0), "±0"),
        (Fraction(3, 25), "+12.0"),
        (Fraction(-7, 200), "−3.5"),
        (Fraction(1, 1000), "+0.1"),
        (Fraction(1, 10_000), "+<0.1"),
        (Fraction(-1, 10_000), "−<0.1"),
        (Fraction(-1), "−100.0"),
    ],
)
def test_a_difference_is_said_with_its_sign(more: Fraction, words: str) -> None:
    assert difference(more) == words


def test_a_pin_names_its_different_inputs() -> None:
    now, then = filled(SKILL, {"skill_level": 5}), filled(SKILL, {"skill_level": 3})
    odds = [chances(SKILL.bind({"skill_level": level})) for level in (5, 3)]
    pin = Pin("B", "<As it was>", then)
    current, pinned = beside(SKILL, now, odds[0], [(pin, odds[1])])
    assert (current.place, current.differences, current.more) == ("", "", "")
    assert pinned.differences == "Skill level 3"
    assert pinned.more.startswith("+")
    assert sum(Fraction(row.p) for row in pinned.strip) == 1
    lines = comparison_rows(SKILL, odds[0], [(pin, odds[1])])
    assert lines[0].words == "Any success"
    assert all(len(line.cells) == 2 for line in lines)
    page = rendered("pins.html", beside=(current, pinned), compared=lines)
    assert page.wrong == []
    assert "<As it was>" in page.all("value")


def test_an_unplayable_pin_says_so_beside_the_others() -> None:
    typed = filled(SKILL, {})
    odds = chances(SKILL.bind({}))
    pin = Pin("A", "", typed)
    for now, then in ((odds, "No such thing"), ("No such thing", odds)):
        current, pinned = beside(SKILL, typed, now, [(pin, then)])
        assert {current.fault, pinned.fault} == {"", "No such thing"}
        assert all("–" in dict(line.cells) for line in comparison_rows(SKILL, now, [(pin, then)]))


def test_places_are_taken_one_after_another() -> None:
    assert free_place("x.y", {}) == "A"
    assert free_place("x.y", {pin_key("x.y", "A"): 1}, {pin_key("x.y", "C"): 1}) == "B"
    assert free_place("x.y", {pin_key("x.y", place): 1 for place in "ABCD"}) == ""
