"""The toast after a change: its words, and the entry that its Undo reverses."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from app.campaign.facts import (
    Applied,
    CharacterAdded,
    CharacterDuplicated,
    CharacterRemoved,
    Edited,
    NoteWritten,
    Rolled,
    Started,
)
from app.campaign.facts.base import Fact
from app.campaign.journal.journal import Journal, append, undo
from app.campaign.state.document import EffectRecord
from app.systems import games
from app.update.commands import Command, EndToastUndo, HideToast, Toast, UndoEntry
from app.update.messages.answers import JournalMoved, JournalOpened
from app.update.messages.plays import Undone
from app.update.model import Model
from app.update.update import update
from tests.campaign.happenings import Stamps, begun

MARA = CharacterAdded("mara", "Mara", {"weapons": [{"name": "Axe"}, {"name": "Bow"}]})
HARM: EffectRecord = {"who": "self", "field": "hp", "op": "add", "value": -2, "to": "mara"}


def toasts(*facts: Fact, by_us: bool = True) -> list[Any]:
    """Return the commands about the toast after these facts."""
    stamp, model, shown = Stamps(), Model(games()), []
    journal = begun("wasteland", stamp)
    model, _ = update(model, JournalMoved(journal), random.Random(1))
    for fact in facts:
        journal = append(journal, fact, stamp(), games())
        model, commands = update(model, JournalMoved(journal, by_us), random.Random(1))
        shown += about_toasts(commands)
    return shown


def about_toasts(commands: Iterable[Command]) -> list[Any]:
    """Return the commands about the toast."""
    return [
        command for command in commands if isinstance(command, Toast | HideToast | EndToastUndo)
    ]


def words_of(shown: Iterable[Any]) -> list[object]:
    """Return the words of toasts; other commands stay."""
    return [each.words if isinstance(each, Toast) else each for each in shown]


def test_applied_added_and_deleted_things_can_be_undone() -> None:
    applied = Applied([HARM], of="a-roll")
    added, harmed, deleted = toasts(MARA, applied, CharacterRemoved("mara"))
    assert (added.words, deleted.words) == ("Mara added", "Mara deleted")
    assert harmed.words.startswith("Applied: Mara")
    assert (added.n, harmed.n, deleted.n) == (2, 3, 4)


def test_a_character_without_a_name_is_nameless() -> None:
    copied, removed = CharacterDuplicated("one", "two", ""), CharacterRemoved("two")
    shown = toasts(CharacterAdded("one", "", {}), copied, removed)
    assert [each.words for each in shown] == [
        "Nameless added",
        "Nameless added",
        "Nameless deleted",
    ]


def test_a_number_changed_by_hand_needs_no_toast() -> None:
    shown = toasts(MARA, Applied([HARM]), Edited("mara", {"name": "Mara Q."}))
    assert words_of(shown) == ["Mara added", EndToastUndo()]


def test_a_toast_loses_its_undo_once_a_change_builds_on_it() -> None:
    other = CharacterAdded("other", "Other", {})
    named, harmed = Edited("mara", {"name": "Mara Q."}), Applied([{**HARM, "to": "other"}])
    assert words_of(toasts(MARA, named)) == ["Mara added", EndToastUndo()]
    assert words_of(toasts(other, MARA, harmed)) == ["Other added", "Mara added"]
    stamp = Stamps()
    journal = append(begun("wasteland", stamp), MARA, stamp(), games())
    model, _ = update(Model(games()), JournalMoved(begun("wasteland", Stamps())), random.Random(1))
    model, _ = update(model, JournalMoved(journal, by_us=True), random.Random(1))
    moved = JournalMoved(append(journal, named, stamp(), games()), by_us=False)
    assert EndToastUndo() in update(model, moved, random.Random(1))[1]


def test_a_record_taken_from_a_sheet_and_a_note_are_deleted() -> None:
    gone = Edited("mara", {"weapons": [{"name": "Bow"}]})
    written, erased = NoteWritten("n", "The mill", ""), NoteWritten("n", "", "")
    _, record, note = toasts(MARA, gone, written, erased)
    assert record.words == "Weapons: 1 deleted"
    assert note.words == "Note deleted"


def test_a_sheet_started_anew_has_not_one_record_deleted() -> None:
    weapons = [{"name": "Axe"}, {"name": "Bow"}, {"name": "Club"}]
    mara = replace(MARA, data={"weapons": weapons})
    started = Edited("mara", {"name": "Mara", "weapons": weapons[:1]})
    assert words_of(toasts(mara, started)) == ["Mara added", EndToastUndo()]


def test_a_change_of_another_device_has_no_toast() -> None:
    assert toasts(MARA, by_us=False) == []


def test_an_undone_change_takes_its_toast_away() -> None:
    stamp = Stamps()
    journal = append(begun("wasteland", stamp), MARA, stamp(), games())
    model, _ = update(Model(games()), JournalMoved(journal), random.Random(1))
    back = JournalMoved(undo(journal, journal.last, stamp()), by_us=True)
    _, commands = update(model, back, random.Random(1))
    assert about_toasts(commands) == [HideToast()]


def test_a_roll_takes_the_toast_away_that_would_cover_its_result() -> None:
    rolled = Rolled("wasteland.skill_test", {}, [3, 7], grade="success", words="Success")
    added, hidden = toasts(MARA, rolled)
    assert (added.words, hidden) == ("Mara added", HideToast())


def test_another_campaign_takes_the_toast_away_and_refuses_its_undo() -> None:
    stamp = Stamps()
    journal = append(begun("wasteland", stamp), MARA, stamp(), games())
    model, _ = update(Model(games()), JournalMoved(journal), random.Random(1))
    undone = Undone(n=journal.n, campaign=journal.campaign)
    _, commands = update(model, undone, random.Random(1))
    assert commands == (UndoEntry(journal.n),)
    garden = append(Journal("campaign-2"), Started("garden", "Table"), stamp(), games())
    model, commands = update(model, JournalOpened(garden), random.Random(1))
    assert HideToast() in commands
    _, commands = update(model, undone, random.Random(1))
    assert commands == ()
    model, _ = update(model, JournalOpened(None), random.Random(1))
    _, commands = update(model, undone, random.Random(1))
    assert commands == ()
