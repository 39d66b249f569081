"""A guest's device at a table: whose turn it says it is, and where it goes by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.games import Game
from app.systems import games
from app.table import together
from app.table.commands import Go
from app.table.messages.forms import RouteOpened
from app.table.messages.together import TableStood
from app.table.messages.tracker import CharactersJoined, LineJoined, TurnPassed
from app.table.together import own_turn
from app.together.seats import Seat
from app.widgets.together import Seated, Together
from tests.fights import Fight
from tests.fights.headless import Headless

FIGHTING = [pytest.param(game, id=id) for id, game in games().items() if game.encounter]


def guest(game: str, *characters: str) -> Together:
    """Somebody who plays them."""
    seat = Seat("s1", "Ann", "player", characters)
    return Together("guest", game=game, me="s1", seats=(Seated(seat, True),))


@pytest.mark.parametrize("game", FIGHTING)
def test_it_says_the_turns_of_its_own_characters_and_no_other(game: Game) -> None:
    table = Headless(Fight(game.id, "turns", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders"))
    assert table.model.state is not None
    first, second, *_ = (each.id for each in table.model.state.characters if each.kind == "pc")
    told: list[tuple[str, str]] = []
    for _ in range(12):
        table.send(TurnPassed())
        company = table.model.company
        assert company is not None
        assert company.fight is not None
        current = company.fight.board.current or ""
        turn = own_turn(table.model.with_together(guest(game.id, first)))
        assert (turn.who if turn else "") == (first if current == first else "")
        both = own_turn(table.model.with_together(guest(game.id, first, second)))
        assert (both is not None) == (current in (first, second))
        assert own_turn(table.model.with_together(replace(guest(game.id), part="host"))) is None
        if turn is not None:
            told.append((turn.who, turn.round))
            assert turn.words.startswith("It is ")
    assert len(told) >= 2
    assert len(told) == len(set(told)), "the device is felt once in each turn"


def test_the_sheet_of_somebody_new_opens_when_it_is_there() -> None:
    table = Headless(Fight("garden", "new", {}, [])).table
    table.send(RouteOpened("garden/table", {}))
    alone = table.model.with_together(guest("garden"))
    after = together.update(alone, TableStood(guest("garden", "c1")))
    assert Go("#/garden/character/c1") in after.commands
    again = together.update(after.model, TableStood(guest("garden", "c1", "c2")))
    assert not [each for each in again.commands if isinstance(each, Go)]
