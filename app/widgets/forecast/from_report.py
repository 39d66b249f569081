"""Forecast reports converted for the page."""

from __future__ import annotations

from app.campaign.state.characters import short_names
from app.forecast.reports import OfCombatant, Report, Share
from app.widgets.forecast.forecast import (
    Chance,
    FighterForecast,
    Forecast,
    HealthLeft,
    SideForecast,
)
from app.widgets.forecast.lineup import Lineup


def build_forecast(report: Report, lineup: Lineup, luck: str, run: int) -> Forecast:
    """Convert a report of fights. luck: the word that repeats them; run: its number."""
    short = short_names({n: each.name for n, each in enumerate(report.combatants)})
    return Forecast(
        report.fights,
        lineup.fights,
        tuple(SideForecast(side.name, _chance(side.wins)) for side in report.sides),
        _chance(report.undecided),
        {number: count / report.fights for number, count in report.rounds.often.items()},
        tuple(_fighter(each, short[number]) for number, each in enumerate(report.combatants)),
        tuple(
            (side.name, name, spent.mean)
            for side in report.sides
            for name, spent in side.spent.items()
            if spent.mean
        ),
        lineup,
        luck,
        run,
        _chance(report.draws),
        report.note,
    )


def _chance(share: Share) -> Chance:
    return Chance(share.often, share.error)


def _fighter(combatant: OfCombatant, name: str) -> FighterForecast:
    spread = combatant.left
    remaining = HealthLeft(
        combatant.label, spread.low, spread.middle, spread.high, combatant.whole, combatant.rises
    )
    return FighterForecast(
        name, combatant.side, _chance(combatant.falls), remaining if combatant.whole else None
    )
