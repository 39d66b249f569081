"""Charts of exact distributions: what is drawn as SVG, and the same as a table and as CSV.

    seen = chart("damage", distribution(spread(bound, "damage")["damage"]), title="Damage")
    render("spread.html", charts=[seen])      or, within another template:
    {% import "chart.html" as charts %} {{ charts.chart(seen) }}

A `Chart` is a value that a template can draw without thinking: bars ("exactly") or steps ("at
least", "at most"), mean, median and middle half as marks and as numbers, and the roll that just
fell. Places are per cent of the plot, as an SVG writes them, so nothing needs to be measured. Which
way it is shown and whether its numbers are open comes from the model (`Model.charts`), and a tap on
any chart is heard in one place (`app/browser/charts_view.py`), which copies `csv` too. Of more
numbers than `MOST` the rare ends are left away, and what is still more is drawn, and told, in
groups; the CSV has every single one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd, lcm

from app.core.distributions import Distribution, Number, exactly, reported_as
from app.core.kinds import within
from app.widgets.odds import comma_separated, percent
from app.widgets.results import number

#: How a chart can be shown: its word in the model, and what it is called.
WAYS = {"exactly": "exactly", "at-least": "at least", "at-most": "at most"}

#: So many columns are drawn one by one; more are drawn in groups, of so many groups at the most.
MOST = 60
GROUPS = 40

#: Where there are more, an end that comes up more rarely than this is left away.
RARE = Fraction(1, 2_000)

#: So many numbers at most stand below a chart.
TICKS = 7

#: Steps from line to line above the axis, in per cent.
STEPS = tuple(map(Fraction, ("0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "25", "50")))

#: Round numbers to group by, or to write below: so many of the gap between numbers.
ROUND: tuple[int, ...] = tuple(of * 10**power for power in range(7) for of in (1, 2, 5))


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
    scale = _Scale(distribution, number_fell)
    drawn = scale.groups if way == "exactly" else tuple(scale.steps())
    heights = [_chance(distribution, each, way) for each in drawn]
    top, lines = _lines(max(heights))
    low, high = distribution.middle_half
    columns = tuple(
        Column(
            each.words,
            percent(height),
            *scale.bar(each, full=way != "exactly"),
            _share(1 - height / top),
            _share(height / top),
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


# --- the numbers, and where they stand ---


@dataclass(frozen=True)
class _Group:
    """Numbers that are drawn together, from first to last; place: its column, from 0."""

    first: Number
    last: Number
    place: int

    @property
    def words(self) -> str:
        if self.first == self.last:
            return number(self.first)
        return f"{number(self.first)} to {number(self.last)}"


class _Scale:
    """Where numbers stand: one beside the other by what they are, else in groups of equal width.

    A few numbers that lie far apart stand side by side, whatever lies between them. fell: a number
    that is drawn however rare it is.
    """

    def __init__(self, distribution: Distribution, fell: Number | None) -> None:
        numbers = _not_too_rare(distribution, fell)
        self.without = len(distribution.numbers) - len(numbers)
        self._numbers = [exactly(each) for each in numbers]
        self.gap = _common([high - low for low, high in pairwise(self._numbers)])
        slots = (self._numbers[-1] - self._numbers[0]) / self.gap + 1
        self.side_by_side = slots > MOST and len(self._numbers) <= MOST
        self.width = self.gap
        self.start = self._numbers[0]
        if slots > MOST and not self.side_by_side:
            self.width = self.gap * _round_up(slots / GROUPS)
            self.start = floor(self.start / self.width) * self.width
        self.count = self._count()
        self.groups = tuple(self._groups())

    def _count(self) -> int:
        if self.side_by_side:
            return len(self._numbers)
        return int((self._numbers[-1] - self.start) // self.width) + 1

    def _groups(self) -> Iterator[_Group]:
        """Those in which something can come up."""
        if self.width == self.gap:
            for place, each in enumerate(self._numbers):
                at = place if self.side_by_side else int((each - self.start) / self.gap)
                yield _Group(reported_as(each), reported_as(each), at)
            return
        for place in dict.fromkeys(int((n - self.start) // self.width) for n in self._numbers):
            first = self.start + place * self.width
            yield _Group(reported_as(first), reported_as(first + self.width - self.gap), place)

    def steps(self) -> Iterator[_Group]:
        """Those, and what lies between them: steps go on there as they are."""
        there = {group.place: group for group in self.groups}
        for place in range(self.count):
            first = self.start + place * self.width
            last = first + self.width - self.gap
            yield there.get(place) or _Group(reported_as(first), reported_as(last), place)

    def bar(self, group: _Group, full: bool) -> tuple[str, str]:
        """Where a column begins, and how wide it is. full: without room beside it."""
        slot = Fraction(1, self.count)
        room = Fraction(1) if full else Fraction(4, 5)
        return _share(slot * (group.place + (1 - room) / 2)), _share(slot * room)

    def at(self, value: Fraction) -> str:
        """Where a number stands, or what lies between two."""
        if not self.side_by_side:
            along = ((value - self.start) + self.gap / 2) / self.width
            return _share(along / self.count)
        after = bisect_left(self._numbers, value)
        if self._numbers[after] == value:
            place = Fraction(after)
        else:
            low, high = self._numbers[after - 1 : after + 1]
            place = after - 1 + (value - low) / (high - low)
        return _share((place + Fraction(1, 2)) / self.count)

    def ticks(self) -> tuple[tuple[str, str], ...]:
        """A few numbers below the plot: round ones, where they stand by what they are."""
        if self.side_by_side:
            every = ceil(self.count / TICKS)
            return tuple((self.at(each), _said(each)) for each in self._numbers[::every])
        last = self._numbers[-1]
        step = self.gap * _round_up((last - self.start) / self.gap / TICKS)
        first = ceil(self.start / step) * step
        whole = int((last - first) // step) + 1
        return tuple(
            (self.at(first + place * step), _said(first + place * step)) for place in range(whole)
        )


def _not_too_rare(distribution: Distribution, fell: Number | None) -> tuple[Number, ...]:
    """Numbers without the rare ends, where there are too many to be drawn one by one."""
    numbers = distribution.numbers
    if len(numbers) <= MOST:
        return numbers
    ends = [each for each in numbers if distribution.at_most(each) > RARE]
    kept = [each for each in ends if distribution.at_least(each) > RARE]
    low, high = (kept[0], kept[-1]) if kept else (numbers[0], numbers[-1])
    if fell is not None:
        low, high = min(low, fell), max(high, fell)
    holds_mean = exactly(low) <= distribution.mean <= exactly(high)
    found = tuple(each for each in numbers if low <= each <= high)
    return found if holds_mean and len(found) > 1 else numbers


def _common(gaps: list[Fraction]) -> Fraction:
    """The largest number that every gap is so many of."""
    whole = lcm(*(gap.denominator for gap in gaps))
    return Fraction(gcd(*(int(gap * whole) for gap in gaps)), whole)


def _round_up(wanted: Fraction) -> int:
    """The first round number that is no less."""
    return next((each for each in ROUND if each >= wanted), ROUND[-1])


def _said(value: Fraction) -> str:
    return number(reported_as(value))


# --- what is drawn ---


def _chance(distribution: Distribution, group: _Group, way: str) -> Fraction:
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
        y = _share(1 - Fraction(place, count))
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


def _share(part: Fraction) -> str:
    """A part of the plot, as an SVG writes it: `74.25%`."""
    return f"{float(part) * 100:.2f}%"


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


def _rows(distribution: Distribution, scale: _Scale, fell: Number | None) -> Iterator[Row]:
    for each in scale.groups:
        yield Row(
            each.words,
            percent(_chance(distribution, each, "exactly")),
            percent(distribution.at_least(each.first)),
            percent(distribution.at_most(each.last)),
            fell is not None and each.first <= fell <= each.last,
        )


def _notes(distribution: Distribution, scale: _Scale, title: str) -> Iterator[str]:
    if scale.width != scale.gap:
        count = len(distribution.chances) - scale.without
        width = number(reported_as(scale.width))
        yield f"{count} numbers, in groups of {width}; a copy has every single one."
    if scale.without:
        yield "Ends that come up less than once in 2,000 rolls are not drawn; a copy has them."
    if distribution.absent:
        yield f"{percent(distribution.absent)} of rolls have no {within(title)}."
