"""A forecast by its messages: started, shown in progress, stopped, compared and left."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from app.campaign.journal.journal import Journal
from app.core.errors import BadInput
from app.core.games import Game
from app.update.commands import Command, Say, StartForecast, StopForecast, StoreLineup
from app.update.messages import forecast as m
from app.update.messages.answers import JournalOpened
from app.update.messages.forms import RouteOpened
from app.widgets.forecast.forecast import Chance, Forecast, SideForecast
from tests.fights.table import Table as Bare
from tests.update.test_update import GAMES, Table


@dataclass
class Watched(Bare):
    """A table that records the commands to run outside of it."""

    done: list[Command] = field(default_factory=list)

    def _do(self, command: Command) -> None:
        if isinstance(command, StartForecast | StopForecast | StoreLineup | Say):
            self.done.append(command)
        super()._do(command)


def open_forecast(game: Game, fights: bool = False) -> Watched:
    """Return the forecast's page of a campaign with two characters against raiders."""
    table = Watched()
    table.open(Table(game, fights).journal)
    table.send(RouteOpened(f"#/{game.id}/forecast"))
    table.send(m.LineupsRead({}))
    table.send(m.LineLinedUp("2 raiders", 1))
    return table


def result_of(run: int, fights: int = 200) -> Forecast:
    """Return the result of a run."""
    sides = (
        SideForecast("The party", Chance(0.7, 0.03)),
        SideForecast("Raiders", Chance(0.3, 0.03)),
    )
    return Forecast(fights, 200, sides, Chance(0.0), {3: 1.0}, (), run=run)


@pytest.mark.parametrize("fights", [False, True], ids=["built", "running"])
@pytest.mark.parametrize("game", GAMES)
def test_it_is_asked_for_told_and_done_and_the_journal_knows_nothing(
    game: Game, fights: bool
) -> None:
    table = open_forecast(game, fights)
    if fights:
        table.send(m.FightsChosen(1000))
    before = table.journal
    table.send(m.ForecastAsked("amber 7"))
    start = table.done[-1]
    assert isinstance(start, StartForecast)
    assert (start.luck, start.lineup.fights) == ("amber 7", 1000 if fights else 200)
    assert ("encounter" in start.record) is fights
    table.send(m.ForecastProgress(start.run, 40))
    now = table.model.forecasts
    assert now is not None
    assert (now.runs, now.fights, now.forecast) == (True, 40, None)
    table.send(m.ForecastDone(start.run, result_of(start.run)))
    now = table.model.forecasts
    assert now is not None
    assert (now.runs, now.forecast) == (False, result_of(start.run))
    assert table.done[-1] == Say("The party wins about 7 of 10 fights.")
    assert table.journal is before


@pytest.mark.parametrize("game", GAMES[:1])
def test_a_stopped_forecast_keeps_its_results(game: Game) -> None:
    table = open_forecast(game)
    table.send(m.ForecastStopped())  # nothing runs
    table.send(m.ForecastAsked("a"))
    table.send(m.ForecastStopped())
    assert table.done[-1] == StopForecast(1)
    table.send(RouteOpened("#/"))  # the result arrives on any page
    table.send(m.ForecastDone(1, result_of(1, 12)))
    now = table.model.forecasts
    assert now is not None
    assert (now.runs, now.stopping, now.fights) == (False, False, 12)
    table.send(m.ForecastProgress(1, 200))  # too late
    assert table.model.forecasts is now


@pytest.mark.parametrize("game", GAMES[:1])
def test_a_changed_forecast_is_compared_with_the_pinned_one(game: Game) -> None:
    table = open_forecast(game)
    assert Say("With 2 × Raider") in table.done
    table.send(m.SeedChosen(" dawn "))
    table.send(m.ForecastAsked("a"))
    table.send(m.ForecastDone(1, result_of(1)))
    table.send(m.ForecastPinned())
    table.send(m.ForecastAsked("b"))
    start = table.done[-1]
    assert isinstance(start, StartForecast)
    assert (start.run, start.luck) == (2, "dawn")
    table.send(m.ForecastDone(1, result_of(1)))  # of the run before
    table.send(m.ForecastDone(2, result_of(2)))
    now = table.model.forecasts
    assert now is not None
    assert (now.pinned, now.forecast) == (result_of(1), result_of(2))
    table.send(m.ForecastPinned())
    assert table.model.forecasts is not None
    assert table.model.forecasts.pinned is None


@pytest.mark.parametrize("game", GAMES[:1])
def test_another_campaign_ends_it_and_has_its_own_lineup(game: Game) -> None:
    table = open_forecast(game)
    command = table.done[-1]
    assert isinstance(command, StoreLineup)
    assert list(command.lineups) == [table.journal.campaign]
    table.send(m.ForecastAsked("a"))
    journal = table.journal
    table.send(JournalOpened(_with_id(journal, "other")))
    assert table.done[-1] == StopForecast(1)
    table.send(m.ForecastDone(1, result_of(1)))
    now = table.model.forecasts
    assert now is not None
    assert (now.runs, now.forecast, now.campaign) == (False, None, "other")
    table.send(m.LineLinedUp("a bear", 1))
    table.send(JournalOpened(journal))
    table.send(m.FightsChosen(1000))
    command = table.done[-1]
    assert isinstance(command, StoreLineup)
    names = {
        id: [fighter["name"] for fighter in one["fighters"]] for id, one in command.lineups.items()
    }
    assert names["other"][-1] == "Bear"
    assert names[journal.campaign][-1] == "Raider"


def _with_id(journal: Journal, campaign: str) -> Journal:
    """Return the journal under another id."""
    return replace(journal, campaign=campaign)


@pytest.mark.parametrize("game", GAMES[:1])
def test_a_fault_is_reported_and_nothing_is_lost(game: Game) -> None:
    table = open_forecast(game)
    lineup = table.model.forecasts
    with pytest.raises(BadInput) as refused:
        table.send(m.LineLinedUp("3 wolves, what 7", 1))
    assert refused.value.field == "quick"
    assert table.model.forecasts is lineup
    table.send(m.ForecastAsked("a"))
    table.send(m.ForecastFailed(1, "sides/1", "no good"))
    now = table.model.forecasts
    assert now is not None
    assert (now.runs, now.fault) == (False, ("sides/1", "no good"))
    assert lineup is not None
    assert now.lineup == lineup.lineup
    key = now.lineup.on(1)[0].key if now.lineup else ""
    table.send(m.FighterLeft(key))
    count = len(table.done)
    table.send(m.ForecastAsked("a"))
    assert table.done[count:] == [Say("Side 2: add combatants.")]
