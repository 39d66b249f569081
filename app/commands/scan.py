"""`python -m app scan`: exact odds along one or two inputs as a table."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from app.commands.names import DEEPEST
from app.commands.parts import Workers, done
from app.core.errors import BadInput
from app.core.games import find
from app.core.odds.scans import Cell, as_csv, as_markdown, cell, cell_record, places, playable, rows
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import Number, Whole
from app.core.procedures.procedure import Procedure
from app.core.support.untrusted_json import Unreadable, decode
from app.headless import to_line
from app.systems import games

#: A part: the procedure, the other inputs, and those that are scanned.
Part = tuple[str, Mapping[str, Any], Mapping[str, int]]


def run(procedure: str, arguments: list[str], form: str, workers: Workers) -> int:
    """Run the command; return exit code 0, or 2 for bad input."""
    try:
        target = find(games(), procedure)
        inputs, along = _inputs(arguments, target.inputs)
        cells = scanned(target, inputs, along, workers)
    except BadInput as fault:
        print(fault.message, file=sys.stderr)
        return 2
    print(as_text(target, cells, form), end="")
    return 0


def scanned(
    target: Procedure, inputs: Values, along: Mapping[str, object], workers: Workers
) -> list[Cell]:
    """Return every cell, computed by the workers; BadInput where none is playable."""
    parts: list[Part] = [(target.id, inputs, each) for each in places(target, along)]
    cells_by_index = dict(done(evaluate_cell, parts, workers))
    return playable([cells_by_index[index] for index in range(len(parts))])


def as_text(target: Procedure, cells: list[Cell], form: str) -> str:
    """Return a scan as `csv`, `markdown` or `json`."""
    if form == "json":
        return f"{to_line({'scan': [cell_record(cell) for cell in cells]})}\n"
    table = rows(target, cells)
    return as_csv(table) if form == "csv" else as_markdown(table)


def evaluate_cell(part: Part) -> Cell:
    """Compute a cell on a worker."""
    procedure, inputs, here = part
    return cell(find(games(), procedure), inputs, here)


def _inputs(
    arguments: list[str], declared: Mapping[str, Input]
) -> tuple[dict[str, object], dict[str, object]]:
    """Parse the inputs `name=value`, and the ranges `name=first..last`."""
    inputs: dict[str, object] = {}
    along: dict[str, object] = {}
    for argument in arguments:
        name, equals, text = argument.partition("=")
        if not equals:
            raise BadInput(name, "write each input as name=value")
        first, dots, last = text.partition("..")
        if dots:
            along[name] = [_value(argument, declared.get(name)) for argument in (first, last)]
        else:
            inputs[name] = _value(text, declared.get(name))
    return inputs, along


def _value(text: str, declared: Input | None) -> object:
    """Parse a value as a request has it: JSON, or a plain word; numbers may be localized."""
    if declared is not None and isinstance(declared.kind, Number | Whole):
        return declared.kind.parse(text)
    try:
        return decode(text, len(text), DEEPEST, parse_float=Decimal)
    except Unreadable:
        return text
