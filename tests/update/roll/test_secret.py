"""A secret roll is covered until it is revealed on this device, and stays secret in the journal."""

from __future__ import annotations

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.systems import games
from app.update.messages.answers import PlayLeft
from app.update.messages.forms import RouteOpened
from app.update.messages.plays import (
    DecisionTaken,
    DiceEntered,
    FacesTyped,
    ResultShown,
    RollTapped,
    SaveTapped,
)
from app.update.roll.filling import address
from app.update.roll.roles import result_card
from tests.campaign.happenings import Stamps
from tests.fights.table import Table
from tests.update.roll.test_unsaved import roll_unsaved


def rolled() -> Table:
    """Return a table with a secret skill test."""
    table = Table()
    table.open(append(Journal("here"), f.Started("garden"), Stamps()(), games()))
    table.send(RouteOpened("#/garden/skill_test?skill_level=1"))
    table.send(RollTapped(hidden=True))
    return table


def are_secret(table: Table) -> list[bool]:
    """Tell of each roll in the journal whether it is secret."""
    facts = (entry.fact for entry in table.journal.entries)
    return [fact.hidden for fact in facts if isinstance(fact, f.Rolled)]


def reopened(table: Table) -> Table:
    """Return the table after a reload of the page."""
    again = Table(stamp=table.stamp)
    again.open(table.journal)
    again.send(RouteOpened(address(table.model.form, with_roll=False)))
    again.send(PlayLeft(table.saved))
    assert again.model.form.entry == table.model.form.entry
    return again


def test_it_stays_covered_or_revealed_after_a_reload() -> None:
    table = rolled()
    assert reopened(table).model.form.covers_result
    table.send(ResultShown())
    again = reopened(table)
    assert not again.model.form.covers_result
    again.send(RollTapped(hidden=True))
    assert again.model.form.covers_result
    assert are_secret(again) == [True, True]


def test_typed_dice_after_it_are_no_secret() -> None:
    table = rolled()
    table.send(DiceEntered())
    table.send(FacesTyped(0, "4"))
    assert are_secret(table) == [True, False]
    assert not table.model.form.covers_result


def test_an_unsaved_one_that_was_revealed_is_saved_as_secret() -> None:
    tables = (roll_unsaved("full", hidden=True, seed=seed) for seed in range(300))
    table = next(
        table
        for table in tables
        if (card := result_card(table.model, table.model.form)) and card.decisions
    )
    table.send(ResultShown())
    table.send(DecisionTaken("succeed_at_cost", "accept"))
    table.fault = None
    table.send(SaveTapped())
    assert are_secret(table) == [True]
