"""Home: what it says of the campaign of this evening, and what a newcomer tries."""

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
    sheet = game.sheet.filled(game.sheet.samples[first.sample])
    roll = next(each for each in game.sheet.rolls(sheet) if each.place == first.place)
    procedure = game.procedures[first.procedure]
    given = game.sheet.feed(procedure, {"self": sheet}, dict(roll.inputs))
    success = chances(procedure.bind({**game.trial, **given, **roll.inputs})).success
    assert success is not None
    assert Fraction(1, 2) <= success <= Fraction(7, 10)


def table(game: str) -> Table:
    """A table with an empty campaign of this game, Home open."""
    made = Table()
    made.open(append(Journal("table"), f.Started(game), made.stamp(), games()))
    made.send(RouteOpened("#/"))
    return made


def tried(game: Game, character: str = "new") -> SampleTried:
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
def test_whoever_tries_a_sample_rolls_with_it_and_home_tells_of_it(game: Game) -> None:
    made, first = table(game.id), trial(game)
    assert first is not None
    made.send(tried(game))
    made.send(RouteOpened(first.href))
    assert made.model.form.place == first.place
    made.send(RollTapped())
    made.send(RouteOpened("#/"))
    # Once more: whoever is there by that name plays.
    made.send(tried(game, "another"))
    assert [each.id for each in made.state.characters] == ["new"]
    assert made.model.cast[game.id]["self"] == "new"

    seen = tonight(games(), made.state, made.journal.page)
    (member,) = seen.party
    assert member.name == made.state.character("new").name
    assert seen.last is not None
    assert seen.last.dice
    assert seen.last.about.endswith(member.name)
    page = rendered("home.html", tonight=seen)
    assert page.all("data-tonight") == [game.id]


@pytest.mark.parametrize("first", ["the tap", "the page"])
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_that_is_tried_is_there_after_a_reload(game: Game, first: str) -> None:
    """The tap comes before its page, or after it where another game was open."""
    made, sample = table(game.id), trial(game)
    assert sample is not None
    messages: list[Message] = [tried(game), RouteOpened(sample.href)]
    for message in messages if first == "the tap" else reversed(messages):
        made.send(message)
    assert made.saved is not None
    again = Table()
    again.open(made.journal)
    again.send(RouteOpened(sample.href))
    again.send(PlayLeft(made.saved))
    assert again.model.cast[game.id]["self"] == "new"
    assert again.model.form.place == sample.place
    assert again.model.form.desk.typed == made.model.form.desk.typed


def test_a_form_opened_from_a_button_replaces_no_open_play() -> None:
    made = table("garden")
    made.send(tried(games()["garden"]))
    made.send(RouteOpened("#/garden/attack"))
    made.send(DiceEntered())
    asked = made.saved
    assert asked is not None
    made.send(RollableTaken("garden.skill_test", "skills.athletics", who="new"))
    made.send(RouteOpened("#/garden/skill_test"))
    assert made.saved == asked


def test_a_sample_that_is_tried_before_a_campaign_is_open_is_kept_once_one_is() -> None:
    model, commands = update(Model(games()), tried(games()["garden"]), random.Random(1))
    assert commands == ()
    assert [type(each) for each in model.waiting] == [StoreEntries]
    assert model.cast["garden"]["self"] == "new"


def test_the_campaign_of_its_game_is_opened_first() -> None:
    made = table("prism")
    _, commands = update(made.model, tried(games()["garden"]), random.Random(1))
    again = replace(tried(games()["garden"]), again=True)
    assert commands == (OpenGame("garden"), Queue(again))


def test_of_two_samples_tapped_at_once_the_last_is_tried() -> None:
    """Each opens its game; neither opens it a second time, which would never end."""
    made = table("striker")
    model, commands = update(
        made.model, replace(tried(games()["garden"]), again=True), random.Random(1)
    )
    assert (model, commands) == (made.model, ())
    model, commands = update(
        made.model, replace(tried(games()["striker"]), again=True), random.Random(1)
    )
    assert [type(each) for each in commands] == [StoreEntries]
