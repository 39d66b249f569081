"""Forecasts, luck and fairness, printed."""

from __future__ import annotations

from rich.text import Text

from app.commands.forecast import details, endings
from app.commands.printing import Console, show_counts, show_shares, show_table
from app.forecast.reports import Report as ForecastReport
from app.widgets.luck.fair import Judgement
from app.widgets.luck.luck import COLUMNS, describe
from app.widgets.luck.luck import Report as LuckReport
from app.widgets.luck.luck import rows as luck_rows


def report_forecast(result: ForecastReport, seed: str) -> None:
    """Print a forecast, with a bar for each ending."""
    console = Console()
    console.print(Text(f"{result.fights} fights, seed {seed}"))
    show_shares(console, ((words, each.often, each.words) for words, each in endings(result)))
    for line in details(result):
        console.print(Text(line))


def report_luck(result: LuckReport, name: str) -> None:
    """Print the luck of a campaign's rolls: the table first, then by person."""
    console = Console()
    console.print(Text.assemble((name, "bold"), f": {describe(result)}"))
    if result.lucks:
        show_table(console, COLUMNS, luck_rows(result))


def report_fairness(judgement: Judgement) -> None:
    """Print a die's verdict, the count of each face, and further remarks."""
    console = Console()
    console.print(Text(f"{judgement.verdict}", style="bold"))
    console.print(Text(f"{judgement.thing.words}, {judgement.rolls}"))
    show_counts(console, dict(enumerate(judgement.fairness.counts, 1)))
    for remark in judgement.more:
        console.print(Text(remark))
