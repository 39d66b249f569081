"""`python -m app`: JSON requests from standard input, one a line; `list`: all; `scan`: a table."""

from __future__ import annotations

import argparse
import json
import sys
from decimal import Decimal
from typing import Any

from app.core.errors import BadInput
from app.core.games import find
from app.core.scans import as_csv, as_markdown, cell_record, rows, scan
from app.headless import answer, catalogue, written
from app.systems import games


def main(arguments: list[str]) -> int:
    """The exit code: 0, or 2 for what cannot be asked."""
    said = _parser().parse_args(arguments)
    if said.command == "list":
        print(written(catalogue(games())))
    elif said.command == "scan":
        return _scan(said.procedure, said.inputs, said.format)
    else:
        for line in sys.stdin.buffer:
            print(written(answer(games(), line)), flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m app",
        description="Without a command: one JSON request a line in, one JSON answer a line out.",
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("list", help="all games, procedures, inputs and tables as JSON")
    scanning = commands.add_parser("scan", help="exact odds along one or two inputs, as a table")
    scanning.add_argument("procedure", help="such as garden.skill_test")
    scanning.add_argument(
        "inputs", nargs="*", help="name=value, and name=first..last for one or two of them"
    )
    scanning.add_argument("--format", choices=("csv", "markdown", "json"), default="csv")
    return parser


def _scan(procedure: str, said: list[str], form: str) -> int:
    try:
        found = find(games(), procedure)
        inputs, along = _inputs(said)
        cells = scan(found, inputs, along)
    except BadInput as fault:
        print(fault.message, file=sys.stderr)
        return 2
    if form == "json":
        print(written({"scan": [cell_record(each) for each in cells]}))
    else:
        table = rows(found, cells)
        print(as_csv(table) if form == "csv" else as_markdown(table), end="")
    return 0


def _inputs(said: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is written as `name=value`, and the ends of what is written as `name=first..last`."""
    inputs: dict[str, Any] = {}
    along: dict[str, Any] = {}
    for each in said:
        name, equals, text = each.partition("=")
        if not equals:
            raise BadInput(name, "write each input as name=value")
        first, dots, last = text.partition("..")
        if dots:
            along[name] = [_value(first), _value(last)]
        else:
            inputs[name] = _value(text)
    return inputs, along


def _value(text: str) -> Any:
    """A value as a request would carry it; what is no JSON is a word."""
    try:
        return json.loads(text, parse_float=Decimal)
    except ValueError:
        return text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
