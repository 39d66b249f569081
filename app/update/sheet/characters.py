"""Facts of messages about the characters of a campaign and their order."""

from __future__ import annotations

from app.campaign.facts import (
    CharacterAdded,
    CharacterArchived,
    CharacterDuplicated,
    CharacterRemoved,
    CharacterRenamed,
    CharacterRestored,
    CharactersReordered,
    Edited,
)
from app.campaign.facts.base import Fact
from app.campaign.state.characters import LONGEST_NAME, name_apart, names, with_free_name
from app.campaign.state.document import CharacterRecord
from app.campaign.state.state import CampaignState
from app.update.messages.campaign import (
    CharacterBrought,
    CharacterCopied,
    CharacterMessage,
    CharacterMoved,
    CharacterSetAside,
    CharacterTakenOut,
    CharacterTakenUp,
    SideSwitched,
    StartedFrom,
)


def facts(message: CharacterMessage, state: CampaignState) -> tuple[Fact, ...]:
    """Return the facts of a message; empty if the character is gone or nothing changes."""
    match message:
        case CharacterBrought():
            record = CharacterRecord(
                name=message.name, kind=message.kind, archived=False, data=dict(message.data)
            )
            unique = with_free_name(record, state.document)
            return (
                CharacterAdded(message.character, unique["name"], unique["data"], message.kind),
            )
        case CharacterCopied():
            if not state.has_character(message.character):
                return ()
            name = name_apart(_copy_name(state, message.character), names(state.document))
            return (CharacterDuplicated(message.character, message.copy, name),)
        case CharacterMoved():
            return _move(message, state)
        case StartedFrom():
            return _replace_sheet(message, state)
    if not state.has_character(message.character):
        return ()
    match message:
        case CharacterSetAside(id):
            return (CharacterArchived(id),)
        case CharacterTakenUp(id):
            return (CharacterRestored(id),)
        case CharacterTakenOut(id):
            return (CharacterRemoved(id),)
        case SideSwitched(id):
            character = state.character(id)
            return (
                CharacterRenamed(id, character.name, "npc" if character.kind == "pc" else "pc"),
            )


def _copy_name(state: CampaignState, character: str) -> str:
    """Return the name of a copy: `Rowan Vale (copy)`, empty for a copy of a nameless one."""
    name, suffix = state.character(character).name, " (copy)"
    return name[: LONGEST_NAME - len(suffix)] + suffix if name else ""


def _replace_sheet(message: StartedFrom, state: CampaignState) -> tuple[Fact, ...]:
    """Replace everything on a sheet but a name that is already given."""
    if not state.has_character(message.character):
        return ()
    character = state.character(message.character)
    changes, own = dict(message.data), character.data.get("name")
    if own:
        changes["name"] = own
    elif "name" in changes:
        changes["name"] = name_apart(str(changes["name"]), names(state.document))
    cleared = sorted(character.data.keys() - changes.keys())
    return (Edited(message.character, changes, cleared),)


def _move(message: CharacterMoved, state: CampaignState) -> tuple[Fact, ...]:
    """Move a character past the neighbours shown in the same list (side, archived or not)."""
    if not state.has_character(message.character):
        return ()
    character = state.character(message.character)
    before = [character.id for character in state.characters]
    alike = [
        each.id
        for each in state.characters
        if (each.kind, each.archived) == (character.kind, character.archived)
    ]
    index = alike.index(message.character) + message.by
    beside = alike[min(max(index, 0), len(alike) - 1)]
    order = list(before)
    order.insert(before.index(beside), order.pop(before.index(message.character)))
    return (CharactersReordered(order),) if order != before else ()
