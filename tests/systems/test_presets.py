"""Presets of foes: their sheets are valid, their attacks can be rolled, their groups are rated."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.core.encounters.presets import THREATS, Preset, fresh_values, lasting_inputs
from app.core.errors import BadInput
from app.core.games import Game
from app.forecast import fight
from app.forecast.playing import Player
from app.systems import games
from tests.presets import BANDS, FIGHTS_OF_GROUP, iter_shares, joining, presets_of

GAMES = [pytest.param(game, id=id) for id, game in games().items()]
PRESETS = [
    pytest.param(game, preset, id=f"{game.id} {preset.id}")
    for game in games().values()
    for preset in presets_of(game).foes
]
GROUPS = [
    pytest.param(game, group.label, group.members, id=f"{game.id} {group.label}")
    for game in games().values()
    for group in presets_of(game).groups
]

#: The longest line that a phone shows beside a name without a third row.
LONGEST_LINE = 44


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_presets_and_three_groups(game: Game) -> None:
    presets = presets_of(game)
    assert len(presets.foes) >= 8
    assert len(presets.by_id) == len({foe.name for foe in presets.foes}) == len(presets.foes)
    assert [group.label for group in presets.groups] == list(BANDS)
    assert all(group.members.keys() <= presets.by_id.keys() for group in presets.groups)
    assert {1, 5} <= {foe.threat for foe in presets.foes}


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_its_line_has_few_words(game: Game, preset: Preset) -> None:
    assert 0 < len(preset.line) <= LONGEST_LINE
    assert preset.line[-1] != "."
    assert preset.threat in THREATS


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_its_sheet_passes_the_check_of_its_game(game: Game, preset: Preset) -> None:
    assert game.sheet is not None
    sheet = game.sheet.fill(preset.sheet)
    assert fresh_values(sheet) == sheet.data, "nothing of a passing state"


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_it_joins_acts_and_attacks_with_its_weapon(game: Game, preset: Preset) -> None:
    assert game.sheet is not None
    foe = {"name": preset.name, "quick": joining(preset)}
    heroes = [{"sheet": dict(sample)} for sample in game.sheet.samples[:2]]
    sides = [
        {"name": "Players", "combatants": heroes},
        {"name": "Foes", "combatants": [foe]},
    ]
    player = Player(fight({"game": game.id, "sides": sides}), random.Random(1))
    scene = player.stage.scene
    assert "1.0" in scene.now.order
    assert [place.name for place in scene.board.places if place.id == "1.0"] == [preset.name]
    sheet = scene.combatants["1.0"].sheet
    assert {id: sheet[id] for id in preset.sheet} == {
        id: game.sheet.fill(preset.sheet)[id] for id in preset.sheet
    }
    for _ in range(12):
        player._settle()
        player._prepare()
        if player.stage.scene.current == "1.0":
            break
        assert player._pass()
    attacks = player.tactics.attacks(player.stage.scene, "1.0")
    armed = {weapon["name"] for weapon in sheet["weapons"]} if "weapons" in sheet else {"Attack"}
    assert armed & {attack.label.removeprefix("Attack: ") for attack in attacks}
    assert any(player._act("1.0", attack, "0.0") for attack in attacks)


@pytest.mark.parametrize("game", GAMES)
def test_passing_and_lasting_values_name_fields_that_exist(game: Game) -> None:
    assert game.sheet is not None
    assert game.encounter is not None
    assert set(game.sheet.passing_state) <= game.sheet.by_id.keys()
    assert set(game.encounter.lasting) <= game.encounter.by_id["add"].inputs.keys()


def test_a_preset_of_striker_is_made_with_all_points() -> None:
    form = games()["striker"].sheet
    assert form is not None
    spent = form.fill({"hp": 1, "fp": 1, "ep": 1})
    fresh = form.fill(fresh_values(spent))
    assert [fresh[pool] for pool in ("hp", "fp", "ep")] == [12, 3, 3]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_joined_preset_makes_the_same_preset(game: Game, preset: Preset) -> None:
    assert game.encounter is not None
    encounter = game.encounter
    scene = encounter.begin()
    inputs = {"id": "a", "name": "A", **joining(preset)}
    scene = encounter.apply(scene, "add", inputs).scene
    fighter = scene.combatants["a"]
    inputs_again: dict[str, Any] = {"id": "b", "name": "B", "sheet": fresh_values(fighter.sheet)}
    inputs_again |= lasting_inputs(fighter, encounter.lasting)
    twin = encounter.apply(scene, "add", inputs_again).scene.combatants["b"]
    assert {**twin.sheet.data, "name": ""} == {**fighter.sheet.data, "name": ""}
    assert lasting_inputs(twin, encounter.lasting) == lasting_inputs(fighter, encounter.lasting)


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_that_is_none_is_refused(game: Game) -> None:
    encounter = game.encounter
    assert encounter is not None
    for sheet in ("strong", {"wobble": 1}, {"weapons": 3}, {"name": "Z", "who": "x"}):
        with pytest.raises(BadInput) as fault:
            encounter.apply(encounter.begin(), "add", {"id": "a", "name": "A", "sheet": sheet})
        assert fault.value.field == "sheet"


@pytest.mark.parametrize(("game", "label", "members"), GROUPS)
def test_a_suggested_group_is_as_hard_as_it_says(
    game: Game, label: str, members: dict[str, int]
) -> None:
    """The fights end as soon as the others cannot change the answer."""
    low, high = BANDS[label]
    for least, most in iter_shares(game, members, FIGHTS_OF_GROUP):
        if low <= least and most <= high:
            return
        assert least <= high
        assert low <= most
