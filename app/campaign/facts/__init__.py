"""Facts: the things that can happen in a campaign, as frozen records named in the past tense.

base        the base class: one class holds a kind's word, its fields and its effect
rolls       rolls, corrections of rolls and applied effects
characters  characters and their sheets
campaign    the campaign, its house rules, its scene, its notes
encounter   the encounter, due rolls, the clock
undo        undo and redo
veiled      entries that a player's copy does not reveal

Every class in these files is a kind of fact and can be imported from here.
"""

from __future__ import annotations

from collections.abc import Iterator

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
from app.campaign.state.document import KINDS
from app.campaign.state.state import SCENE
from app.core.procedures.inputs import Values


def _kinds(base: type[Fact]) -> Iterator[type[Fact]]:
    for subclass in base.__subclasses__():
        yield subclass
        yield from _kinds(subclass)


#: Every kind of fact by its word.
FACTS: dict[str, type[Fact]] = {fact_type.kind: fact_type for fact_type in _kinds(Fact)}


def fact(record: Values) -> Fact:
    """Return the fact that a valid record describes: the inverse of `Fact.record`."""
    return FACTS[str(record["kind"])](
        **{key: value for key, value in record.items() if key != "kind"}
    )
