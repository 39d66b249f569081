"""Handling of another journal, or of a change in the open one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.campaign.facts import Redone, Rolled, Undone
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.campaign.state.changes import touching
from app.update import settings
from app.update.commands import EndToastUndo, HideToast, Notify, Say, Toast
from app.update.journal import older_entries
from app.update.messages.answers import JournalMoved, JournalOpened
from app.update.model import Model, Next, Tracker
from app.update.roll import filling, form_opening, rolls
from app.widgets.fight.board.board import people
from app.widgets.journal.announcement import entries_words
from app.widgets.journal.toast import toast_words

#: A command about the toast.
ToastCommand = Toast | HideToast | EndToastUndo


def update(model: Model, message: JournalOpened | JournalMoved) -> Next:
    """Handle another journal, or a change in the open one."""
    if isinstance(message, JournalOpened):
        return _open(model, message)
    if model.journal is not None and model.journal.campaign != message.journal.campaign:
        return Next(model)  # another campaign was opened meanwhile
    if message.only_onward and model.journal is not None and message.journal.n <= model.journal.n:
        return Next(model)
    announcements = _announce(model, message)
    for announcement in announcements:
        if not isinstance(announcement, Say):
            model = replace(model, toast=announcement.n if isinstance(announcement, Toast) else 0)
    model = older_entries.extend_page(model, model.with_journal(message.journal))
    if model.at_fight and not model.overlay:
        model = form_opening.clear_due_items(model)
    left = rolls.without_undone(model)
    is_lost = not message.by_us and _has_lost_result(model, left)
    notice = (Notify("This roll was undone.", refusal=True),) if is_lost else ()
    model = filling.refill_form(rolls.apply_house_rules(left))
    after = older_entries.read_for_summary(model).then(settings.record_session)
    return after.doing(*announcements, *notice)


def _has_lost_result(before: Model, after: Model) -> bool:
    """Tell whether the result on the open form was undone."""
    was, now = (each.forms.get(each.open) for each in (before, after))
    return bool(was and was.entry) and now is not None and now.desk.answers is None


def _announce(before: Model, moved: JournalMoved) -> tuple[Say | ToastCommand, ...]:
    """Announce the new entries of the journal; offer Undo for the last one made here."""
    journal, known = moved.journal, before.journal
    if known is None:
        return ()
    new = [entry for entry in journal.entries if entry.n > known.n]
    game = before.games.get(journal.state.game)
    if not new or game is None:
        return ()
    names = {**people(known.state), **people(journal.state)}
    words = entries_words(new, journal.page, game, names)
    announcements = (Say(words),) if words else ()
    toast = _toast(before, moved, names) if moved.by_us else None
    if toast is None and _has_outlived_its_undo(before.toast, known, new, journal):
        toast = EndToastUndo()
    return (*announcements, toast) if toast is not None else announcements


def _has_outlived_its_undo(n: int, known: Journal, new: Sequence[Entry], journal: Journal) -> bool:
    """Tell whether new entries build on the one that a toast offers to undo (0: none).

    The same if the host has given that one another number.
    """
    before, entry = (each.entry(n) if n else None for each in (known, journal))
    if before is not None and entry is not None and before.id != entry.id:
        return True
    return entry is not None and any(
        touching(entry.changes, each.changes) is not None for each in new
    )


def _toast(before: Model, moved: JournalMoved, names: Mapping[str, str]) -> ToastCommand | None:
    """Return the toast of the last change, None if it has none.

    An undone change hides it; so does a roll, whose result it would cover.
    """
    journal, last = moved.journal, moved.journal.last
    if isinstance(last.fact, Undone | Redone | Rolled):
        return HideToast()
    game = before.games[journal.state.game]
    words = toast_words(last, journal.page, game, names, before.state)
    return Toast(words, last.n, journal.campaign) if words else None


def _open(model: Model, message: JournalOpened) -> Next:
    """Open a journal; another campaign's closes the panels and the toast of the last."""
    closed, opened = model.journal, message.journal
    if closed is None or (opened is not None and opened.campaign == closed.campaign):
        return _put_journal(model, message)
    # Menus and panels of its fight, and the toast: its Undo is for the closed one.
    tracker = Tracker(real_dice=model.tracker.real_dice)
    return _put_journal(replace(model, tracker=tracker, toast=0), message).doing(HideToast())


def _put_journal(model: Model, message: JournalOpened) -> Next:
    model = replace(model, unseen=message.unseen)
    if message.left:
        model = rolls.forgotten(model)
    opened = older_entries.extend_page(model, model.with_journal(message.journal))
    model = form_opening.attach_addressed(rolls.apply_house_rules(opened))
    if message.journal is None:
        return Next(filling.refill_form(model))
    waiting = model.waiting
    return Next(replace(filling.refill_form(model), waiting=()), waiting)
