"""A roll of another device is applied from the journal and from the fight's log alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.campaign.facts import Applied
from app.campaign.journal.journal import Journal
from app.systems import games
from app.update.messages.forms import FieldTyped, RollableTaken, RouteOpened
from app.update.messages.plays import EffectsApplied, RollTapped
from app.update.messages.tracker import ResultReopened, RolledOver
from app.update.roll.roles import result_card
from app.widgets.fight.board.rounds import RoundEntry, RoundLog
from app.widgets.sync.sync import Together
from tests.fights.table import Table
from tests.update.fight.test_overlay import begun

FIGHT = "#/wasteland/encounter"


def rolled() -> tuple[Journal, RoundEntry]:
    """Return a journal with a player's damage of a raider, and its line in the fight's log."""
    table = begun(games()["wasteland"])
    table.send(RolledOver(RollableTaken("wasteland.damage", "", None, "sample-0", "raider-1")))
    table.send(FieldTyped("damage_rating", "8"))
    table.send(RollTapped())
    log = RoundLog(games()).lines(table.journal, games()["wasteland"], {})
    return table.journal, next(each for each in log if each.procedure)


def opened(journal: Journal, address: str) -> Table:
    """Return another device with this campaign at this address."""
    table = Table()
    table.open(journal)
    table.send(RouteOpened(address))
    return table


def assert_applied(table: Table, entry: str) -> None:
    """Apply the open roll, and assert that the raider takes the damage once."""
    card = result_card(table.model, table.model.form)
    assert card is not None
    assert (card.standing.entry, card.pending) == (entry, len(card.changes))
    table.send(EffectsApplied())
    fact = table.journal.last.fact
    assert isinstance(fact, Applied)
    assert fact.of == entry
    assert {effect["to"] for effect in fact.effects} == {"raider-1"}


def test_in_the_fights_log() -> None:
    journal, line = rolled()
    table = opened(journal, FIGHT)
    table.send(ResultReopened(line.procedure, line.line.id))
    assert table.model.overlay == line.procedure
    assert_applied(table, line.line.id)
    assert table.model.overlay == ""
    table.send(ResultReopened(line.procedure, line.line.id))  # once more
    table.send(EffectsApplied())
    assert table.journal.n == journal.n + 1


@pytest.mark.parametrize("is_early", [False, True])
def test_in_the_journal(is_early: bool) -> None:
    journal, line = rolled()
    if is_early:  # as at a reload: the address before the campaign
        table = Table()
        table.send(RouteOpened(line.line.href))
        table.open(journal)
    else:
        table = opened(journal, line.line.href)
    assert_applied(table, line.line.id)


def test_a_players_device_applies_no_roll_of_others() -> None:
    journal, line = rolled()
    table = opened(journal, FIGHT)
    table.model = table.model.with_together(Together("guest", "wasteland", me="another"))
    table.send(ResultReopened(line.procedure, line.line.id))
    assert table.told.startswith("This result is no longer on its form.")
    table.send(RouteOpened(line.line.href))
    assert_only_shown(table)


def test_a_roll_of_another_campaign_is_only_shown() -> None:
    journal, line = rolled()
    assert_only_shown(opened(replace(journal, entries=()), line.line.href))


def assert_only_shown(table: Table) -> None:
    """Assert that the open roll has effects and offers no button for them."""
    card = result_card(table.model, table.model.form)
    assert card is not None
    assert (card.standing.entry, card.pending, len(card.changes) > 0) == ("", 0, True)
