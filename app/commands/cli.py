"""The command `tableside`, for people.

Each command imports its parts when it runs, so that the help appears at once. Exit codes: 0; 1 for
a refusal by the rules; 2 for a wrong word on the command line; 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app import VERSION
from app.commands.completion import SHELLS, complete_input, complete_list
from app.commands.options import (
    choose_option,
    format_option,
    inputs_argument,
    procedure_argument,
    worker_options,
)
from app.core.errors import BadInput

if TYPE_CHECKING:
    from app.core.procedures.procedure import Bound, Procedure
    from app.forecast import Counts

#: The name of the command, and of the variable through which a shell asks for completions.
NAME, COMPLETE = "tableside", "_TABLESIDE_COMPLETE"

#: The policies for decisions, as `app.core.odds.policies` has them.
POLICIES = ("never", "always", "best", "cheapest")

#: A seed of more digits is a text.
LONGEST_NUMBER = 1_000

#: Shown below the help; the first line keeps the others as they are.
EXAMPLES = """\b
Examples:
  tableside list                    the games
  tableside list garden             the procedures of a game
  tableside list garden.skill_test  the inputs of a procedure
  tableside roll garden.skill_test skill_level=3 target_number=6
  tableside odds 4d6kh3+2
"""


class Refused(click.ClickException):
    """An action that the rules do not allow."""

    exit_code = 1


@click.group(epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name=NAME)
def commands() -> None:
    """Roll dice by the rules of five tabletop games, with exact odds."""


@commands.command()
@procedure_argument
@inputs_argument
@click.option("--dice", metavar="FACES", help="Faces of real dice: 5,5,2, or ask to type them.")
@click.option("--seed", help="A number or word that repeats the dice.")
@choose_option
@click.option("--odds/--no-odds", default=True, help="Show the odds of the roll.")
@format_option("text", "json")
def roll(
    procedure: str,
    inputs: tuple[str, ...],
    dice: str | None,
    seed: str | None,
    choose: tuple[str, ...],
    odds: bool,
    form: str,
) -> int:
    """Roll a procedure, or a dice formula such as 4d6kh3+2.

    At a terminal it asks for each open decision. In a pipe, a decision takes its default.
    """
    from app.commands.printing import Console
    from app.commands.rolling import Dice, Faces, read_faces
    from app.commands.rolling import roll as rolled
    from app.headless import play_record, seeded_dice, to_line

    bound, choices = _bound(procedure, inputs, choose)
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty() and form == "text"
    typed = dice is not None
    if dice == "ask":
        if not at_terminal:
            raise BadInput("dice", "only a terminal can ask for faces; give them, as in 5,5,2")
        dice = ""
    chance = seeded_dice(_seed(seed)) or random.SystemRandom()
    if typed and not at_terminal:
        from app.core.play.play import by_hand

        play = by_hand(bound, read_faces(bound, dice or "", choices), choices)
    else:
        source = Dice(None if typed else chance, choices, at_terminal)
        play = rolled(bound, source, Faces(dice or ""), Console())
    if form == "json":
        click.echo(to_line(play_record(play)))
    else:
        from app.commands.reports import report_roll

        report_roll(bound, play, choices, odds)
    return 0


def _seed(text: str | None) -> dict[str, int | str]:
    """Return the seed of a request: digits are a number."""
    if text is None:
        return {}
    is_number = text.isdecimal() and len(text) <= LONGEST_NUMBER
    return {"seed": int(text) if is_number else text}


@commands.command()
@procedure_argument
@inputs_argument
@click.option("--helps", is_flag=True, help="Also name the changes that raise the chance most.")
@click.option("--policy", type=click.Choice(POLICIES), help="How decisions are taken.")
@click.option("--dice", metavar="FACES", default="", help="The faces that fell so far.")
@choose_option
@format_option("text", "csv", "json")
def odds(
    procedure: str,
    inputs: tuple[str, ...],
    helps: bool,
    policy: str | None,
    dice: str,
    choose: tuple[str, ...],
    form: str,
) -> int:
    """Show the exact odds of a procedure or a dice formula."""
    from app.commands.reports import report_odds
    from app.commands.rolling import read_faces

    bound, choices = _bound(procedure, inputs, choose)
    more: dict[str, object] = {"dice": read_faces(bound, dice, choices)} if dice else {}
    if policy:
        more["policy"] = policy
    with _refusals(bound.procedure):
        report_odds(bound, choices, more, helps, form)
    return 0


@commands.command()
@procedure_argument
@click.argument(
    "inputs", nargs=-1, metavar="NAME=FIRST..LAST [NAME=VALUE]...", shell_complete=complete_input
)
@format_option("table", "csv", "markdown", "json")
@worker_options(1)
def scan(procedure: str, inputs: tuple[str, ...], form: str, workers: int, scheduler: str) -> int:
    """Show exact odds along one or two inputs, such as skill_level=0..8."""
    from app.commands.names import check_inputs, find_procedure, read_inputs
    from app.commands.parts import Workers
    from app.commands.scan import as_text, scanned
    from app.core.odds.scans import spans

    target = find_procedure(procedure)
    given, along = read_inputs(target, inputs, ranges=True)
    ranges = spans(target, along)
    check_inputs(target, given | {name: values[0] for name, values in ranges.items()})
    with _refusals(target):
        cells = scanned(target, given, along, Workers(workers, scheduler))
    if form == "table":
        from app.commands.reports import report_scan

        report_scan(target, cells)
    else:
        click.echo(as_text(target, cells, form), nl=False)
    return 0


@commands.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--fights", type=int, default=1_000, show_default=True, help="The number of fights.")
@click.option("--seed", default="0", show_default=True, help="The same seed, the same fights.")
@format_option("text", "json")
@worker_options(0)
def forecast(file: str, fights: int, seed: str, form: str, workers: int, scheduler: str) -> int:
    """Play a fight many times and report how it ends; - reads it from standard input."""
    from app.commands import forecast as forecasts
    from app.commands.parts import Workers
    from app.forecast import report

    text = forecasts.read(file)
    parsed = forecasts.parse(text, fights)
    counting = forecasts.counting(text, fights, seed, Workers(workers, scheduler))
    counts, interrupted = forecasts.last_of(_with_progress(counting, fights))
    if interrupted:
        click.echo(f"Stopped after {counts.fights} of {fights} fights.", err=True)
    result = report(parsed, counts)
    if form == "json":
        from app.headless import to_line

        click.echo(to_line(forecasts.as_record(result, seed)))
    else:
        from app.commands.statistics import report_forecast

        report_forecast(result, seed)
    return 130 if interrupted else 0


def _with_progress(counting: Iterator[Counts], fights: int) -> Iterator[Counts]:
    """Draw a progress bar on standard error, where that is a terminal."""
    from rich.progress import Progress

    from app.commands.printing import Console

    console = Console(sys.stderr)
    with Progress(console=console, transient=True, disable=not console.draws) as progress:
        task = progress.add_task("Fights", total=fights)
        for counts in counting:
            progress.update(task, completed=counts.fights)
            yield counts


@commands.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--of", type=click.Choice(["evening", "campaign"]), default="evening")
@click.option("--hidden", is_flag=True, help="Include secret rolls.")
@format_option("text", "markdown", "csv", "json")
def luck(file: Path, of: str, hidden: bool, form: str) -> int:
    """Rank the rolls of a saved campaign among all that the same dice allow."""
    from app.campaign.files.validation import BadFile
    from app.headless import to_line
    from app.look_back import luck_record, lucks
    from app.systems import games
    from app.widgets.luck.luck import as_csv, as_markdown

    try:
        reports = list(lucks(file.read_bytes(), games(), of == "evening", hidden))
    except (OSError, BadFile) as fault:
        raise BadInput("file", str(fault)) from None
    for name, each in reports:
        if form == "json":
            click.echo(to_line({"campaign": name, "luck": luck_record(each)}))
        elif form == "csv":
            click.echo(as_csv(each))
        elif form == "markdown":
            click.echo(as_markdown(each, name))
        else:
            from app.commands.statistics import report_luck

            report_luck(each, name)
    return 0


@commands.command()
@click.argument("sides")
@click.argument("faces", nargs=-1, required=True)
@click.option("--dice", type=int, default=1, show_default=True, help="The number of dice tested.")
@format_option("text", "json")
def fair(sides: str, faces: tuple[str, ...], dice: int, form: str) -> int:
    """Test whether a die is fair by the faces that it showed: tableside fair 20 3,5,20,11."""
    from app.headless import to_line
    from app.look_back import die, die_record

    judgement = die(sides, " ".join(faces), dice)
    if form == "json":
        click.echo(to_line(die_record(judgement)))
    else:
        from app.commands.statistics import report_fairness

        report_fairness(judgement)
    return 0


@commands.command("list")
@click.argument("name", required=False, shell_complete=complete_list)
@click.option("--json", "as_json", is_flag=True, help="Print the catalogue as JSON.")
def list_(name: str | None, as_json: bool) -> int:
    """List the games, the procedures of a game, or the inputs of a procedure."""
    from app.commands.names import every_game, find_entry
    from app.headless import catalogue, to_line
    from app.systems import games

    entry = find_entry(name) if name else None
    if as_json:
        click.echo(to_line(entry.schema() if entry is not None else catalogue(games())))
        return 0
    from app.commands.printing import Console, show_game, show_games, show_procedure
    from app.core.procedures.procedure import Procedure

    if entry is None:
        show_games(Console(), every_game())
    elif isinstance(entry, Procedure):
        show_procedure(Console(), entry)
    else:
        show_game(Console(), entry)
    return 0


@commands.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65_535), default=8000, show_default=True)
def serve(folder: Path | None, port: int) -> int:
    """Serve the built page on this machine: FOLDER, or dist/ here or in the checkout."""
    from app.commands.serving import find_page, version_of
    from app.commands.serving import serve as served

    page = find_page(folder)
    version = version_of(page)
    if version != VERSION:
        click.echo(f"This page is version {version}, this command {VERSION}.", err=True)
    with served(page, port) as server:
        click.echo(f"Tableside is at http://localhost:{server.server_port}/  (Ctrl-C ends it)")
        sys.stdout.flush()
        server.serve_forever()
    return 0


@commands.command("json")
def json_() -> int:
    """Answer JSON requests from standard input, one a line."""
    from app.headless import answer, to_line
    from app.systems import games

    for line in sys.stdin.buffer:
        click.echo(to_line(answer(games(), line)))
    return 0


@commands.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> int:
    """Print the script that completes names: eval "$(tableside completion bash)"."""
    click.echo(SHELLS[shell](commands, {}, NAME, COMPLETE).source())
    return 0


# --- the entry point ---


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code; a closed pipe ends it with 0."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a pipe may be narrower than Unicode
    try:
        _complete()
        code = commands.main(arguments, NAME, COMPLETE, standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except BadInput as fault:
        click.echo(f"Error: {_words(fault)}", err=True)
        return 2
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)
        return 130
    except BrokenPipeError:
        # Python flushes once more at exit, and would report the broken pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _words(fault: BadInput) -> str:
    """Return a fault with its field, unless its message has it."""
    return fault.message if fault.field in fault.message else f"{fault.field}: {fault.message}"


def _complete() -> None:
    """Take the place of click's own shells."""
    if COMPLETE in os.environ:
        from click.shell_completion import add_completion_class

        for name, shell in SHELLS.items():
            add_completion_class(shell, name)


def _bound(
    name: str, arguments: tuple[str, ...], decisions: tuple[str, ...]
) -> tuple[Bound, Mapping[str, object]]:
    """Return a procedure with its inputs, and the decisions beforehand.

    BadInput for a faulty word; Refused where the rules do not allow the combination.
    """
    from app.commands.names import check_inputs, named, read_choices, read_inputs

    procedure, arguments_ = named(name, arguments)
    inputs, _ = read_inputs(procedure, arguments_)
    choices = read_choices(procedure, decisions)
    check_inputs(procedure, inputs)
    with _refusals(procedure):
        return procedure.bind(inputs), choices


@contextmanager
def _refusals(procedure: Procedure) -> Iterator[None]:
    """Turn a fault in inputs that are valid by themselves into a refusal."""
    from app.core.procedures.kinds import Text

    try:
        yield
    except BadInput as fault:
        declared = procedure.inputs.get(fault.field)
        if declared is None or isinstance(declared.kind, Text):
            raise  # a faulty notation is a wrong word
        raise Refused(_words(fault)) from None
