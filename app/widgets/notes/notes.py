"""The notes of a campaign as a list: the newest first."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.state.state import CampaignState


@dataclass(frozen=True)
class NoteView:
    """A note, and whom it is about: a character's id and name, empty for nobody."""

    id: str
    text: str
    about: str
    name: str


def note_views(state: CampaignState) -> tuple[NoteView, ...]:
    """All notes; their ids sort by time. What was stored as one and says nothing is none."""
    names = {each.id: each.name or "Nameless" for each in state.characters}
    found = []
    for id, note in sorted(state.notes.items(), reverse=True):
        text, about = note.get("text"), note.get("about")
        if not isinstance(text, str):
            continue
        known = about if isinstance(about, str) and about in names else ""
        found.append(NoteView(id, text, known, names.get(known, "")))
    return tuple(found)
