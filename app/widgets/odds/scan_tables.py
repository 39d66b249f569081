"""The table of a scan: cells shaded by their chances, as far as computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.core.odds.odds import Chances
from app.core.odds.scans import as_markdown
from app.core.procedures.inputs import Input
from app.core.procedures.labels import within
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
from app.widgets.roll.favourites.favourites import input_words
from app.widgets.roll.result.words import number

#: Shades of a cell, from none.
SHADES = 10

#: Texts of cells that are not computed yet, or cannot be.
WAITS, NONE = "…", "–"


@dataclass(frozen=True)
class Cell:
    """A cell for drawing."""

    words: str
    #: Its number for a spreadsheet.
    figure: str
    #: From 0 to `SHADES`.
    shade: int
    #: Its position and value in one sentence.
    label: str
    #: Whether the form has these values now.
    now: bool


@dataclass(frozen=True)
class ScanLine:
    """A row of the table, each cell with its texts along the axes."""

    words: str
    cells: tuple[tuple[Cell, tuple[str, ...]], ...]


@dataclass(frozen=True)
class ScanTable:
    """The table of a scan. corner: the names of rows and columns; title: a full description."""

    title: str
    corner: str
    head: tuple[str, ...]
    lines: tuple[ScanLine, ...]
    counted: int
    all: int

    def rows(self, figures: bool) -> list[list[str]]:
        """Return head and rows as texts. figures: bare numbers, for a spreadsheet."""
        body = [
            [line.words, *((each.figure if figures else each.words) for each, _ in line.cells)]
            for line in self.lines
        ]
        return [[self.corner, *self.head], *body]

    @property
    def csv(self) -> str:
        """Return the table as CSV."""
        return comma_separated(self.rows(figures=True))

    @property
    def markdown(self) -> str:
        """Return the table as Markdown."""
        safe = [[each.replace("|", "\\|") for each in row] for row in self.rows(figures=False)]
        return f"**{self.title}**\n\n{as_markdown(safe)}"


def table(
    procedure: Procedure,
    typed: Mapping[str, str],
    scan: Scan,
    axes: tuple[Axis, ...],
    counted: Mapping[tuple[str, ...], Measure],
) -> ScanTable:
    """Return the scan as a table, as far as it is computed.

    Along one input each row is one of its values, and each column a possible result; along two
    there is a column for each value of the second.
    """
    shown = dict(measures(procedure))
    cell_texts = places(axes)
    lows, highs = _ends(counted.values())
    if len(axes) == 1:
        columns = _columns(procedure, scan, counted)
        cells = [(texts, show) for texts in cell_texts for show in columns]
        head, corner = tuple(shown[show] for show in columns), axes[0].label
    else:
        columns = [scan.show if scan.show in shown else next(iter(shown))]
        cells = [(texts, columns[0]) for texts in cell_texts]
        head = tuple(words for _, words in axes[1].values)
        corner = f"{axes[0].label} \\ {axes[1].label}"
    width = len(head)
    labels = [dict(axis.values) for axis in axes]

    def cell(texts: tuple[str, ...], show: str) -> tuple[Cell, tuple[str, ...]]:
        where = ", ".join(
            f"{axis.label} {words[text]}"
            for axis, words, text in zip(axes, labels, texts, strict=True)
        )
        now = all_same(procedure, typed, here(axes, texts))
        measure = counted.get(texts)
        return _drawn_cell(measure, show, shown[show], where, (lows, highs), now), texts

    drawn = [cell(*each) for each in cells]
    lines = tuple(
        ScanLine(words, tuple(drawn[index * width : (index + 1) * width]))
        for index, (_, words) in enumerate(axes[0].values)
    )
    title = f"{procedure.title}: {_title(procedure, typed, shown, columns, axes)}"
    return ScanTable(title, corner, head, lines, len(counted), len(cell_texts))


def _columns(
    procedure: Procedure, scan: Scan, counted: Mapping[tuple[str, ...], Measure]
) -> list[str]:
    """Return the columns of a one-input table: success and each possible grade, or the mean."""
    if scan.show.startswith(MEAN):
        return [scan.show]
    odds = [each for each in counted.values() if isinstance(each, Chances)]
    possible = {grade for each in odds for grade in each.grades}
    first = [SUCCESS] if any(each.success is not None for each in odds) or not odds else []
    return first + [grade.id for grade in procedure.grades if grade.id in possible or not odds]


def _ends(counted: object) -> tuple[Fraction, Fraction]:
    """Return the smallest and the largest of the means."""
    means = [each for each in counted if isinstance(each, Fraction)]  # type: ignore[attr-defined]
    return (min(means), max(means)) if means else (Fraction(0), Fraction(0))


def _drawn_cell(
    measure: Measure | None,
    show: str,
    words: str,
    where: str,
    ends: tuple[Fraction, Fraction],
    now: bool,
) -> Cell:
    if measure is None:
        return Cell(WAITS, "", 0, f"{where}: not calculated yet", now)
    if isinstance(measure, str):
        return Cell(NONE, "", 0, f"{where}: {measure}", now)
    if isinstance(measure, Fraction):
        low, high = ends
        part = (measure - low) / (high - low) if high > low else Fraction(0)
        text = number(measure)
        return Cell(text, f"{float(measure):.4g}", _shade(part), f"{where}: {words} {text}", now)
    chance = measure.success if show == SUCCESS else measure.grades.get(show, Fraction(0))
    if chance is None:
        return Cell(NONE, "", 0, f"{where}: no success in these rules", now)
    text = percent(chance)
    figure = f"{float(chance * 100):.2f}"
    return Cell(text, figure, _shade(chance), f"{where}: {words} {text}", now)


def _shade(part: Fraction) -> int:
    return round(part * SHADES)


def all_same(procedure: Procedure, typed: Mapping[str, str], values: Mapping[str, str]) -> bool:
    """Tell whether the form has these values in these fields."""
    kinds = {name: procedure.inputs[name].kind for name in values}
    return all(
        kind.parse(typed.get(name, "")) == kind.parse(values[name]) for name, kind in kinds.items()
    )


def _title(
    procedure: Procedure,
    typed: Mapping[str, str],
    shown: Mapping[str, str],
    columns: list[str],
    axes: tuple[Axis, ...],
) -> str:
    """Describe the table: `success by skill level and target number; Attribute 2`."""
    subject = shown[columns[0]] if len(axes) == 2 or len(columns) == 1 else "odds"
    subject = "success" if subject == shown[SUCCESS] else subject
    by = " and ".join(within(axis.label) for axis in axes)
    scanned = {axis.name for axis in axes}
    others = [
        input_words(procedure, name, text)
        for name, text in typed.items()
        if name not in scanned and _says(procedure.inputs[name], text)
    ]
    rest = f"; {', '.join(others)}" if others else ""
    return f"{subject} by {by}{rest}"


def _says(declared: Input, text: str) -> bool:
    """Tell whether a field's text differs from its default."""
    if not text.strip():
        return False
    return bool(declared.required) or declared.kind.parse(text) != declared.default
