"""Lines of combatants at the table: said before they are added, numbered on, undone whole."""

from __future__ import annotations

import pytest

from app.campaign.state.scenes import scene_of
from app.core.errors import BadInput
from app.core.games import Game
from app.systems import games
from app.update.fight import tracker
from app.update.messages.forms import RouteOpened
from app.update.messages.plays import Undone
from app.update.messages.tracker import LineJoined, StepTaken
from app.widgets.fight.board import board
from tests.fights.table import Table
from tests.widgets.roll.test_favourites import table

GAMES = [pytest.param(game, id=id) for id, game in games().items()]


def fight(game: Game) -> Table:
    made = table(game)
    made.send(RouteOpened(f"#/{game.id}/encounter"))
    made.send(StepTaken("begin"))
    return made


def names(made: Table, game: Game) -> list[str]:
    """The names that the board shows, in its order."""
    return [each.name for each in board.board_view(game, made.state).people]


def chips(made: Table, line: str) -> list[str]:
    """The chips of a line."""
    return [chip.words for chip in tracker.typed_line_view(made.model, line).chips]


@pytest.mark.parametrize("game", GAMES)
def test_a_second_of_a_kind_gives_the_first_its_number(game: Game) -> None:
    made = fight(game)
    assert chips(made, "zombie") == ["Zombie"]
    made.send(LineJoined("zombie"))
    assert chips(made, "zombie") == ["Zombie 2", "Zombie becomes Zombie 1"]
    made.send(LineJoined("zombie"))
    assert names(made, game) == ["Zombie 1", "Zombie 2"]
    made.send(LineJoined("2 zombies"))
    assert names(made, game) == [f"Zombie {n}" for n in (1, 2, 3, 4)]
    made.send(Undone())
    assert names(made, game) == ["Zombie 1", "Zombie 2"]
    made.send(Undone())
    assert names(made, game) == ["Zombie"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_understood_is_asked_and_adds_nobody(game: Game) -> None:
    made = fight(game)
    for line in ("1000 raiders", "2d4 raiders", "0 raiders", "raiders, wobble 4"):
        view = tracker.typed_line_view(made.model, line)
        assert (view.chips, bool(view.message)) == ((), True)
        with pytest.raises(BadInput):
            made.send(LineJoined(line))
    assert names(made, game) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_a_preset_brings_its_sheet(game: Game) -> None:
    assert game.encounter is not None
    made = fight(game)
    preset = game.encounter.presets().foes[0]
    line = f"2 {preset.group.lower()} hidden"
    view = tracker.typed_line_view(made.model, line)
    assert [(chip.words, chip.kind) for chip in view.chips] == [
        (f"{preset.name} 1 to {preset.name} 2", "preset"),
        ("Hidden", "stat"),
    ]
    assert view.message == ""
    made.send(LineJoined(line))
    scene = scene_of(made.state.document, game)
    assert scene is not None
    assert game.sheet is not None
    ready = game.sheet.filled(preset.sheet)
    for fighter in scene.ordered:
        assert {id: fighter.sheet[id] for id in preset.sheet} == {
            id: ready[id] for id in preset.sheet
        }
        assert fighter.turn.hidden


def wasteland() -> Table:
    return fight(games()["wasteland"])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3 raiders hp 9", ["Raider 1 to Raider 3", "HP 9"]),
        (
            "3 raiders hp 9 hidden defense 1",
            ["Raider 1 to Raider 3", "HP 9", "Hidden", "Defense 1"],
        ),
        ("2 raiders and a wild dog", ["Raider 1 to Raider 2", "Wild dog"]),
        ("2 raiders, 1 wild dog, hp 4", ["Raider 1 to Raider 2", "Wild dog", "HP 4"]),
        ("raider, wild dog", ["Raider", "Wild dog"]),
        ("2 zombies, 3 ghouls", ["Zombie 1 to Zombie 2", "Ghoul 1 to Ghoul 3"]),
        ("Old Tom Hidden", ["Old Tom Hidden"]),
        ("Captain and Tennille", ["Captain and Tennille"]),
        ("2 friends ap from players", ["Friend 1 to Friend 2", "AP from The players"]),
    ],
)
def test_known_words_need_no_commas(line: str, words: list[str]) -> None:
    assert chips(wasteland(), line) == words


@pytest.mark.parametrize(
    ("line", "typed", "meant"),
    [
        ("3 raidrs", "Raidr", "Raider"),
        ("raiders, hpp 4", "hpp", "HP"),
        ("raiders, defence 1", "defence", "Defense"),
        ("2 raiders wobble 4", "wobble", ""),
        ("3 raiders, dgo", "dgo", "Wild dog"),
    ],
)
def test_an_unknown_word_is_answered_with_a_known_one(line: str, typed: str, meant: str) -> None:
    view = tracker.typed_line_view(wasteland().model, line)
    assert view.meant == meant
    assert f"“{typed}”" in view.message
    assert ("Did you mean" in view.message) == bool(meant)
    assert view.typed == (typed if meant else "")
