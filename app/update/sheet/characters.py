"""Who joins the characters of a campaign, and where they stand in the list of all."""

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
from app.campaign.state.characters import name_apart, names, told_apart
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
    """What a message comes to; nothing for whoever is gone, or stands there already."""
    match message:
        case CharacterBrought():
            wanted = {"name": message.name, "data": dict(message.data)}
            made = told_apart(wanted, state.document)
            return (CharacterAdded(message.character, made["name"], made["data"], message.kind),)
        case CharacterCopied():
            if not state.has_character(message.character):
                return ()
            wished = f"{state.character(message.character).name} (copy)"
            name = name_apart(wished, names(state.document))
            return (CharacterDuplicated(message.character, message.copy, name),)
        case CharacterMoved():
            return _moved(message, state)
        case StartedFrom():
            return _started(message, state)
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
            now = state.character(id)
            return (CharacterRenamed(id, now.name, "npc" if now.kind == "pc" else "pc"),)


def _started(message: StartedFrom, state: CampaignState) -> tuple[Fact, ...]:
    """Everything but a name that was given already: that stays."""
    if not state.has_character(message.character):
        return ()
    now = state.character(message.character)
    changes, own = dict(message.data), now.data.get("name")
    if own:
        changes["name"] = own
    elif "name" in changes:
        changes["name"] = name_apart(str(changes["name"]), names(state.document))
    cleared = sorted(now.data.keys() - changes.keys())
    return (Edited(message.character, changes, cleared),)


def _moved(message: CharacterMoved, state: CampaignState) -> tuple[Fact, ...]:
    """Past those beside whom it is shown: each side has a list of its own, and the archived."""
    if not state.has_character(message.character):
        return ()
    moved = state.character(message.character)
    before = [each.id for each in state.characters]
    alike = [
        each.id
        for each in state.characters
        if (each.kind, each.archived) == (moved.kind, moved.archived)
    ]
    place = alike.index(message.character) + message.by
    beside = alike[min(max(place, 0), len(alike) - 1)]
    order = list(before)
    order.insert(before.index(beside), order.pop(before.index(message.character)))
    return (CharactersReordered(order),) if order != before else ()
