"""A guest: a device that plays at another one's table, as a pure state machine.

    came = guesting.linked(guest, now)         a connection to the host was made
    came = guesting.heard(guest, text, now)    the host says something
    came, taken = guesting.heard_all(guest, texts)    it has said much meanwhile
    came = guesting.gone(guest)                the connection was lost
    came = guesting.acted(guest, [meant], at, now)    somebody did something here
    came = guesting.tick(guest, now)           every second: what waited to be sent is sent

Each gives the guest after it (`GuestResult.guest`), and, in this order: a campaign that is to be
adopted whole (`adopt`) or entries that follow on what is stored (`entries`), the guest's own record
to be stored (`keep`), then what is to be sent. In any other order something may be lost when the
page is closed in between.

`journal` is what is stored: the campaign as this seat sees it, place by place as at the host.
`shown` is what is drawn: the same with what was done here and is not yet at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from app.campaign.files.shapes import ANY, Boolean, Integer, ListOf, MapOf, Optional, Record, Text
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.campaign.state.changes import LostPlace
from app.core.errors import BadInput
from app.sync.apply import made
from app.sync.host import Context
from app.sync.mutations import ACT_SHAPE, LINE, Mutation
from app.sync.protocol import SENT, TOKEN, WORDS, Bucket
from app.sync.rights import Waits
from app.sync.seats import NAME, RULES_SHAPE, SEAT_SHAPE, Rules, Seat


@dataclass(frozen=True)
class PendingMutation:
    """An act that is not yet at the table. at: when it was done, by this device's clock.

    sent: since the connection was made. waits: the game master is to accept it.
    """

    act: Mutation
    at: str
    sent: bool = False
    waits: bool = False

    def record(self) -> dict[str, Any]:
        return {"act": self.act.record(), "at": self.at, "waits": self.waits}


@dataclass(frozen=True)
class Refused:
    """An act that could not be: kept until the person drops it, or sends it again."""

    act: Mutation
    at: str
    field: str
    words: str

    def record(self) -> dict[str, Any]:
        told = {"at": self.at, "field": self.field, "words": self.words}
        return {"act": self.act.record(), **told}


@dataclass(frozen=True)
class Fold:
    """What pending acts come to on a journal. left: those that cannot be told here."""

    base: Journal
    acts: tuple[str, ...]
    journal: Journal
    left: frozenset[str]


@dataclass(frozen=True)
class Incoming:
    """A campaign that arrives in parts: its entries so far, and what they come to."""

    journal: Journal
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Guest:
    """Where a guest stands.

    token: of the invitation. key: this device's own secret. line: how its acts are called; number:
    of the last one. epoch, seat, rules, seats, there, free: as the host told them last.
    handed: the table itself, which the host hands over: {"host", "entries"}.
    linked: is there a connection? ready: has the host told all that was missed? said: why it was
    closed. incoming: what arrives in parts. waits: nothing is sent before that moment. heard_at,
    asked_at: when the host was heard, and asked whether it is there.
    """

    means: Context
    token: str
    key: str
    line: str
    name: str
    journal: Journal
    number: int = 0
    view: int = 0
    epoch: int = 0
    game: str = ""
    seat: Seat | None = None
    rules: Rules = field(default_factory=Rules)
    seats: tuple[Seat, ...] = ()
    there: tuple[str, ...] = ()
    free: Mapping[str, str] = field(default_factory=dict)
    pending: tuple[PendingMutation, ...] = ()
    refused: tuple[Refused, ...] = ()
    handed: Mapping[str, Any] | None = None
    linked: bool = False
    ready: bool = False
    said: str = ""
    asks: tuple[Mapping[str, Any], ...] = ()
    screen: Mapping[str, Any] | None = None
    incoming: Incoming | None = None
    waits: float = 0
    heard_at: float = 0
    asked_at: float = 0
    bucket: Bucket = SENT
    fold: Fold | None = field(default=None, compare=False)

    @property
    def table(self) -> str:
        """The table's id, which is the campaign's; empty before the host told it."""
        return self.journal.campaign

    @property
    def missing(self) -> tuple[PendingMutation, ...]:
        """What was done here and is not yet at the table, oldest first."""
        return self.pending

    @cached_property
    def shown(self) -> Journal:
        """The campaign with what is not yet at the table, as far as that can be told here."""
        return self._folded[0]

    @property
    def unfolded(self) -> frozenset[str]:
        """The ids of pending acts whose outcome only the host can tell."""
        return self._folded[1]

    @cached_property
    def _folded(self) -> tuple[Journal, frozenset[str]]:
        acts = tuple(each.act.id for each in self.pending)
        fold = self.fold
        if fold is None or fold.base is not self.journal or fold.acts != acts[: len(fold.acts)]:
            fold = Fold(self.journal, (), self.journal, frozenset())
        journal, left = fold.journal, set(fold.left)
        for each in self.pending[len(fold.acts) :]:
            try:
                journal = tried(self, journal, each.act, each.at)
            except (BadInput, Waits, LookupError):
                left.add(each.act.id)
        # Whatever guest comes of this one goes on from here.
        object.__setattr__(self, "fold", Fold(self.journal, acts, journal, frozenset(left)))
        return journal, frozenset(left)

    def record(self) -> dict[str, Any]:
        """What is stored of it, beside the campaign."""
        return {
            "table": self.table,
            "token": self.token,
            "key": self.key,
            "line": self.line,
            "name": self.name,
            "number": self.number,
            "view": self.view,
            "epoch": self.epoch,
            "game": self.game,
            "seat": self.seat.record() if self.seat else None,
            "rules": self.rules.record(),
            "pending": [each.record() for each in self.pending],
            "refused": [each.record() for each in self.refused],
            "handed": self.handed,
        }


def tried(guest: Guest, journal: Journal, act: Mutation, at: str) -> Journal:
    """The journal after an act, as far as this device can tell; BadInput as the host would say."""
    if guest.seat is None:
        raise BadInput("act", "join a table first")
    means = guest.means
    try:
        return made(
            journal, act, guest.seat, guest.rules, at, means.games, means.meanings, accepted=True
        )
    except LostPlace as fault:  # it lies in what is not seen here
        raise BadInput("act", str(fault)) from None


def opened(means: Context, record: Any, journal: Journal | None) -> Guest:
    """The guest that was stored; BadInput if the record tells none.

    journal: the campaign as it is stored here, None if there is none.
    """
    for wrong in GUEST_SHAPE.faults(record):
        raise BadInput("guest", str(wrong))
    told = dict(record)
    table = told.pop("table")
    told["seat"] = Seat.read(told["seat"]) if told["seat"] else None
    told["seats"] = (told["seat"],) if told["seat"] else ()  # the others are told by the host
    told["rules"] = Rules.read(told["rules"])
    told["pending"] = tuple(
        PendingMutation(Mutation.read(each["act"]), each["at"], waits=each["waits"])
        for each in told["pending"]
    )
    told["refused"] = tuple(
        Refused(Mutation.read(each["act"]), each["at"], each["field"], each["words"])
        for each in told["refused"]
    )
    if journal is None:
        told["view"] = 0
    return Guest(means, **told, journal=journal or Journal(table))


@dataclass(frozen=True)
class GuestResult:
    """What comes of something: the guest after it, and what is to be done, in this order.

    hosts: from now on this device keeps the table: its log, and the record of the table; the log is
    to be adopted.
    seen: what is for the transports alone. fault: what was wrong with what the host said.
    """

    guest: Guest
    adopt: Journal | None = None
    entries: tuple[Entry, ...] = ()
    keep: bool = False
    sends: tuple[Mapping[str, Any], ...] = ()
    close: bool = False
    hosts: tuple[Journal, Mapping[str, Any]] | None = None
    seen: tuple[Mapping[str, Any], ...] = ()
    fault: str = ""

    def and_sends(self, guest: Guest, *records: Mapping[str, Any]) -> GuestResult:
        return replace(self, guest=guest, sends=(*self.sends, *records))

    @property
    def ends(self) -> bool:
        """Is this to be done before anything else is looked at?"""
        return self.adopt is not None or self.hosts is not None or self.close

    def and_then(self, after: GuestResult) -> GuestResult:
        """This, and what comes after it; this ends nothing."""
        return replace(
            after,
            entries=self.entries + after.entries,
            keep=self.keep or after.keep,
            sends=self.sends + after.sends,
            seen=self.seen + after.seen,
            fault=after.fault or self.fault,
        )


GUEST_SHAPE = Record(
    {
        "table": Text(64),
        "token": TOKEN,
        "key": TOKEN,
        "line": Text(30, 8, LINE),
        "name": NAME,
        "number": Integer(0),
        "view": Integer(0),
        "epoch": Integer(0),
        "game": Text(64),
        "seat": Optional(SEAT_SHAPE),
        "rules": RULES_SHAPE,
        "pending": ListOf(Record({"act": ACT_SHAPE, "at": Text(40), "waits": Boolean()}), 100_000),
        "refused": ListOf(
            Record({"act": ACT_SHAPE, "at": Text(40), "field": Text(200), "words": WORDS}), 100_000
        ),
        "handed": Optional(MapOf(ANY, 10)),
    }
)
