"""Facts of messages about notes."""

from __future__ import annotations

from app.campaign.facts import NoteWritten
from app.campaign.state.state import CampaignState
from app.update.messages.campaign import NoteMessage, NoteRemoved


def facts(message: NoteMessage, state: CampaignState) -> tuple[NoteWritten, ...]:
    """Return the facts of a message; empty where it changes nothing."""
    before = state.notes.get(message.note)
    if isinstance(message, NoteRemoved) or not message.text.strip():
        return (NoteWritten(message.note, ""),) if before else ()
    about = message.about if state.has_character(message.about) else ""
    fact = NoteWritten(message.note, message.text.strip(), about)
    unchanged = before is not None and (before["text"], before["about"]) == (fact.text, fact.about)
    return () if unchanged else (fact,)
