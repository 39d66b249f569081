"""Journal entries before the newest hundred."""

from __future__ import annotations

from dataclasses import replace

from app.campaign.journal.journal import Page, reaching_back
from app.update.commands import ReadOlder
from app.update.messages.answers import OlderRead
from app.update.messages.campaign import JournalSifted, OlderWanted
from app.update.model import Model, Next, Older, Sieve
from app.widgets.fight.journal.fights import unbegun


def page(model: Model) -> Page:
    """Return the page of all entries shown, older ones included."""
    assert model.journal is not None
    return reaching_back(model.journal, model.older.entries)


def has_more(model: Model) -> bool:
    """Tell whether there may be older entries."""
    entries = page(model).entries
    return bool(entries) and entries[0].n > 1 and not model.older.ended


def update(model: Model, message: OlderWanted | OlderRead | JournalSifted) -> Next:
    """Handle a request for older entries, their arrival, or a filter."""
    if isinstance(message, JournalSifted):
        if message.what == "all":
            return Next(replace(model, sieve=Sieve()))
        return Next(replace(model, sieve=replace(model.sieve, **{message.what: message.value})))
    if model.journal is None:
        return Next(model)
    if isinstance(message, OlderWanted):
        return Next(model, (ReadOlder(page(model)),))
    if message.campaign != model.journal.campaign:
        return Next(model)
    shown = (*message.entries, *page(model).entries)
    after = replace(model, older=Older(shown, not message.entries))
    return read_for_summary(after) if message.entries else Next(after)


def read_for_summary(model: Model) -> Next:
    """Read older entries until a fight that has just ended has its beginning for its summary."""
    needs_more = model.journal is not None and unbegun(page(model)) and has_more(model)
    return Next(model, (ReadOlder(page(model)),) if needs_more else ())


def extend_page(before: Model, after: Model) -> Model:
    """Extend the shown entries without a gap after the journal changed."""
    if after.journal is None:
        return after
    if before.journal is None or before.journal.campaign != after.journal.campaign:
        return replace(after, older=Older(), sieve=Sieve())
    if not before.older.entries:
        return after
    return replace(after, older=replace(before.older, entries=page(after).entries))
