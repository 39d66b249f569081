"""Health is shown in one direction: every ring and bar empties with harm, in every game."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from app.campaign.state.document import Document
from app.campaign.state.state import EMPTY, CampaignState
from app.core.games import Game
from app.core.sheets import Meter
from app.forecast.reports import OfCombatant, Share, spread
from app.systems import games
from app.widgets.fight.board import board
from app.widgets.fight.gauges.avatars import avatar, health_left
from app.widgets.fight.gauges.gauges import gauge
from app.widgets.fight.screen.screen import screen
from app.widgets.forecast.forecast import HealthLeft
from app.widgets.forecast.from_report import _fighter
from tests.widgets.fight.test_board import GAMES, fight
from tests.widgets.markup import Markup
from tests.widgets.templates import PAGES

COUNTING_DOWN = Meter("hp", "HP", 0, 10)
COUNTING_UP = Meter("wound_marks", "Wounds", 3, 3, "bad")
HERE = '{% import "fight.html" as f %}{{ f.here(game, view, none, none) }}'


@pytest.mark.parametrize("meter", [COUNTING_DOWN, COUNTING_UP], ids=["hit points", "wounds"])
def test_rings_and_bars_are_empty_when_no_health_is_left(meter: Meter) -> None:
    view = gauge(meter)
    assert (avatar("Mara", meters=(meter,)).share, view.left, view.tone) == (0, 0, "bad")


@pytest.mark.parametrize("id", ["garden", "wasteland"])
def test_the_dead_have_no_health_left(id: str) -> None:
    game = games()[id]
    assert game.encounter is not None
    scene = game.encounter.begin()
    scene = game.encounter.apply(scene, "add", {"id": "thug"}).scene
    document: Document = {**EMPTY, "game": id, "encounter": scene.write("thug", dead=True).state}
    state = CampaignState(document)
    (thug,) = board.board_view(game, state).people
    assert (thug.picture.share, thug.meters[0].left, thug.meters[0].tone) == (0, 0, "bad")
    (shown,) = screen(game, state, True, True).shown
    assert shown.health is not None
    assert shown.health.words == "down"


@pytest.mark.parametrize("full", ["good", "bad"])
def test_only_full_health_is_unhurt_and_only_none_is_down(full: Literal["good", "bad"]) -> None:
    shown = [health_left(Meter("hp", "HP", now, 300, full)) for now in (0, 1, 299, 300)]
    assert shown == ([0, 1, 99, 100] if full == "good" else [100, 99, 1, 0])


@pytest.mark.parametrize("game", GAMES)
def test_the_game_masters_bars_agree_with_the_players(game: Game) -> None:
    state = fight(game)
    view = board.board_view(game, state)
    own = {person.id: person for person in view.people}
    players = screen(game, state, True, False)
    assert len(players.shown) == len(own)
    for each in players.shown:
        person = own[each.person.id]
        meter = person.meters[0]
        assert each.avatar.share == person.picture.share == meter.left
        if each.health is not None:
            assert each.health.share == meter.left
    markup = Markup(PAGES.from_string(HERE).render(game=game, view=view))
    bars = [
        int(attributes["value"] or 0) for tag, attributes in markup.elements if tag == "progress"
    ]
    lefts = (person.meters[0].left for person in view.people)
    assert bars == [left for left in lefts if left is not None]


@pytest.mark.parametrize("game", GAMES)
def test_sides_are_called_players_and_foes(game: Game) -> None:
    groups = {person.group for person in board.board_view(game, fight(game)).people}
    assert not groups & {"Character", "Adversary", "NPC", "GM"}


def test_a_forecast_counts_wounds_as_the_fight_does() -> None:
    """A fighter who is mostly out has `3 of 3 Wounds`, as on the card, and an empty bar."""
    falls, left = Share(8, 10, 0.8, 0.6, 0.9), spread({0: 8, 1: 2})
    combatant = OfCombatant("rowan", "Rowan", 0, falls, left, "Wounds", 3, rises=True)
    assert (combatant.meter.middle, combatant.meter.low, combatant.meter.high) == (3, 3, 3)
    assert combatant.meter.mean == pytest.approx(2.8)
    health = _fighter(combatant, "Rowan").left
    assert health is not None
    assert (health.words, health.at) == ("3 of 3 Wounds", "0.00%")


def test_hit_points_show_the_amount_left() -> None:
    assert HealthLeft("HP", 2, 6, 8, 10).words == "6 of 10 HP, mostly 2 to 8"
    assert HealthLeft("Wounds", 0, 1, 2, 3, rises=True).words == "2 of 3 Wounds, mostly 1 to 3"


def test_hit_points_below_zero_have_a_true_minus_sign() -> None:
    state = fight(games()["prism"])
    view = board.board_view(games()["prism"], state)
    meter = gauge(replace(COUNTING_DOWN, now=-2))
    hurt = replace(view.people[0], meters=(meter,))
    html = PAGES.from_string(HERE).render(game=games()["prism"], view=replace(view, people=(hurt,)))
    assert "\u22122 / 10" in Markup(html).text


def test_health_is_shown_once_beside_the_worst_states() -> None:
    prism = games()["prism"]
    view = board.board_view(prism, fight(prism, "guard, hp max 30, hp 5, stunned, bleeding 3"))
    guard = next(person for person in view.people if person.name == "Guard")
    assert "HP 5 of 30" in [badge.words for badge in guard.badges]
    assert [badge.words for badge in guard.state] == ["Stunned", "Bleeding 3"]
