"""Typed lines of combatants: previewed, numbered on, and undone as one entry."""

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
    """Return a table with an empty fight."""
    fight_table = table(game)
    fight_table.send(RouteOpened(f"#/{game.id}/encounter"))
    fight_table.send(StepTaken("begin"))
    return fight_table


def names(fight_table: Table, game: Game) -> list[str]:
    """Return the names on the board, in its order."""
    return [person.name for person in board.board_view(game, fight_table.state).people]


def chips(fight_table: Table, line: str) -> list[str]:
    """Return the chips of a line."""
    return [chip.words for chip in tracker.typed_line_view(fight_table.model, line).chips]


@pytest.mark.parametrize("game", GAMES)
def test_a_second_of_a_kind_gives_the_first_its_number(game: Game) -> None:
    fight_table = fight(game)
    assert chips(fight_table, "zombie") == ["Zombie"]
    fight_table.send(LineJoined("zombie"))
    assert chips(fight_table, "zombie") == ["Zombie 2", "Zombie becomes Zombie 1"]
    fight_table.send(LineJoined("zombie"))
    assert names(fight_table, game) == ["Zombie 1", "Zombie 2"]
    fight_table.send(LineJoined("2 zombies"))
    assert names(fight_table, game) == [f"Zombie {n}" for n in (1, 2, 3, 4)]
    fight_table.send(Undone())
    assert names(fight_table, game) == ["Zombie 1", "Zombie 2"]
    fight_table.send(Undone())
    assert names(fight_table, game) == ["Zombie"]


@pytest.mark.parametrize("game", GAMES)
def test_an_unclear_line_gets_a_question_and_adds_no_combatant(game: Game) -> None:
    fight_table = fight(game)
    for line in ("1000 raiders", "2d4 raiders", "0 raiders", "raiders, wobble 4"):
        view = tracker.typed_line_view(fight_table.model, line)
        assert (view.chips, bool(view.message)) == ((), True)
        with pytest.raises(BadInput):
            fight_table.send(LineJoined(line))
    assert names(fight_table, game) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_a_preset_brings_its_sheet(game: Game) -> None:
    assert game.encounter is not None
    fight_table = fight(game)
    preset = game.encounter.presets().foes[0]
    line = f"2 {preset.group.lower()} hidden"
    view = tracker.typed_line_view(fight_table.model, line)
    assert [(chip.words, chip.kind) for chip in view.chips] == [
        (f"{preset.name} 1 to {preset.name} 2", "preset"),
        ("Hidden", "stat"),
    ]
    assert view.message == ""
    fight_table.send(LineJoined(line))
    scene = scene_of(fight_table.state.document, game)
    assert scene is not None
    assert game.sheet is not None
    ready = game.sheet.fill(preset.sheet)
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


def test_a_foe_with_an_article_is_no_mistyped_field() -> None:
    line = "2 wolves and a captain d8"  # a field is called “Action available”
    words = ["Wolf 1 to Wolf 2", "Captain", "Difficulty Hard (d8)"]
    assert chips(fight(games()["trueworld"]), line) == words


@pytest.mark.parametrize(
    ("line", "typed", "suggestion"),
    [
        ("3 raidrs", "Raidr", "Raider"),
        ("raiders, hpp 4", "hpp", "HP"),
        ("raiders, defence 1", "defence", "Defense"),
        ("2 raiders wobble 4", "wobble", ""),
        ("3 raiders, dgo", "dgo", "Wild dog"),
    ],
)
def test_an_unknown_word_is_answered_with_a_known_one(
    line: str, typed: str, suggestion: str
) -> None:
    view = tracker.typed_line_view(wasteland().model, line)
    assert view.meant == suggestion
    assert f"“{typed}”" in view.message
    assert ("Did you mean" in view.message) == bool(suggestion)
    assert view.typed == (typed if suggestion else "")


@pytest.mark.parametrize("words", ["raider ", "hp 3 ", "hidden "])
def test_a_page_of_text_is_refused_at_once(words: str) -> None:
    """It is read while it is typed or pasted; reading took minutes, or ended in a failure."""
    fight_table = fight(games()["garden"])
    line = "x " + words * 2000
    assert tracker.typed_line_view(fight_table.model, line).message.startswith("Enter at most")
    with pytest.raises(BadInput, match="Enter at most 1000 characters"):
        fight_table.send(LineJoined(line))
