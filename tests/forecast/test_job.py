"""A worker's jobs for the page: text in, text out, with the usual results."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.core.games import Game
from app.forecast import Counts, batch, fight, report
from app.forecast.job import answer
from app.systems import games
from app.update.messages import forecast as m
from app.widgets.forecast.forecast import sentence
from app.widgets.forecast.from_report import build_forecast
from app.widgets.forecast.lineup import fight_record, fresh
from tests.update.test_update import GAMES, Table
from tests.widgets.forecast.test_lineup import after


def run_job(record: Any, **more: Any) -> dict[str, Any]:
    """Run a job and return its reply."""
    text = json.dumps({"fight": json.dumps(record), "luck": "amber 7", "first": 3, **more})
    reply: dict[str, Any] = json.loads(answer(text))
    return reply


@pytest.mark.parametrize("game", GAMES)
def test_a_lineup_of_the_page_is_played_and_described(game: Game) -> None:
    table = Table(game)
    lineup = after(table, m.LineLinedUp("a wolf", 1))
    record = fight_record(lineup, game, table.journal.state)
    reply = run_job(record, count=1)
    simulated = fight(record)
    counts = Counts.from_record(reply["counts"])
    assert counts == batch(simulated, "amber 7", 3, 1)
    shown = build_forecast(report(simulated, counts), lineup, "amber 7", 1)
    assert shown.fights == 1
    assert [side.name for side in shown.sides] == ["Players", "Wolf"]
    assert [fighter.side for fighter in shown.fighters] == [0, 0, 1]
    assert all(fighter.left is not None for fighter in shown.fighters)
    assert sum(shown.rounds.values()) == pytest.approx(1)
    assert sentence(shown) == "Only 1 fight simulated."


@pytest.mark.parametrize("game", GAMES)
def test_the_fight_that_is_on_is_read(game: Game) -> None:
    table = Table(game, fights=True)
    state = table.journal.state
    key = fresh(game, state).fighters[0].key
    lineup = after(table, m.FighterMoved(key), m.LineLinedUp("2 wolves", 1))
    simulated = fight(fight_record(lineup, game, state))
    assert [len(side.who) for side in simulated.sides] == [1, 3]


def test_a_faulty_fight_gets_a_reply_that_names_its_field() -> None:
    table = Table(next(iter(games().values())))
    lineup = after(table, m.LineLinedUp("a wolf", 1))
    record = fight_record(lineup, table.game, table.journal.state) | {"rounds": 0}
    assert run_job(record, count=1)["error"]["field"] == "rounds"
