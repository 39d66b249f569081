"""Forecast reports converted for the page."""

from __future__ import annotations

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
    return Forecast(
        report.fights,
        lineup.fights,
        tuple(SideForecast(each.name, _chance(each.wins)) for each in report.sides),
        _chance(report.undecided),
        {number: count / report.fights for number, count in report.rounds.often.items()},
        tuple(map(_fighter, report.combatants)),
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


def _fighter(combatant: OfCombatant) -> FighterForecast:
    spread = combatant.left
    remaining = HealthLeft(
        combatant.label, spread.low, spread.middle, spread.high, combatant.whole, combatant.rises
    )
    name = combatant.name.partition(",")[0].strip() or combatant.name
    return FighterForecast(
        name, combatant.side, _chance(combatant.falls), remaining if combatant.whole else None
    )
