"""`python -m app`: JSON requests from standard input, one a line; `list`: all; `scan`: a table;
`forecast`: how a fight will go; `luck`: of a campaign's rolls; `fair`: is a die?
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from app.core.errors import BadInput
from app.core.support.typed_numbers import read_whole
from app.headless import answer, catalogue, written
from app.systems import games


def main(arguments: list[str]) -> int:
    """Run a command and return its exit code: 0, or 2 for what cannot be asked.

    A reader that has seen enough, as in `python -m app list | head`, ends it with 0.
    """
    said = _parser().parse_args(arguments)
    try:
        code = _done(said)
        sys.stdout.flush()
    except BadInput as fault:
        print(f"{fault.field}: {fault.message}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Python flushes once more at its end, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _done(said: argparse.Namespace) -> int:
    if said.command == "list":
        print(written(catalogue(games())))
    elif said.command == "scan":
        return _scan(said)
    elif said.command == "forecast":
        return _forecast(said)
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
    _adds_workers(scanning, 1, "so many processes; 0: one for each core (1)")
    fights = commands.add_parser("forecast", help="how a fight will go, by playing it many times")
    fights.add_argument("file", help="the fight as JSON (docs/forecast.md); - for what comes in")
    fights.add_argument(
        "--fights", type=whole_number, default=1_000, metavar="N", help="so many (1000)"
    )
    fights.add_argument("--seed", default="0", help="the same seed, the same fights (0)")
    fights.add_argument("--format", choices=("text", "json"), default="text")
    _adds_workers(fights, 0, "so many processes; 0: one for each core (0)")
    lucky = commands.add_parser("luck", help="how lucky the rolls of a campaign's file were")
    lucky.add_argument("file", type=Path, help="a campaign or everything, as it was saved")
    lucky.add_argument("--of", choices=("evening", "campaign"), default="evening")
    lucky.add_argument("--hidden", action="store_true", help="with what was rolled hidden")
    lucky.add_argument("--format", choices=("markdown", "csv", "json"), default="markdown")
    fair = commands.add_parser("fair", help="whether a die is fair, by the faces that it showed")
    fair.add_argument("sides", help="such as 20")
    fair.add_argument("faces", nargs="+", help="such as 3,5,20,11")
    fair.add_argument(
        "--dice", type=whole_number, default=1, help="so many dice are tested at this table"
    )
    fair.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def _scan(said: argparse.Namespace) -> int:
    from app.commands.parts import Workers
    from app.commands.scan import run

    return run(said.procedure, said.inputs, said.format, Workers(said.workers, said.scheduler))


def _forecast(said: argparse.Namespace) -> int:
    from app.commands.forecast import run
    from app.commands.parts import Workers

    workers = Workers(said.workers, said.scheduler)
    return run(said.file, said.fights, said.seed, workers, said.format)


def _luck(said: argparse.Namespace) -> int:
    # Only here is there a journal to read.
    from app.campaign.files.validation import BadFile
    from app.look_back import luck_record, lucks
    from app.widgets.luck.luck import as_csv as table_of
    from app.widgets.luck.luck import as_markdown as text_of

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


def whole_number(text: str) -> int:
    """Read a whole number of the command line; ValueError names it."""
    number = read_whole(text)
    if not isinstance(number, int):
        raise ValueError(text)
    return number


def _adds_workers(command: argparse.ArgumentParser, usual: int, words: str) -> None:
    command.add_argument("--workers", type=whole_number, default=usual, metavar="N", help=words)
    said = "work on this Dask cluster instead, such as tcp://10.0.0.5:8786"
    command.add_argument("--scheduler", default="", metavar="ADDRESS", help=said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
