"""A forecast on the page: names stay text, and disabled buttons say why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.core.games import Game
from app.systems import games
from app.update.messages import forecast as m
from app.widgets.forecast.comparison import compare
from app.widgets.forecast.forecast import Forecast, sentence
from app.widgets.forecast.lineup import why_not
from app.widgets.forecast.lineup_view import lineup_view
from tests.update.test_update import GAMES, Table
from tests.widgets.forecast.test_forecast import forecast
from tests.widgets.forecast.test_lineup import after
from tests.widgets.markup import Markup
from tests.widgets.shelf import HOSTILE
from tests.widgets.templates import rendered


def render_result(now: Forecast | None, before: Forecast | None = None, **more: Any) -> Markup:
    """Render the result of a forecast."""
    values = {
        "game": "g",
        "runs": False,
        "stopping": False,
        "fights": 0,
        "wanted": 200,
        "slowly": False,
        "fault": "",
        "why_not": "",
        "told": now,
        "stale": False,
        "said": sentence(now) if now else "",
        "keeps_luck": False,
        "pinned": before,
        "rows": compare(before, now) if before and now else (),
        "changes": (),
    }
    return rendered("forecast_told.html", **values | more)


@pytest.mark.parametrize("game", GAMES)
def test_names_of_sides_and_people_are_text(game: Game) -> None:
    table = Table(game)
    for name in HOSTILE:
        lineup = after(table, m.SideNamed(1, name), m.LineLinedUp("3 raiders", 1))
        people = tuple(replace(fighter, name=name) for fighter in lineup.fighters)
        view = lineup_view(replace(lineup, fighters=people), game, table.journal.state)
        result = forecast(0.6)
        sides = tuple(replace(side, name=name) for side in result.sides)
        fighters = tuple(replace(fighter, name=name) for fighter in result.fighters)
        now = replace(result, sides=sides, fighters=fighters, luck=name, note=name)
        for page in (
            rendered("forecast_lineup.html", view=view),
            render_result(now, replace(now, run=2), fault=name, changes=(name,)),
        ):
            assert page.wrong == []
            assert not {"script", "img"} & {tag for tag, _ in page.elements}
            assert not [each for _, each in page.elements if "onfocus" in each or "style" in each]


def test_it_runs_and_rests() -> None:
    empty = render_result(None, why_not=why_not(after(Table(next(iter(games().values()))))))
    assert button(empty, "forecast-go")["aria-disabled"] == "true"
    assert "Side 2: add combatants." in empty.text
    running = render_result(forecast(0.5), runs=True, fights=40)
    assert "40 of 200 fights" in running.text
    assert button(running, "forecast-pin")["aria-disabled"] == "true"
    rests = render_result(forecast(0.5))
    assert "aria-disabled" not in button(rests, "forecast-pin")


def button(page: Markup, does: str) -> dict[str, str | None]:
    """Return the button with this action."""
    (found,) = (each for tag, each in page.elements if each.get("data-do") == does)
    return found
