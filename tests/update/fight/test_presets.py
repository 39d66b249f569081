"""Presets at the table: chosen, joined, joined again, saved and removed, each with one undo."""

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
from app.update.messages.campaign import CharacterTakenOut, PresetRemoved, PresetSaved, SideSwitched
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


def view_of(table: Table, game: Game) -> PresetView:
    """Return the view of the presets."""
    return preset_view(game, table.state, table.journal.page, table.model.tracker.presets)


def choose(table: Table, id: str, times: int) -> None:
    """Add a preset to the selection so many times, or remove it."""
    for _ in range(abs(times)):
        table.send(PresetStepped(id, 1 if times > 0 else -1))


def sheet_of(table: Table, id: str) -> dict[str, object]:
    """Return the sheet of a combatant."""
    assert table.state.encounter is not None
    return dict(table.state.encounter["combatants"][id]["sheet"])


@pytest.mark.parametrize("game", GAMES)
def test_chosen_presets_are_named_before_they_join_and_undone_at_once(game: Game) -> None:
    table = fight(game)
    one, other = presets_of(game).foes[:2]
    choose(table, one.id, 3)
    choose(table, one.id, -1)
    choose(table, other.id, 1)
    expected = (f"{one.name} 1", f"{one.name} 2", other.name)
    assert view_of(table, game).names == expected
    assert {tile.id: tile.count for tile in view_of(table, game).tiles if tile.count} == {
        one.id: 2,
        other.id: 1,
    }
    assert names(table, game) == [], "nobody joins before the tap"
    table.send(PresetsJoined())
    assert tuple(names(table, game)) == expected
    assert view_of(table, game).names == (), "the selection is empty"
    first = next(iter(table.state.encounter["combatants"]))  # type: ignore[index]
    assert one.sheet.keys() <= sheet_of(table, first).keys()
    table.send(Undone())
    assert names(table, game) == []


@pytest.mark.parametrize("game", GAMES)
def test_numbers_go_on_and_a_single_one_gets_its_number(game: Game) -> None:
    table = fight(game)
    one = presets_of(game).foes[0]
    choose(table, one.id, 1)
    table.send(PresetsJoined())
    assert names(table, game) == [one.name]
    choose(table, one.id, 2)
    view = view_of(table, game)
    assert view.names == (f"{one.name} 2", f"{one.name} 3")
    assert view.renames == ((one.name, f"{one.name} 1"),)
    table.send(PresetsJoined())
    assert names(table, game) == [f"{one.name} {n}" for n in (1, 2, 3)]


@pytest.mark.parametrize("game", GAMES)
def test_a_suggested_group_joins_by_one_tap_and_the_same_again_by_another(game: Game) -> None:
    table = fight(game)
    assert view_of(table, game).again == ""
    for group in presets_of(game).groups:
        before = len(names(table, game))
        table.send(PresetGroupJoined(group.label))
        assert len(names(table, game)) == before + sum(group.members.values())
    hard = presets_of(game).groups[-1]
    before = len(names(table, game))
    assert view_of(table, game).again
    table.send(LastGroupJoined())
    assert len(names(table, game)) == before + sum(hard.members.values())
    assert len(set(names(table, game))) == len(names(table, game))
    table.send(Undone())
    assert len(names(table, game)) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_typed_group_joins_again_too_but_no_character_does(game: Game) -> None:
    table = fight(game)
    table.send(LineJoined("2 zombies; ghost"))
    table.send(CharactersJoined())
    assert view_of(table, game).again == "Zombie ×2, Ghost"
    for id in table.state.document["order"]:
        table.send(CharacterTakenOut(id))
    assert view_of(table, game).again == "Zombie ×2, Ghost"
    table.send(LastGroupJoined())
    joined = names(table, game)
    assert {"Zombie 3", "Zombie 4", "Ghost 1", "Ghost 2"} <= set(joined)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_group_is_known_in_the_next_fight(game: Game) -> None:
    table = fight(game)
    table.send(PresetGroupJoined("Easy"))
    joined = names(table, game)
    table.send(StepTaken("end"))
    table.send(StepTaken("begin"))
    table.send(LastGroupJoined())
    assert names(table, game) == joined


