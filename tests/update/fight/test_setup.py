"""Setting up a fight: the dialog stays open until Start, and one button is the next one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.games import Game
from app.systems import games
from app.update.fight.spectator import acting_now
from app.update.layers import SETUP, layers
from app.update.messages.campaign import (
    CharacterSetAside,
    FieldWritten,
    RecordAdded,
    RecordWritten,
)
from app.update.messages.tracker import (
    CharactersJoined,
    LineJoined,
    PresetGroupJoined,
    PresetStepped,
    RealDiceSwitched,
    StepTaken,
    TurnPassed,
)
from app.update.model import Tracker
from app.widgets.fight.board.board import board_view, next_step
from app.widgets.forecast.lineup import fresh
from tests.fights.table import Table
from tests.update.fight.test_joining import fight

GAMES = [pytest.param(game, id=id) for id, game in games().items()]


def next_button(table: Table, game: Game) -> str:
    """Return the button that is next."""
    return next_step(board_view(game, table.state), bool(table.model.tracker.presets))


@pytest.mark.parametrize("game", GAMES)
def test_the_dialog_stays_open_until_the_first_turn(game: Game) -> None:
    table = fight(game)
    assert table.model.tracker.panel == SETUP
    assert layers(table.model) == (), "nothing lies over an empty fight"
    table.send(CharactersJoined())
    table.send(PresetGroupJoined("Easy"))
    table.send(LineJoined("zombie"))
    assert table.model.tracker.panel == SETUP
    assert layers(table.model) == (f"panel {SETUP}",)
    for _ in range(4):
        table.send(TurnPassed())
        assert table.model.tracker.panel == ""


def test_another_campaign_closes_the_dialog_and_keeps_real_dice() -> None:
    table, other = fight(games()["striker"]), fight(games()["striker"])
    table.send(RealDiceSwitched(True))
    assert table.model.tracker.panel == SETUP
    table.open(replace(other.journal, campaign="another"))
    assert table.model.tracker == Tracker(real_dice=True)


@pytest.mark.parametrize("game", GAMES)
def test_one_button_is_next(game: Game) -> None:
    table = fight(game)
    assert next_button(table, game) == "party"
    table.send(CharactersJoined())
    assert next_button(table, game) == "foes"
    preset = next(iter(game.encounter.presets().by_id)) if game.encounter else ""
    table.send(PresetStepped(preset, 1))
    assert next_button(table, game) == "add"
    table.send(PresetStepped(preset, -1))
    table.send(LineJoined("zombie"))
    assert next_button(table, game) == "turn"


@pytest.mark.parametrize("game", GAMES)
def test_the_dead_stay_out_of_the_party(game: Game) -> None:
    table, sheet = fight(game), game.sheet
    assert sheet is not None
    first, *others = (character.id for character in table.state.characters)
    if "dead" in sheet.by_id:
        table.send(FieldWritten(first, "dead", True))
    elif "conditions" in sheet.by_id:
        table.send(RecordAdded(first, "conditions"))
        table.send(RecordWritten(first, "conditions", 0, "name", "Dead"))
    else:  # the table says it: an archived character is no longer offered
        table.send(CharacterSetAside(first))
    assert len(board_view(game, table.state).party) == len(others)
    assert [fighter.of for fighter in fresh(game, table.state, running=False).fighters] == others
    table.send(CharactersJoined())
    assert {person.id for person in board_view(game, table.state).people} == {*others}
    assert next_button(table, game) == "foes"
    if "dead" in sheet.by_id:
        table.send(CharactersJoined([first]))
        assert first in {person.id for person in board_view(game, table.state).people}


@pytest.mark.parametrize("game", GAMES)
def test_foes_alone_wait_for_the_party(game: Game) -> None:
    table = fight(game)
    table.send(LineJoined("zombie"))
    assert next_button(table, game) == "party"
    table.send(CharactersJoined())
    assert next_button(table, game) == "turn"


@pytest.mark.parametrize("game", GAMES)
def test_without_foes_no_target_is_suggested(game: Game) -> None:
    table = fight(game)
    table.send(CharactersJoined())
    table.send(StepTaken("pass"))
    for _ in range(3):
        act = acting_now(table.model)
        if act is not None:
            break
        table.send(TurnPassed())
    assert act is not None
    assert act.target == ""
    assert [target.id for target in act.targets] == [
        person.id for person in board_view(game, table.state).people if person.id != act.person.id
    ]
    table.send(LineJoined("zombie"))
    act = acting_now(table.model)
    assert act is not None
    assert act.target == "zombie"
