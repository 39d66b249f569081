"""Charts of exact distributions: as SVG, as a table and as CSV.

    view = chart("damage", distribution(spread(bound, "damage")["damage"]), title="Damage")
    render("spread.html", charts=[view])      or, within another template:
    {% import "chart.html" as charts %} {{ charts.chart(view) }}

A `Chart` is ready to draw: bars ("exactly") or steps ("at least", "at most"), mean and middle
half as marks and as numbers, and the last roll. Positions are per cent of the plot, so
nothing needs to be measured. The display mode and whether the table is open come from the model
(`Model.charts`); taps are handled in `app/browser/odds/charts_view.py`, which copies `csv` too.
With more numbers than `MOST` the rare ends are cut off, and the rest is drawn in groups; the CSV
has every number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from app.core.odds.distributions import Distribution, Number, exactly, to_reported
from app.core.procedures.labels import within
from app.widgets.odds.chart_scales import Group, Scale, share
from app.widgets.odds.odds import comma_separated, percent, whole_percent
from app.widgets.roll.result.words import number

#: Display modes of a chart, with labels.
WAYS = {"exactly": "exactly", "at-least": "at least", "at-most": "at most"}

#: Distances between grid lines, in per cent.
STEPS = tuple(map(Fraction, ("0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "25", "50")))


@dataclass(frozen=True)
class Column:
    """A number, or a group of them, with its chance in the display mode."""

    #: The number.
    words: str
    #: Its chance.
    odds_text: str
    x: str
    width: str
    y: str
    height: str
    #: Start of its full-height area.
    slot: str
    #: Width of its full-height area.
    room: str
    #: Whether it is within the middle half.
    half: bool
    #: Whether it is the last roll.
    is_rolled: bool


@dataclass(frozen=True)
class ChartLine:
    """A line across the plot or along a step, with optional words beside it."""

    x1: str
    y1: str
    x2: str
    y2: str
    words: str = ""


@dataclass(frozen=True)
class ChartRow:
    """A row of the table."""

    words: str
    exactly: str
    at_least: str
    at_most: str
    is_rolled: bool


@dataclass(frozen=True)
class Chart:
    """A distribution for drawing."""

    #: The value's name.
    name: str
    title: str
    #: The display mode.
    way: str
    #: Mean and middle half: (mark, label, value).
    facts: tuple[tuple[str, str, str], ...]
    columns: tuple[Column, ...]
    #: Grid lines.
    lines: tuple[ChartLine, ...]
    #: Numbers below the plot: (position, label).
    ticks: tuple[tuple[str, str], ...]
    #: Lines along the steps.
    edge: tuple[ChartLine, ...]
    mean: str
    #: Position of the last roll, empty for none.
    needle: str
    #: The last roll in words.
    roll_text: str
    rows: tuple[ChartRow, ...]
    #: Notes on values that the chart omits.
    notes: tuple[str, ...]
    #: Whether the table is shown.
    open: bool
    #: Every number.
    csv: str

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        """Return the display modes with labels."""
        return tuple(WAYS.items())


#: Marks that no roll was made.
NOTHING = object()


def chart(
    name: str,
    distribution: Distribution,
    *,
    title: str,
    way: str = "exactly",
    open: bool = False,
    rolled: object = NOTHING,
    less: bool = False,
) -> Chart | None:
    """Return the chart of a distribution; None where it has fewer than two numbers.

    rolled: the number of the last roll; None where it has none. less: whether less is better.
    """
    if len(distribution.chances) < 2:
        return None
    way = way if way in WAYS else "exactly"
    number_rolled = rolled if isinstance(rolled, (int, float)) else None
    scale = Scale(distribution, number_rolled)
    groups = scale.groups if way == "exactly" else tuple(scale.steps())
    heights = [_chance(distribution, group, way) for group in groups]
    top, lines = _lines(max(heights))
    low, high = distribution.middle_half
    columns = tuple(
        Column(
            each.words,
            percent(height),
            *scale.bar(each, full=way != "exactly"),
            share(1 - height / top),
            share(height / top),
            *scale.bar(each, full=True),
            half=each.first <= high and each.last >= low,
            is_rolled=number_rolled is not None and each.first <= number_rolled <= each.last,
        )
        for each, height in zip(groups, heights, strict=True)
    )
    return Chart(
        name,
        title,
        way,
        _facts(distribution),
        columns,
        lines,
        scale.ticks(),
        _edge(columns) if way != "exactly" else (),
        scale.at(distribution.mean),
        scale.at(exactly(number_rolled)) if number_rolled is not None else "",
        _roll_words(distribution, number_rolled, title, less) if rolled is not NOTHING else "",
        tuple(_rows(distribution, scale, number_rolled)),
        tuple(_notes(distribution, scale, title)),
        open,
        as_csv(distribution, title),
    )


def as_csv(distribution: Distribution, title: str) -> str:
    """Return every number with its chances in per cent, and exactly as a fraction."""
    head = [title, "exactly %", "at least %", "at most %", "exact"]
    table = [
        [str(each), *(f"{float(p * 100):.4f}" for p in chances), str(chances[0])]
        for each, *chances in _table_rows(distribution)
    ]
    if distribution.absent:
        absent = distribution.absent
        table.append(["none", f"{float(absent * 100):.4f}", "", "", str(absent)])
    return comma_separated([head, *table])


def _table_rows(
    distribution: Distribution,
) -> Iterator[tuple[Number, Fraction, Fraction, Fraction]]:
    """Yield each number with the chance of it, of it or more, of it or less."""
    for value, chance in distribution.chances.items():
        yield value, chance, distribution.at_least(value), distribution.at_most(value)


# --- drawing ---


def _chance(distribution: Distribution, group: Group, way: str) -> Fraction:
    if way == "at-least":
        return distribution.at_least(group.first)
    if way == "at-most":
        return distribution.at_most(group.last)
    if group.first == group.last:
        return distribution.exactly(group.first)
    return (
        distribution.at_least(group.first)
        + distribution.at_most(group.last)
        - (distribution.present)
    )


def _lines(highest: Fraction) -> tuple[Fraction, tuple[ChartLine, ...]]:
    """Return the chance at the top of the plot, and the grid lines up to it."""
    step = next(each for each in STEPS if highest * 100 / each <= 3 or each == STEPS[-1])
    count = max(1, ceil(highest * 100 / step))
    top = step * count / 100
    lines = []
    for index in range(1, count + 1):
        y = share(1 - Fraction(index, count))
        lines.append(ChartLine("0%", y, "100%", y, f"{float(step * index):g}%"))
    return top, tuple(lines)


def _edge(columns: tuple[Column, ...]) -> tuple[ChartLine, ...]:
    """Return lines along the top of the steps."""
    lines, before = [], ""
    for column in columns:
        end = f"{float(column.x[:-1]) + float(column.width[:-1]):.2f}%"
        if before and before != column.y:
            lines.append(ChartLine(column.x, before, column.x, column.y))
        lines.append(ChartLine(column.x, column.y, end, column.y))
        before = column.y
    return tuple(lines)


# --- words ---


def _facts(distribution: Distribution) -> tuple[tuple[str, str, str], ...]:
    low, high = distribution.middle_half
    return (
        ("mean", "Average", number(distribution.mean)),
        ("half", "usually", _range_words(low, high)),
    )


def _range_words(low: Number, high: Number) -> str:
    """Return `5–7`, `7`, or `−2 to 3`, as a dash would look like a minus."""
    if low == high:
        return number(low)
    return f"{number(low)}{' to ' if low < 0 else '–'}{number(high)}"


def _roll_words(distribution: Distribution, rolled: Number | None, title: str, less: bool) -> str:
    """Describe a roll, as in `Damage 14: better than 74% of rolls, 9% tie`."""
    label = f"No {within(title)}" if rolled is None else f"{title} {number(rolled)}"
    better = whole_percent(distribution.better_than(rolled, less))
    same = whole_percent(distribution.same_as(rolled))
    return f"{label}: better than {better} of rolls, {same} tie"


def _rows(distribution: Distribution, scale: Scale, rolled: Number | None) -> Iterator[ChartRow]:
    for group in scale.groups:
        yield ChartRow(
            group.words,
            percent(_chance(distribution, group, "exactly")),
            percent(distribution.at_least(group.first)),
            percent(distribution.at_most(group.last)),
            rolled is not None and group.first <= rolled <= group.last,
        )


def _notes(distribution: Distribution, scale: Scale, title: str) -> Iterator[str]:
    if scale.width != scale.gap:
        count = len(distribution.chances) - scale.without
        width = number(to_reported(scale.width))
        yield f"Grouped by {width}. Copy to get all {count} numbers."
    if scale.without:
        yield "Results rarer than 1 in 2,000 are left out. Copy to get them."
    if distribution.absent:
        yield f"{percent(distribution.absent)} of rolls have no {within(title)}."
