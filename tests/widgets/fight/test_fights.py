"""A complete fight of each game, without a browser: played, undone and redone."""

from __future__ import annotations

import pytest

from app.campaign.journal.journal import page
from app.systems import IDS, games
from app.widgets.fight.board.board import people
from app.widgets.journal.story import players
from app.widgets.luck.judging import LuckBook, counting
from app.widgets.luck.luck import report_luck
from tests.fights import Fight, fights
from tests.fights.offering import Offering
from tests.fights.playing import play


@pytest.mark.parametrize("fight", fights())
def test_a_fight_as_it_is_written(fight: Fight) -> None:
    table = Offering(fight)
    play(table, fight)
    assert table.state.encounter is None
    assert table.state.due == ()
    assert_luck_is_known(table)
    documents = table.undo_all()
    assert table.redo_all() == documents[::-1]


def assert_luck_is_known(table: Offering) -> None:
    """Assert that every roll of a fight has a percentile."""
    journal, book = table.journal, LuckBook()
    journal_page = page([table.log[n] for n in sorted(table.log)], journal.top, journal.holes)
    judged_rolls = [book.judge(each, games()) for each in counting(journal_page)]
    report = report_luck(judged_rolls, people(table.state), players(table.state))
    assert report.untold == 0
    assert report.table is not None
    assert sum(person.evening.rolls for person in report.people) == report.table.evening.rolls
    for each in report.lucks:
        assert each.evening.lower + each.evening.same + each.evening.higher == 1
        assert 0 < each.evening.mean < 1


def test_every_game_has_a_fight() -> None:
    assert {fight.values[0].game for fight in fights()} == set(IDS)
