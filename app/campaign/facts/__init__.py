"""Facts: what can happen in a campaign, as small frozen records named in the past tense.

base        what a fact is: a record, told by its kind's word and the shapes of its fields
rolls       what the dice said, and what that did
characters  the people of a campaign and their sheets
campaign    the campaign, its house rules, its scene, its notes
encounter   the encounter, what falls due, the clock
undo        undo and redo

Every kind is a class with its word and the shapes of its fields; `FACTS` lists them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.campaign.facts.base import Fact
from app.campaign.facts.campaign import (
    CampaignRenamed,
    HouseSet,
    Imported,
    NoteWritten,
    SceneSet,
    Started,
)
from app.campaign.facts.characters import (
    KINDS,
    CharacterAdded,
    CharacterArchived,
    CharacterDuplicated,
    CharacterRemoved,
    CharacterRenamed,
    CharacterRestored,
    CharactersReordered,
    Edited,
)
from app.campaign.facts.encounter import DueSettled, EncounterStepped, TimePassed
from app.campaign.facts.rolls import SCENE, Applied, Changed, Rolled
from app.campaign.facts.undo import Redone, Undone

#: Every kind of fact by its word.
FACTS: dict[str, type[Fact]] = {
    made.kind: made
    for made in (
        Started,
        Rolled,
        Changed,
        Applied,
        Edited,
        CharacterAdded,
        CharacterRemoved,
        CharacterArchived,
        CharacterRestored,
        CharacterDuplicated,
        CharacterRenamed,
        CharactersReordered,
        HouseSet,
        CampaignRenamed,
        SceneSet,
        NoteWritten,
        EncounterStepped,
        DueSettled,
        TimePassed,
        Imported,
        Undone,
        Redone,
    )
}


def fact(record: Mapping[str, Any]) -> Fact:
    """The fact that a sound record tells: the neighbour of `Fact.record`."""
    return FACTS[record["kind"]](**{key: value for key, value in record.items() if key != "kind"})


__all__ = [
    "FACTS", "KINDS", "SCENE", "Applied", "CampaignRenamed", "Changed", "CharacterAdded",
    "CharacterArchived", "CharacterDuplicated", "CharacterRemoved", "CharacterRenamed",
    "CharacterRestored", "CharactersReordered", "DueSettled", "Edited", "EncounterStepped",
    "HouseSet", "Imported", "NoteWritten", "Redone", "Rolled", "SceneSet", "Started",
    "TimePassed", "Undone", "fact",
]  # fmt: skip
