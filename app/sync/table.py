"""What a host stores of its table beside the log: who sits there, and what is still open.

    {"epoch": 1, "seats": [...], "keys": {key: seat}, "invitations": {token: seat or null}, ...}

It is written before anything is sent that stands on it. What it says of acts may be older than the
log: `caught_up` reads the rest off the log's entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.campaign.facts.base import ID
from app.campaign.files.shapes import Integer, ListOf, MapOf, Optional, Record, Text
from app.campaign.journal.entries import Entry
from app.core.errors import BadInput
from app.sync.mutations import ACT_SHAPE, LINE, Mutation, mutation_of
from app.sync.protocol import TOKEN, TYPED, WORDS
from app.sync.seats import RULES_SHAPE, SEAT_SHAPE, Rules, Seat

#: So many numbers of a line are remembered as left open; what is older was answered long ago.
MOST_OPEN = 500


@dataclass(frozen=True)
class Line:
    """The acts of one device, as they are counted: up to `last`, but for the `open` ones.

    open: numbers up to the last whose acts are not in the log: refused, waiting, or left out.
    words: why, of those that were refused last.
    """

    seat: str
    last: int = 0
    open: tuple[int, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    def took(self, number: int) -> Line:
        """The line once the act of this number is in the log."""
        if number <= self.last:
            return replace(self, open=tuple(each for each in self.open if each != number))
        left = (*self.open, *range(max(self.last + 1, number - MOST_OPEN), number))
        return replace(self, last=number, open=left[-MOST_OPEN:])

    def left(self, number: int, words: str = "") -> Line:
        """The line once the act of this number was answered otherwise. words: why it is refused."""
        after = self.took(number)
        told = {**self.words, str(number): words[:2_000]} if words else dict(self.words)
        while len(told) > 50:
            del told[next(iter(told))]
        return replace(after, open=(*after.open, number)[-MOST_OPEN:], words=told)

    def record(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "last": self.last,
            "open": list(self.open),
            "words": dict(self.words),
        }

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Line:
        return cls(**{**record, "open": tuple(record["open"])})


@dataclass(frozen=True)
class Proposal:
    """An act that waits for the game master. why: it does not happen by itself."""

    seat: str
    act: Mutation
    why: str = ""

    def record(self) -> dict[str, Any]:
        return {"seat": self.seat, "act": self.act.record(), "why": self.why}


@dataclass(frozen=True)
class Ask:
    """A roll that the game master asked of some. done: the entries that answer it, by seat."""

    id: str
    procedure: str
    typed: Mapping[str, str]
    seats: tuple[str, ...]
    words: str = ""
    done: Mapping[str, str] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """The question, as those who are asked are told it."""
        return {
            "id": self.id,
            "procedure": self.procedure,
            "typed": dict(self.typed),
            "seats": list(self.seats),
            "words": self.words,
        }


@dataclass(frozen=True)
class Table:
    """The table, but for its log.

    epoch: goes up each time it is handed to another device. given: to which seat it was handed,
    so that this device keeps it no more; handing: to which it is being handed.
    n: up to which entry of the log the lines count. count: seats there ever were.
    keys: the devices' own secrets, by which they come back: key -> seat.
    """

    epoch: int = 1
    rules: Rules = field(default_factory=Rules)
    seats: Mapping[str, Seat] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    invitations: Mapping[str, Seat | None] = field(default_factory=dict)
    lines: Mapping[str, Line] = field(default_factory=dict)
    proposals: tuple[Proposal, ...] = ()
    asks: tuple[Ask, ...] = ()
    n: int = 0
    count: int = 0
    handing: str = ""
    given: str = ""

    def with_seat(self, seat: Seat) -> Table:
        return replace(self, seats={**self.seats, seat.id: seat})

    def with_line(self, id: str, line: Line) -> Table:
        return replace(self, lines={**self.lines, id: line})

    def counted(self, entry: Entry) -> Table:
        """The table once this entry is in the log."""
        found = mutation_of(entry.id)
        table = replace(self, n=max(self.n, entry.n))
        if found is None or found[0] not in self.lines:
            return table
        id, number = found
        return table.with_line(id, self.lines[id].took(number))

    def caught_up(self, entries: Iterable[Entry]) -> Table:
        """The table with what the log says behind the place up to which it counted."""
        table = self
        for entry in entries:
            if entry.n > table.n:
                table = table.counted(entry)
        taken = {entry.id for entry in entries}
        waits = tuple(each for each in table.proposals if each.act.id not in taken)
        return replace(table, proposals=waits)

    def record(self) -> dict[str, Any]:
        """The table as JSON."""
        return {
            "epoch": self.epoch,
            "rules": self.rules.record(),
            "seats": [each.record() for each in self.seats.values()],
            "keys": dict(self.keys),
            "invitations": {
                token: seat.record() if seat else None for token, seat in self.invitations.items()
            },
            "lines": {id: line.record() for id, line in self.lines.items()},
            "proposals": [each.record() for each in self.proposals],
            "asks": [{**each.record(), "done": dict(each.done)} for each in self.asks],
            "n": self.n,
            "count": self.count,
            "handing": self.handing,
            "given": self.given,
        }

    @classmethod
    def read(cls, record: Any) -> Table:
        """The table that a record tells; BadInput if it tells none."""
        for fault in TABLE_SHAPE.faults(record):
            raise BadInput("table", str(fault))
        seats = [Seat.read(each) for each in record["seats"]]
        told = {
            "rules": Rules.read(record["rules"]),
            "seats": {each.id: each for each in seats},
            "invitations": {
                token: Seat.read(seat) if seat else None
                for token, seat in record["invitations"].items()
            },
            "lines": {id: Line.read(line) for id, line in record["lines"].items()},
            "proposals": tuple(
                Proposal(each["seat"], Mutation.read(each["act"]), each["why"])
                for each in record["proposals"]
            ),
            "asks": tuple(
                Ask(**{**each, "seats": tuple(each["seats"])}) for each in record["asks"]
            ),
        }
        return cls(**{**record, **told})


_LINE_SHAPE = Record(
    {
        "seat": ID,
        "last": Integer(0),
        "open": ListOf(Integer(1), MOST_OPEN),
        "words": MapOf(WORDS, 100),
    }
)
_ASK_SHAPE = Record(
    {
        "id": ID,
        "procedure": ID,
        "typed": TYPED,
        "seats": ListOf(ID, 100),
        "words": WORDS,
        "done": MapOf(Text(64), 100),
    }
)
TABLE_SHAPE = Record(
    {
        "epoch": Integer(1),
        "rules": RULES_SHAPE,
        "seats": ListOf(SEAT_SHAPE, 100),
        "keys": MapOf(ID, 1_000, TOKEN.form),
        "invitations": MapOf(Optional(SEAT_SHAPE), 1_000, TOKEN.form),
        "lines": MapOf(_LINE_SHAPE, 1_000, LINE),
        "proposals": ListOf(Record({"seat": ID, "act": ACT_SHAPE, "why": WORDS}), 10_000),
        "asks": ListOf(_ASK_SHAPE, 100),
        "n": Integer(0),
        "count": Integer(0),
        "handing": Text(64),
        "given": Text(64),
    }
)
