"""The clock of the campaign on the page: what comes due, and time that passes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from app.browser.dom import Js, one, soon
from app.browser.open_campaign import OpenCampaign
from app.campaign.hours import left_over, passed
from app.campaign.state import CampaignState
from app.campaign.time import hours_words, upcoming
from app.core.errors import BadInput
from app.core.games import Game
from app.core.kinds import Number
from app.core.outcomes import rounded
from app.systems import games
from app.widgets.hours import clock_words
from app.widgets.sheets import due_words

#: Units of time, with their length in hours.
UNITS = {"minutes": Fraction(1, 60), "hours": Fraction(1), "days": Fraction(24)}

COUNT = Number(0, 1_000_000)


class Hours:
    """The clock, what comes due by it, and the form that lets time pass."""

    def __init__(self, keeping: OpenCampaign) -> None:
        self.keeping = keeping

    def seen(self, state: CampaignState, game: Game) -> dict[str, Any]:
        """What the tracker shows of time."""
        journal, left = self.keeping.journal, None
        if journal is not None and (hours := left_over(journal.page)):
            unit = next(
                (each for each in ("days", "hours") if (hours / UNITS[each]).denominator == 1),
                "minutes",
            )
            left = (str(rounded(hours / UNITS[unit])), unit, hours_words(hours))
        return {
            "clock": clock_words(state.hours),
            "timers": [
                (each.name, each.timer.label, due_words(each.hours), each.timer.rules)
                for each in upcoming(state, game)
            ],
            "units": [(each, each) for each in UNITS],
            "left": left,
        }

    def submitted(self, form: Js) -> None:
        """Time passes, up to what needs a roll or a decision."""
        state = self.keeping.state
        if state is None:
            return
        unit = str(one("[name=unit]", form).value)
        try:
            count = COUNT.check("hours", COUNT.written(str(one("[name=count]", form).value)))
            wish = Fraction(count) * UNITS[unit]
            passed(dict(state.document), wish, games(), "dry")
        except BadInput as fault:
            one('[data-fault="hours"]', form).textContent = fault.message
            return
        for name in ("count", "unit"):
            one(f"[name={name}]", form).setAttribute("data-forget", "")
        soon(self.keeping.pass_time(wish))
