"""The filters of the statistics: rolls of the session or more, hidden ones or not."""

from __future__ import annotations

from dataclasses import replace

from app.update.messages.campaign import HiddenCounted, PastAsked
from app.update.model import Past
from app.widgets.luck.past import DICE, LUCK


def past(before: Past, message: PastAsked | HiddenCounted) -> Past:
    """Return the filters after a message; unchanged for an unknown choice."""
    match message:
        case HiddenCounted():
            return replace(before, hidden=not before.hidden)
        case PastAsked("luck", of) if of in LUCK:
            return replace(before, luck=of)
        case PastAsked("dice", of) if of in DICE:
            return replace(before, dice=of)
    return before
