"""The table of a scan: its cells, shaded by their chances, with whatever was counted by then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.core.odds.odds import Chances
from app.core.odds.scans import as_markdown
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import within
from app.core.procedures.procedure import Procedure
from app.widgets.odds.odds import comma_separated, percent
from app.widgets.odds.scans import (
    MEAN,
    SUCCESS,
    Axis,
    Measure,
    Scan,
    here,
    measures,
    places,
)
from app.widgets.roll.favourites import input_words
from app.widgets.roll.results import number

#: Shades of a cell, from none.
SHADES = 10

#: What stands in a cell that was not counted yet, and in one that cannot be.
WAITS, NONE = "…", "–"


@dataclass(frozen=True)
class Seen:
    """A cell as it is seen. figure: its number for a spreadsheet. shade: from 0 to `SHADES`.

    label: where it stands and what it says, in one sentence. now: does the form stand so?
    """

    words: str
    figure: str
    shade: int
    label: str
    now: bool


@dataclass(frozen=True)
class Line:
    """A row of the table, with the place of each of its cells."""

    words: str
    cells: tuple[tuple[Seen, tuple[str, ...]], ...]


@dataclass(frozen=True)
class ScanTable:
    """The table of a scan. corner: what its rows and columns are; title: all of it in words."""

    title: str
    corner: str
    head: tuple[str, ...]
    lines: tuple[Line, ...]
    counted: int
    all: int

    def rows(self, figures: bool) -> list[list[str]]:
        """Its head and its rows as texts. figures: bare numbers, for a spreadsheet."""
        body = [
            [line.words, *((each.figure if figures else each.words) for each, _ in line.cells)]
            for line in self.lines
        ]
        return [[self.corner, *self.head], *body]

    @property
    def csv(self) -> str:
        return comma_separated(self.rows(figures=True))

    @property
    def markdown(self) -> str:
        safe = [[each.replace("|", "\\|") for each in row] for row in self.rows(figures=False)]
        return f"**{self.title}**\n\n{as_markdown(safe)}"


def table(
    procedure: Procedure,
    typed: Mapping[str, str],
    scan: Scan,
    found: tuple[Axis, ...],
    counted: Mapping[tuple[str, ...], Measure],
) -> ScanTable:
    """The scan as a table, as far as it is counted.

    Along one input each row is one of its values, and its columns are all that can come of it;
    along two there is a column for each value of the second.
    """
    shown = dict(measures(procedure))
    all = places(found)
    lows, highs = _ends(counted.values())
    if len(found) == 1:
        kept = _columns(procedure, scan, counted)
        cells = [(place, show) for place in all for show in kept]
        head, corner = tuple(shown[show] for show in kept), found[0].label
    else:
        kept = [scan.show if scan.show in shown else next(iter(shown))]
        cells = [(place, kept[0]) for place in all]
        head = tuple(words for _, words in found[1].values)
        corner = f"{found[0].label} \\ {found[1].label}"
    width = len(head)
    called = [dict(axis.values) for axis in found]

    def cell(place: tuple[str, ...], show: str) -> tuple[Seen, tuple[str, ...]]:
        where = ", ".join(
            f"{axis.label} {words[text]}"
            for axis, words, text in zip(found, called, place, strict=True)
        )
        now = all_same(procedure, typed, here(found, place))
        told = counted.get(place)
        return _seen(told, show, shown[show], where, (lows, highs), now), place

    made = [cell(*each) for each in cells]
    lines = tuple(
        Line(words, tuple(made[at * width : (at + 1) * width]))
        for at, (_, words) in enumerate(found[0].values)
    )
    title = f"{procedure.title}: {_title(procedure, typed, shown, kept, found)}"
    return ScanTable(title, corner, head, lines, len(counted), len(all))


def _columns(
    procedure: Procedure, scan: Scan, counted: Mapping[tuple[str, ...], Measure]
) -> list[str]:
    """What a table of one input shows: success and every grade that comes up, or the mean."""
    if scan.show.startswith(MEAN):
        return [scan.show]
    told = [each for each in counted.values() if isinstance(each, Chances)]
    up = {grade for each in told for grade in each.grades}
    first = [SUCCESS] if any(each.success is not None for each in told) or not told else []
    return first + [grade.id for grade in procedure.grades if grade.id in up or not told]


def _ends(counted: object) -> tuple[Fraction, Fraction]:
    """The smallest and the largest of the means."""
    means = [each for each in counted if isinstance(each, Fraction)]  # type: ignore[attr-defined]
    return (min(means), max(means)) if means else (Fraction(0), Fraction(0))


def _seen(
    told: Measure | None,
    show: str,
    words: str,
    where: str,
    ends: tuple[Fraction, Fraction],
    now: bool,
) -> Seen:
    if told is None:
        return Seen(WAITS, "", 0, f"{where}: not counted yet", now)
    if isinstance(told, str):
        return Seen(NONE, "", 0, f"{where}: {told}", now)
    if isinstance(told, Fraction):
        low, high = ends
        part = (told - low) / (high - low) if high > low else Fraction(0)
        said = number(told)
        return Seen(said, f"{float(told):.4g}", _shade(part), f"{where}: {words} {said}", now)
    chance = told.success if show == SUCCESS else told.grades.get(show, Fraction(0))
    if chance is None:
        return Seen(NONE, "", 0, f"{where}: the rules know no success", now)
    said = percent(chance)
    figure = f"{float(chance * 100):.2f}"
    return Seen(said, figure, _shade(chance), f"{where}: {words} {said}", now)


def _shade(part: Fraction) -> int:
    return round(part * SHADES)


def all_same(procedure: Procedure, typed: Mapping[str, str], told: Mapping[str, str]) -> bool:
    """Does the form say this in each of these fields?"""
    kinds = {name: procedure.inputs[name].kind for name in told}
    return all(
        kind.written(typed.get(name, "")) == kind.written(told[name])
        for name, kind in kinds.items()
    )


def _title(
    procedure: Procedure,
    typed: Mapping[str, str],
    shown: Mapping[str, str],
    kept: list[str],
    found: tuple[Axis, ...],
) -> str:
    """`success by skill level and target number; Attribute 2`."""
    what = shown[kept[0]] if len(found) == 2 or len(kept) == 1 else "chances"
    what = "success" if what == shown[SUCCESS] else what
    by = " and ".join(within(axis.label) for axis in found)
    scanned = {axis.name for axis in found}
    others = [
        input_words(procedure, name, text)
        for name, text in typed.items()
        if name not in scanned and _says(procedure.inputs[name], text)
    ]
    rest = f"; {', '.join(others)}" if others else ""
    return f"{what} by {by}{rest}"


def _says(declared: Input, text: str) -> bool:
    """Is it worth saying what stands there?"""
    if not text.strip():
        return False
    return bool(declared.required) or declared.kind.written(text) != declared.default
