"""`python -m app`: JSON requests from standard input, one a line; `list`: all; `scan`: a table;
`luck`: of a campaign's rolls; `fair`: is a die?
"""

from __future__ import annotations

import argparse
import json
import sys
from decimal import Decimal
from pathlib import Path
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
    elif said.command == "luck":
        return _luck(said)
    elif said.command == "fair":
        return _fair(said)
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
    lucky = commands.add_parser("luck", help="how lucky the rolls of a campaign's file were")
    lucky.add_argument("file", type=Path, help="a campaign or everything, as it was saved")
    lucky.add_argument("--of", choices=("evening", "campaign"), default="evening")
    lucky.add_argument("--hidden", action="store_true", help="with what was rolled hidden")
    lucky.add_argument("--format", choices=("markdown", "csv", "json"), default="markdown")
    fair = commands.add_parser("fair", help="whether a die is fair, by the faces that it showed")
    fair.add_argument("sides", help="such as 20")
    fair.add_argument("faces", nargs="+", help="such as 3,5,20,11")
    fair.add_argument("--dice", type=int, default=1, help="so many dice are tested at this table")
    fair.add_argument("--format", choices=("text", "json"), default="text")
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


def _luck(said: argparse.Namespace) -> int:
    # Only here is there a journal to read.
    from app.campaign.validation import BadFile
    from app.look_back import luck_record, lucks
    from app.widgets.luck import as_csv as table_of
    from app.widgets.luck import as_markdown as text_of

    try:
        text = said.file.read_bytes()
        found = list(lucks(text, games(), said.of == "evening", said.hidden))
    except (OSError, BadFile) as fault:
        print(fault, file=sys.stderr)
        return 2
    for name, report in found:
        if said.format == "json":
            print(written({"campaign": name, "luck": luck_record(report)}))
        else:
            print(table_of(report) if said.format == "csv" else text_of(report, name))
    return 0


def _fair(said: argparse.Namespace) -> int:
    from app.look_back import die, die_record

    try:
        found = die(said.sides, " ".join(said.faces), max(1, said.dice))
    except BadInput as fault:
        print(fault.message, file=sys.stderr)
        return 2
    if said.format == "json":
        print(written(die_record(found)))
    else:
        print(f"{found.thing.words}, {found.rolls}: {found.verdict}.", *found.more, sep="\n")
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
