"""Notes and the two lists of characters on the page."""

from __future__ import annotations

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.core.games import Game
from app.systems import games
from app.widgets.journal.journal import lines
from app.widgets.notes.notes import NoteView, note_views
from tests.campaign.happenings import Stamps
from tests.widgets.shelf import HOSTILE
from tests.widgets.templates import rendered

GARDEN: Game = games()["garden"]


def after(*facts: f.Fact) -> Journal:
    """Return a journal with a character and these facts."""
    journal, stamp = Journal("table"), Stamps()
    for fact in (f.Started("garden"), f.CharacterAdded("mara", "Mara"), *facts):
        journal = append(journal, fact, stamp(), games())
    return journal


def test_notes_come_newest_first_with_their_character() -> None:
    state = after(
        f.NoteWritten("01", "The mill.", "mara"), f.NoteWritten("02", "Rain."),
        f.NoteWritten("01", "The mill is empty.", "mara"),
    ).state  # fmt: skip
    assert note_views(state) == (
        NoteView("02", "Rain.", "", ""),
        NoteView("01", "The mill is empty.", "mara", "Mara"),
    )
    page = rendered(
        "notes.html", game=GARDEN, notes=note_views(state), people=state.characters, editing="01"
    )
    assert page.wrong == []
    assert [attributes["data-note"] for tag, attributes in page.elements if tag == "form"] == [
        "",
        "02",
        "01",
    ]
    assert sum("data-note-text" in attributes for _, attributes in page.elements) == 1


def test_a_note_keeps_any_words() -> None:
    for text in HOSTILE:
        if not text.strip():
            continue
        state = after(f.NoteWritten("01", text)).state
        for editing in ("", "01"):
            page = rendered(
                "notes.html", game=GARDEN, notes=note_views(state), people=(), editing=editing
            )
            assert page.wrong == []
            assert " ".join(text.split()) in page.text


def test_the_journal_describes_notes_and_changes_of_side() -> None:
    journal = after(
        f.NoteWritten("01", "The mill\nis watched. " + "x" * 200), f.NoteWritten("01", ""),
        f.CharacterRenamed("mara", "Mara", "npc"), f.CharacterRenamed("mara", "Mara"),
    )  # fmt: skip
    described = [(line.words, line.what) for line in lines(journal.page, GARDEN)]
    assert described[:3] == [
        ("Character", "Mara: PC"),
        ("Character", "Mara: NPC"),
        ("Note", "deleted"),
    ]
    words, text = described[3]
    assert words == "Note"
    assert text.startswith("The mill is watched. xxx")
    assert text.endswith("…")
    assert len(text) == 80
