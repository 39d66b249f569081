"""Setting up a fight: the dialog stays open until Start, and one button is next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.games import Game
from app.systems import games
from app.update.fight.spectator import acting_now
from app.update.layers import SETUP, layers
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
from tests.fights.table import Table
from tests.update.fight.test_joining import fight

GAMES = [pytest.param(game, id=id) for id, game in games().items()]


def following(made: Table, game: Game) -> str:
    return next_step(board_view(game, made.state), bool(made.model.tracker.presets))


@pytest.mark.parametrize("game", GAMES)
def test_the_dialog_stays_open_until_the_first_turn(game: Game) -> None:
    made = fight(game)
    assert made.model.tracker.panel == SETUP
    assert layers(made.model) == (), "nothing lies over an empty fight"
    made.send(CharactersJoined())
    made.send(PresetGroupJoined("Easy"))
    made.send(LineJoined("zombie"))
    assert made.model.tracker.panel == SETUP
    assert layers(made.model) == (f"panel {SETUP}",)
    for _ in range(4):
        made.send(TurnPassed())
        assert made.model.tracker.panel == ""


def test_another_campaign_closes_the_dialog_and_keeps_real_dice() -> None:
    made, other = fight(games()["striker"]), fight(games()["striker"])
    made.send(RealDiceSwitched(True))
    assert made.model.tracker.panel == SETUP
    made.open(replace(other.journal, campaign="another"))
    assert made.model.tracker == Tracker(real_dice=True)


@pytest.mark.parametrize("game", GAMES)
def test_one_button_is_next(game: Game) -> None:
    made = fight(game)
    assert following(made, game) == "party"
    made.send(CharactersJoined())
    assert following(made, game) == "foes"
    preset = next(iter(game.encounter.presets().by_id)) if game.encounter else ""
    made.send(PresetStepped(preset, 1))
    assert following(made, game) == "add"
    made.send(PresetStepped(preset, -1))
    made.send(LineJoined("zombie"))
    assert following(made, game) == "turn"


@pytest.mark.parametrize("game", GAMES)
def test_foes_alone_wait_for_the_party(game: Game) -> None:
    made = fight(game)
    made.send(LineJoined("zombie"))
    assert following(made, game) == "party"
    made.send(CharactersJoined())
    assert following(made, game) == "turn"


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_the_target_without_foes(game: Game) -> None:
    made = fight(game)
    made.send(CharactersJoined())
    made.send(StepTaken("pass"))
    for _ in range(3):
        act = acting_now(made.model)
        if act is not None:
            break
        made.send(TurnPassed())
    assert act is not None
    assert act.target == ""
    assert [each.id for each in act.targets] == [
        each.id for each in board_view(game, made.state).people if each.id != act.person.id
    ]
    made.send(LineJoined("zombie"))
    act = acting_now(made.model)
    assert act is not None
    assert act.target == "zombie"
