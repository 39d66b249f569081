"""Handling of another journal, or of a change in the open one."""

from __future__ import annotations

from dataclasses import replace

from app.update import settings
from app.update.commands import Say
from app.update.journal import older_entries
from app.update.messages.answers import JournalMoved, JournalOpened
from app.update.model import Model, Next
from app.update.roll import forms, rolls
from app.widgets.fight.board.board import people
from app.widgets.journal.announcement import entries_words


def update(model: Model, message: JournalOpened | JournalMoved) -> Next:
    """Handle another journal, or a change in the open one."""
    if isinstance(message, JournalOpened):
        return _open(model, message)
    if model.journal is not None and model.journal.campaign != message.journal.campaign:
        return Next(model)  # another campaign was opened meanwhile
    announcements = _announce(model, message)
    model = older_entries.followed(model, model.with_journal(message.journal))
    if model.address.path == f"{model.game}/encounter" and not model.overlay:
        model = forms.nothing_settled(model)
    model = forms.refilled(rolls.rehoused(rolls.without_undone(model)))
    return older_entries.summed(model).then(settings.played).doing(*announcements)


def _announce(before: Model, moved: JournalMoved) -> tuple[Say, ...]:
    """Announce the new entries of the journal."""
    journal, known = moved.journal, before.journal
    if known is None:
        return ()
    new = [each for each in journal.entries if each.n > known.n]
    game = before.games.get(journal.state.game)
    if not new or game is None:
        return ()
    names = {**people(known.state), **people(journal.state)}
    words = entries_words(new, journal.page, game, names)
    return (Say(words),) if words else ()


def _open(model: Model, message: JournalOpened) -> Next:
    if message.left:
        model = rolls.forgotten(model)
    opened = older_entries.followed(model, model.with_journal(message.journal))
    model = rolls.rehoused(replace(opened, note=""))
    if message.journal is None:
        return Next(forms.refilled(model))
    waiting = model.waiting
    return Next(replace(forms.refilled(model), waiting=()), waiting)
