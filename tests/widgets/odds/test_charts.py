"""Charts: what is drawn is what the table says is what was worked out."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.odds.distributions import Distribution, distribution
from app.core.odds.odds import spread
from app.core.procedures.procedure import Procedure
from app.widgets.odds.chart_scales import MOST
from app.widgets.odds.charts import WAYS, Chart, as_csv, chart
from app.widgets.odds.odds import percent
from tests.widgets.shelf import EVERY, example
from tests.widgets.templates import rendered

TWO_DICE = distribution({n: Fraction(6 - abs(7 - n), 36) for n in range(2, 13)})

SPREADING = [each for each in EVERY if each.spread]

DISTRIBUTIONS = st.dictionaries(
    st.one_of(st.integers(-400, 400), st.sampled_from([0.25, 7.5])), st.integers(1, 9), min_size=2
).map(
    lambda counts: distribution({n: Fraction(c, sum(counts.values())) for n, c in counts.items()})
)


def made(found: Distribution, **more: object) -> Chart:
    seen = chart("total", found, title="Total", **more)  # type: ignore[arg-type]
    assert seen is not None
    return seen


def share(words: str) -> Fraction:
    assert words.endswith("%")
    return Fraction(words[:-1]) / 100


@pytest.mark.parametrize("procedure", SPREADING)
def test_every_spread_has_a_chart_with_a_row_for_each_number(procedure: Procedure) -> None:
    found = spread(procedure.bind(example(procedure).get("inputs", {})), *procedure.spread)
    for name, each in found.items():
        told = distribution(each)
        seen = chart(name, told, title=name)
        if seen is None:
            assert len(told.numbers) < 2
        elif len(told.numbers) <= MOST:
            assert [row.exactly for row in seen.rows] == [percent(p) for p in told.chances.values()]
    assert set(procedure.less) <= set(procedure.spread)


@given(DISTRIBUTIONS, st.sampled_from(list(WAYS)))
def test_the_picture_is_the_table(found: Distribution, way: str) -> None:
    seen = made(found, way=way)
    told = {row.words: getattr(row, way.replace("-", "_")) for row in seen.rows}
    drawn = {column.words: column.odds_text for column in seen.columns}
    assert {words: drawn[words] for words in told} == told
    assert way != "exactly" or drawn == told
    assert len(seen.columns) <= MOST
    for column in seen.columns:
        assert 0 <= share(column.x) <= share(column.x) + share(column.width) <= Fraction("1.0001")
        assert abs(share(column.y) + share(column.height) - 1) <= Fraction(2, 10_000)
    places = [share(x) for x, _ in seen.ticks]
    assert places == sorted(places)
    assert 1 <= len(places) <= 9
    for mark in (seen.mean, *(x for x, _ in seen.ticks)):
        assert 0 <= share(mark) <= 1
    assert len(seen.lines) <= 3


@given(DISTRIBUTIONS)
def test_columns_beside_each_other_never_overlap_and_sum_to_one(found: Distribution) -> None:
    seen = made(found)
    ends = [(share(column.slot), share(column.room)) for column in seen.columns]
    for (x, width), (after, _) in pairwise(ends):
        assert x + width <= after + Fraction(1, 5_000)
    top = share(seen.lines[-1].words) / 1
    drawn = sum((share(column.height) * top for column in seen.columns), Fraction(0))
    assert abs(drawn - 1) < Fraction(len(seen.columns) + 1, 5_000)


@given(DISTRIBUTIONS)
def test_a_copy_has_every_number_exactly(found: Distribution) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(found, "Total"))))
    assert {float(row["Total"]): Fraction(row["exact"]) for row in rows} == {
        float(number): chance for number, chance in found.chances.items()
    }
    for row, number in zip(rows, found.numbers, strict=True):
        assert float(row["at least %"]) == pytest.approx(
            float(found.at_least(number) * 100), abs=1e-4
        )
        assert float(row["at most %"]) == pytest.approx(
            float(found.at_most(number) * 100), abs=1e-4
        )


def test_two_dice() -> None:
    seen = made(TWO_DICE, rolled=9)
    assert [row.words for row in seen.rows] == [str(n) for n in range(2, 13)]
    assert seen.rows[0].at_least == seen.rows[-1].at_most == "100%"
    assert (seen.rows[5].exactly, seen.rows[5].at_least) == ("16.7%", "58.3%")
    assert seen.facts == (("mean", "Average", "7"), ("half", "usually", "5–9"))
    assert seen.mean == "50.00%"
    assert [column.is_rolled for column in seen.columns].index(True) == 7
    assert seen.roll_text == "Total 9: better than 72% of rolls, 11% tie"
    assert [column.words for column in seen.columns if column.half] == list("56789")


def test_where_less_is_better_and_where_there_is_none() -> None:
    found = distribution({1: Fraction(1, 4), 3: Fraction(1, 4), None: Fraction(1, 2)})
    assert made(found, rolled=1, less=True).roll_text.startswith(
        "Total 1: better than 25% of rolls"
    )
    assert made(found, rolled=None).roll_text == "No total: better than 0% of rolls, 50% tie"
    assert made(found, rolled=None).needle == ""
    assert made(found).roll_text == ""
    assert made(found).notes == ("50.0% of rolls have no total.",)


def test_a_usual_range_below_zero_has_no_dash() -> None:
    numbers = {n: Fraction(1, 8) for n in range(-4, 4)}
    assert made(distribution(numbers)).facts[1] == ("half", "usually", "\u22123 to 1")


def test_many_numbers_are_told_in_groups() -> None:
    found = distribution({n: Fraction(1, 200) for n in range(1, 201)})
    seen = made(found, rolled=17)
    assert seen.notes == ("Grouped by 5. Copy to get all 200 numbers.",)
    assert [row.words for row in seen.rows[:2]] == ["0 to 4", "5 to 9"]
    assert seen.rows[1].exactly == "2.5%"
    assert [row.words for row in seen.rows if row.is_rolled] == ["15 to 19"]
    assert len(seen.csv.splitlines()) == 201


def test_rare_ends_are_left_away_unless_one_fell() -> None:
    found = distribution({n: Fraction(1, 2**n) for n in range(1, 100)} | {100: Fraction(1, 2**99)})
    said = "Results rarer than 1 in 2,000 are left out. Copy to get them."
    seen = made(found)
    assert [row.words for row in seen.rows] == [str(n) for n in range(1, 12)]
    assert seen.notes == (said,)
    assert len(seen.csv.splitlines()) == 101
    rare = made(found, rolled=20)
    assert [row.words for row in rare.rows if row.is_rolled] == ["20"]
    assert rare.rows[-1].words == "20"


def test_a_few_numbers_far_apart_stand_side_by_side() -> None:
    seen = made(distribution({1: Fraction(1, 2), 2: Fraction(1, 4), 5_000: Fraction(1, 4)}))
    assert [row.words for row in seen.rows] == ["1", "2", "5000"]
    assert [column.slot for column in seen.columns] == ["0.00%", "33.33%", "66.67%"]
    assert seen.notes == ()


@pytest.mark.parametrize("found", [{}, {3: Fraction(1)}, {None: Fraction(1)}, {"a": Fraction(1)}])
def test_nothing_to_draw(found: dict[object, Fraction]) -> None:
    assert chart("total", distribution(found), title="Total") is None


@pytest.mark.parametrize("way", WAYS)
def test_on_the_page_it_is_a_table_whether_it_is_seen_or_heard(way: str) -> None:
    for seen in (made(TWO_DICE, way=way, rolled=9), made(TWO_DICE, way=way, rolled=9, open=True)):
        page = rendered("spread.html", charts=[seen])
        assert page.wrong == []
        pressed = [
            each["aria-pressed"]
            for each in page.with_attribute("data-value")
            if each["data-do"] == "chart-way"
        ]
        assert pressed == ["true" if each == way else "false" for each in WAYS]
        assert page.all("data-csv") == [seen.csv]
        assert sum(tag == "tr" for tag, _ in page.elements) == 1 + 11
        for row in seen.rows:
            assert f"{row.exactly}{row.at_least}{row.at_most}" in page.text
