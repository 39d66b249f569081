"""The command line for programs, `python -m app`; `app/commands/cli.py` is the one for people.

Without a command it answers JSON requests from standard input, one a line. `list`: everything as
JSON; `scan`: a table of odds; `forecast`: the likely course of a fight; `luck`: of a campaign's
rolls; `fair`: whether a die is fair.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from app.core.errors import BadInput
from app.core.support.typed_numbers import read_whole
from app.headless import answer, catalogue, to_line
from app.systems import games


def main(arguments: list[str]) -> int:
    """Run a command and return its exit code: 0, or 2 for bad input.

    A reader that closes the pipe early, as in `python -m app list | head`, ends it with 0.
    """
    options = _parser().parse_args(arguments)
    try:
        code = _done(options)
        sys.stdout.flush()
    except BadInput as fault:
        print(f"{fault.field}: {fault.message}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Python flushes once more at exit, and would report the broken pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _done(options: argparse.Namespace) -> int:
    if options.command == "list":
        print(to_line(catalogue(games())))
    elif options.command == "scan":
        return _scan(options)
    elif options.command == "forecast":
        return _forecast(options)
    elif options.command == "luck":
        return _luck(options)
    elif options.command == "fair":
        return _fair(options)
    else:
        for line in sys.stdin.buffer:
            print(to_line(answer(games(), line)), flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}",
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
    _adds_workers(scanning, 1, "the number of processes; 0: one for each core (1)")
    fights = commands.add_parser("forecast", help="how a fight will go, by playing it many times")
    fights.add_argument("file", help="the fight as JSON (docs/forecast.md); - for standard input")
    fights.add_argument(
        "--fights",
        type=whole_number,
        default=1_000,
        metavar="N",
        help="the number of fights (1000)",
    )
    fights.add_argument("--seed", default="0", help="the same seed, the same fights (0)")
    fights.add_argument("--format", choices=("text", "json"), default="text")
    _adds_workers(fights, 0, "the number of processes; 0: one for each core (0)")
    lucky = commands.add_parser("luck", help="how lucky the rolls of a campaign's file were")
    lucky.add_argument("file", type=Path, help="a campaign or everything, as it was saved")
    lucky.add_argument("--of", choices=("evening", "campaign"), default="evening")
    lucky.add_argument("--hidden", action="store_true", help="include secret rolls")
    lucky.add_argument("--format", choices=("markdown", "csv", "json"), default="markdown")
    fair = commands.add_parser("fair", help="whether a die is fair, by the faces that it showed")
    fair.add_argument("sides", help="such as 20")
    fair.add_argument("faces", nargs="+", help="such as 3,5,20,11")
    fair.add_argument(
        "--dice", type=whole_number, default=1, help="the number of dice tested at this table"
    )
    fair.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def _scan(options: argparse.Namespace) -> int:
    from app.commands.parts import Workers
    from app.commands.scan import run

    return run(
        options.procedure,
        options.inputs,
        options.format,
        Workers(options.workers, options.scheduler),
    )


def _forecast(options: argparse.Namespace) -> int:
    from app.commands.forecast import run
    from app.commands.parts import Workers

    workers = Workers(options.workers, options.scheduler)
    return run(options.file, options.fights, options.seed, workers, options.format)


def _luck(options: argparse.Namespace) -> int:
    # Only this command reads journals.
    from app.campaign.files.validation import BadFile
    from app.look_back import luck_record, lucks
    from app.widgets.luck.luck import as_csv as table_of
    from app.widgets.luck.luck import as_markdown as text_of

    try:
        text = options.file.read_bytes()
        reports = list(lucks(text, games(), options.of == "evening", options.hidden))
    except (OSError, BadFile) as fault:
        print(fault, file=sys.stderr)
        return 2
    for name, report in reports:
        if options.format == "json":
            print(to_line({"campaign": name, "luck": luck_record(report)}))
        else:
            print(table_of(report) if options.format == "csv" else text_of(report, name))
    return 0


def _fair(options: argparse.Namespace) -> int:
    from app.look_back import die, die_record

    try:
        judgement = die(options.sides, " ".join(options.faces), options.dice)
    except BadInput as fault:
        print(fault.message, file=sys.stderr)
        return 2
    if options.format == "json":
        print(to_line(die_record(judgement)))
    else:
        print(
            f"{judgement.thing.words}, {judgement.rolls}: {judgement.verdict}.",
            *judgement.more,
            sep="\n",
        )
    return 0


def whole_number(text: str) -> int:
    """Parse a whole number of the command line; ValueError names it."""
    number = read_whole(text)
    if not isinstance(number, int):
        raise ValueError(text)
    return number


def _adds_workers(command: argparse.ArgumentParser, usual: int, words: str) -> None:
    command.add_argument("--workers", type=whole_number, default=usual, metavar="N", help=words)
    help_text = "work on this Dask cluster instead, such as tcp://10.0.0.5:8786"
    command.add_argument("--scheduler", default="", metavar="ADDRESS", help=help_text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
