"""Charts: the picture, the table and the computed odds agree."""

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


def chart_of(odds: Distribution, **more: object) -> Chart:
    """Return the chart of a distribution."""
    result = chart("total", odds, title="Total", **more)  # type: ignore[arg-type]
    assert result is not None
    return result


def share(words: str) -> Fraction:
    """Return a percentage as a fraction."""
    assert words.endswith("%")
    return Fraction(words[:-1]) / 100


@pytest.mark.parametrize("procedure", SPREADING)
def test_every_spread_has_a_chart_with_a_row_for_each_number(procedure: Procedure) -> None:
    spreads = spread(procedure.bind(example(procedure).get("inputs", {})), *procedure.spread)
    for name, each in spreads.items():
        odds = distribution(each)
        view = chart(name, odds, title=name)
        if view is None:
            assert len(odds.numbers) < 2
        elif len(odds.numbers) <= MOST:
            assert [row.exactly for row in view.rows] == [percent(p) for p in odds.chances.values()]
    assert set(procedure.less) <= set(procedure.spread)


@given(DISTRIBUTIONS, st.sampled_from(list(WAYS)))
def test_the_picture_is_the_table(odds: Distribution, way: str) -> None:
    view = chart_of(odds, way=way)
    in_table = {row.words: getattr(row, way.replace("-", "_")) for row in view.rows}
    in_picture = {column.words: column.odds_text for column in view.columns}
    assert {words: in_picture[words] for words in in_table} == in_table
    assert way != "exactly" or in_picture == in_table
    assert len(view.columns) <= MOST
    for column in view.columns:
        assert 0 <= share(column.x) <= share(column.x) + share(column.width) <= Fraction("1.0001")
        assert abs(share(column.y) + share(column.height) - 1) <= Fraction(2, 10_000)
    places = [share(x) for x, _ in view.ticks]
    assert places == sorted(places)
    assert 1 <= len(places) <= 9
    for mark in (view.mean, *(x for x, _ in view.ticks)):
        assert 0 <= share(mark) <= 1
    assert len(view.lines) <= 3


@given(DISTRIBUTIONS)
def test_columns_beside_each_other_never_overlap_and_sum_to_one(odds: Distribution) -> None:
    view = chart_of(odds)
    ends = [(share(column.slot), share(column.room)) for column in view.columns]
    for (x, width), (after, _) in pairwise(ends):
        assert x + width <= after + Fraction(1, 5_000)
    top = share(view.lines[-1].words) / 1
    total = sum((share(column.height) * top for column in view.columns), Fraction(0))
    assert abs(total - 1) < Fraction(len(view.columns) + 1, 5_000)


@given(DISTRIBUTIONS)
def test_a_copy_has_every_number_exactly(odds: Distribution) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(odds, "Total"))))
    assert {float(row["Total"]): Fraction(row["exact"]) for row in rows} == {
        float(number): chance for number, chance in odds.chances.items()
    }
    for row, number in zip(rows, odds.numbers, strict=True):
        assert float(row["at least %"]) == pytest.approx(
            float(odds.at_least(number) * 100), abs=1e-4
        )
        assert float(row["at most %"]) == pytest.approx(float(odds.at_most(number) * 100), abs=1e-4)


def test_a_copy_shortens_no_number() -> None:
    odds = distribution({1_234_567: Fraction(1, 2), 1_234_568: Fraction(1, 2)})
    numbers = [row["Total"] for row in csv.DictReader(io.StringIO(as_csv(odds, "Total")))]
    assert numbers == ["1234567", "1234568"]


def test_two_dice() -> None:
    view = chart_of(TWO_DICE, rolled=9)
    assert [row.words for row in view.rows] == [str(n) for n in range(2, 13)]
    assert view.rows[0].at_least == view.rows[-1].at_most == "100%"
    assert (view.rows[5].exactly, view.rows[5].at_least) == ("16.7%", "58.3%")
    assert view.facts == (("mean", "Average", "7"), ("half", "usually", "5–9"))
    assert view.mean == "50.00%"
    assert [column.is_rolled for column in view.columns].index(True) == 7
    assert view.roll_text == "Total 9: better than 72% of rolls, 11% tie"
    assert [column.words for column in view.columns if column.half] == list("56789")


