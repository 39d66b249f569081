"""Scan: one input along its range, or two as a table, with the exact odds of each cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from app.core.errors import BadInput, shown
from app.core.odds.odds import Chances, chances
from app.core.procedures.kinds import Whole
from app.core.procedures.procedure import Procedure

#: A scan of more cells than this is refused.
CELLS = 2_500


@dataclass(frozen=True)
class Cell:
    """The odds of one choice of the scanned inputs; or why it cannot be played."""

    inputs: Mapping[str, int]
    chances: Chances | None
    fault: BadInput | None = None


def spans(procedure: Procedure, wanted: object) -> dict[str, range]:
    """The scanned inputs with the numbers that each takes; BadInput on `scan` or on an input."""
    if not isinstance(wanted, Mapping) or not 1 <= len(wanted) <= 2:
        raise BadInput("scan", "scan takes one or two inputs, each with its first and last value")
    found = {str(name): _span(procedure, str(name), ends) for name, ends in wanted.items()}
    cells = 1
    for each in found.values():
        cells *= len(each)
    if cells > CELLS:
        raise BadInput("scan", f"scan has {cells} cells; at most {CELLS}")
    return found


def _span(procedure: Procedure, name: str, ends: object) -> range:
    declared = procedure.inputs.get(name)
    if declared is None:
        raise BadInput(name, f"{procedure.id} has no input {shown(name)}")
    if not isinstance(declared.kind, Whole):
        raise BadInput(name, f"{name} is no whole number, and so no input to scan")
    if not isinstance(ends, (list, tuple)) or len(ends) != 2:
        raise BadInput(name, f"{name} is {shown(ends)}; give its first and last value")
    first, last = (declared.check(each) for each in ends)
    if first > last:
        raise BadInput(name, f"{name} goes from {first} to {last}; give the smaller number first")
    return range(first, last + 1)


def scan(
    procedure: Procedure,
    inputs: Mapping[str, Any],
    wanted: object,
    choices: Mapping[str, Any] | None = None,
) -> list[Cell]:
    """Every cell, the last of the scanned inputs running fastest.

    inputs: the others. choices: answers to mid-way choices. A cell that cannot be played, or takes
    too long, says so by itself; BadInput where none can be.
    """
    return playable([cell(procedure, inputs, here, choices) for here in places(procedure, wanted)])


def playable(cells: list[Cell]) -> list[Cell]:
    """The cells of a scan; BadInput where none can be played."""
    faults = [each.fault for each in cells if each.fault is not None]
    if len(faults) == len(cells):
        raise faults[0]
    return cells


def places(procedure: Procedure, wanted: object) -> Iterator[dict[str, int]]:
    """The scanned inputs of each cell, the last of them running fastest; BadInput as `spans`."""
    along = spans(procedure, wanted)
    return (dict(zip(along, values, strict=True)) for values in product(*along.values()))


def cell(
    procedure: Procedure,
    inputs: Mapping[str, Any],
    here: Mapping[str, int],
    choices: Mapping[str, Any] | None = None,
) -> Cell:
    """One cell. here: the scanned inputs; inputs: the others."""
    try:
        return Cell(here, chances(procedure.bind({**inputs, **here}), choices))
    except BadInput as fault:
        return Cell(here, None, fault)


# --- as it is answered, and as a table ---


def cell_record(cell: Cell) -> dict[str, Any]:
    """A cell as it is answered. success: None where the rules do not say."""
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
    """The scan as a table, its head first: inputs, success in per cent, then exact fractions of
    success and of each grade that comes up in some cell."""
    up = {grade for each in cells if each.chances for grade in each.chances.grades}
    grades = [each.id for each in procedure.grades if each.id in up]
    head = [*cells[0].inputs, "success %", "success", *grades]
    return [head, *(_row(each, grades) for each in cells)]


def _row(cell: Cell, grades: list[str]) -> list[str]:
    inputs = [str(value) for value in cell.inputs.values()]
    if cell.chances is None:
        return [*inputs, *[""] * (len(grades) + 2)]
    success = cell.chances.success
    exact = [cell.chances.grades.get(grade, Fraction(0)) for grade in grades]
    said = ["", ""] if success is None else [f"{float(success * 100):.2f}", str(success)]
    return [*inputs, *said, *map(str, exact)]


def as_csv(table: list[list[str]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(table)
    return written.getvalue()


def as_markdown(table: list[list[str]]) -> str:
    head, *body = table
    lines = [head, ["---:"] * len(head), *body]
    return "".join(f"| {' | '.join(each)} |\n" for each in lines)
