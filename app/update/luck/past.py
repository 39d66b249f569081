"""Which rolls are looked back on: those of the evening, or of more; hidden ones for whoever may."""

from __future__ import annotations

from dataclasses import replace

from app.update.messages.campaign import HiddenCounted, PastAsked
from app.update.model import Past
from app.widgets.luck.past import DICE, LUCK


def past(before: Past, message: PastAsked | HiddenCounted) -> Past:
    """What is looked back on after this; as before where there is no such choice."""
    match message:
        case HiddenCounted():
            return replace(before, hidden=not before.hidden)
        case PastAsked("luck", of) if of in LUCK:
            return replace(before, luck=of)
        case PastAsked("dice", of) if of in DICE:
            return replace(before, dice=of)
    return before
