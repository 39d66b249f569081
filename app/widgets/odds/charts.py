"""Charts of exact distributions: what is drawn as SVG, and the same as a table and as CSV.

    seen = chart("damage", distribution(spread(bound, "damage")["damage"]), title="Damage")
    render("spread.html", charts=[seen])      or, within another template:
    {% import "chart.html" as charts %} {{ charts.chart(seen) }}

A `Chart` is a value that a template can draw without thinking: bars ("exactly") or steps ("at
least", "at most"), mean, median and middle half as marks and as numbers, and the roll that just
fell. Places are per cent of the plot, as an SVG writes them, so nothing needs to be measured. Which
way it is shown and whether its numbers are open comes from the model (`Model.charts`), and a tap on
any chart is heard in one place (`app/browser/odds/charts_view.py`), which copies `csv` too. Of more
numbers than `MOST` the rare ends are left away, and what is still more is drawn, and told, in
groups; the CSV has every single one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from app.core.odds.distributions import Distribution, Number, exactly, reported_as
from app.core.procedures.kinds import within
from app.widgets.odds.chart_scales import Group, Scale, share
from app.widgets.odds.odds import comma_separated, percent
from app.widgets.roll.results import number

#: How a chart can be shown: its word in the model, and what it is called.
WAYS = {"exactly": "exactly", "at-least": "at least", "at-most": "at most"}

#: Steps from line to line above the axis, in per cent.
STEPS = tuple(map(Fraction, ("0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "25", "50")))


@dataclass(frozen=True)
class Column:
    """A number, or a group of them, with its chance in the way that is shown.

    words: the number; said: its chance. x, width, y, height: its bar; slot, room: its whole place
    from top to bottom. half: is it of the middle half? fell: did it just fall?
    """

    words: str
    said: str
    x: str
    width: str
    y: str
    height: str
    slot: str
    room: str
    half: bool
    fell: bool


@dataclass(frozen=True)
class Line:
    """A line across the plot or along a step of it; words beside it, where there are any."""

    x1: str
    y1: str
    x2: str
    y2: str
    words: str = ""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    words: str
    exactly: str
    at_least: str
    at_most: str
    fell: bool


@dataclass(frozen=True)
class Chart:
    """A distribution as it is seen.

    name: of the value. way: how it is shown. facts: what it comes to, each with its mark and its
    words. lines: across the plot. ticks: below it, each with its place. edge: along the steps.
    mean, median, needle: places, empty without one. fell: what just fell, in words. notes: what the
    numbers leave unsaid. open: is the table to be seen? csv: every number.
    """

    name: str
    title: str
    way: str
    facts: tuple[tuple[str, str, str], ...]
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    ticks: tuple[tuple[str, str], ...]
    edge: tuple[Line, ...]
    mean: str
    median: str
    needle: str
    fell: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    open: bool
    csv: str

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        return tuple(WAYS.items())


#: Nothing has fallen.
NOTHING = object()


def chart(
    name: str,
    distribution: Distribution,
    *,
    title: str,
    way: str = "exactly",
    open: bool = False,
    fell: object = NOTHING,
    less: bool = False,
) -> Chart | None:
    """The chart of a distribution; None where it has fewer than two numbers.

    fell: the number that just fell; None where what fell has none. less: is less better?
    """
    if len(distribution.chances) < 2:
        return None
    way = way if way in WAYS else "exactly"
    number_fell = fell if isinstance(fell, (int, float)) else None
    scale = Scale(distribution, number_fell)
    drawn = scale.groups if way == "exactly" else tuple(scale.steps())
    heights = [_chance(distribution, each, way) for each in drawn]
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
            fell=number_fell is not None and each.first <= number_fell <= each.last,
        )
        for each, height in zip(drawn, heights, strict=True)
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
        scale.at(distribution.median),
        scale.at(exactly(number_fell)) if number_fell is not None else "",
        _fell_words(distribution, number_fell, title, less) if fell is not NOTHING else "",
        tuple(_rows(distribution, scale, number_fell)),
        tuple(_notes(distribution, scale, title)),
        open,
        as_csv(distribution, title),
    )


def as_csv(distribution: Distribution, title: str) -> str:
    """Every number with its chances in per cent, and exactly as a fraction."""
    head = [title, "exactly %", "at least %", "at most %", "exact"]
    table = [
        [f"{each:g}", *(f"{float(p * 100):.4f}" for p in chances), str(chances[0])]
        for each, *chances in _told(distribution)
    ]
    if distribution.absent:
        absent = distribution.absent
        table.append(["none", f"{float(absent * 100):.4f}", "", "", str(absent)])
    return comma_separated([head, *table])


def _told(distribution: Distribution) -> Iterator[tuple[Number, Fraction, Fraction, Fraction]]:
    """Each number with the chance of it, of it or more, of it or less."""
    for each, chance in distribution.chances.items():
        yield each, chance, distribution.at_least(each), distribution.at_most(each)


# --- what is drawn ---


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


def _lines(highest: Fraction) -> tuple[Fraction, tuple[Line, ...]]:
    """The chance at the top of the plot, and two or three lines up to it."""
    step = next(each for each in STEPS if highest * 100 / each <= 3 or each == STEPS[-1])
    count = max(1, ceil(highest * 100 / step))
    top = step * count / 100
    lines = []
    for place in range(1, count + 1):
        y = share(1 - Fraction(place, count))
        lines.append(Line("0%", y, "100%", y, f"{float(step * place):g}%"))
    return top, tuple(lines)


def _edge(columns: tuple[Column, ...]) -> tuple[Line, ...]:
    """Along the upper end of the steps: over each column, and up or down to the next."""
    made, before = [], ""
    for each in columns:
        end = f"{float(each.x[:-1]) + float(each.width[:-1]):.2f}%"
        if before and before != each.y:
            made.append(Line(each.x, before, each.x, each.y))
        made.append(Line(each.x, each.y, end, each.y))
        before = each.y
    return tuple(made)


# --- what is said ---


def _facts(distribution: Distribution) -> tuple[tuple[str, str, str], ...]:
    low, high = distribution.middle_half
    half = number(low) if low == high else f"{number(low)} to {number(high)}"
    return (
        ("mean", "mean", number(distribution.mean)),
        ("median", "median", number(distribution.median)),
        ("half", "middle half", half),
    )


def _fell_words(distribution: Distribution, fell: Number | None, title: str, less: bool) -> str:
    """`Damage 14: better than 74.1% of such rolls; 9.3% come to the same.`"""
    what = f"No {within(title)}" if fell is None else f"{title} {number(fell)}"
    better = percent(distribution.better_than(fell, less))
    same = percent(distribution.same_as(fell))
    return f"{what}: better than {better} of such rolls; {same} come to the same."


def _rows(distribution: Distribution, scale: Scale, fell: Number | None) -> Iterator[Row]:
    for each in scale.groups:
        yield Row(
            each.words,
            percent(_chance(distribution, each, "exactly")),
            percent(distribution.at_least(each.first)),
            percent(distribution.at_most(each.last)),
            fell is not None and each.first <= fell <= each.last,
        )


def _notes(distribution: Distribution, scale: Scale, title: str) -> Iterator[str]:
    if scale.width != scale.gap:
        count = len(distribution.chances) - scale.without
        width = number(reported_as(scale.width))
        yield f"{count} numbers, in groups of {width}; a copy has every single one."
    if scale.without:
        yield "Ends that come up less than once in 2,000 rolls are not drawn; a copy has them."
    if distribution.absent:
        yield f"{percent(distribution.absent)} of rolls have no {within(title)}."
