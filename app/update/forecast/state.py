"""The state of the forecasts of one campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.widgets.forecast.forecast import Forecast
from app.widgets.forecast.lineup import Lineup


@dataclass(frozen=True)
class Forecasts:
    """The forecasts of one campaign."""

    #: The id of the campaign.
    campaign: str = ""
    #: The records of line-ups stored on this device, by campaign.
    lineups: Mapping[str, object] = field(default_factory=dict)
    #: The edited line-up, None while it is the one suggested by the campaign.
    lineup: Lineup | None = None
    #: The number of the last run.
    run: int = 0
    #: True while it is running.
    runs: bool = False
    #: True once it was stopped.
    stopping: bool = False
    #: The number of fights played.
    fights: int = 0
    #: The number of fights to play.
    wanted: int = 0
    #: True without workers.
    slowly: bool = False
    #: The result of this run so far, or of the previous one.
    forecast: Forecast | None = None
    #: The result pinned for comparison.
    pinned: Forecast | None = None
    #: The field at fault, and the message.
    fault: tuple[str, str] = ("", "")
