"""Notes and the two lists of characters as they are shown."""

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
    journal, stamp = Journal("table"), Stamps()
    for fact in (f.Started("garden"), f.CharacterAdded("mara", "Mara"), *facts):
        journal = append(journal, fact, stamp(), games())
    return journal


def test_notes_stand_newest_first_with_whom_they_are_about() -> None:
    state = after(
        f.NoteWritten("01", "The mill.", "mara"), f.NoteWritten("02", "Rain."),
        f.NoteWritten("01", "The mill is empty.", "mara"),
    ).state  # fmt: skip
    assert note_views(state) == (
        NoteView("02", "Rain.", "", ""),
        NoteView("01", "The mill is empty.", "mara", "Mara"),
    )
    seen = rendered(
        "notes.html", game=GARDEN, notes=note_views(state), people=state.characters, editing="01"
    )
    assert seen.wrong == []
    assert [given["data-note"] for tag, given in seen.elements if tag == "form"] == ["", "02", "01"]
    assert sum("data-note-text" in given for _, given in seen.elements) == 1


def test_a_note_keeps_its_words_whatever_they_are() -> None:
    for text in HOSTILE:
        if not text.strip():
            continue
        state = after(f.NoteWritten("01", text)).state
        for editing in ("", "01"):
            seen = rendered(
                "notes.html", game=GARDEN, notes=note_views(state), people=(), editing=editing
            )
            assert seen.wrong == []
            assert " ".join(text.split()) in seen.text


def test_the_journal_says_what_was_noted_and_whose_somebody_is() -> None:
    journal = after(
        f.NoteWritten("01", "The mill\nis watched. " + "x" * 200), f.NoteWritten("01", ""),
        f.CharacterRenamed("mara", "Mara", "npc"), f.CharacterRenamed("mara", "Mara"),
    )  # fmt: skip
    told = [(line.words, line.what) for line in lines(journal.page, GARDEN)]
    assert told[:3] == [
        ("Character", "Mara: PC"),
        ("Character", "Mara: NPC"),
        ("Note", "deleted"),
    ]
    words, what = told[3]
    assert words == "Note"
    assert what.startswith("The mill is watched. xxx")
    assert what.endswith("…")
    assert len(what) == 80
