"""Entries: facts at their positions in the journal, with the changes they made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypedDict

from app.campaign.facts import FACTS, Redone, Undone, fact
from app.campaign.facts.base import Fact
from app.campaign.files.shapes import (
    ANY,
    Fault,
    Integer,
    ListOf,
    Named,
    Record,
    Text,
    Union,
    record_of,
)
from app.campaign.state.changes import Change, ChangeRecord
from app.campaign.state.document import Id
from app.campaign.state.state import EMPTY
from app.campaign.state.values import NotPlain
from app.core.errors import short_text
from app.core.procedures.inputs import Values

#: Crockford's base 32: sorts as its numbers do.
_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(milliseconds: int, noise: int) -> str:
    """Return an id that sorts by time and is unique across tabs: 10 digits of time, 16 random.

    noise: 80 random bits. Time and randomness are given from outside.
    """
    return _base32(milliseconds, 10) + _base32(noise, 16)


def _base32(number: int, length: int) -> str:
    return "".join(_DIGITS[number >> 5 * digit & 31] for digit in reversed(range(length)))


@dataclass(frozen=True)
class Stamp:
    """The time, author and id of an entry; given from outside."""

    id: str
    at: str
    by: str = ""


FACT_SHAPE = Named("fact", Union("kind", {kind: fact.shape for kind, fact in FACTS.items()}))
CHANGE_SHAPE = Record(
    {"at": Text(2_000, 0, r"(/[\s\S]*)?"), "was": ANY, "is": ANY}, frozenset({"was", "is"})
)


class EntryRecord(TypedDict):
    """An entry as JSON."""

    id: Id
    n: Annotated[int, Integer(1)]
    at: Annotated[str, Text(40)]
    by: Annotated[str, Text(100)]
    fact: Annotated[Values, FACT_SHAPE]
    changes: Annotated[Sequence[ChangeRecord], ListOf(CHANGE_SHAPE, 20_000)]
    below: Annotated[int, Integer(0)]


@dataclass(frozen=True)
class Entry:
    """A fact at its position: n counts from 1; below is the entry that undo reaches after this."""

    id: str
    n: int
    at: str
    by: str
    fact: Fact
    changes: tuple[Change, ...] = ()
    below: int = 0

    @property
    def kind(self) -> str:
        return self.fact.kind

    @property
    def is_turn(self) -> bool:
        """Tell whether it is an undo or redo."""
        return isinstance(self.fact, (Undone, Redone))

    def record(self) -> EntryRecord:
        """Return the entry as JSON."""
        return {
            "id": self.id,
            "n": self.n,
            "at": self.at,
            "by": self.by,
            "fact": self.fact.record(),
            "changes": [change.record() for change in self.changes],
            "below": self.below,
        }

    @classmethod
    def read(cls, record: EntryRecord) -> Entry:
        """Return the entry that a record of its shape describes: the inverse of `record`.

        Raises NotPlain if it would leave a state without one of its parts.
        """
        changes = tuple(map(Change.read, record["changes"]))
        for change in changes:
            if not _keeps_parts(change):
                raise NotPlain(
                    f"{short_text(change.at)} is no part of a campaign, or not of this kind"
                )
        return cls(
            record["id"],
            record["n"],
            record["at"],
            record["by"],
            fact(record["fact"]),
            changes,
            record["below"],
        )


#: Every part of a state is always there, and of one kind.
_KINDS: Mapping[str, tuple[type, ...]] = {
    **{part: (type(empty),) for part, empty in EMPTY.items()},
    "encounter": (dict, type(None)),
    "hours": (int, float),
}


def _keeps_parts(change: Change) -> bool:
    """Tell whether a state still has all of its parts, each of its kind, after this change."""
    root, _, path = change.at.partition("/")
    part = path.partition("/")[0]
    is_whole = "/" not in path
    return not root and part in _KINDS and (not is_whole or type(change.now) in _KINDS[part])


def _in_order(value: EntryRecord, at: str) -> Iterator[Fault]:
    if value["below"] >= value["n"]:
        yield Fault(f"{at}/below", f"{value['below']} is not before {value['n']}")


ENTRY_SHAPE = Named("entry", record_of(EntryRecord), also=_in_order)

#: Stored entries are read however many changes they hold.
STORED_SHAPE = Named(
    "entry",
    record_of(EntryRecord, changes=ListOf(CHANGE_SHAPE, 10_000_000)),
    also=_in_order,
)
