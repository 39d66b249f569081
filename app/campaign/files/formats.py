"""The formats of files, and functions that write them.

{"tableside": 1, "kind": "character", "app", "saved", "game", "character": {...}}
{"tableside": 1, "kind": "campaign", "app", "saved", "campaign": {...}}
{"tableside": 1, "kind": "everything", "app", "saved", "campaigns": [...], "settings": {...}}
{"tableside": 1, "kind": "rows", "app", "saved", "stores": {...}}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.campaign.facts import KINDS
from app.campaign.facts.base import ID, LONG, NAME
from app.campaign.files.migrations import VERSION
from app.campaign.files.rows import StoredRow
from app.campaign.files.shapes import (
    ANY,
    Boolean,
    Const,
    Enum,
    ListOf,
    MapOf,
    Named,
    Number,
    Optional,
    Record,
    Shape,
    Text,
    Union,
)
from app.campaign.journal.entries import ENTRY_SHAPE
from app.campaign.journal.journal import Journal

#: The id of a combatant: a character's, or the one it was added by.
COMBATANT = Text(200)
CHARACTER_SHAPE = Named(
    "character",
    Record({"name": NAME, "kind": Enum(KINDS), "archived": Boolean(), "data": MapOf(ANY, 1_000)}),
)
DOCUMENT_PARTS = Record(
    {
        "game": ID,
        "name": NAME,
        "house": MapOf(ANY, 500),
        "order": ListOf(ID, 1_000),
        "characters": MapOf(CHARACTER_SHAPE, 1_000, ID.form),
        "scene": MapOf(ANY, 1_000),
        "encounter": Optional(MapOf(ANY, 1_000)),
        "due": ListOf(
            Record(
                {
                    "id": Text(64, 1),
                    "who": COMBATANT,
                    "label": LONG,
                    "procedure": Text(200),
                    "inputs": MapOf(ANY, 500),
                    "rules": ListOf(Text(20), 100),
                    "role": Text(64),
                    "others": MapOf(COMBATANT, 100),
                    "time": Boolean(),
                },
                frozenset({"role", "others", "time"}),
            ),
            10_000,
        ),
        "hours": Number(),
        "notes": MapOf(Record({"text": LONG, "about": Text(64)}), 10_000, ID.form),
    }
)
DOCUMENT_SHAPE = Named("document", DOCUMENT_PARTS)
ENTRIES_SHAPE = ListOf(ENTRY_SHAPE, 200_000)
CAMPAIGN_SHAPE = Named(
    "campaign",
    Record(
        {"id": ID, "document": DOCUMENT_SHAPE, "entries": ENTRIES_SHAPE},
    ),
)
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


def head(kind: str, app: str, saved: str) -> dict[str, Any]:
    return {"tableside": VERSION, "kind": kind, "app": app, "saved": saved}


def character_file(game: str, character: Mapping[str, Any], app: str, saved: str) -> dict[str, Any]:
    """Return a character's record from a state's document as a file."""
    return {**head("character", app, saved), "game": game, "character": dict(character)}


def campaign_part(journal: Journal, entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a campaign as part of a file. entries: the records of all of them, or of none."""
    return {
        "id": journal.campaign,
        "document": journal.document,
        "entries": list(entries),
    }


def rows_file(stores: Mapping[str, Iterable[StoredRow]], app: str, saved: str) -> dict[str, Any]:
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
