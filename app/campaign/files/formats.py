"""The formats of files, and functions that write them.

{"tableside": 1, "kind": "character", "app", "saved", "game", "character": {...}}
{"tableside": 1, "kind": "campaign", "app", "saved", "campaign": {...}}
{"tableside": 1, "kind": "everything", "app", "saved", "campaigns": [...], "settings": {...}}
{"tableside": 1, "kind": "rows", "app", "saved", "stores": {...}}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, TypedDict

from app.campaign.files.migrations import VERSION
from app.campaign.files.rows import StoredRow
from app.campaign.files.shapes import (
    ANY,
    Const,
    Enum,
    ListOf,
    MapOf,
    Named,
    Record,
    Shape,
    Text,
    Union,
    record_of,
)
from app.campaign.journal.entries import ENTRY_SHAPE, EntryRecord
from app.campaign.journal.journal import Journal
from app.campaign.state.document import (
    CHARACTER_SHAPE,
    DOCUMENT_PARTS,
    ID,
    CharacterRecord,
    Document,
    Id,
)
from app.core.procedures.inputs import Values

DOCUMENT_SHAPE = Named("document", DOCUMENT_PARTS)
ENTRIES_SHAPE = ListOf(ENTRY_SHAPE, 200_000)


class CampaignPart(TypedDict):
    """A campaign as part of a file; without entries it has no history."""

    id: Id
    document: Annotated[Document, DOCUMENT_SHAPE]
    entries: Annotated[Sequence[EntryRecord], ENTRIES_SHAPE]


class FileRecord(TypedDict, total=False):
    """The record of a file; which of its fields are there depends on its kind."""

    tableside: int
    kind: str
    app: str
    saved: str
    game: str
    character: CharacterRecord
    campaign: CampaignPart
    campaigns: Sequence[CampaignPart]
    settings: Values
    stores: Mapping[str, Sequence[Sequence[Any]]]


CAMPAIGN_SHAPE = Named("campaign", record_of(CampaignPart))
_HEAD: Mapping[str, Shape] = {
    "tableside": Const(VERSION),
    "kind": Enum(("character", "campaign", "everything")),
    "app": Text(40),
    "saved": Text(40),
}


def _file(kind: str, **more: Shape) -> Record:
    return Record({**_HEAD, "kind": Const(kind), **more}, frozenset({"app", "saved"}))


FILE_SHAPE = Union(
    "kind",
    {
        "character": _file("character", game=ID, character=CHARACTER_SHAPE),
        "campaign": _file("campaign", campaign=CAMPAIGN_SHAPE),
        "everything": _file(
            "everything", campaigns=ListOf(CAMPAIGN_SHAPE, 1_000), settings=MapOf(ANY, 1_000)
        ),
    },
)
ROWS_SHAPE = _file("rows", stores=MapOf(ListOf(ListOf(ANY, 3), 1_000_000), 20))


# --- writing ---


def head(kind: str, app: str, saved: str) -> FileRecord:
    return {"tableside": VERSION, "kind": kind, "app": app, "saved": saved}


def character_file(game: str, character: CharacterRecord, app: str, saved: str) -> FileRecord:
    """Return a character's record from a state's document as a file."""
    return {**head("character", app, saved), "game": game, "character": character}


def campaign_part(journal: Journal, entries: Iterable[EntryRecord]) -> CampaignPart:
    """Return a campaign as part of a file. entries: the records of all of them, or of none."""
    return {
        "id": journal.campaign,
        "document": journal.document,
        "entries": list(entries),
    }


def rows_file(stores: Mapping[str, Iterable[StoredRow]], app: str, saved: str) -> FileRecord:
    """Return all rows of the database as a file: for a newer version, or as a last resort."""
    return {
        **head("rows", app, saved),
        "stores": {
            store: [
                [list(row.key) if isinstance(row.key, tuple) else row.key, row.text, row.sum]
                for row in rows
            ]
            for store, rows in stores.items()
        },
    }
