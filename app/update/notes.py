"""What is written down at the table, and taken away again."""

from __future__ import annotations

from app.campaign.facts import NoteWritten
from app.campaign.state.state import CampaignState
from app.update.messages.campaign import NoteMessage, NoteRemoved


def facts(message: NoteMessage, state: CampaignState) -> tuple[NoteWritten, ...]:
    """What a message comes to; nothing where it says what stands there, or nothing at all."""
    before = state.notes.get(message.note)
    if isinstance(message, NoteRemoved) or not message.text.strip():
        return (NoteWritten(message.note, ""),) if before else ()
    about = message.about if state.has_character(message.about) else ""
    made = NoteWritten(message.note, message.text.strip(), about)
    stands = before is not None and (before["text"], before["about"]) == (made.text, made.about)
    return () if stands else (made,)
