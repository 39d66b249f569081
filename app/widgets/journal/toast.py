"""The toast after a change that is easily undone: applied, added, deleted, favourite."""

from __future__ import annotations

from collections.abc import Mapping

from app.campaign.facts import (
    Applied,
    CharacterAdded,
    CharacterArchived,
    CharacterDuplicated,
    CharacterRemoved,
    Edited,
    EncounterStepped,
    NoteWritten,
    SceneSet,
)
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page
from app.campaign.state.state import NAMELESS, CampaignState
from app.core.games import Game
from app.widgets.journal.journal import line_of

#: The longest toast; details beyond it are left out.
LONGEST = 90

#: Steps of an encounter that add or remove combatants, with the word for it.
STEPS = {"join": "added", "add": "added", "remove": "removed"}


def toast_words(
    entry: Entry, page: Page, game: Game, names: Mapping[str, str], before: CampaignState | None
) -> str:
    """Return the words of the toast for a new entry; empty for entries without one.

    names: of characters and combatants, by id, also of those just deleted.
    before: the state that the entry has changed.
    """
    fact = entry.fact
    match fact:
        case Applied() if fact.of:
            return _line(entry, page, game, names)
        case CharacterAdded() | CharacterDuplicated():
            return f"{fact.name or NAMELESS} added"
        case CharacterRemoved():
            return f"{names.get(fact.character, 'Character')} deleted"
        case CharacterArchived():
            return f"{names.get(fact.character, 'Character')} archived"
        case NoteWritten() if not fact.text:
            return "Note deleted"
        case SceneSet():
            line = line_of(entry, page, game, names)
            return f"Favourite: {line.what}" if line and line.words == "Favourite" else ""
        case EncounterStepped() if fact.step in STEPS:
            line = line_of(entry, page, game, names)
            who = line.what if line is not None else ""
            return _short(f"{who or 'Combatants'} {STEPS[fact.step]}")
        case Edited():
            return _shortened_list(fact, before, game)
    return ""


def _line(entry: Entry, page: Page, game: Game, names: Mapping[str, str]) -> str:
    line = line_of(entry, page, game, names)
    if line is None:
        return ""
    return _short(f"{line.words}: {line.what}") if line.what else line.words


def _shortened_list(fact: Edited, before: CampaignState | None, game: Game) -> str:
    """Name the list from which an edit deletes a record; empty for other edits."""
    if before is None or game.sheet is None or not before.has_character(fact.character):
        return ""
    sheet = before.character(fact.character).sheet(game)
    if len(fact.changes) != 1:
        return ""  # a sheet that is started anew
    ((id, value),) = fact.changes.items()
    declared = game.sheet.by_id.get(id)
    if declared is not None and isinstance(value, list) and len(value) < len(sheet[id]):
        return f"{declared.label}: 1 deleted"
    return ""


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
