"""Rolls, odds and scans: their figures, computed and printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import click
from rich.text import Text

from app.commands.printing import (
    Console,
    show_card,
    show_chart,
    show_helps,
    show_matrix,
    show_odds,
    show_options,
    show_strips,
)
from app.core.errors import BadInput
from app.core.odds.distributions import distribution
from app.core.odds.helping import help_record
from app.core.odds.helping import helps as helps_of
from app.core.odds.odds import chances, spread
from app.core.odds.scans import Cell
from app.core.play.play import Chosen, Finished
from app.core.procedures.inputs import Values
from app.core.procedures.labels import label_of
from app.core.procedures.outcomes import Grade, to_report
from app.core.procedures.procedure import Bound, Procedure
from app.headless import respond, to_line
from app.systems import games
from app.widgets.odds.charts import NOTHING, Chart, chart
from app.widgets.odds.helps import Offer, lines
from app.widgets.odds.odds import TOO_COMPLEX, as_csv, better_words, rows, success_words
from app.widgets.roll.result.results import card


def report_roll(bound: Bound, play: Finished, choices: Mapping[str, object], odds: bool) -> None:
    """Print a finished play, and with `odds` its place among all results."""
    console = Console()
    procedure, outcome = bound.procedure, play.outcome
    game = games()[procedure.game]
    follows = game.next_rolls(procedure.id, bound.values, outcome, {})
    chosen = [each for each in play.log if isinstance(each, Chosen)]
    show_card(console, card(procedure, play, follows=follows, inputs=bound.values), chosen)
    if not odds or not procedure.asks:
        return
    console.print()
    try:
        known = chances(bound, choices)
        charts = charts_of(bound, choices, outcome.values)
        if len(known.grades) > 1:
            show_odds(console, rows(procedure, known.grades), success_words(known), outcome.grade)
            ranked = [
                (grade.id, known.grades.get(grade.id, Fraction(0))) for grade in procedure.grades
            ]
            tone = procedure.grade(outcome.grade).tone
            if not charts and (words := better_words(ranked, outcome.grade, tone)):
                console.print(Text(words))
        for each in charts:
            show_chart(console, each)
    except BadInput as fault:
        if fault.field in choices:
            raise  # an answer to a decision that did not come up in this roll
        console.print(Text(TOO_COMPLEX, style="dim"))


def report_odds(
    bound: Bound, choices: Mapping[str, object], more: Mapping[str, object], helps: bool, form: str
) -> None:
    """Print exact odds. more: further fields of a request, such as `dice` or `policy`."""
    procedure = bound.procedure
    request = {"procedure": procedure.id, "inputs": dict(bound.values), "choices": choices}
    reply = respond(games(), {**request, "odds": True, **more})
    grades = {grade: Fraction(chance) for grade, chance in reply["odds"].items()}
    gains = helps_of(bound, choices) if helps else ()
    if form == "json":
        further = {"helps": [help_record(gain) for gain in gains]} if helps else {}
        click.echo(to_line({**reply, **further}))
        return
    if form == "csv":
        click.echo(as_csv(rows(procedure, grades)), nl=False)
        return
    console = Console()
    console.print(Text(procedure.title_of(bound.values), style="bold"))
    charts = [] if more else charts_of(bound, choices)
    success = "" if more else success_words(chances(bound, choices))
    if len(grades) > 1 or success or not charts:
        show_odds(console, rows(procedure, grades), success)
    for each in charts:
        show_chart(console, each)
    if "decision" in reply:
        _report_decision(console, procedure, reply["decision"])
    if helps:
        console.print()
        show_helps(console, lines(procedure, ((Offer(gain.step), gain.gain) for gain in gains)))


def _report_decision(console: Console, procedure: Procedure, decision: Mapping[str, Any]) -> None:
    console.print()
    console.print(Text(f"{label_of(decision['name'])}, the odds after each answer", style="bold"))
    options = []
    for option in decision["options"]:
        grades = {grade: Fraction(chance) for grade, chance in option["odds"].items()}
        options.append((_answer_words(option["value"]), rows(procedure, grades)))
    show_options(console, options)


def _answer_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "none"
    return str(value)


def charts_of(
    bound: Bound, choices: Mapping[str, object], values: Values | None = None
) -> list[Chart]:
    """Return the distributions that a procedure shows. values: those of a roll, if any."""
    procedure = bound.procedure
    spreads = spread(bound, *procedure.spread, choices=choices) if procedure.spread else {}
    charts = [
        chart(
            name,
            distribution(each),
            title=label_of(name),
            rolled=NOTHING if values is None else to_report(values.get(name)),
            less=name in procedure.less,
        )
        for name, each in spreads.items()
    ]
    return [chart for chart in charts if chart is not None]


def report_scan(procedure: Procedure, cells: Sequence[Cell]) -> None:
    """Print a scan: along one input each result, along two a table of success."""
    console = Console()
    names = list(cells[0].inputs)
    succeeds = any(_success(cell) is not None for cell in cells)
    if len(names) == 2 and succeeds:
        first, second = names
        across = list(dict.fromkeys(cell.inputs[second] for cell in cells))
        by_place = {tuple(cell.inputs.values()): _success(cell) for cell in cells}
        down = dict.fromkeys(cell.inputs[first] for cell in cells)
        body = [[row, *(by_place[row, column] for column in across)] for row in down]
        show_matrix(console, [f"{first} \\ {second}", *map(str, across)], body)
        return
    grades = [grade for grade in procedure.grades if any(_share(cell, grade) for cell in cells)]
    if console.has_blocks and console.color_system and not console.no_color:
        strips = (
            (_place(cell), _success(cell), cell.chances.grades if cell.chances else {})
            for cell in cells
        )
        show_strips(console, ", ".join(names), strips, grades)
        return
    head = [*names, *(("success",) if succeeds else ()), *(grade.words for grade in grades)]
    body = [
        [
            *cell.inputs.values(),
            *((_success(cell),) if succeeds else ()),
            *(_share(cell, grade) for grade in grades),
        ]
        for cell in cells
    ]
    show_matrix(console, head, body)


def _place(cell: Cell) -> str:
    return ", ".join(map(str, cell.inputs.values()))


def _share(cell: Cell, grade: Grade) -> Fraction | None:
    return cell.chances.grades.get(grade.id, Fraction(0)) if cell.chances is not None else None


def _success(cell: Cell) -> Fraction | None:
    return cell.chances.success if cell.chances is not None else None