@pytest.mark.parametrize("game", GAMES)
def test_one_of_ones_own_is_saved_from_the_fight_and_joins_as_it_was(game: Game) -> None:
    table = fight(game)
    choose(table, presets_of(game).foes[0].id, 2)
    table.send(PresetsJoined())
    id = next(iter(table.state.encounter["combatants"]))  # type: ignore[index]
    name = presets_of(game).foes[0].name
    assert menus.menu(game, table.state, id, "").preset == "free"
    table.send(PresetSaved(id))
    assert menus.menu(game, table.state, id, "").preset == "saved"
    tile = view_of(table, game).tiles[0]
    assert (tile.name, tile.is_own, tile.id) == (name, True, f"table.preset {name}")
    before = sheet_of(table, id)
    table.send(StepTaken("end"))
    table.send(StepTaken("begin"))
    choose(table, tile.id, 1)
    table.send(PresetsJoined())
    (joined,) = table.state.encounter["combatants"]  # type: ignore[index]
    assert {**sheet_of(table, joined), "name": ""} == {**before, "name": ""}
    table.send(PresetRemoved(tile.id))
    assert not any(tile.is_own for tile in view_of(table, game).tiles)
    table.send(Undone())
    assert any(tile.is_own for tile in view_of(table, game).tiles)


@pytest.mark.parametrize("game", GAMES)
def test_one_of_ones_own_is_saved_from_a_sheet(game: Game) -> None:
    table = fight(game)
    assert menus.as_preset(game, table.state, "sample-0") == "", "a player's character is none"
    table.send(SideSwitched("sample-0"))
    assert menus.as_preset(game, table.state, "sample-0") == "free"
    table.send(PresetSaved("sample-0"))
    assert is_saved(game, table.state, "sample-0")
    n = table.journal.n
    table.send(PresetSaved("sample-0"))
    assert table.journal.n == n, "the same once more is no entry"
    name = table.state.character("sample-0").name
    entries = [line.what for line in lines(table.journal.page, game, {}) if line.words == "Preset"]
    assert entries == [f"{name}, saved"]


@pytest.mark.parametrize("game", GAMES)
def test_a_missing_combatant_is_refused_and_a_strange_preset_is_harmless(game: Game) -> None:
    table = fight(game)
    with pytest.raises(BadInput):
        table.send(PresetSaved("nobody"))
    strange = {
        "table.preset A": 3,
        "table.preset B": {"sheet": {"wobble": [1], "name": 4}, "inputs": {"id": "x"}},
        "table.preset C": {"sheet": "x", "inputs": []},
        "table.preset ": {},
    }
    journal = append_actions(table.journal, [f.SceneSet(strange)], table.stamp, games())
    table.send(JournalMoved(journal))
    own = [tile for tile in view_of(table, game).tiles if tile.is_own]
    assert [each.name for each in own] == ["Nameless", "B", "C"]
    for each in own:
        choose(table, each.id, 1)
    table.send(PresetsJoined())
    assert sorted(names(table, game)) == ["B", "C", "Nameless"]


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_of_another_game_adds_no_combatant(game: Game) -> None:
    table = fight(game)
    choose(table, "of another game", 1)
    assert view_of(table, game).names == ()
    table.send(PresetsJoined())
    assert names(table, game) == []


@pytest.mark.parametrize("game", GAMES)
def test_one_of_ones_own_travels_in_the_file_of_its_campaign(game: Game) -> None:
    table = fight(game)
    choose(table, presets_of(game).foes[0].id, 1)
    table.send(PresetsJoined())
    table.send(PresetSaved(next(iter(table.state.encounter["combatants"]))))  # type: ignore[index]
    tile = view_of(table, game).tiles[0]
    assert tile.is_own
    campaign = {
        "id": table.journal.campaign,
        "document": table.journal.document,
        "entries": [entry.record() for entry in table.journal.page.entries],
    }
    record = {"tableside": 1, "kind": "campaign", "campaign": campaign}
    written = json.dumps(record)
    Draft202012Validator(schema()).validate(json.loads(written))
    (whole,) = open_file(written, games()).journals
    assert whole.journal.state is not None
    view = preset_view(game, whole.journal.state, whole.journal.page, {})
    assert view.tiles[0] == tile
