"""The presets of the setup dialog on the page."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.games import Game
from app.systems import games
from app.widgets.fight.joining.presets import PresetTile, PresetView, preset_view
from tests.presets import presets_of
from tests.widgets.fight.test_board import campaign, fight, take_step
from tests.widgets.markup import Markup
from tests.widgets.templates import PAGES

GAMES = [pytest.param(game, id=id) for id, game in games().items()]

NOTHING = PresetView((), (), "", (), ())


def render(game: Game, view: PresetView) -> Markup:
    """Render the presets."""
    page: Any = PAGES.get_template("presets.html").module
    return Markup(str(page.choose(game, view)))


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_and_group_is_a_button_with_a_name_of_its_own(game: Game) -> None:
    state = take_step(campaign(game), "begin")
    page = render(game, preset_view(game, state, None, {}))
    assert page.wrong == []
    presets = presets_of(game)
    more = [each for each in page.with_attribute("data-do") if each["data-do"] == "preset-more"]
    assert [each["data-preset"] for each in more] == [foe.id for foe in presets.foes]
    assert page.all("data-label") == ["Easy", "Fair", "Hard"]
    for preset in presets.foes:
        assert preset.name in page.text
        assert f"threat {preset.threat} of 5" in page.text
    keys = page.all("data-key")
    assert len(set(keys)) == len(keys)
    assert "presets-add" not in keys, "with nothing chosen there is nothing to add"


@pytest.mark.parametrize("game", GAMES)
def test_chosen_presets_are_counted_named_and_removable(game: Game) -> None:
    state = fight(game)
    one = presets_of(game).foes[0]
    page = render(game, preset_view(game, state, None, {one.id: 2}))
    assert page.wrong == []
    (less,) = [each for each in page.with_attribute("data-do") if each["data-do"] == "preset-less"]
    assert less["aria-label"] == f"{one.name}: one less"
    assert f"{one.name} ×2" in page.text
    assert f"To add: {one.name} 1, {one.name} 2" in page.text
    assert "Add 2 foes" in page.text


def test_groups_are_said_in_words() -> None:
    game = games()["garden"]
    state = take_step(campaign(game), "begin")
    groups = dict(preset_view(game, state, None, {}).groups)
    assert groups == {
        "Easy": "3 scavengers",
        "Fair": "1 bandit and 1 guard",
        "Hard": "1 bandit and 2 wild dogs",
    }


def test_ones_own_can_be_removed_and_any_name_is_text() -> None:
    game = games()["garden"]
    name = '<b>"Old" Tom</b>'
    tile = PresetTile(f"table.preset {name}", name, "", 0, 0, True)
    view = PresetView((tile,), (), "", (), (("Tom", "Tom 1"),))
    page = render(game, view)
    assert page.wrong == []
    assert f"Remove the preset {name}" in page.all("aria-label")
    assert "threat" not in page.text


def test_a_game_without_presets_shows_none() -> None:
    assert render(games()["garden"], NOTHING).elements == []


def test_it_is_saved_once() -> None:
    page: Any = PAGES.get_template("presets.html").module
    assert "aria-disabled" not in str(page.save("tom", False))
    assert "Saved as preset" in Markup(str(page.save("tom", True))).text
