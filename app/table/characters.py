"""Who joins the characters of a campaign, and where they stand in the list of all."""

from __future__ import annotations

from app.campaign.characters import name_apart, names, told_apart
from app.campaign.facts import (
    CharacterAdded,
    CharacterArchived,
    CharacterDuplicated,
    CharacterRemoved,
    CharacterRenamed,
    CharacterRestored,
    CharactersReordered,
)
from app.campaign.facts.base import Fact
from app.campaign.state import CampaignState
from app.table.messages.campaign import (
    CharacterBrought,
    CharacterCopied,
    CharacterMessage,
    CharacterMoved,
    CharacterSetAside,
    CharacterTakenOut,
    CharacterTakenUp,
    SideSwitched,
)


def facts(message: CharacterMessage, state: CampaignState) -> tuple[Fact, ...]:
    """What a message comes to; nothing for whoever is gone, or stands there already."""
    match message:
        case CharacterBrought():
            wanted = {"name": message.name, "data": dict(message.data)}
            made = told_apart(wanted, state.document)
            return (CharacterAdded(message.character, made["name"], made["data"]),)
        case CharacterCopied():
            if not state.has_character(message.character):
                return ()
            wished = f"{state.character(message.character).name} (copy)"
            name = name_apart(wished, names(state.document))
            return (CharacterDuplicated(message.character, message.copy, name),)
        case CharacterMoved():
            return _moved(message, state)
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


def _moved(message: CharacterMoved, state: CampaignState) -> tuple[Fact, ...]:
    """Past those of the same side: the two sides stand in lists of their own."""
    if not state.has_character(message.character):
        return ()
    side = state.character(message.character).kind
    before = [each.id for each in state.characters]
    alike = [each.id for each in state.characters if each.kind == side]
    place = alike.index(message.character) + message.by
    beside = alike[min(max(place, 0), len(alike) - 1)]
    order = list(before)
    order.insert(before.index(beside), order.pop(before.index(message.character)))
    return (CharactersReordered(order),) if order != before else ()
