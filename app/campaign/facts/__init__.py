"""Facts: what can happen in a campaign, as small frozen records named in the past tense.

base        what a fact is: one class says a kind's word, its fields and what it does
rolls       what the dice said, and what that did
characters  the people of a campaign and their sheets
campaign    the campaign, its house rules, its scene, its notes
encounter   the encounter, what falls due, the clock
undo        undo and redo
veiled      what a copy does not tell

A class in one of these files is a kind of fact, and what is imported here is found here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.campaign.facts.base import Fact, reduced
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
from app.campaign.facts.encounter import (
    DueSettled,
    EncounterStepped,
    TimePassed,
)
from app.campaign.facts.rolls import Applied, Changed, Rolled
from app.campaign.facts.undo import Redone, Undone
from app.campaign.facts.veiled import RedoneVeiled, UndoneVeiled, Veiled
from app.campaign.state.state import SCENE


def _kinds(made: type[Fact]) -> Iterator[type[Fact]]:
    for each in made.__subclasses__():
        yield each
        yield from _kinds(each)


#: Every kind of fact by its word.
FACTS: dict[str, type[Fact]] = {made.kind: made for made in _kinds(Fact)}


def fact(record: Mapping[str, Any]) -> Fact:
    """The fact that a sound record tells: the neighbour of `Fact.record`."""
    return FACTS[record["kind"]](**{key: value for key, value in record.items() if key != "kind"})
