"""Fights that a file stores unfinished: they can be shown, continued and undone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.files.files import open_file
from app.campaign.files.formats import campaign_part, head
from app.campaign.files.rows import entry_in, entry_row, journal_in, rebuilt, snapshot_row
from app.campaign.files.validation import Whole
from app.campaign.journal.journal import Journal, append, redo, undo
from app.campaign.journal.steps import record_step
from app.campaign.state.document import EffectRecord, combatants_in
from app.campaign.state.scenes import scene_of
from app.campaign.state.values import plain
from app.widgets.fight.board.steps import main_step
from tests.campaign.happenings import GAMES, Stamps
from tests.campaign.seeing import see

FOLDER = Path(__file__).parents[1] / "data" / "files"
FIGHTS = sorted(FOLDER.glob("*/version-1-*-fight.json"))
EVERY = pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)


def read_campaign(path: Path) -> Whole:
    """Return the campaign of a file."""
    (campaign,) = open_file(path.read_bytes(), GAMES).journals
    return campaign


class Table:
    """A campaign in play that keeps all its entries."""

    def __init__(self, path: Path) -> None:
        campaign = read_campaign(path)
        self.journal, self.stamp = campaign.journal, Stamps()
        self.entries = {entry.n: entry for entry in campaign.entries}
        self.game = GAMES[self.journal.state.game]

    def takes(self, step: str, inputs: Mapping[str, Any]) -> None:
        document = self.journal.document
        self.happens(record_step(document, step, inputs, GAMES, f"e{self.journal.n}"))

    def happens(self, fact: f.Fact) -> None:
        self._move_to(append(self.journal, fact, self.stamp(), GAMES))

    def undo(self) -> None:
        self._move_to(undo(self.journal, self.entries[self.journal.top], self.stamp()))

    def redo(self) -> None:
        self._move_to(redo(self.journal, self.entries[self.journal.redo[-1]], self.stamp()))

    def _move_to(self, journal: Journal) -> None:
        self.journal = journal
        self.entries[journal.n] = journal.last

    def play_on(self) -> None:
        """Take the next turn, add a combatant, harm all of them, and remove one."""
        scene = scene_of(self.journal.document, self.game)
        assert scene is not None
        step, _ = main_step(scene)
        if step is not None:
            self.takes(step.id, step.house_rules(scene.house))
        self.takes("add", {"id": "late", "name": "Late"})
        for combatant in (*scene.combatants, "late"):
            effect: EffectRecord = {
                "to": combatant,
                "who": "self",
                "field": "hp",
                "op": "add",
                "value": -1,
            }
            self.happens(f.Applied([effect]))
        self.takes("remove", {"who": next(iter(scene.combatants))})


@EVERY
def test_it_is_seen_as_it_stood(path: Path) -> None:
    table = Table(path)
    see(table.journal)
    scene = scene_of(table.journal.document, table.game)
    assert scene is not None
    stored = combatants_in(table.journal.document)
    assert table.journal.document["encounter"] is not None
    assert table.journal.document["encounter"].items() <= plain(scene.state).items()
    for id, each in scene.combatants.items():
        character = table.journal.document["characters"].get(id)
        assert each.own == (character is None) == ("sheet" in stored[id])
        data = character["data"] if character else stored[id]["sheet"]
        assert each.name == (character or data)["name"]
        assert {id: plain(each.sheet[id]) for id in data} == data


@EVERY
def test_it_goes_on_and_is_taken_back_to_its_beginning(path: Path) -> None:
    table = Table(path)
    stored_document = table.journal.document
    begun = table.journal.n
    table.play_on()
    after = table.journal.document
    stored = combatants_in(after).values()
    assert all(each.keys() <= {"turn", "sheet"} for each in stored)
    documents = [after]
    while table.journal.top > begun:
        table.undo()
        documents.append(table.journal.document)
    assert table.journal.document == stored_document
    while table.journal.undoable:
        table.undo()
        documents.append(table.journal.document)
    assert table.journal.document["encounter"] is None
    for document in reversed(documents[:-1]):
        table.redo()
        assert table.journal.document == document


@EVERY
def test_it_is_stored_and_exported_as_it_lies(path: Path) -> None:
    table = Table(path)
    table.play_on()
    rows = [entry_row("c", entry) for entry in table.entries.values()]
    assert [entry_in(row).changes for row in rows] == [
        entry.changes for entry in table.entries.values()
    ]
    again = rebuilt("c", None, rows)
    assert (again.damages, again.journal.document) == ((), table.journal.document)
    assert journal_in(snapshot_row(table.journal)).document == table.journal.document
    records = [entry.record() for entry in table.entries.values()]
    file = {**head("campaign", "", ""), "campaign": campaign_part(table.journal, records)}
    (opened,) = open_file(json.dumps(file), GAMES).journals
    assert opened.journal.document == table.journal.document


def test_there_is_a_fight_of_every_game() -> None:
    assert {path.stem.split("-")[2] for path in FIGHTS} == set(GAMES)
