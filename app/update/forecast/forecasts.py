"""How a fight will go: asked for, played in workers, told; compared with how it would go otherwise.

update(model, message) -> the model after it, and what is to be done

A forecast is no fact of the campaign: nothing of it is in the journal. Its line-up is a wish of
this device, and what it told goes with the page, or when another campaign is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.campaign.state.state import CampaignState
from app.core.errors import BadInput
from app.core.games import Game
from app.update.commands import Say, StartForecast, StopForecast, StoreLineup
from app.update.forecast.lineups import changed
from app.update.messages.forecast import (
    AnswerMessage,
    ForecastAsked,
    ForecastDone,
    ForecastFailed,
    ForecastMessage,
    ForecastPinned,
    ForecastProgress,
    ForecastStopped,
    LineupsRead,
)
from app.update.model import Model, Next
from app.widgets.forecast.forecast import Forecast, changes, sentence
from app.widgets.forecast.lineup import (
    Lineup,
    as_record,
    fight_record,
    fresh,
    lineup_from,
    standing,
)

#: The line-ups of so many campaigns are kept, of those that were changed last.
CAMPAIGNS = 10


@dataclass(frozen=True)
class Forecasts:
    """campaign: whose these are. lineups: what this device kept, by campaign. lineup: that is open,
    None as long as nobody changed the one that the campaign suggests.

    run: the number of the last run; runs: is it under way? stopping: was it stopped? fights: that
    are played, of so many wanted; slowly: without workers. told: what came of this run so far, or
    of the one before; pinned: to compare it with. fault: the field at fault and what is wrong.
    """

    campaign: str = ""
    lineups: Mapping[str, Any] = field(default_factory=dict)
    lineup: Lineup | None = None
    run: int = 0
    runs: bool = False
    stopping: bool = False
    fights: int = 0
    wanted: int = 0
    slowly: bool = False
    told: Forecast | None = None
    pinned: Forecast | None = None
    fault: tuple[str, str] = ("", "")


def here(model: Model) -> Forecasts:
    """Those of the open campaign."""
    known, campaign = model.forecasts or Forecasts(), _campaign(model)
    if known.campaign == campaign:
        return known
    return Forecasts(campaign, known.lineups, lineup_from(known.lineups.get(campaign)), known.run)


def lineup_of(model: Model, game: Game, state: CampaignState) -> Lineup:
    """The line-up that stands open."""
    lineup = here(model).lineup
    return standing(lineup, game, state) if lineup is not None else fresh(game, state)


def _campaign(model: Model) -> str:
    return model.journal.campaign if model.journal is not None else ""


def update(model: Model, message: ForecastMessage) -> Next:
    """What comes of it; BadInput names the field at fault, and then nothing has."""
    if isinstance(message, LineupsRead):
        return Next(replace(model, forecasts=Forecasts(lineups=message.lineups)))
    if isinstance(message, AnswerMessage):
        return _answered(model, message)
    if model.played is None or model.played[0].encounter is None:
        return Next(model)
    game, state = model.played
    now = here(model)
    match message:
        case ForecastAsked():
            return _asked(model, now, message, game, state)
        case ForecastPinned():
            pinned = None if now.pinned is not None else now.told
            return Next(replace(model, forecasts=replace(now, pinned=pinned)))
        case ForecastStopped():
            if not now.runs:
                return Next(model)
            stopping = replace(now, stopping=True)
            return Next(replace(model, forecasts=stopping), (StopForecast(now.run),))
    lineup = lineup_of(model, game, state)
    after = changed(lineup, message, game, state)
    others = [each for each in now.lineups.items() if each[0] != now.campaign]
    lineups = dict([*others[1 - CAMPAIGNS :], (now.campaign, as_record(after))])
    now = replace(now, lineup=after, lineups=lineups, fault=("", ""))
    words = "; ".join(changes(lineup, after, game))
    said = (Say(words[:1].upper() + words[1:]),) if words else ()
    return Next(replace(model, forecasts=now), (*said, StoreLineup(lineups)))


def _answered(model: Model, message: AnswerMessage) -> Next:
    """What came of the run that is under way, whatever page is open meanwhile."""
    now = model.forecasts
    if now is None or not now.runs or message.run != now.run:
        return Next(model)  # of a run that nobody waits for any more
    match message:
        case ForecastProgress(_, fights, told, slowly):
            after = replace(now, fights=fights, told=told or now.told, slowly=slowly)
            return Next(replace(model, forecasts=after))
        case ForecastDone(_, told):
            fights = told.fights if told is not None else 0
            over = replace(now, runs=False, stopping=False, fights=fights, told=told or now.told)
            said = (Say(sentence(told)),) if told is not None else ()
            return Next(replace(model, forecasts=over), said)
        case ForecastFailed(_, field, words):
            over = replace(now, runs=False, stopping=False, fault=(field, words))
            return Next(replace(model, forecasts=over), (Say(words),))


def _asked(
    model: Model, now: Forecasts, message: ForecastAsked, game: Game, state: CampaignState
) -> Next:
    """The fights are played, in place of those that are being played."""
    lineup = lineup_of(model, game, state)
    try:
        record = fight_record(lineup, game, state)
    except BadInput as fault:
        failed = replace(now, fault=(fault.field, fault.message))
        return Next(replace(model, forecasts=failed), (Say(fault.message),))
    begun = replace(
        now,
        run=now.run + 1,
        runs=True,
        stopping=False,
        fights=0,
        wanted=lineup.fights,
        fault=("", ""),
        slowly=False,
    )
    start = StartForecast(begun.run, record, lineup, lineup.luck or message.luck)
    return Next(replace(model, forecasts=begun), (start,))


def followed(model: Model) -> Next:
    """Where another campaign was opened, nobody waits for the forecast of the last one."""
    known = model.forecasts
    if known is None or not known.runs or known.campaign == _campaign(model):
        return Next(model)
    return Next(replace(model, forecasts=here(model)), (StopForecast(known.run),))
