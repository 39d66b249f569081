"""A whole fight of each game without a browser: as it is written, there and back again."""

from __future__ import annotations

import pytest

from app.systems import IDS
from tests.fights import Fight, fights
from tests.fights.offering import Offering
from tests.fights.playing import play


@pytest.mark.parametrize("fight", fights())
def test_a_fight_as_it_is_written(fight: Fight) -> None:
    table = Offering(fight)
    play(table, fight)
    assert table.state.encounter is None
    assert table.state.due == ()
    there = table.undo_all()
    assert table.redo_all() == there[::-1]


def test_every_game_has_a_fight() -> None:
    assert {each.values[0].game for each in fights()} == set(IDS)
