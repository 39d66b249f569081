"""A roll that could not be stored: its result says so and offers a remedy."""

from __future__ import annotations

import random

import pytest

from app.browser.storage.databases import NewerData, NotWriter, StorageError, StorageFull
from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.core.games import Game
from app.systems import games
from app.update.campaigns.effects import TakeOver
from app.update.commands import Command, StoreEntries
from app.update.messages.answers import JournalOpened, RollStored
from app.update.messages.campaigns import WritingTaken
from app.update.messages.forms import RouteOpened
from app.update.messages.plays import (
    DecisionTaken,
    EffectsApplied,
    ResultShown,
    RollTapped,
    SaveTapped,
)
from app.update.messages.unsaved import RollUnsaved
from app.update.roll.next_action import find_next_action
from app.update.roll.roles import result_card
from app.widgets.roll.result.unsaved import LACKS
from tests.campaign.happenings import Stamps
from tests.fights.table import Table
from tests.widgets.templates import PAGES

GARDEN: Game = games()["garden"]
FAULTS = {
    "elsewhere": NotWriter(),
    "full": StorageFull(),
    "newer": NewerData(2),
    "failed": StorageError("It could not."),
}


class Refusing(Table):
    """A table whose store refuses entries as long as `fault` is set."""

    fault: StorageError | None = None
    takes: int = 0

    def _do(self, command: Command) -> None:
        if isinstance(command, TakeOver):
            self.takes += 1
            self.fault = None
            if command.then is not None:
                self.send(command.then)
        elif isinstance(command, StoreEntries) and self.fault is not None:
            if isinstance(command.then, RollStored):
                self.send(RollUnsaved(command, self.fault.why))
        else:
            super()._do(command)

    def html(self) -> str:
        form = self.model.form
        lacks = form.lacks
        why = {"why": lacks.why, "lack": LACKS[lacks.why]} if lacks else {}
        if form.covers_result:
            return PAGES.get_template("hidden.html").render(title="", **why)
        card = result_card(self.model, form)
        values = {"card": card, "next": find_next_action(self.model, form), "fresh": False}
        return PAGES.get_template("result.html").render(**values, **why)


def roll_unsaved(why: str, hidden: bool = False, seed: int = 0) -> Refusing:
    """Roll a skill test that the store refuses."""
    table = Refusing(dice=random.Random(seed))
    table.open(append(Journal("here"), f.Started("garden"), Stamps()(), games()))
    table.send(RouteOpened("#/garden/skill_test"))
    table.fault = FAULTS[why]
    table.send(RollTapped(hidden))
    return table


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("why", FAULTS)
def test_the_result_itself_says_that_it_is_not_saved(why: str, hidden: bool) -> None:
    html = roll_unsaved(why, hidden).html()
    assert f'data-unsaved="{why}"' in html
    assert "Not saved" in html
    assert ('data-do="save-roll"' in html) == (why != "newer")
    assert ('data-do="use-tab"' in html) == (why == "elsewhere")
    assert ('href="#/campaigns"' in html) == (why == "full")
    assert ('data-do="reload"' in html) == (why == "newer")
    assert html.count("primary main") == 1
    assert ('data-do="again"' in html) == (why == "newer" and not hidden), "or it would be lost"


@pytest.mark.parametrize("why", ["elsewhere", "full", "failed"])
def test_it_is_saved_once_the_store_takes_it(why: str) -> None:
    table = roll_unsaved(why)
    faces = table.model.form.desk.answers
    if why != "elsewhere":
        table.send(SaveTapped())  # still refused
        assert f'data-unsaved="{why}"' in table.html()
        table.fault = None
    table.told = "why"
    for _ in range(3):
        table.send(SaveTapped())
    assert table.told == ""
    assert table.takes == (why == "elsewhere")
    assert table.journal.n == 2
    assert "data-unsaved" not in table.html()
    assert f'data-of-entry="{table.journal.last.id}"' in table.html()
    assert table.model.form.desk.answers == faces
    table.send(EffectsApplied())


def test_after_this_tab_has_taken_over_it_waits_to_be_saved() -> None:
    table = roll_unsaved("elsewhere")
    table.send(WritingTaken())
    html = table.html()
    assert "Not saved yet" in html
    assert 'data-do="use-tab"' not in html
    assert table.journal.n == 1
    table.send(SaveTapped())
    assert (table.journal.n, table.takes) == (2, 1)


def test_another_roll_or_another_campaign_is_not_said_to_be_unsaved() -> None:
    table = roll_unsaved("full")
    table.fault = None
    table.send(RollTapped())
    assert "data-unsaved" not in table.html()
    assert table.journal.n == 2
    table = roll_unsaved("full")
    table.send(JournalOpened(append(Journal("b"), f.Started("garden"), Stamps()(), games()), True))
    table.send(SaveTapped())
    assert table.model.form.desk.answers is None
    assert table.journal.n == 1


def test_a_hidden_one_is_shown_as_unsaved_when_it_is_shown() -> None:
    table = roll_unsaved("full", hidden=True)
    table.send(ResultShown())
    assert "data-unsaved" in table.html()


def test_one_that_is_decided_otherwise_is_still_unsaved_and_saved_as_decided() -> None:
    tables = (roll_unsaved("full", seed=seed) for seed in range(300))
    table = next(
        table
        for table in tables
        if (card := result_card(table.model, table.model.form)) and card.decisions
    )
    table.send(DecisionTaken("succeed_at_cost", "accept"))
    assert "data-unsaved" in table.html()
    table.fault = None
    table.send(SaveTapped())
    assert "data-unsaved" not in table.html()
    fact = table.journal.last.fact
    assert isinstance(fact, f.Rolled)
    assert {"succeed_at_cost": "accept"} in fact.answers
