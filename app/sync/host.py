"""The host: the device that keeps a table's log, as a value, and the results of its events.

Its events are in `host_update` (guests join, send and leave), `action_queue` (their mutations),
`broadcast` (messages to them), `moderation` (the game master's actions) and `host_migration` (the
table moves to another device). Each function returns the new host (`HostResult.host`), and:

    keep       the table's record (`host.table.record()`) must be stored before anything is sent
    sends      messages, each to one connection, in order
    reads      entries to read from the log, and to pass to `broadcast.read`
    close      connections to close, once all is sent
    messages   those of guests for the page (dice being typed) and for the transports (codes)

Mutations wait in `host.queue`; the caller applies the first of them to the log until none is left
(`action_queue`). No clock, no storage, no connection here: `now` is in seconds, `at` a time as in
entries. A crash between two steps loses nothing: the log tells which mutations were applied, and
guests send unanswered ones again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.campaign.journal.journal import Journal
from app.campaign.state.state import Games
from app.core.support.untrusted_json import JsonRecord
from app.sync.mutations import NO_MEANINGS, Intents, Mutation
from app.sync.protocol import LET_IN, Bucket
from app.sync.seats import Seat
from app.sync.table import Table
from app.sync.views import View


@dataclass(frozen=True)
class Context:
    """The setting of a table: the games, the intents of messages, the page's version."""

    games: Games
    meanings: Intents = NO_MEANINGS
    build: str = ""
    #: Returns the players' screen of a log as a record, None without one.
    screen: Callable[[Journal], JsonRecord | None] = lambda journal: None


@dataclass(frozen=True)
class Link:
    """A connection."""

    id: str
    #: The id of the seat at its end, empty before the guest's first message.
    seat: str = ""
    #: The guest's state at joining: {"n", "id", "view"}.
    have: JsonRecord = field(default_factory=dict)
    #: True if it receives new entries.
    receives_entries: bool = False
    bucket: Bucket = LET_IN
    #: The number of messages in a row that were too fast.
    dropped: int = 0
    #: The number of times the whole state may have been sent again.
    wholes: int = 0
    #: True if the game master has admitted the device, which then needs no invitation.
    admitted: bool = False


@dataclass(frozen=True)
class Take:
    """A queued mutation."""

    seat: str
    act: Mutation
    #: True if the game master has accepted it as a proposal.
    accepted: bool = False


@dataclass(frozen=True)
class Refusal:
    """A refusal, noted for the game master."""

    seat: str
    field: str
    words: str


@dataclass(frozen=True)
class Send:
    """A message for the other end of a connection."""

    link: str
    record: JsonRecord


@dataclass(frozen=True)
class Read:
    """A request for log entries."""

    #: The id of the connection that gets them.
    link: str
    #: The number of the entry after which to read.
    after: int


#: The largest number of refusals noted for the game master.
MOST_REFUSALS = 200


@dataclass(frozen=True)
class Host:
    """The state of a host."""

    context: Context
    #: The record stored beside the log.
    table: Table
    #: The log, as far as it is loaded.
    journal: Journal
    #: The seat of this device, if it was a guest here before.
    me: str = ""
    #: The open connections, by id.
    links: Mapping[str, Link] = field(default_factory=dict)
    #: The mutations to apply, in order.
    queue: tuple[Take, ...] = ()
    #: The refusals noted for the game master.
    refusals: tuple[Refusal, ...] = ()
    typing: Mapping[str, JsonRecord] = field(default_factory=dict)
    #: The players' screen as last sent.
    screen: JsonRecord | None = None
    #: The view of each seat.
    views: Mapping[str, View] = field(default_factory=dict, compare=False)

    @property
    def seats(self) -> Mapping[str, Seat]:
        return self.table.seats

    @property
    def there(self) -> tuple[str, ...]:
        """Return the seats that are connected, with this device's own."""
        own = (self.me,) if self.me in self.seats else ()
        linked = (link.seat for link in self.links.values() if link.seat)
        return tuple(dict.fromkeys((*own, *linked)))

    @property
    def free(self) -> dict[str, str]:
        """Return the player characters without a player, names by id."""
        taken = self.played_beside("")
        return {
            character.id: character.name
            for character in self.journal.state.characters
            if character.kind == "pc" and not character.archived and character.id not in taken
        }

    @property
    def taken(self) -> dict[str, str]:
        """Return the characters that a seat plays, names by id."""
        taken = self.played_beside("")
        characters = self.journal.state.characters
        return {each.id: each.name for each in characters if each.id in taken}

    def played_beside(self, seat: str) -> set[str]:
        """Return the ids of the characters that other seats play; those left play none."""
        others = (each for id, each in self.seats.items() if id != seat and not each.left)
        return {id for other in others for id in other.characters}

    def view(self, seat: Seat) -> View:
        """Return the view of a seat, which is created once and caches its last document."""
        known = self.views.get(seat.id)
        if known is None or (known.seat, known.rules) != (seat, self.table.rules):
            known = View(seat, self.table.rules, self.context.games)
            self.views[seat.id] = known  # type: ignore[index]
        return known

    def link_of(self, seat: str) -> Link | None:
        """Return the connection of a seat, None if it is not connected."""
        return next((link for link in self.links.values() if link.seat == seat), None)

    def with_link(self, link: Link) -> Host:
        return replace(self, links={**self.links, link.id: link})

    def with_table(self, table: Table) -> Host:
        return replace(self, table=table)

    def note(self, seat: str, field: str, words: str) -> Host:
        """Note a refusal for the game master."""
        refusals = (*self.refusals, Refusal(seat, field[:200], words[:2_000]))
        return replace(self, refusals=refusals[-MOST_REFUSALS:])


@dataclass(frozen=True)
class HostResult:
    """The host after an event, with actions to carry out in this order."""

    host: Host
    sends: tuple[Send, ...] = ()
    keep: bool = False
    reads: tuple[Read, ...] = ()
    close: tuple[str, ...] = ()
    messages: tuple[tuple[str, JsonRecord], ...] = ()

    def then(self, next: Callable[[Host], HostResult]) -> HostResult:
        """Combine this result with that of the next step."""
        result = next(self.host)
        return HostResult(
            result.host,
            self.sends + result.sends,
            self.keep or result.keep,
            self.reads + result.reads,
            self.close + result.close,
            self.messages + result.messages,
        )


def open_host(
    context: Context,
    journal: Journal,
    record: object = None,
    entries: tuple[Any, ...] = (),
    me: str = "",
) -> Host:
    """Return a host on this log; BadInput if the record is invalid.

    `record` is the stored record of the table. `entries` are those after the record's `n`, if the
    journal does not hold all of them. `me` is the seat of this device, if it was a guest here
    before.
    """
    table = Table.read(record) if record is not None else Table(n=journal.n)
    behind = {entry.n: entry for entry in (*entries, *journal.entries)}
    return Host(context, table.catch_up([behind[n] for n in sorted(behind)]), journal, me)
