"""The state of a campaign as a JSON document: its records, each declared once.

The declarations give the types, the checks of files, and the published JSON Schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, TypedDict

from app.campaign.files.shapes import (
    ANY,
    Amount,
    Const,
    Enum,
    ListOf,
    MapOf,
    Named,
    Number,
    Optional,
    Text,
    Union,
    record_of,
)
from app.core.encounters.rolls import DueRecord
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Op
from app.core.support.untrusted_json import LONGEST_TEXT

ID = Text(64, 1, r"[A-Za-z0-9_.:-]+")
LONG = Text(LONGEST_TEXT)
#: The id of a combatant: a character's, or the one it was added by.
COMBATANT = Text(200)

#: The side of a character: a player's, or one of the game master's people.
KINDS = ("pc", "npc")

# --- types of fields: a Python type with the shape of its JSON ---

Id = Annotated[str, ID]
#: The id of a character or thing; empty for none.
IdOrNone = Annotated[str, Text(64)]
Name = Annotated[str, Text(200)]
OfKind = Annotated[str, Enum(KINDS)]
#: Inputs and house rules.
Inputs = Annotated[Values, MapOf(ANY, 500)]
#: Values of a sheet, a scene or an encounter.
State = Annotated[Values, MapOf(ANY, 1_000)]


class CharacterRecord(TypedDict):
    """A character; data holds only the values that were set on its sheet."""

    name: Name
    kind: OfKind
    archived: bool
    data: State


class NoteRecord(TypedDict):
    """A note. about: a character's id, empty for none."""

    text: str
    about: IdOrNone


class EffectRecord(TypedDict):
    """An effect with its target: a character's id, or empty for the scene."""

    to: IdOrNone
    who: IdOrNone
    field: Annotated[str, Text(200, 1)]
    op: Op
    value: object


CHARACTER_SHAPE = Named("character", record_of(CharacterRecord))
DUE_SHAPE = record_of(
    DueRecord,
    id=Text(64, 1),
    who=COMBATANT,
    procedure=Text(200),
    inputs=MapOf(ANY, 500),
    rules=ListOf(Text(20), 100),
    role=Text(64),
    others=MapOf(COMBATANT, 100),
)


class CombatantRecord(TypedDict, total=False):
    """A combatant, as its game keeps it. sheet: its own, if it is no character."""

    name: str
    turn: Values
    sheet: Values


class Document(TypedDict):
    """The state of a campaign."""

    game: Id
    name: Name
    #: The house rules that differ from the rules as written.
    house: Inputs
    #: The ids of all characters.
    order: Annotated[Sequence[str], ListOf(ID, 1_000)]
    characters: Annotated[Mapping[str, CharacterRecord], MapOf(CHARACTER_SHAPE, 1_000, ID.form)]
    scene: State
    #: The game's own record of the running encounter.
    encounter: Annotated[Mapping[str, Any] | None, Optional(MapOf(ANY, 1_000))]
    due: Annotated[Sequence[DueRecord], ListOf(DUE_SHAPE, 10_000)]
    #: The campaign's clock.
    hours: Annotated[int | float, Number()]
    notes: Annotated[Mapping[str, NoteRecord], MapOf(record_of(NoteRecord), 10_000, ID.form)]


DOCUMENT_PARTS = record_of(Document)


def parts_of(document: Values, names: Iterable[str]) -> tuple[Any, ...]:
    """Return the parts of a document with these names."""
    return tuple(document[name] for name in names)


def combatants_in(document: Document) -> Mapping[str, CombatantRecord]:
    """Return the records of the combatants of the running encounter, by id."""
    encounter = document["encounter"]
    return encounter.get("combatants", {}) if encounter is not None else {}


EFFECT = Union(
    "op",
    {
        op: record_of(EffectRecord, op=Const(op), value=value)
        for op, value in (("add", Amount()), ("set", ANY), ("append", ANY))
    },
)
