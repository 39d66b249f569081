"""Lines of combatants at the table: said before they are added, numbered on, undone whole."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize("game", GAMES)
def test_a_second_of_a_kind_gives_the_first_its_number(game: Game) -> None:
    made = fight(game)
    assert tracker.preview(made.model, "zombie") == "Adds Zombie"
    made.send(LineJoined("zombie"))
    assert tracker.preview(made.model, "zombie") == "Adds Zombie 2. Zombie becomes Zombie 1"
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
        assert tracker.preview(made.model, line) == ""
        with pytest.raises(BadInput):
            made.send(LineJoined(line))
    assert names(made, game) == []
