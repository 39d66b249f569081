"""A forecast by its messages: asked for, told as it goes, stopped, compared, left."""

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
    """A table that remembers what was to be done outside of it."""

    done: list[Command] = field(default_factory=list)

    def _do(self, command: Command) -> None:
        if isinstance(command, StartForecast | StopForecast | StoreLineup | Say):
            self.done.append(command)
        super()._do(command)


def opened(game: Game, fights: bool = False) -> Watched:
    """The forecast's page of a campaign with two characters, and raiders on the other side."""
    table = Watched()
    table.open(Table(game, fights).journal)
    table.send(RouteOpened(f"#/{game.id}/forecast"))
    table.send(m.LineupsRead({}))
    table.send(m.LineLinedUp("2 raiders", 1))
    return table


def told(run: int, fights: int = 200) -> Forecast:
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
    table = opened(game, fights)
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
    table.send(m.ForecastDone(start.run, told(start.run)))
    now = table.model.forecasts
    assert now is not None
    assert (now.runs, now.forecast) == (False, told(start.run))
    assert table.done[-1] == Say("The party wins about 7 of 10 fights.")
    assert table.journal is before


@pytest.mark.parametrize("game", GAMES[:1])
def test_it_is_stopped_and_what_is_there_stays(game: Game) -> None:
    table = opened(game)
    table.send(m.ForecastStopped())  # nothing runs
    table.send(m.ForecastAsked("a"))
    table.send(m.ForecastStopped())
    assert table.done[-1] == StopForecast(1)
    table.send(RouteOpened("#/"))  # it is told whatever page is open
    table.send(m.ForecastDone(1, told(1, 12)))
    now = table.model.forecasts
    assert now is not None
    assert (now.runs, now.stopping, now.fights) == (False, False, 12)
    table.send(m.ForecastProgress(1, 200))  # too late
    assert table.model.forecasts is now


@pytest.mark.parametrize("game", GAMES[:1])
def test_what_if_is_compared_with_what_was_pinned(game: Game) -> None:
    table = opened(game)
    assert Say("With 2 × Raider") in table.done
    table.send(m.SeedChosen(" dawn "))
    table.send(m.ForecastAsked("a"))
    table.send(m.ForecastDone(1, told(1)))
    table.send(m.ForecastPinned())
    table.send(m.ForecastAsked("b"))
    start = table.done[-1]
    assert isinstance(start, StartForecast)
    assert (start.run, start.luck) == (2, "dawn")
    table.send(m.ForecastDone(1, told(1)))  # of the run before
    table.send(m.ForecastDone(2, told(2)))
    now = table.model.forecasts
    assert now is not None
    assert (now.pinned, now.forecast) == (told(1), told(2))
    table.send(m.ForecastPinned())
    assert table.model.forecasts is not None
    assert table.model.forecasts.pinned is None


@pytest.mark.parametrize("game", GAMES[:1])
def test_another_campaign_ends_it_and_has_its_own_lineup(game: Game) -> None:
    table = opened(game)
    kept = table.done[-1]
    assert isinstance(kept, StoreLineup)
    assert list(kept.lineups) == [table.journal.campaign]
    table.send(m.ForecastAsked("a"))
    there = table.journal
    table.send(JournalOpened(_named(there, "other")))
    assert table.done[-1] == StopForecast(1)
    table.send(m.ForecastDone(1, told(1)))
    now = table.model.forecasts
    assert now is not None
    assert (now.runs, now.forecast, now.campaign) == (False, None, "other")
    table.send(m.LineLinedUp("a bear", 1))
    table.send(JournalOpened(there))
    table.send(m.FightsChosen(1000))
    kept = table.done[-1]
    assert isinstance(kept, StoreLineup)
    names = {id: [each["name"] for each in one["fighters"]] for id, one in kept.lineups.items()}
    assert names["other"][-1] == "Bear"
    assert names[there.campaign][-1] == "Raider"


def _named(journal: Journal, campaign: str) -> Journal:
    """The same under another id."""
    return replace(journal, campaign=campaign)


@pytest.mark.parametrize("game", GAMES[:1])
def test_what_is_wrong_is_said_and_nothing_is_lost(game: Game) -> None:
    table = opened(game)
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
