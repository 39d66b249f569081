"""Odds on screen: a possible result is never shown as 0%, an uncertain one never as 100%."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from hypothesis import example as the_case
from hypothesis import given
from hypothesis import strategies as st

from app.core.odds.odds import chances
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.widgets.odds.odds import (
    as_csv,
    better_words,
    percent,
    rows,
    success_words,
    tenths,
    whole_percent,
)
from tests.widgets.shelf import PROCEDURES, example

probabilities = st.fractions(0, 1) | st.builds(
    lambda small, near_one: 1 - small if near_one else small,
    st.fractions(0, Fraction(1, 500)),
    st.booleans(),
)


@given(probabilities)
@the_case(Fraction(1, 10**30))
@the_case(1 - Fraction(1, 10**30))
@the_case(Fraction(1999, 2000))
@the_case(Fraction(1, 2000))
@the_case(Fraction(1))
@the_case(Fraction(0))
def test_only_certain_results_are_shown_so(chance: Fraction) -> None:
    assert (percent(chance) == "0%") == (chance == 0)
    assert (percent(chance) == "100%") == (chance == 1)
    assert not percent(chance).startswith(("0.0", "100.0"))
    assert (tenths(chance) == 0) == (chance == 0)
    assert (tenths(chance) == 1000) == (chance == 1)


@given(probabilities)
def test_percent_is_the_chance_to_a_tenth(chance: Fraction) -> None:
    text = percent(chance)
    if text[0] in "<>":
        bound = Fraction(text[1:-1]) / 100
        assert chance < bound if text[0] == "<" else chance > bound
    else:
        assert abs(Fraction(text[:-1]) / 100 - chance) <= Fraction(1, 2000)
    assert 0 <= tenths(chance) <= 1000


@pytest.mark.parametrize(
    ("chance", "expected"),
    [
        (Fraction(1, 8), "12.5%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(2, 3), "66.7%"),
        (Fraction(1, 1000), "0.1%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(1, 1001), "<0.1%"),
        (Fraction(1000, 1001), ">99.9%"),
    ],
)
def test_percent_in_words(chance: Fraction, expected: str) -> None:
    assert percent(chance) == expected


@pytest.mark.parametrize(
    ("chance", "expected"),
    [
        ("0", "0%"),
        ("1", "100%"),
        ("1/1000", "<1%"),
        ("1/100", "1%"),
        ("645/1000", "65%"),
        ("994/1000", "99%"),
        ("996/1000", ">99%"),
    ],
)
def test_whole_percent_in_words(chance: str, expected: str) -> None:
    assert whole_percent(Fraction(chance)) == expected


def test_the_strip_calls_no_likely_result_certain() -> None:
    procedure = games()["dice"].tray
    likely, rare = Fraction(999, 1000), Fraction(1, 1000)
    labels = [row.inside for row in rows(procedure, {"made": likely, "missed": rare})]
    assert labels == [">99%", "", ""]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_rows_are_the_result_table_and_sum_to_one(procedure: Procedure) -> None:
    odds = chances(procedure.bind(example(procedure).get("inputs", {})))
    table_rows = rows(procedure, odds.grades)
    assert [row.grade for row in table_rows] == [grade.id for grade in procedure.grades]
    assert sum(Fraction(row.p) for row in table_rows) == 1
    for row in table_rows:
        assert Fraction(row.p) == odds.grades.get(row.grade, 0)
        assert row.percent == percent(Fraction(row.p))
        assert row.words.strip()
    assert success_words(odds) == ("" if odds.success is None else percent(odds.success))


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_rows_without_chances_are_empty(procedure: Procedure) -> None:
    for row in rows(procedure, None):
        assert (row.p, row.percent, row.length) == ("", "", "0.00%")


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_copy_has_every_result_that_can_come_up(procedure: Procedure) -> None:
    odds = chances(procedure.bind(example(procedure).get("inputs", {})))
    read = list(csv.DictReader(io.StringIO(as_csv(rows(procedure, odds.grades)))))
    possible = [grade for grade in procedure.grades if odds.grades.get(grade.id)]
    assert [row["Result"] for row in read] == [grade.words for grade in possible]
    assert [Fraction(row["exact"]) for row in read] == [odds.grades[each.id] for each in possible]
    assert float(read[-1]["this or better %"]) == 100


THREE = [("best", Fraction(1, 8)), ("good", Fraction(3, 8)), ("bad", Fraction(1, 2))]


@pytest.mark.parametrize(
    ("grade", "words"),
    [
        ("best", "Better than 88% of rolls"),
        ("good", "Better than 50% of rolls"),
        ("bad", "Better than 0% of rolls"),
        ("", ""),
        ("unheard-of", ""),
    ],
)
def test_a_result_is_compared_with_all_rolls(grade: str, words: str) -> None:
    assert better_words(THREE, grade, "good") == words


def test_a_result_that_is_neither_good_nor_bad_is_not_compared() -> None:
    """The odds set an attack total apart from a fumble, not from other totals."""
    total = [("attack-total", Fraction(24, 25)), ("weapon-fumble", Fraction(1, 25))]
    assert better_words(total, "attack-total", "plain") == ""
    assert better_words(total, "weapon-fumble", "worst") == "Better than 0% of rolls"


def test_a_certain_result_has_no_comparison() -> None:
    assert better_words([("best", Fraction(0)), ("good", Fraction(1))], "good", "good") == ""
