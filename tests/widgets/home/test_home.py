"""Home: its summary of the open campaign, and the first roll of a newcomer."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.core.games import Game
from app.core.odds.odds import chances
from app.systems import games
from app.update.campaigns.effects import Queue
from app.update.commands import OpenGame, StoreEntries
from app.update.messages.answers import PlayLeft
from app.update.messages.forms import RollableTaken, RouteOpened
from app.update.messages.plays import DiceEntered, RollTapped
from app.update.messages.quick_start import SampleTried
from app.update.model import Model
from app.update.update import update
from app.widgets.home.home import tonight
from app.widgets.page import view_game
from app.widgets.roll.favourites.quick_start import trial
from tests.fights.table import Table
from tests.widgets.templates import rendered

if TYPE_CHECKING:
    from app.update.messages import Message

GAMES = [pytest.param(game, id=id) for id, game in games().items()]


@pytest.mark.parametrize("game", GAMES)
def test_a_first_try_succeeds_about_as_often_as_not(game: Game) -> None:
    first = trial(game)
    assert first is not None
    assert game.sheet is not None
    sheet = game.sheet.fill(game.sheet.samples[first.sample])
    roll = next(roll for roll in game.sheet.rolls(sheet) if roll.place == first.place)
    procedure = game.procedures[first.procedure]
    given = game.sheet.feed(procedure, {"self": sheet}, dict(roll.inputs))
    success = chances(procedure.bind({**game.trial, **given, **roll.inputs})).success
    assert success is not None
    assert Fraction(1, 2) <= success <= Fraction(7, 10)


def table(game: str) -> Table:
    """Return a table with an empty campaign of this game, on Home."""
    result = Table()
    result.open(append(Journal("table"), f.Started(game), result.stamp(), games()))
    result.send(RouteOpened("#/"))
    return result


def sample_tried(game: Game, character: str = "new") -> SampleTried:
    """Return the message that tries the game's sample roll."""
    first = trial(game)
    assert first is not None
    return SampleTried(first.procedure, first.sample, first.place, character)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_first_roll_with_its_dice(game: Game) -> None:
    first = trial(game)
    assert first is not None
    assert first.name
    assert first.dice
    assert view_game(game).trial == first


@pytest.mark.parametrize("game", GAMES)
def test_a_tried_sample_is_cast_and_home_shows_its_roll(game: Game) -> None:
    at_table, first = table(game.id), trial(game)
    assert first is not None
    at_table.send(sample_tried(game))
    at_table.send(RouteOpened(first.href))
    assert at_table.model.form.place == first.place
    at_table.send(RollTapped())
    at_table.send(RouteOpened("#/"))
    # A second try uses the character with that name.
    at_table.send(sample_tried(game, "another"))
    assert [character.id for character in at_table.state.characters] == ["new"]
    assert at_table.model.cast[game.id]["self"] == "new"

    view = tonight(games(), at_table.state, at_table.journal.page)
    (member,) = view.party
    assert member.name == at_table.state.character("new").name
    assert view.last is not None
    assert view.last.dice
    assert view.last.about.endswith(member.name)
    page = rendered("home.html", tonight=view)
    assert page.all("data-tonight") == [game.id]


@pytest.mark.parametrize("first", ["the tap", "the page"])
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_that_is_tried_is_there_after_a_reload(game: Game, first: str) -> None:
    """The tap comes before its page, or after it if another game was open."""
    at_table, sample = table(game.id), trial(game)
    assert sample is not None
    messages: list[Message] = [sample_tried(game), RouteOpened(sample.href)]
    for message in messages if first == "the tap" else reversed(messages):
        at_table.send(message)
    assert at_table.saved is not None
    again = Table()
    again.open(at_table.journal)
    again.send(RouteOpened(sample.href))
    again.send(PlayLeft(at_table.saved))
    assert again.model.cast[game.id]["self"] == "new"
    assert again.model.form.place == sample.place
    assert again.model.form.desk.typed == at_table.model.form.desk.typed


def test_a_form_opened_from_a_button_replaces_no_open_play() -> None:
    at_table = table("garden")
    at_table.send(sample_tried(games()["garden"]))
    at_table.send(RouteOpened("#/garden/attack"))
    at_table.send(DiceEntered())
    stored_play = at_table.saved
    assert stored_play is not None
    at_table.send(RollableTaken("garden.skill_test", "skills.athletics", who="new"))
    at_table.send(RouteOpened("#/garden/skill_test"))
    assert at_table.saved == stored_play


def test_a_sample_that_is_tried_before_a_campaign_is_open_is_kept_once_one_is() -> None:
    model, commands = update(Model(games()), sample_tried(games()["garden"]), random.Random(1))
    assert commands == ()
    assert [type(each) for each in model.waiting] == [StoreEntries]
    assert model.cast["garden"]["self"] == "new"


def test_the_campaign_of_its_game_is_opened_first() -> None:
    at_table = table("prism")
    _, commands = update(at_table.model, sample_tried(games()["garden"]), random.Random(1))
    again = replace(sample_tried(games()["garden"]), again=True)
    assert commands == (OpenGame("garden"), Queue(again))


def test_of_two_samples_tapped_at_once_the_last_is_tried() -> None:
    """Each tap opens its game once, because repeated openings would never end."""
    at_table = table("striker")
    model, commands = update(
        at_table.model, replace(sample_tried(games()["garden"]), again=True), random.Random(1)
    )
    assert (model, commands) == (at_table.model, ())
    model, commands = update(
        at_table.model, replace(sample_tried(games()["striker"]), again=True), random.Random(1)
    )
    assert [type(command) for command in commands] == [StoreEntries]
