"""The notes of a campaign as a list, newest first."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.state.state import NAMELESS, CampaignState


@dataclass(frozen=True)
class NoteView:
    """A note, with its character's id and name, empty for none."""

    id: str
    text: str
    about: str
    name: str


def note_views(state: CampaignState) -> tuple[NoteView, ...]:
    """Return all notes, newest first by id; stored values without text are skipped."""
    names = {character.id: character.name or NAMELESS for character in state.characters}
    views = []
    for id, note in sorted(state.notes.items(), reverse=True):
        text, about = note.get("text"), note.get("about")
        if not isinstance(text, str):
            continue
        character_id = about if isinstance(about, str) and about in names else ""
        views.append(NoteView(id, text, character_id, names.get(character_id, "")))
    return tuple(views)
