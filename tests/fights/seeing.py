"""The visible state of a table without a browser: the board, the players' screen, a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.campaign.facts import EncounterStepped, Rolled
from app.campaign.state.state import CampaignState
from app.campaign.state.values import plain
from app.core.encounters.rolls import DueRecord
from app.core.games import Game
from app.widgets.fight.board import board, steps
from app.widgets.fight.board.due_rolls import due_view
from app.widgets.fight.board.elapsed_time import clock_words
from app.widgets.fight.screen.screen import screen
from tests.fights.table import Table


def seen(table: Table, game: Game, what: str, of: Any) -> Any:
    """Return the part of the visible state with this name.

    of: the expected value; for a sheet it names the fields.
    """
    state = table.state
    if what == "due":
        return [due_words(state, each) for each in state.due]
    if what == "clock":
        return clock_words(state.hours)
    if what == "sheet":
        return {name: _sheet(game, state, name, expected) for name, expected in of.items()}
    if what == "notes":
        return _notes(table)
    if state.encounter is None:
        return {"heading": "No fight running"}.get(what)
    return (_on_screen(game, state) | _on_board(game, state))[what]


def due_words(state: CampaignState, record: DueRecord) -> str:
    """Return a due roll's label with the name of its combatant."""
    view = due_view(record, board.people(state))
    return f"{view.name}: {view.label}" if view.name else view.label


def _notes(table: Table) -> list[str]:
    fact = table.journal.last.fact
    if isinstance(fact, Rolled):
        return [fact.note] if fact.note else []
    return list(fact.notes) if isinstance(fact, EncounterStepped) else []


def _on_board(game: Game, state: CampaignState) -> dict[str, Any]:
    view = board.board_view(game, state)
    return {
        "heading": view.heading,
        "current": view.current.name if view.current else None,
        "next": view.upcoming.name if view.upcoming else None,
        "order": [person.name for person in view.people],
        "badges": {person.name: [one.words for one in person.badges] for person in view.people},
        "pools": dict(view.pools),
        "waits": view.waits_for,
    }


def _on_screen(game: Game, state: CampaignState) -> dict[str, Any]:
    """Return the players' own screen."""
    view = screen(game, state, False)
    return {
        "players": [person.name for person in view.people],
        "told": list(view.told),
        "shown": {person.name: [one.words for one in person.badges] for person in view.people},
    }


def _sheet(
    game: Game, state: CampaignState, name: str, expected: Mapping[str, Any]
) -> dict[str, Any]:
    ids = {called: id for id, called in board.people(state).items()}
    sheet = steps.sheet_of(game, state, ids.get(name, name))
    assert sheet is not None
    return {id: plain(sheet[id]) for id in expected}
