"""Presets at the table: chosen, joined, joined again, saved, removed; each undone by one undo."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from app.campaign import facts as f
from app.campaign.files.files import open_file
from app.campaign.files.schema import schema
from app.campaign.journal.actions import append_actions
from app.core.errors import BadInput
from app.core.games import Game
from app.systems import games
from app.update.messages.answers import JournalMoved
from app.update.messages.campaign import PresetRemoved, PresetSaved, SideSwitched
from app.update.messages.plays import Undone
from app.update.messages.tracker import (
    CharactersJoined,
    LastGroupJoined,
    LineJoined,
    PresetGroupJoined,
    PresetsJoined,
    PresetStepped,
    StepTaken,
)
from app.widgets.fight.board import menus
from app.widgets.fight.joining.presets import PresetView, is_saved, preset_view
from app.widgets.journal.journal import lines
from tests.fights.table import Table
from tests.presets import presets_of
from tests.update.fight.test_joining import fight, names

GAMES = [pytest.param(game, id=id) for id, game in games().items()]


def seen(made: Table, game: Game) -> PresetView:
    return preset_view(game, made.state, made.journal.page, made.model.tracker.presets)


def choose(made: Table, id: str, times: int) -> None:
    for _ in range(abs(times)):
        made.send(PresetStepped(id, 1 if times > 0 else -1))


def sheet_of(made: Table, id: str) -> dict[str, object]:
    assert made.state.encounter is not None
    return dict(made.state.encounter["combatants"][id]["sheet"])


@pytest.mark.parametrize("game", GAMES)
def test_chosen_presets_are_named_before_they_join_and_undone_at_once(game: Game) -> None:
    made = fight(game)
    one, other = presets_of(game).foes[:2]
    choose(made, one.id, 3)
    choose(made, one.id, -1)
    choose(made, other.id, 1)
    expected = (f"{one.name} 1", f"{one.name} 2", other.name)
    assert seen(made, game).names == expected
    assert {each.id: each.count for each in seen(made, game).tiles if each.count} == {
        one.id: 2,
        other.id: 1,
    }
    assert names(made, game) == [], "nobody joins before it is said"
    made.send(PresetsJoined())
    assert tuple(names(made, game)) == expected
    assert seen(made, game).names == (), "nobody is chosen any more"
    first = next(iter(made.state.encounter["combatants"]))  # type: ignore[index]
    assert one.sheet.keys() <= sheet_of(made, first).keys()
    made.send(Undone())
    assert names(made, game) == []


@pytest.mark.parametrize("game", GAMES)
def test_numbers_go_on_and_a_single_one_gets_its_number(game: Game) -> None:
    made = fight(game)
    one = presets_of(game).foes[0]
    choose(made, one.id, 1)
    made.send(PresetsJoined())
    assert names(made, game) == [one.name]
    choose(made, one.id, 2)
    view = seen(made, game)
    assert view.names == (f"{one.name} 2", f"{one.name} 3")
    assert view.renames == ((one.name, f"{one.name} 1"),)
    made.send(PresetsJoined())
    assert names(made, game) == [f"{one.name} {n}" for n in (1, 2, 3)]


@pytest.mark.parametrize("game", GAMES)
def test_a_suggested_group_joins_by_one_tap_and_the_same_again_by_another(game: Game) -> None:
    made = fight(game)
    assert seen(made, game).again == ""
    for group in presets_of(game).groups:
        before = len(names(made, game))
        made.send(PresetGroupJoined(group.label))
        assert len(names(made, game)) == before + sum(group.members.values())
    hard = presets_of(game).groups[-1]
    before = len(names(made, game))
    assert seen(made, game).again
    made.send(LastGroupJoined())
    assert len(names(made, game)) == before + sum(hard.members.values())
    assert len(set(names(made, game))) == len(names(made, game))
    made.send(Undone())
    assert len(names(made, game)) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_typed_group_joins_again_too_but_no_character_does(game: Game) -> None:
    made = fight(game)
    made.send(LineJoined("2 zombies; ghost"))
    made.send(CharactersJoined())
    assert seen(made, game).again == "Zombie ×2, Ghost"
    made.send(LastGroupJoined())
    there = names(made, game)
    assert {"Zombie 3", "Zombie 4", "Ghost 1", "Ghost 2"} <= set(there)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_group_is_known_in_the_next_fight(game: Game) -> None:
    made = fight(game)
    made.send(PresetGroupJoined("Easy"))
    there = names(made, game)
    made.send(StepTaken("end"))
    made.send(StepTaken("begin"))
    made.send(LastGroupJoined())
    assert names(made, game) == there


@pytest.mark.parametrize("game", GAMES)
def test_one_of_ones_own_is_saved_from_the_fight_and_joins_as_it_was(game: Game) -> None:
    made = fight(game)
    choose(made, presets_of(game).foes[0].id, 2)
    made.send(PresetsJoined())
    id = next(iter(made.state.encounter["combatants"]))  # type: ignore[index]
    name = presets_of(game).foes[0].name
    assert menus.menu(game, made.state, id, "").preset == "free"
    made.send(PresetSaved(id))
    assert menus.menu(game, made.state, id, "").preset == "saved"
    tile = seen(made, game).tiles[0]
    assert (tile.name, tile.is_own, tile.id) == (name, True, f"table.preset {name}")
    before = sheet_of(made, id)
    made.send(StepTaken("end"))
    made.send(StepTaken("begin"))
    choose(made, tile.id, 1)
    made.send(PresetsJoined())
    (joined,) = made.state.encounter["combatants"]  # type: ignore[index]
    assert {**sheet_of(made, joined), "name": ""} == {**before, "name": ""}
    made.send(PresetRemoved(tile.id))
    assert not any(each.is_own for each in seen(made, game).tiles)
    made.send(Undone())
    assert any(each.is_own for each in seen(made, game).tiles)


@pytest.mark.parametrize("game", GAMES)
def test_one_of_ones_own_is_saved_from_a_sheet(game: Game) -> None:
    made = fight(game)
    assert menus.as_preset(game, made.state, "sample-0") == "", "a player's character is none"
    made.send(SideSwitched("sample-0"))
    assert menus.as_preset(game, made.state, "sample-0") == "free"
    made.send(PresetSaved("sample-0"))
    assert is_saved(game, made.state, "sample-0")
    n = made.journal.n
    made.send(PresetSaved("sample-0"))
    assert made.journal.n == n, "the same once more is no entry"
    name = made.state.character("sample-0").name
    told = [line.what for line in lines(made.journal.page, game, {}) if line.words == "Preset"]
    assert told == [f"{name}, saved"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_there_is_said_and_a_strange_record_breaks_nothing(game: Game) -> None:
    made = fight(game)
    with pytest.raises(BadInput):
        made.send(PresetSaved("nobody"))
    strange = {
        "table.preset A": 3,
        "table.preset B": {"sheet": {"wobble": [1], "name": 4}, "inputs": {"id": "x"}},
        "table.preset C": {"sheet": "x", "inputs": []},
        "table.preset ": {},
    }
    journal = append_actions(made.journal, [f.SceneSet(strange)], made.stamp, games())
    made.send(JournalMoved(journal))
    own = [each for each in seen(made, game).tiles if each.is_own]
    assert [each.name for each in own] == ["Nameless", "B", "C"]
    for each in own:
        choose(made, each.id, 1)
    made.send(PresetsJoined())
    assert sorted(names(made, game)) == ["B", "C", "Nameless"]


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_of_another_game_joins_nobody(game: Game) -> None:
    made = fight(game)
    choose(made, "of another game", 1)
    assert seen(made, game).names == ()
    made.send(PresetsJoined())
    assert names(made, game) == []


@pytest.mark.parametrize("game", GAMES)
def test_one_of_ones_own_travels_in_the_file_of_its_campaign(game: Game) -> None:
    made = fight(game)
    choose(made, presets_of(game).foes[0].id, 1)
    made.send(PresetsJoined())
    made.send(PresetSaved(next(iter(made.state.encounter["combatants"]))))  # type: ignore[index]
    tile = seen(made, game).tiles[0]
    assert tile.is_own
    campaign = {
        "id": made.journal.campaign,
        "document": made.journal.document,
        "entries": [entry.record() for entry in made.journal.page.entries],
    }
    record = {"tableside": 1, "kind": "campaign", "campaign": campaign}
    written = json.dumps(record)
    Draft202012Validator(schema()).validate(json.loads(written))
    (whole,) = open_file(written, games()).journals
    assert whole.journal.state is not None
    view = preset_view(game, whole.journal.state, whole.journal.page, {})
    assert view.tiles[0] == tile
