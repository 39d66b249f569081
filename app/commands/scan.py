"""`python -m app scan`: exact odds along one or two inputs as a table, in parts where one likes."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from app.commands.parts import Workers, done
from app.core.errors import BadInput
from app.core.games import find
from app.core.odds.scans import Cell, as_csv, as_markdown, cell, cell_record, places, playable, rows
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import Number, Whole
from app.headless import written
from app.systems import games

#: A part: the procedure, the other inputs, and those that are scanned.
Part = tuple[str, Mapping[str, Any], Mapping[str, int]]


def run(procedure: str, said: list[str], form: str, workers: Workers) -> int:
    """The exit code: 0, or 2 for what cannot be asked."""
    try:
        found = find(games(), procedure)
        inputs, along = _inputs(said, found.inputs)
        parts: list[Part] = [(procedure, inputs, each) for each in places(found, along)]
        known = dict(done(weighed, parts, workers))
        cells = playable([known[place] for place in range(len(parts))])
    except BadInput as fault:
        print(fault.message, file=sys.stderr)
        return 2
    if form == "json":
        print(written({"scan": [cell_record(each) for each in cells]}))
    else:
        table = rows(found, cells)
        print(as_csv(table) if form == "csv" else as_markdown(table), end="")
    return 0


def weighed(part: Part) -> Cell:
    """A cell: what a worker does."""
    procedure, inputs, here = part
    return cell(find(games(), procedure), inputs, here)


def _inputs(
    said: list[str], declared: Mapping[str, Input]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is written as `name=value`, and the ends of what is written as `name=first..last`."""
    inputs: dict[str, Any] = {}
    along: dict[str, Any] = {}
    for each in said:
        name, equals, text = each.partition("=")
        if not equals:
            raise BadInput(name, "write each input as name=value")
        first, dots, last = text.partition("..")
        if dots:
            along[name] = [_value(each, declared.get(name)) for each in (first, last)]
        else:
            inputs[name] = _value(text, declared.get(name))
    return inputs, along


def _value(text: str, declared: Input | None) -> Any:
    """Read a value as a request would carry it; a number as people write it, no JSON is a word."""
    if declared is not None and isinstance(declared.kind, Number | Whole):
        return declared.kind.written(text)
    try:
        return json.loads(text, parse_float=Decimal)
    except ValueError:
        return text
