"""Handling of fight forecasts: run in workers, shown, compared.

    update(model, message) -> the model after it, and the commands

A forecast is no fact of the campaign and not in the journal. Its line-up is stored on this device;
its results last as long as the page and the open campaign.
"""

from __future__ import annotations

from dataclasses import replace

from app.campaign.state.state import CampaignState
from app.core.errors import BadInput, capitalize
from app.core.games import Game
from app.update.commands import Say, StartForecast, StopForecast, StoreLineup
from app.update.forecast.lineups import apply_change
from app.update.forecast.state import Forecasts
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
from app.widgets.forecast.comparison import changes
from app.widgets.forecast.forecast import sentence
from app.widgets.forecast.lineup import (
    Lineup,
    as_record,
    fight_record,
    fresh,
    lineup_from,
    update_lineup,
)

#: The number of campaigns with a stored line-up, the last changed ones.
CAMPAIGNS = 10


def here(model: Model) -> Forecasts:
    """Return the forecasts of the open campaign."""
    known, campaign = model.forecasts or Forecasts(), model.campaign_id
    if known.campaign == campaign:
        return known
    return Forecasts(campaign, known.lineups, lineup_from(known.lineups.get(campaign)), known.run)


def lineup_of(model: Model, game: Game, state: CampaignState) -> Lineup:
    """Return the open line-up."""
    lineup = here(model).lineup
    return update_lineup(lineup, game, state) if lineup is not None else fresh(game, state)


def update(model: Model, message: ForecastMessage) -> Next:
    """Handle a message about forecasts; BadInput names the field at fault."""
    if isinstance(message, LineupsRead):
        return Next(replace(model, forecasts=Forecasts(lineups=message.lineups)))
    if isinstance(message, AnswerMessage):
        return _handle_answer(model, message)
    if model.played is None or model.played[0].encounter is None:
        return Next(model)
    game, state = model.played
    now = here(model)
    match message:
        case ForecastAsked():
            return _start_run(model, now, message, game, state)
        case ForecastPinned():
            pinned = None if now.pinned is not None else now.forecast
            return Next(replace(model, forecasts=replace(now, pinned=pinned)))
        case ForecastStopped():
            if not now.runs:
                return Next(model)
            stopping = replace(now, stopping=True)
            return Next(replace(model, forecasts=stopping), (StopForecast(now.run),))
    lineup = lineup_of(model, game, state)
    after = apply_change(lineup, message, game, state)
    others = [each for each in now.lineups.items() if each[0] != now.campaign]
    lineups = dict([*others[1 - CAMPAIGNS :], (now.campaign, as_record(after))])
    now = replace(now, lineup=after, lineups=lineups, fault=("", ""))
    words = "; ".join(changes(lineup, after, game))
    announcements = (Say(capitalize(words)),) if words else ()
    return Next(replace(model, forecasts=now), (*announcements, StoreLineup(lineups)))


def _handle_answer(model: Model, message: AnswerMessage) -> Next:
    """Handle an answer of the current run, on any page."""
    now = model.forecasts
    if now is None or not now.runs or message.run != now.run:
        return Next(model)  # of an outdated run
    match message:
        case ForecastProgress(_, fights, forecast, slowly):
            after = replace(now, fights=fights, forecast=forecast or now.forecast, slowly=slowly)
            return Next(replace(model, forecasts=after))
        case ForecastDone(_, forecast):
            fights = forecast.fights if forecast is not None else 0
            over = replace(
                now, runs=False, stopping=False, fights=fights, forecast=forecast or now.forecast
            )
            announcements = (Say(sentence(forecast)),) if forecast is not None else ()
            return Next(replace(model, forecasts=over), announcements)
        case ForecastFailed(_, field, words):
            over = replace(now, runs=False, stopping=False, fault=(field, words))
            return Next(replace(model, forecasts=over), (Say(words),))


def _start_run(
    model: Model, now: Forecasts, message: ForecastAsked, game: Game, state: CampaignState
) -> Next:
    """Start a run, in place of the current one."""
    lineup = lineup_of(model, game, state)
    try:
        record = fight_record(lineup, game, state)
    except BadInput as fault:
        failed = replace(now, fault=(fault.field, fault.message))
        return Next(replace(model, forecasts=failed), (Say(fault.message),))
    started = replace(
        now,
        run=now.run + 1,
        runs=True,
        stopping=False,
        fights=0,
        wanted=lineup.fights,
        fault=("", ""),
        slowly=False,
    )
    start = StartForecast(started.run, record, lineup, lineup.luck or message.luck)
    return Next(replace(model, forecasts=started), (start,))


def stop_other_runs(model: Model) -> Next:
    """Stop the run of a campaign that is no longer open."""
    known = model.forecasts
    if known is None or not known.runs or known.campaign == model.campaign_id:
        return Next(model)
    return Next(replace(model, forecasts=here(model)), (StopForecast(known.run),))
