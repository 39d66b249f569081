"""What happened to the people of a campaign and their sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.campaign.facts.base import ID, NAME, Data, Fact, told
from app.campaign.shapes import ANY, Enum, ListOf, MapOf, Text

KINDS = ("pc", "npc")


@told(
    "character-added",
    character=ID,
    name=NAME,
    data=MapOf(ANY, 1_000),
    of_kind=Enum(KINDS),
    after=Text(64),
)
@dataclass(frozen=True)
class CharacterAdded(Fact):
    """A character came. after: whom it stands behind (empty: at the end)."""

    character: str
    name: str
    data: Data = field(default_factory=dict)
    of_kind: str = "pc"
    after: str = ""


@told("character-removed", character=ID)
@dataclass(frozen=True)
class CharacterRemoved(Fact):
    """A character was deleted (and comes back by undo)."""

    character: str


@told("character-archived", character=ID)
@dataclass(frozen=True)
class CharacterArchived(Fact):
    """A character was put away; it stays whole."""

    character: str


@told("character-restored", character=ID)
@dataclass(frozen=True)
class CharacterRestored(Fact):
    """An archived character came back."""

    character: str


@told("character-duplicated", character=ID, copy=ID, name=NAME)
@dataclass(frozen=True)
class CharacterDuplicated(Fact):
    """A copy of a character, standing behind it."""

    character: str
    copy: str
    name: str


@told("character-renamed", character=ID, name=NAME, of_kind=Enum(KINDS))
@dataclass(frozen=True)
class CharacterRenamed(Fact):
    """A character got another name, or changed sides between players' and others."""

    character: str
    name: str
    of_kind: str = "pc"


@told("characters-reordered", order=ListOf(ID, 1_000))
@dataclass(frozen=True)
class CharactersReordered(Fact):
    """The characters stand in this order now: the ids of all of them."""

    order: Sequence[str]


@told("edited", character=ID, changes=MapOf(ANY, 1_000), cleared=ListOf(Text(200), 1_000))
@dataclass(frozen=True)
class Edited(Fact):
    """Somebody wrote on a sheet. changes: values by field; cleared: back to what the form says."""

    character: str
    changes: Data = field(default_factory=dict)
    cleared: Sequence[str] = ()
