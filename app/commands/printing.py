"""Results, odds and lists for people: colours and bars at a terminal, plain lines in a pipe."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TextIO

import rich.console
from rich.columns import Columns
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from app.commands.names import allowed
from app.core.games import Game
from app.core.play.play import Chosen, Thrown
from app.core.procedures.inputs import Input
from app.core.procedures.labels import within
from app.core.procedures.outcomes import Grade
from app.core.procedures.procedure import Procedure
from app.widgets.odds.charts import Chart
from app.widgets.odds.helps import HelpLine
from app.widgets.odds.odds import OddsRow, percent
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.result.results import Card, Die, Follow, Roll, rolls
from app.widgets.roll.result.words import chosen_words, sum_words

#: The colour of each tone, among those that every terminal has.
TONES = {
    "best": "bright_green",
    "good": "green",
    "mixed": "bright_yellow",
    "poor": "yellow",
    "bad": "red",
    "worst": "bright_red",
    "plain": "cyan",
}

#: The style of a die by its mark.
MARKS = {"kept": "bold", "matched": "bold", "good": "bold", "exploded": "yellow", "struck": "dim"}

#: The widest bar, and the width of plain lines in a pipe.
WIDEST_BAR, PIPE = 40, 1_000

Justify = Literal["left", "right"]

#: Characters of a chart on one line, from low to high.
STEPS = "▁▂▃▄▅▆▇█"


class Console(rich.console.Console):
    """A console that lets a closed pipe end the command, and wraps lines at a terminal alone."""

    def __init__(self, file: TextIO | None = None, width: int | None = None) -> None:
        file = file or sys.stdout
        width = width or (None if file.isatty() else PIPE)
        super().__init__(file=file, width=width, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Raise the error again instead of ending the process here."""
        raise BrokenPipeError

    @property
    def draws(self) -> bool:
        """Tell whether it can show bars: at a terminal that is no dumb one."""
        return self.is_terminal and not self.is_dumb_terminal

    @property
    def has_blocks(self) -> bool:
        """Tell whether its encoding has the characters of a chart."""
        return self.draws and self.encoding.startswith("utf")


def _grid() -> Table:
    """Return a table without lines."""
    return Table.grid(padding=(0, 2, 0, 0))


# --- a result ---


def show_card(console: Console, card: Card, chosen: Iterable[Chosen]) -> None:
    """Print a result: the grade and its number, the dice, the sum, effects and notes."""
    score = f"  {card.score}" if card.score else ""
    tone = f"bold {TONES[card.grade.tone]}"
    console.print(Text.assemble((card.grade.words, tone), (score, "bold")))
    for roll in card.rolls:
        console.print(roll_text(roll))
    for each in chosen:
        console.print(Text(chosen_words(each)))
    if card.steps:
        console.print(Text(sum_words(card.steps)))
    for note in card.notes:
        console.print(Text(note))
    for change in card.changes:
        console.print(Text.assemble(("Effect: ", "dim"), change.words))
    if card.rules:
        console.print(Text(f"Rules: {', '.join(card.rules)}", style="dim"))
    for follow in card.follows:
        console.print(follow_text(follow))


def roll_text(roll: Roll) -> Text:
    """Return dice that fell together: `Skill: 5 (match) 5 (match) 2`."""
    text = Text(f"{roll.words}: " if roll.words else "")
    for place, die in enumerate(roll.dice):
        text.append(" " if place else "")
        text.append_text(_die_text(die))
    return text


def _die_text(die: Die) -> Text:
    text = Text(die.words or "blank", style=MARKS.get(die.mark, ""))
    if die.meaning not in ("", die.words, "kept"):
        text.append(f" ({die.meaning})", style="dim")
    return text


def log_text(log: Iterable[Thrown | Chosen]) -> Iterable[Text]:
    """Yield the lines of a play so far."""
    for entry in log:
        if isinstance(entry, Thrown):
            yield from map(roll_text, rolls([entry]))
        else:
            yield Text(chosen_words(entry))


def follow_text(follow: Follow) -> Text:
    """Return the command of a next roll."""
    typed = [f"{name}={text}" for name, text in sorted(_typed(follow).items())]
    command = shlex.join(["tableside", "roll", follow.procedure, *typed])
    return Text.assemble(("Next: ", "dim"), follow.label, ("  ", ""), (command, "dim"))


