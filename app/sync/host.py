"""The host: the device that keeps a table's log, as a value, and what comes of something there.

What happens to it is in the modules beside: `hosting` (guests come, speak and go), `acting` (what
they do), `serving` (what they are sent), `mastering` (what the game master says), `handing` (the
table moves to another device). Each function gives the host after it (`HostResult.host`), and:

    keep     the table's record (`host.table.record()`) is to be stored before anything is sent
    sends    messages, each to one connection, in order
    reads    entries that are to be read from the log, and told by `serving.read`
    close    connections to be closed, once all is sent
    seen     messages of guests for the page (dice being typed) and for the transports (codes)

What players did waits in `host.queue`; whoever runs the host makes the first of it where the log
is, until there is none left (`acting`). No clock, no storage, no connection here: `now` is in
seconds, `at` a time as entries have it. What is lost between two steps is found again: the log says
which acts were taken, and guests send again what they have no answer to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.campaign.journal.journal import Journal
from app.campaign.state.state import Games
from app.sync.mutations import NO_MEANINGS, Intents, Mutation
from app.sync.protocol import LET_IN, Bucket
from app.sync.seats import Seat
from app.sync.table import Table
from app.sync.views import View


@dataclass(frozen=True)
class Context:
    """What a table is played with: the games, what messages mean, the page's version.

    screen: (the log) -> the players' screen as a record; None while there is none.
    """

    games: Games
    meanings: Intents = NO_MEANINGS
    build: str = ""
    screen: Callable[[Journal], Mapping[str, Any] | None] = lambda journal: None


@dataclass(frozen=True)
class Link:
    """A connection. seat: who is at its end, empty until they said so.

    have: what they knew when they came: {"n", "id", "view"}. told: are they sent what happens?
    dropped: so many messages in a row came too fast. wholes: so often all may have been told anew.
    admitted: has the game master let this device in, which needs no invitation any more?
    """

    id: str
    seat: str = ""
    have: Mapping[str, Any] = field(default_factory=dict)
    told: bool = False
    bucket: Bucket = LET_IN
    dropped: int = 0
    wholes: int = 0
    admitted: bool = False


@dataclass(frozen=True)
class Take:
    """An act that is to be made. accepted: by the game master, as it was proposed."""

    seat: str
    act: Mutation
    accepted: bool = False


@dataclass(frozen=True)
class Told:
    """Something that was refused, for the game master: of whom, and why."""

    seat: str
    field: str
    words: str


@dataclass(frozen=True)
class Send:
    """A message to whoever is at the other end of a connection."""

    link: str
    record: Mapping[str, Any]


@dataclass(frozen=True)
class Read:
    """All entries behind that place are wanted, for whoever is at this end."""

    link: str
    after: int


#: So much of what was refused is kept for the game master to see.
MOST_TOLD = 200


@dataclass(frozen=True)
class Host:
    """Where the table stands.

    table: what is stored beside the log. journal: the log, as far as it was told here.
    links: who is connected. queue: what is to be made, in order. told: what was refused.
    screen: the players' screen as it was sent last. views: how each seat sees the campaign.
    """

    means: Context
    table: Table
    journal: Journal
    links: Mapping[str, Link] = field(default_factory=dict)
    queue: tuple[Take, ...] = ()
    told: tuple[Told, ...] = ()
    typing: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    screen: Mapping[str, Any] | None = None
    views: Mapping[str, View] = field(default_factory=dict, compare=False)

    @property
    def seats(self) -> Mapping[str, Seat]:
        return self.table.seats

    @property
    def there(self) -> tuple[str, ...]:
        """The seats that are connected."""
        return tuple(dict.fromkeys(each.seat for each in self.links.values() if each.seat))

    @property
    def free(self) -> dict[str, str]:
        """The players' characters whom nobody at the table plays: names by id."""
        taken = {id for seat in self.seats.values() for id in seat.characters}
        return {
            each.id: each.name
            for each in self.journal.state.characters
            if each.kind == "pc" and not each.archived and each.id not in taken
        }

    def view(self, seat: Seat) -> View:
        """How a seat sees the campaign; each is made once, and remembers what it saw last."""
        known = self.views.get(seat.id)
        if known is None or (known.seat, known.rules) != (seat, self.table.rules):
            known = View(seat, self.table.rules, self.means.games)
            self.views[seat.id] = known  # type: ignore[index]
        return known

    def link_of(self, seat: str) -> Link | None:
        """The connection to whoever sits there; None where nobody is connected."""
        return next((each for each in self.links.values() if each.seat == seat), None)

    def with_link(self, link: Link) -> Host:
        return replace(self, links={**self.links, link.id: link})

    def with_table(self, table: Table) -> Host:
        return replace(self, table=table)

    def noted(self, seat: str, field: str, words: str) -> Host:
        """Something was refused; the game master is to know."""
        told = (*self.told, Told(seat, field[:200], words[:2_000]))
        return replace(self, told=told[-MOST_TOLD:])


@dataclass(frozen=True)
class HostResult:
    """What comes of something: the host after it, and what is to be done, in this order."""

    host: Host
    sends: tuple[Send, ...] = ()
    keep: bool = False
    reads: tuple[Read, ...] = ()
    close: tuple[str, ...] = ()
    seen: tuple[tuple[str, Mapping[str, Any]], ...] = ()

    def then(self, next: Callable[[Host], HostResult]) -> HostResult:
        """This, and what comes of the next."""
        came = next(self.host)
        return HostResult(
            came.host,
            self.sends + came.sends,
            self.keep or came.keep,
            self.reads + came.reads,
            self.close + came.close,
            self.seen + came.seen,
        )


def opened(
    means: Context, journal: Journal, record: object = None, entries: tuple[Any, ...] = ()
) -> Host:
    """A host on this log. record: what was stored of its table; BadInput if that is none.

    entries: of the log behind the place up to which the record counts (its `n`), where the journal
    has not all of them at hand.
    """
    table = Table.read(record) if record is not None else Table(n=journal.n)
    behind = {entry.n: entry for entry in (*entries, *journal.entries)}
    return Host(means, table.caught_up([behind[n] for n in sorted(behind)]), journal)
