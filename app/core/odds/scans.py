"""Scan: one input along its range, or two as a table, with the exact odds of each cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from app.core.errors import BadInput, short_text
from app.core.odds.odds import Chances, chances
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Whole
from app.core.procedures.procedure import Procedure

#: The most cells of a scan.
CELLS = 2_500


@dataclass(frozen=True)
class Cell:
    """The odds for one combination of the scanned inputs, or the reason why it is impossible."""

    inputs: Mapping[str, int]
    chances: Chances | None
    fault: BadInput | None = None


def spans(procedure: Procedure, wanted: object) -> dict[str, range]:
    """Return the range of each scanned input; BadInput on `scan` or on an input."""
    if not isinstance(wanted, Mapping) or not 1 <= len(wanted) <= 2:
        raise BadInput("scan", "scan takes one or two inputs, each with its first and last value")
    ranges = {str(name): _span(procedure, str(name), ends) for name, ends in wanted.items()}
    cells = 1
    for values in ranges.values():
        cells *= len(values)
    if cells > CELLS:
        raise BadInput("scan", f"scan has {cells} cells; at most {CELLS}")
    return ranges


def _span(procedure: Procedure, name: str, ends: object) -> range:
    declared = procedure.inputs.get(name)
    if declared is None:
        raise BadInput(name, f"{procedure.id} has no input {short_text(name)}")
    if not isinstance(declared.kind, Whole):
        raise BadInput(name, f"{name} is no whole number, and so no input to scan")
    if not isinstance(ends, (list, tuple)) or len(ends) != 2:
        raise BadInput(name, f"{name} is {short_text(ends)}; give its first and last value")
    first, last = (declared.check(each) for each in ends)
    if first > last:
        raise BadInput(name, f"{name} goes from {first} to {last}; give the smaller number first")
    return range(first, last + 1)


def scan(
    procedure: Procedure,
    inputs: Values,
    wanted: object,
    choices: Mapping[str, object] | None = None,
) -> list[Cell]:
    """Return every cell, the last of the scanned inputs running fastest.

    inputs: the others. choices: answers to mid-way choices. An impossible or too long cell carries
    its fault; BadInput where all cells do.
    """
    return playable([cell(procedure, inputs, here, choices) for here in places(procedure, wanted)])


def playable(cells: list[Cell]) -> list[Cell]:
    """Return the cells of a scan; BadInput where none is playable."""
    faults = [cell.fault for cell in cells if cell.fault is not None]
    if len(faults) == len(cells):
        raise faults[0]
    return cells


def places(procedure: Procedure, wanted: object) -> Iterator[dict[str, int]]:
    """Yield the scanned inputs of each cell, the last running fastest; BadInput as `spans`."""
    along = spans(procedure, wanted)
    return (dict(zip(along, values, strict=True)) for values in product(*along.values()))


def cell(
    procedure: Procedure,
    inputs: Values,
    here: Mapping[str, int],
    choices: Mapping[str, object] | None = None,
) -> Cell:
    """Compute one cell. here: the scanned inputs; inputs: the others."""
    try:
        return Cell(here, chances(procedure.bind({**inputs, **here}), choices))
    except BadInput as fault:
        return Cell(here, None, fault)


# --- as JSON data, and as a table ---


def cell_record(cell: Cell) -> dict[str, object]:
    """Return a cell as JSON data. success: None where the rules do not say."""
    if cell.chances is None:
        assert cell.fault is not None
        error = {"field": cell.fault.field, "message": cell.fault.message}
        return {"inputs": dict(cell.inputs), "error": error}
    success = cell.chances.success
    return {
        "inputs": dict(cell.inputs),
        "odds": {grade: str(chance) for grade, chance in cell.chances.grades.items()},
        "success": None if success is None else str(success),
    }


def rows(procedure: Procedure, cells: list[Cell]) -> list[list[str]]:
    """Return the scan as a table: a head, then a row for each cell.

    Columns: inputs, success in per cent, then exact fractions of success and of each grade that is
    possible in some cell.
    """
    possible = {grade for cell in cells if cell.chances for grade in cell.chances.grades}
    grades = [grade.id for grade in procedure.grades if grade.id in possible]
    head = [*cells[0].inputs, "success %", "success", *grades]
    return [head, *(_row(cell, grades) for cell in cells)]


def _row(cell: Cell, grades: list[str]) -> list[str]:
    inputs = [str(value) for value in cell.inputs.values()]
    if cell.chances is None:
        return [*inputs, *[""] * (len(grades) + 2)]
    success = cell.chances.success
    exact = [cell.chances.grades.get(grade, Fraction(0)) for grade in grades]
    success_columns = ["", ""] if success is None else [f"{float(success * 100):.2f}", str(success)]
    return [*inputs, *success_columns, *map(str, exact)]


def as_csv(table: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    return text.getvalue()


def as_markdown(table: list[list[str]]) -> str:
    head, *body = table
    lines = [head, ["---:"] * len(head), *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