def _typed(follow: Follow) -> dict[str, str]:
    from urllib.parse import parse_qsl

    return dict(parse_qsl(follow.href.partition("?")[2]))


# --- odds ---


def show_odds(
    console: Console, rows: Sequence[OddsRow], success: str = "", rolled: str = ""
) -> None:
    """Print each possible grade with its chance and a bar. rolled: the grade to mark."""
    if success:
        console.print(Text.assemble("Success ", (success, "bold")))
    possible = [row for row in rows if Fraction(row.p or 0)]
    table = _grid()
    for row in possible:
        style = TONES[row.tone] + (" bold" if row.grade == rolled else "")
        table.add_row(
            Text(row.words, style=style),
            *_bars(console, float(Fraction(row.p)), TONES[row.tone]),
            Text(row.percent, justify="right"),
            Text("this roll" if row.grade == rolled else row.note, style="dim"),
        )
    console.print(table)


def _bars(console: Console, share: float, style: str) -> tuple[ProgressBar, ...]:
    """Return a bar of a share from 0 to 1; none where the console cannot draw."""
    if not console.draws:
        return ()
    width = min(WIDEST_BAR, max(console.width // 3, 8))
    return (ProgressBar(1.0, share, width, complete_style=style, finished_style=style),)


def show_chart(console: Console, chart: Chart) -> None:
    """Print a value's average and usual range, the rolled value's rank, and its chart on a line."""
    facts = ", ".join(f"{within(label)} {value}" for _, label, value in chart.facts)
    console.print(Text.assemble((chart.title, "bold"), f": {facts}"))
    if console.has_blocks and len(chart.columns) <= console.width - 20:
        heights = [float(column.height[:-1]) / 100 for column in chart.columns]
        top = max(heights)
        line = Text(f"{chart.columns[0].words} ")
        for column, height in zip(chart.columns, heights, strict=True):
            step = min(int(height / top * len(STEPS)), len(STEPS) - 1)
            line.append(STEPS[step], style="bold cyan" if column.half else "cyan")
        console.print(line.append(f" {chart.columns[-1].words}"))
    for note in (chart.roll_text, *chart.notes):
        if note:
            console.print(Text(note))


def show_helps(console: Console, lines: Sequence[HelpLine]) -> None:
    """Print the changes that raise the chance of success, with gain, price and input."""
    if not lines:
        console.print(Text("Nothing here would improve your odds."))
        return
    table = _grid()
    for line in lines:
        best = "best value" if line.best else ""
        gain = Text(line.gain, style="bold green", justify="right")
        price = Text(", ".join(filter(None, (line.price, best))), style="dim")
        table.add_row(gain, Text(line.words), Text(f"{line.name}={line.text}"), price)
    console.print(table)


def show_options(console: Console, options: Iterable[tuple[str, Sequence[OddsRow]]]) -> None:
    """Print each answer to an open decision with the chances of its grades."""
    table = _grid()
    for answer, rows in options:
        chances = Text()
        for row in rows:
            if Fraction(row.p):
                chances.append(", " if chances else "").append(f"{row.words} {row.percent}")
        table.add_row(Text(answer, style="bold"), chances)
    console.print(table)


def show_shares(console: Console, shares: Iterable[tuple[str, float, str]]) -> None:
    """Print shares from 0 to 1 with a bar each: (words, share, share in words)."""
    table = _grid()
    for words, share, in_words in shares:
        table.add_row(Text(words), *_bars(console, share, "green"), Text(in_words))
    console.print(table)


def show_table(
    console: Console, head: Iterable[str], rows: Iterable[Sequence[str]], justify: Justify = "left"
) -> None:
    """Print a table with a head, without lines."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for name in head:
        table.add_column(name, justify=justify, overflow="fold")
    for cells in rows:
        table.add_row(*map(Text, cells))
    console.print(table)


def show_matrix(
    console: Console, head: Sequence[str], rows: Iterable[Sequence[int | Fraction | None]]
) -> None:
    """Print a table of chances; None is an impossible cell."""
    show_table(console, head, (list(map(_cell, cells)) for cells in rows), "right")


def show_strips(
    console: Console,
    head: str,
    lines: Iterable[tuple[str, Fraction | None, Mapping[str, Fraction]]],
    grades: Sequence[Grade],
) -> None:
    """Print lines of (value, success, chance of each grade) with a strip of all grades."""
    table = _grid()
    table.add_row(Text(head, style="bold"), Text("success", style="bold"))
    for value, success, chances in lines:
        shown = "" if success is None else percent(success)
        strip = _strip(console, chances, grades)
        table.add_row(Text(value, justify="right"), Text(shown, justify="right"), strip)
    console.print(table)
    legend = (Text.assemble(("█ ", TONES[grade.tone]), grade.words) for grade in grades)
    console.print(Columns(legend, padding=(0, 2)))


def _strip(console: Console, chances: Mapping[str, Fraction], grades: Sequence[Grade]) -> Text:
    width, strip, so_far = min(WIDEST_BAR, console.width // 2), Text(), Fraction(0)
    for grade in grades:
        before, so_far = so_far, so_far + chances.get(grade.id, Fraction(0))
        blocks = round(so_far * width) - round(before * width)
        strip.append("█" * blocks, style=TONES[grade.tone])
    return strip


def _cell(value: int | Fraction | None) -> str:
    if isinstance(value, Fraction):
        return percent(value)
    return "–" if value is None else str(value)


# --- lists ---


def show_games(console: Console, every: Iterable[Game]) -> None:
    """Print the games with the number of their procedures."""
    table = _grid()
    for game in every:
        count = len(game.procedures)
        words = f"{count} procedure{'' if count == 1 else 's'}"
        table.add_row(Text(game.id, style="bold"), Text(game.title), Text(words, style="dim"))
    console.print(table)
    console.print(Text("tableside list GAME names the procedures of a game.", style="dim"))


def show_game(console: Console, game: Game) -> None:
    """Print a game's procedures by chapter."""
    console.print(Text(game.title, style="bold"))
    chapters = [(chapter.title, chapter.procedures) for chapter in game.chapters]
    for title, procedures in (*chapters, ("Dice", (game.tray,))):
        console.print()
        console.print(Text(title, style="bold cyan"))
        table = _grid()
        for procedure in procedures:
            table.add_row(Text(procedure.id), Text(procedure.summary, style="dim"))
        console.print(table)
    console.print()
    console.print(Text("tableside list PROCEDURE names its inputs.", style="dim"))


def show_procedure(console: Console, procedure: Procedure) -> None:
    """Print a procedure's inputs with ranges and defaults, its grades and its decisions."""
    console.print(Text.assemble((procedure.title, "bold"), f"  {procedure.id}"))
    console.print(Text(procedure.summary))
    console.print()
    table = _grid()
    for _ in range(4):
        table.add_column(overflow="fold")
    for declared in procedure.inputs.values():
        help_text = Text(declared.label)
        if declared.kind.help:
            help_text.append(f". {declared.kind.help}", style="dim")
        name = Text(declared.name, style="bold")
        table.add_row(
            name,
            Text(_default(declared)),
            Text(allowed(declared.kind).replace("|", " | ")),
            help_text,
        )
    console.print(table)
    grades = Text("Results: ")
    for place, grade in enumerate(procedure.grades):
        grades.append(", " if place else "").append(grade.words, style=TONES[grade.tone])
    console.print()
    console.print(grades)
    if procedure.choices:
        console.print(Text(f"Decisions: {', '.join(procedure.choices)}"))
    if procedure.rule_ids:
        console.print(Text(f"Rules: {', '.join(procedure.rule_ids)}", style="dim"))


def _default(declared: Input) -> str:
    if declared.required:
        return "required"
    text = field_text(declared.default)
    return f"={text}" if text else "optional"


def show_counts(console: Console, counts: Mapping[int, int]) -> None:
    """Print the number of times that each face of a die fell."""
    table = _grid()
    most = max(counts.values(), default=1)
    for face, count in counts.items():
        number = Text(str(face), justify="right")
        bars = _bars(console, count / most, "cyan")
        table.add_row(number, *bars, Text(str(count), justify="right"))
    console.print(table)