def test_where_less_is_better_and_where_there_is_none() -> None:
    odds = distribution({1: Fraction(1, 4), 3: Fraction(1, 4), None: Fraction(1, 2)})
    assert chart_of(odds, rolled=1, less=True).roll_text.startswith(
        "Total 1: better than 25% of rolls"
    )
    assert chart_of(odds, rolled=None).roll_text == "No total: better than 0% of rolls, 50% tie"
    assert chart_of(odds, rolled=None).needle == ""
    assert chart_of(odds).roll_text == ""
    assert chart_of(odds).notes == ("50.0% of rolls have no total.",)


def test_a_usual_range_below_zero_has_no_dash() -> None:
    numbers = {n: Fraction(1, 8) for n in range(-4, 4)}
    assert chart_of(distribution(numbers)).facts[1] == ("half", "usually", "\u22123 to 1")


def test_many_numbers_are_told_in_groups() -> None:
    odds = distribution({n: Fraction(1, 200) for n in range(1, 201)})
    view = chart_of(odds, rolled=17)
    assert view.notes == ("Grouped by 5. Copy to get all 200 numbers.",)
    assert [row.words for row in view.rows[:2]] == ["0 to 4", "5 to 9"]
    assert view.rows[1].exactly == "2.5%"
    assert [row.words for row in view.rows if row.is_rolled] == ["15 to 19"]
    assert len(view.csv.splitlines()) == 201


@pytest.mark.parametrize("way", WAYS)
def test_numbers_far_apart_in_many_gaps_are_a_few_groups(way: str) -> None:
    odds = distribution({n * 10**12 + n % 2: Fraction(1, 200) for n in range(1, 201)})
    view = chart_of(odds, way=way)
    assert len(view.columns) <= 41
    assert len(view.ticks) <= 8


def test_rare_ends_are_left_away_unless_one_fell() -> None:
    odds = distribution({n: Fraction(1, 2**n) for n in range(1, 100)} | {100: Fraction(1, 2**99)})
    note = "Results rarer than 1 in 2,000 are left out. Copy to get them."
    view = chart_of(odds)
    assert [row.words for row in view.rows] == [str(n) for n in range(1, 12)]
    assert view.notes == (note,)
    assert len(view.csv.splitlines()) == 101
    rare = chart_of(odds, rolled=20)
    assert [row.words for row in rare.rows if row.is_rolled] == ["20"]
    assert rare.rows[-1].words == "20"


def test_a_few_numbers_far_apart_stand_side_by_side() -> None:
    view = chart_of(distribution({1: Fraction(1, 2), 2: Fraction(1, 4), 5_000: Fraction(1, 4)}))
    assert [row.words for row in view.rows] == ["1", "2", "5000"]
    assert [column.slot for column in view.columns] == ["0.00%", "33.33%", "66.67%"]
    assert view.notes == ()


@pytest.mark.parametrize("odds", [{}, {3: Fraction(1)}, {None: Fraction(1)}, {"a": Fraction(1)}])
def test_nothing_to_draw(odds: dict[object, Fraction]) -> None:
    assert chart("total", distribution(odds), title="Total") is None


@pytest.mark.parametrize("way", WAYS)
def test_on_the_page_it_is_a_table_whether_it_is_seen_or_heard(way: str) -> None:
    for view in (
        chart_of(TWO_DICE, way=way, rolled=9),
        chart_of(TWO_DICE, way=way, rolled=9, open=True),
    ):
        page = rendered("spread.html", charts=[view])
        assert page.wrong == []
        pressed = [
            each["aria-pressed"]
            for each in page.with_attribute("data-value")
            if each["data-do"] == "chart-way"
        ]
        assert pressed == ["true" if each == way else "false" for each in WAYS]
        assert page.all("data-csv") == [view.csv]
        assert sum(tag == "tr" for tag, _ in page.elements) == 1 + 11
        for row in view.rows:
            assert f"{row.exactly}{row.at_least}{row.at_most}" in page.text
