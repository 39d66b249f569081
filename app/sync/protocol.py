"""What devices say to each other: every kind of message, its shape, and how much of it is let in.

A message is a JSON record with its `kind`. Foreign text is measured, decoded and checked here
before anything looks at it; what comes out has its shape. A kind that is not known here is of a
newer page, and passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.facts.base import ID, Answers
from app.campaign.files.shapes import (
    ANY,
    Boolean,
    Const,
    Enum,
    Integer,
    ListOf,
    MapOf,
    Optional,
    Record,
    Shape,
    Text,
)
from app.campaign.journal.entries import ENTRY_SHAPE
from app.core.errors import BadInput, shown
from app.core.support.untrusted_json import Unreadable, decode
from app.sync.mutations import ACT_ID, ACT_SHAPE, LINE
from app.sync.seats import NAME, ROLES, RULES_SHAPE, SEAT_SHAPE
from app.sync.wire import LONGEST

#: Raised when devices of the old and of the new page would misunderstand each other.
VERSION = 1

#: Packed entries make messages of about so many characters.
PACKED = 30_000

#: How deep it may be nested.
DEEPEST = 48

WORDS = Text(2_000)
TOKEN = Text(64, 8, r"[A-Za-z0-9_-]+")
TYPED = MapOf(Text(2_000), 500)
_ANSWERS: Shape = Answers.__metadata__[0]  # type: ignore[attr-defined]

_FROM_GUEST: Mapping[str, Mapping[str, Shape]] = {
    # Who comes, with which page, and up to which entry it knows the table.
    "hello": {
        "version": Integer(0),
        "build": Text(80),
        "token": TOKEN,
        "key": TOKEN,
        "line": Text(30, 8, LINE),
        "name": NAME,
        "epoch": Integer(0),
        "have": Record({"n": Integer(0), "id": Text(64), "view": Integer(0)}),
    },
    # Who they are: a player with this character (empty: one to be made), or an onlooker.
    "pick": {"role": Enum(ROLES[1:]), "character": Text(64), "name": NAME},
    "act": {"act": ACT_SHAPE},
    # Dice as they are typed, for the game master's eyes.
    "typing": {"procedure": ID, "typed": TYPED, "answers": _ANSWERS},
    # To whoever keeps the table now, by way of the device that did (`handing`).
    "relay": {"text": Text(20_000)},
    # How the two come back to each other when the connection is lost (`meeting.Ways`).
    "next": {"text": Text(20_000)},
    "ready": {"text": Text(20_000), "to": Text(64)},
    # The same on the other half of its way: of whom.
    "pass": {"seat": ID, "text": Text(20_000)},
    # The table has arrived whole at the device that it is handed to.
    "holds": {"epoch": Integer(1), "n": Integer(0)},
    "ping": {},
}

_FROM_HOST: Mapping[str, Mapping[str, Shape]] = {
    "welcome": {
        "version": Integer(0),
        "build": Text(80),
        "table": ID,
        "name": Text(200),
        "game": ID,
        "epoch": Integer(0),
        "seat": SEAT_SHAPE,
        "rules": RULES_SHAPE,
        "seats": ListOf(SEAT_SHAPE, 100),
        # Those who can be picked: id and name.
        "free": MapOf(Text(200), 1_000),
    },
    # The campaign from its start, in parts.
    "state": {
        "first": Boolean(),
        "last": Boolean(),
        "view": Integer(1),
        "entries": ListOf(ENTRY_SHAPE),
    },
    "entries": {"entries": ListOf(ENTRY_SHAPE)},
    "screen": {"n": Integer(0), "screen": Optional(MapOf(ANY, 100))},
    "took": {"act": ACT_ID, "n": Integer(0)},
    "refused": {"act": Text(64), "field": Text(200), "words": WORDS},
    "waits": {"act": ACT_ID},
    "slow": {"seconds": Integer(1, 60)},
    "ask": {
        "id": ID,
        "procedure": ID,
        "typed": TYPED,
        "seats": ListOf(ID, 100),
        "words": WORDS,
    },
    "asked": {"id": ID, "done": ListOf(ID, 100), "over": Boolean()},
    "seats": {
        "seat": SEAT_SHAPE,
        "rules": RULES_SHAPE,
        "seats": ListOf(SEAT_SHAPE, 100),
        "there": ListOf(ID, 100),
        "free": MapOf(Text(200), 1_000),
    },
    # The table is handed over: to whoever is to have it, whole, in parts; to all, that it went.
    "table": {
        "first": Boolean(),
        "last": Boolean(),
        "host": Optional(MapOf(ANY, 100)),
        "entries": ListOf(ENTRY_SHAPE),
    },
    "yours": {"epoch": Integer(1)},
    "moved": {"epoch": Integer(1), "to": Text(64), "words": WORDS},
    # For the transports alone, as guests say it.
    "next": {"text": Text(20_000)},
    "ready": {"text": Text(20_000), "to": Text(64)},
    "pass": {"seat": ID, "text": Text(20_000)},
    "relay": {"text": Text(20_000)},
    "pong": {"n": Integer(0)},
    "bye": {"why": WORDS},
}


def _shapes(kinds: Mapping[str, Mapping[str, Shape]]) -> dict[str, Record]:
    return {kind: Record({"kind": Const(kind), **each}) for kind, each in kinds.items()}


FROM_GUEST = _shapes(_FROM_GUEST)
FROM_HOST = _shapes(_FROM_HOST)


def read(text: object, shapes: Mapping[str, Record]) -> dict[str, Any] | None:
    """The message that a foreign text is, in its shape; None where its kind is not known.

    BadInput says what is wrong with it, whatever it is.
    """
    if not isinstance(text, str):
        raise BadInput("message", "it is no text")
    try:
        record = decode(text, LONGEST, DEEPEST, twice=False)
    except Unreadable as fault:
        raise BadInput("message", str(fault)) from None
    if not isinstance(record, dict) or not isinstance(record.get("kind"), str):
        raise BadInput("message", f"{shown(record)} is no message")
    shape = shapes.get(record["kind"])
    if shape is None:
        return None
    for wrong in shape.faults(record):
        raise BadInput("message", f"{record['kind']}{wrong.at}: {wrong.words}"[:400])
    return record


# --- rates ---


@dataclass(frozen=True)
class Bucket:
    """How much more of something is let in: so much at once, and so much again every second."""

    left: float
    at: float
    most: float = 200
    each_second: float = 50

    def taken(self, now: float) -> Bucket | None:
        """The bucket after one more; None where it is empty. now: in seconds."""
        left = min(self.most, self.left + max(now - self.at, 0) * self.each_second)
        if left < 1:
            return None
        return Bucket(left - 1, now, self.most, self.each_second)


#: What a host lets in of one guest; what a guest sends stays below it.
LET_IN = Bucket(200, 0)
SENT = Bucket(100, 0, 100, 35)

#: After so many messages too many in a row the connection is closed.
TOO_MANY = 400


# --- pages of different versions ---


def too_far_apart(version: int, build: str, own_build: str) -> str:
    """Why a guest's page and the host's cannot play together, and what to do; empty if they can."""
    if version < VERSION:
        return (
            "Your page is older than the game master’s. Reload it while you are online, "
            "then join again; nothing of yours is lost."
        )
    if version > VERSION:
        return (
            "The game master’s page is older than yours. It has to be reloaded there while it is "
            "online; then join again. Nothing of yours is lost."
        )
    if build != own_build:
        return (
            f"Your page is version {build[:40] or 'unknown'}, the game master’s {own_build[:40]}. "
            "Reload both while you are online, then join again; nothing of yours is lost."
        )
    return ""
