"""The host's record of its table beside the log: seats, keys, open proposals and requests.

    {"epoch": 1, "seats": [...], "keys": {key: seat}, "invitations": {token: seat or null}, ...}

It is stored before any message that depends on it is sent. Its state of mutations may be older than
the log: `caught_up` reads the rest from the log's entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.campaign.files.shapes import Integer, ListOf, MapOf, Optional, Record, Text
from app.campaign.journal.entries import Entry
from app.campaign.state.document import ID
from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord
from app.sync.mutations import ACT_SHAPE, LINE, Mutation, mutation_of
from app.sync.protocol import TOKEN, TYPED, WORDS
from app.sync.seats import RULES_SHAPE, SEAT_SHAPE, Rules, Seat

#: The largest number of open mutations of a client; older ones were answered long ago.
MOST_OPEN = 500


@dataclass(frozen=True)
class ClientState:
    """The state of one client's mutations: applied up to `last`, except for the `open` ones."""

    seat: str
    last: int = 0
    #: Numbers up to `last` that are not in the log: refused, waiting, or left out.
    open: tuple[int, ...] = ()
    #: The reasons of the last refusals, by number.
    words: Mapping[str, str] = field(default_factory=dict)

    def take(self, number: int) -> ClientState:
        """Return the line once the mutation of this number is in the log."""
        if number <= self.last:
            return replace(self, open=tuple(each for each in self.open if each != number))
        open_numbers = (*self.open, *range(max(self.last + 1, number - MOST_OPEN), number))
        return replace(self, last=number, open=open_numbers[-MOST_OPEN:])

    def answer(self, number: int, words: str = "") -> ClientState:
        """Return the line once this mutation was answered without an entry; `words` says why."""
        after = self.take(number)
        reasons = {**self.words, str(number): words[:2_000]} if words else dict(self.words)
        while len(reasons) > 50:
            del reasons[next(iter(reasons))]
        return replace(after, open=(*after.open, number)[-MOST_OPEN:], words=reasons)

    def record(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "last": self.last,
            "open": list(self.open),
            "words": dict(self.words),
        }

    @classmethod
    def read(cls, record: JsonRecord) -> ClientState:
        return cls(**{**record, "open": tuple(record["open"])})


@dataclass(frozen=True)
class Proposal:
    """A mutation that waits for the game master."""

    seat: str
    act: Mutation
    #: The reason why it waits.
    why: str = ""

    def record(self) -> dict[str, Any]:
        return {"seat": self.seat, "act": self.act.record(), "why": self.why}


@dataclass(frozen=True)
class Ask:
    """A roll requested by the game master."""

    id: str
    procedure: str
    typed: Mapping[str, str]
    seats: tuple[str, ...]
    words: str = ""
    #: The id of the mutation that answers it, by seat.
    done: Mapping[str, str] = field(default_factory=dict)

    def record(self) -> dict[str, object]:
        """Return the record of the request for its seats."""
        return {
            "id": self.id,
            "procedure": self.procedure,
            "typed": dict(self.typed),
            "seats": list(self.seats),
            "words": self.words,
        }


@dataclass(frozen=True)
class Table:
    """The state of the table beside its log."""

    #: Incremented each time the table is handed to another device.
    epoch: int = 1
    rules: Rules = field(default_factory=Rules)
    seats: Mapping[str, Seat] = field(default_factory=dict)
    #: The seat of each device's own secret.
    keys: Mapping[str, str] = field(default_factory=dict)
    invitations: Mapping[str, Seat | None] = field(default_factory=dict)
    lines: Mapping[str, ClientState] = field(default_factory=dict)
    proposals: tuple[Proposal, ...] = ()
    asks: tuple[Ask, ...] = ()
    #: The number of the last entry counted in the lines.
    n: int = 0
    #: The number of seats ever created.
    count: int = 0
    #: The seat that the table is being handed to.
    handing: str = ""
    #: The seat that the table was handed to; this device is no longer the host.
    given: str = ""

    def with_seat(self, seat: Seat) -> Table:
        return replace(self, seats={**self.seats, seat.id: seat})

    def with_line(self, id: str, line: ClientState) -> Table:
        return replace(self, lines={**self.lines, id: line})

    def add_entry(self, entry: Entry) -> Table:
        """Return the table once this entry is in the log."""
        mutation = mutation_of(entry.id)
        table = replace(self, n=max(self.n, entry.n))
        if mutation is None or mutation[0] not in self.lines:
            return table
        id, number = mutation
        return table.with_line(id, self.lines[id].take(number))

    def catch_up(self, entries: Iterable[Entry]) -> Table:
        """Return the table with the log's entries after the last counted one."""
        table = self
        for entry in entries:
            if entry.n > table.n:
                table = table.add_entry(entry)
        taken = {entry.id for entry in entries}
        waiting = tuple(proposal for proposal in table.proposals if proposal.act.id not in taken)
        return replace(table, proposals=waiting)

    def record(self) -> dict[str, object]:
        """Return the table as JSON."""
        return {
            "epoch": self.epoch,
            "rules": self.rules.record(),
            "seats": [seat.record() for seat in self.seats.values()],
            "keys": dict(self.keys),
            "invitations": {
                token: seat.record() if seat else None for token, seat in self.invitations.items()
            },
            "lines": {id: line.record() for id, line in self.lines.items()},
            "proposals": [proposal.record() for proposal in self.proposals],
            "asks": [{**ask.record(), "done": dict(ask.done)} for ask in self.asks],
            "n": self.n,
            "count": self.count,
            "handing": self.handing,
            "given": self.given,
        }

    @classmethod
    def read(cls, record: Any) -> Table:
        """Return the table of a record; BadInput if it is invalid."""
        for fault in TABLE_SHAPE.faults(record):
            raise BadInput("table", str(fault))
        seats = [Seat.read(seat) for seat in record["seats"]]
        values = {
            "rules": Rules.read(record["rules"]),
            "seats": {seat.id: seat for seat in seats},
            "invitations": {
                token: Seat.read(seat) if seat else None
                for token, seat in record["invitations"].items()
            },
            "lines": {id: ClientState.read(line) for id, line in record["lines"].items()},
            "proposals": tuple(
                Proposal(proposal["seat"], Mutation.read(proposal["act"]), proposal["why"])
                for proposal in record["proposals"]
            ),
            "asks": tuple(Ask(**{**ask, "seats": tuple(ask["seats"])}) for ask in record["asks"]),
        }
        return cls(**{**record, **values})


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
