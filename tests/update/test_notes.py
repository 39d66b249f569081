"""A note that is being changed stays so while another campaign is open."""

from __future__ import annotations

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.systems import games
from app.update.messages.answers import JournalOpened
from app.update.messages.campaign import NoteOpened, NoteSaved
from app.update.messages.forms import RouteOpened
from tests.campaign.happenings import Stamps
from tests.fights.table import Table


def campaign(id: str) -> Journal:
    """Return a campaign with one note."""
    journal, stamp = Journal(id), Stamps()
    for fact in (f.Started("garden"), f.NoteWritten(f"note-of-{id}", "She came.")):
        journal = append(journal, fact, stamp(), games())
    return journal


def test_a_note_that_is_being_changed_stays_in_its_campaign() -> None:
    table, mine, other = Table(), campaign("mine"), campaign("other")
    table.open(mine)
    table.send(RouteOpened("#/garden/notes"))
    table.send(NoteOpened("note-of-mine"))
    table.send(JournalOpened(other, left=True))
    assert table.model.note == ""
    table.send(NoteOpened("note-of-other"))
    table.send(NoteOpened("note-of-other"))
    table.send(JournalOpened(mine, left=True))
    assert table.model.note == "note-of-mine"
    table.log = {entry.n: entry for entry in mine.entries}
    table.send(NoteSaved("note-of-mine", "She left.", ""))
    assert table.model.note == ""
    assert table.state.notes["note-of-mine"]["text"] == "She left."
