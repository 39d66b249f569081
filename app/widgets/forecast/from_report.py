"""What the many fights come to, as the page tells it."""

from __future__ import annotations

from app.forecast.reports import OfCombatant, Report, Share
from app.widgets.forecast.forecast import Chance, FighterTold, Forecast, Left, SideTold
from app.widgets.forecast.lineup import Lineup


def told(report: Report, lineup: Lineup, luck: str, run: int) -> Forecast:
    """A report of fights of this line-up. luck: the word they were played by; run: its number."""
    return Forecast(
        report.fights,
        lineup.fights,
        tuple(SideTold(each.name, _chance(each.wins)) for each in report.sides),
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


def _fighter(each: OfCombatant) -> FighterTold:
    spread = each.left
    left = Left(each.label, spread.low, spread.middle, spread.high, each.whole, each.rises)
    name = each.name.partition(",")[0].strip() or each.name
    return FighterTold(name, each.side, _chance(each.falls), left if each.whole else None)
