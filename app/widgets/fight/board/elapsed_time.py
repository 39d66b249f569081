"""The campaign's clock: in words, upcoming timers, and the time still to pass."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from app.campaign.journal.elapsed_time import left_over
from app.campaign.journal.journal import Page
from app.campaign.state.state import CampaignState
from app.campaign.state.time import hours_words, upcoming
from app.campaign.state.values import exact
from app.core.games import Game
from app.core.procedures.outcomes import round_number
from app.widgets.sheet.sheets import due_words

#: Units of time, with their length in hours.
UNITS = {"minutes": Fraction(1, 60), "hours": Fraction(1), "days": Fraction(24)}


def clock_words(hours: object) -> str:
    """Format a time: `Day 2, 02:15`, counted from midnight of day 1.

    Hours are stored to six decimals, so a minute may lack some thousandths of a second: the clock
    rounds to the nearest second.
    """
    seconds = int(Fraction(str(exact(hours))) * 3600 + Fraction(1, 2))
    day, minute = divmod(seconds // 60, 24 * 60)
    return f"Day {day + 1}, {minute // 60:02}:{minute % 60:02}"


def hours_view(state: CampaignState, game: Game, page: Page | None) -> dict[str, Any]:
    """Return the tracker's clock, timers and remaining time.

    page: the newest entries, None if there are none.
    """
    remaining = None
    if page is not None and (hours := left_over(page)):
        unit = next(
            (each for each in ("days", "hours") if (hours / UNITS[each]).denominator == 1),
            "minutes",
        )
        remaining = (str(round_number(hours / UNITS[unit])), unit, hours_words(hours))
    return {
        "clock": clock_words(state.hours),
        "timers": [
            (each.name, each.timer.label, due_words(each.hours), each.timer.rules)
            for each in upcoming(state, game)
        ],
        "units": [(each, each) for each in UNITS],
        "left": remaining,
    }
