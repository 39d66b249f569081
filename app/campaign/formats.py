"""What files look like, and how they are written.

{"tableside": 1, "kind": "character", "app", "saved", "game", "character": {...}}
{"tableside": 1, "kind": "campaign", "app", "saved", "campaign": {...}}
{"tableside": 1, "kind": "everything", "app", "saved", "campaigns": [...], "settings": {...}}
{"tableside": 1, "kind": "rows", "app", "saved", "stores": {...}}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.campaign.entries import ENTRY_SHAPE
from app.campaign.facts import KINDS
from app.campaign.journal import Journal
from app.campaign.migrations import VERSION
from app.campaign.rows import Row
from app.campaign.shapes import (
    ANY,
    Always,
    Among,
    Each,
    Many,
    Maybe,
    Measured,
    Named,
    OneKind,
    Record,
    Shape,
    Told,
    Words,
)
from app.campaign.telling import ID, LONG, NAME

CHARACTER_SHAPE = Named(
    "character",
    Record({"name": NAME, "kind": Among(KINDS), "archived": Told(), "data": Each(ANY, 1_000)}),
)
DOCUMENT_PARTS = Record(
    {
        "game": ID,
        "name": NAME,
        "house": Each(ANY, 500),
        "order": Many(ID, 1_000),
        "characters": Each(CHARACTER_SHAPE, 1_000, ID.form),
        "scene": Each(ANY, 1_000),
        "encounter": Maybe(Each(ANY, 1_000)),
        "due": Many(
            Record(
                {
                    "id": Words(64, 1),
                    "who": Words(200),
                    "label": LONG,
                    "procedure": Words(200),
                    "inputs": Each(ANY, 500),
                    "rules": Many(Words(20), 100),
                    "role": Words(64),
                    "others": Each(ID, 100),
                    "time": Told(),
                },
                frozenset({"role", "others", "time"}),
            ),
            10_000,
        ),
        "hours": Measured(),
        "notes": Each(Record({"text": LONG, "about": Words(64)}), 10_000, ID.form),
    }
)
DOCUMENT_SHAPE = Named("document", DOCUMENT_PARTS)
ENTRIES_SHAPE = Many(ENTRY_SHAPE, 200_000)
CAMPAIGN_SHAPE = Named(
    "campaign",
    Record(
        {"id": ID, "document": DOCUMENT_SHAPE, "entries": ENTRIES_SHAPE},
    ),
)
_HEAD: Mapping[str, Shape] = {
    "tableside": Always(VERSION),
    "kind": Among(("character", "campaign", "everything")),
    "app": Words(40),
    "saved": Words(40),
}


def _file(kind: str, **more: Shape) -> Record:
    return Record({**_HEAD, "kind": Always(kind), **more}, frozenset({"app", "saved"}))


FILE_SHAPE = OneKind(
    "kind",
    {
        "character": _file("character", game=ID, character=CHARACTER_SHAPE),
        "campaign": _file("campaign", campaign=CAMPAIGN_SHAPE),
        "everything": _file(
            "everything", campaigns=Many(CAMPAIGN_SHAPE, 1_000), settings=Each(ANY, 1_000)
        ),
    },
)
ROWS_SHAPE = _file("rows", stores=Each(Many(Many(ANY, 3), 1_000_000), 20))


# --- writing ---


def head(kind: str, app: str, saved: str) -> dict[str, Any]:
    return {"tableside": VERSION, "kind": kind, "app": app, "saved": saved}


def character_file(game: str, character: Mapping[str, Any], app: str, saved: str) -> dict[str, Any]:
    """A character as it stands in a state's document, as a file."""
    return {**head("character", app, saved), "game": game, "character": dict(character)}


def campaign_part(journal: Journal, entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """A campaign as it stands in files. entries: the records of all of them, or of none."""
    return {
        "id": journal.campaign,
        "document": journal.document,
        "entries": list(entries),
    }


def rows_file(stores: Mapping[str, Iterable[Row]], app: str, saved: str) -> dict[str, Any]:
    """All rows as they lie in the database: of a newer version, or when all else fails."""
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
