"""A guest's view of its table before the session of the last visit is resumed."""

from __future__ import annotations

from app.browser.sync.context import make_context
from app.campaign.journal.journal import Journal
from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord
from app.sync.guest import open_guest
from app.widgets.sync.connection import guest_view
from app.widgets.sync.sync import Together


def last_view(record: JsonRecord, journal: Journal) -> Together | None:
    """Return the guest's view at the last visit, None if its record is invalid."""
    try:
        guest = open_guest(make_context(), record["guest"], journal)
    except BadInput:
        return None
    return guest_view(guest, "coming", "", None, False, frozenset())
