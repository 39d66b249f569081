"""The protocol between devices: every kind of message, its shape, and rate limits.

A message is a JSON record with its `kind`. Untrusted text is measured, decoded and checked here
before any other use. An unknown kind comes from a newer page and is ignored.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.campaign.facts.base import Answers
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
from app.campaign.state.document import ID
from app.campaign.state.values import written
from app.core.errors import BadInput, short_text
from app.core.support.untrusted_json import JsonRecord, Unreadable, decode
from app.sync.mutations import ACT_ID, ACT_SHAPE, LINE
from app.sync.seats import NAME, ROLES, RULES_SHAPE, SEAT_SHAPE
from app.sync.wire import LONGEST

#: Incremented when old and new pages would misunderstand each other.
VERSION = 2

#: The approximate length of a message with packed entries, in characters.
PACKED = 30_000

#: The deepest nesting of a message.
DEEPEST = 48

WORDS = Text(2_000)
TOKEN = Text(64, 8, r"[A-Za-z0-9_-]+")
TYPED = MapOf(Text(2_000), 500)
_ANSWERS: Shape = Answers.__metadata__[0]  # type: ignore[attr-defined]

#: The chosen seat: a player with a character (empty for a new one), or an onlooker.
PICK: Mapping[str, Shape] = {"role": Enum(ROLES[1:]), "character": Text(64), "name": NAME}

#: The guest's own seat, all seats with their rules, and the characters.
SEATS: Mapping[str, Shape] = {
    "seat": SEAT_SHAPE,
    "rules": RULES_SHAPE,
    "seats": ListOf(SEAT_SHAPE, 100),
    # Characters that can be picked, and those that seats play: id and name.
    "free": MapOf(Text(200), 1_000),
    "taken": MapOf(Text(200), 1_000),
}

_FROM_GUEST: Mapping[str, Mapping[str, Shape]] = {
    # A guest's introduction: its page, and the last entry it has.
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
    "pick": PICK,
    "act": {"act": ACT_SHAPE},
    # Dice as they are typed, for the game master's eyes.
    "typing": {"procedure": ID, "typed": TYPED, "answers": _ANSWERS},
    # For the new host, by way of the old one (`host_migration`).
    "relay": {"text": Text(20_000)},
    # For reconnecting after the connection is lost.
    "next": {"text": Text(20_000)},
    "ready": {"text": Text(20_000), "to": Text(64)},
    # The second half of a relay, with its sender.
    "pass": {"seat": ID, "text": Text(20_000)},
    # The next host has stored the whole table.
    "holds": {"epoch": Integer(1), "n": Integer(0)},
    "ping": {},
    # The guest leaves the table.
    "leave": {},
}

_FROM_HOST: Mapping[str, Mapping[str, Shape]] = {
    "welcome": {
        "version": Integer(0),
        "build": Text(80),
        "table": ID,
        "name": Text(200),
        "game": ID,
        "epoch": Integer(0),
        **SEATS,
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
    "seats": {"there": ListOf(ID, 100), **SEATS},
    # The table is handed over: its parts for the next host, then a notice for all.
    "table": {
        "first": Boolean(),
        "last": Boolean(),
        "host": Optional(MapOf(ANY, 100)),
        "entries": ListOf(ENTRY_SHAPE),
    },
    "yours": {"epoch": Integer(1)},
    "moved": {"epoch": Integer(1), "to": Text(64), "words": WORDS},
    # For the transports alone, as guests send it.
    "next": {"text": Text(20_000)},
    "ready": {"text": Text(20_000), "to": Text(64)},
    "pass": {"seat": ID, "text": Text(20_000)},
    "relay": {"text": Text(20_000)},
    "pong": {"n": Integer(0)},
    "bye": {"why": WORDS},
    # The guest's seat is gone for good; it needs a new invitation.
    "over": {"why": WORDS},
}


def _shapes(kinds: Mapping[str, Mapping[str, Shape]]) -> dict[str, Record]:
    return {kind: Record({"kind": Const(kind), **each}) for kind, each in kinds.items()}


FROM_GUEST = _shapes(_FROM_GUEST)
FROM_HOST = _shapes(_FROM_HOST)


def read(text: object, shapes: Mapping[str, Record]) -> dict[str, object] | None:
    """Decode and check an untrusted message; None if its kind is unknown.

    Raises BadInput with the fault.
    """
    if not isinstance(text, str):
        raise BadInput("message", "it is no text")
    try:
        record = decode(text, LONGEST, DEEPEST, twice=False)
    except Unreadable as fault:
        raise BadInput("message", str(fault)) from None
    if not isinstance(record, dict) or not isinstance(record.get("kind"), str):
        raise BadInput("message", f"{short_text(record)} is no message")
    shape = shapes.get(record["kind"])
    if shape is None:
        return None
    for wrong in shape.faults(record):
        raise BadInput("message", f"{record['kind']}{wrong.at}: {wrong.words}"[:400])
    return record


# --- packs ---

_Result = TypeVar("_Result")
Slowly = Generator[None, None, _Result]


def pack_records(records: Sequence[JsonRecord]) -> Slowly[list[list[object]]]:
    """Split records into packs that fit into a message; at least one pack, possibly empty."""
    packs, size = [list[object]()], 0
    for record in records:
        long = len(written(record))
        if packs[-1] and size + long > PACKED:
            yield
            packs.append([])
            size = 0
        packs[-1].append(record)
        size += long
    return packs


# --- rates ---


@dataclass(frozen=True)
class Bucket:
    """A rate limit: a burst, and a refill per second."""

    #: The messages admitted at time `at`.
    left: float
    at: float
    most: float = 200
    each_second: float = 50

    def take(self, now: float) -> Bucket | None:
        """Return the bucket after one more message at `now` (seconds); None if it is empty."""
        available = min(self.most, self.left + max(now - self.at, 0) * self.each_second)
        if available < 1:
            return None
        return Bucket(available - 1, now, self.most, self.each_second)


#: The rate that a host admits of one guest, and the lower one that a guest sends.
LET_IN = Bucket(200, 0)
SENT = Bucket(100, 0, 100, 35)

#: The number of excess messages in a row after which the connection is closed.
TOO_MANY = 400


# --- pages of different versions ---


def too_far_apart(version: int, build: str, own_build: str) -> str:
    """Return why two pages cannot play together, with a remedy, empty if they can."""
    if version < VERSION:
        return "Your version is older. Reload, then rejoin."
    if version > VERSION:
        return "The GM’s version is older. They reload, then you rejoin."
    if build != own_build:
        return (
            f"Your version is {build[:40] or 'unknown'}, the GM’s is {own_build[:40]}. "
            "Reload both, then rejoin."
        )
    return ""
