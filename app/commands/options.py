"""Arguments and options that several commands of the command line share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from app.commands.completion import complete_decision, complete_input, complete_procedure

F = TypeVar("F", bound=Callable[..., Any])

procedure_argument = click.argument("procedure", shell_complete=complete_procedure)
inputs_argument = click.argument(
    "inputs", nargs=-1, metavar="[NAME=VALUE]...", shell_complete=complete_input
)
choose_option = click.option(
    "--choose",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_decision,
    help="A decision beforehand, such as reroll=1,3.",
)


def format_option(*forms: str) -> Callable[[F], F]:
    """Return the option for the form of the output; the first is the default."""
    words = "The form of the output."
    return click.option(
        "--format",
        "form",
        type=click.Choice(forms),
        default=forms[0],
        show_default=True,
        help=words,
    )


def worker_options(count: int) -> Callable[[F], F]:
    """Return the options for processes and a cluster."""

    def declare(command: F) -> F:
        scheduler = click.option(
            "--scheduler", default="", metavar="ADDRESS", help="A Dask cluster to work on instead."
        )
        workers = click.option(
            "--workers",
            type=int,
            default=count,
            show_default=True,
            help="The number of processes; 0 is one for each core.",
        )
        return workers(scheduler(command))

    return declare
