"""A guest at another device's table, as a pure state machine.

    result = guest_update.open_link(guest, now)             a connection to the host opened
    result = guest_update.handle_message(guest, text, now)  a message of the host
    result, count = guest_update.handle_messages(guest, texts)    several messages
    result = guest_update.close_link(guest)                 the connection was lost
    result = guest_update.perform(guest, [intent], at, now)    a user action on this device
    result = guest_update.tick(guest, now)                  every second: sends what is due

Each returns the new guest (`GuestResult.guest`) and, to be done in this order: a campaign to adopt
whole (`adopt`) or entries to append (`entries`), the guest's own record to store (`keep`), then
messages to send. Any other order may lose data if the page is closed in between.

`journal` is the stored campaign as this seat sees it, entry by entry as at the host. `shown` is the
displayed one: the same with the pending mutations of this device.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from app.campaign.files.shapes import ANY, Boolean, Integer, ListOf, MapOf, Optional, Record, Text
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append_entry
from app.campaign.state.changes import LostPlace, apply_changes
from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord
from app.sync.apply import apply_mutation
from app.sync.host import Context
from app.sync.mutations import ACT_SHAPE, LINE, Mutation
from app.sync.protocol import PICK, SENT, TOKEN, WORDS, Bucket
from app.sync.rights import Waits
from app.sync.seats import NAME, RULES_SHAPE, SEAT_SHAPE, Role, Rules, Seat
from app.sync.views import View
from app.sync.visibility import redact_entry, rolls_in


@dataclass(frozen=True)
class PendingMutation:
    """A mutation that the host has not answered yet."""

    act: Mutation
    #: The time of the action, by this device's clock.
    at: str
    #: True if it was sent on the current connection.
    sent: bool = False
    #: True if it waits for the game master.
    waits: bool = False

    def record(self) -> dict[str, object]:
        return {"act": self.act.record(), "at": self.at, "waits": self.waits}


@dataclass(frozen=True)
class Pick:
    """A seat chosen on this device that the host has not given yet.

    name: of a new character, played if `character` is empty.
    """

    role: Role
    character: str = ""
    name: str = ""
    #: True if it was sent on the current connection.
    sent: bool = False

    @property
    def is_new(self) -> bool:
        """Tell whether its character is still to be created."""
        return self.role == "player" and not self.character

    def record(self) -> dict[str, object]:
        return {"role": self.role, "character": self.character, "name": self.name}


@dataclass(frozen=True)
class Refused:
    """A refused mutation, listed until the user drops or retries it."""

    act: Mutation
    at: str
    field: str
    words: str

    def record(self) -> dict[str, object]:
        reason = {"at": self.at, "field": self.field, "words": self.words}
        return {"act": self.act.record(), **reason}


@dataclass(frozen=True)
class Fold:
    """The result of rebasing pending mutations on a journal."""

    base: Journal
    acts: tuple[str, ...]
    journal: Journal


@dataclass(frozen=True)
class Incoming:
    """A campaign that arrives in parts."""

    #: The journal after the entries so far.
    journal: Journal
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Guest:
    """The state of a guest."""

    context: Context
    #: The token of the invitation.
    token: str
    #: This device's own secret.
    key: str
    #: The client id in its mutations.
    line: str
    name: str
    journal: Journal
    #: The number of its last mutation.
    number: int = 0
    view: int = 0
    #: The host's epoch, as last received.
    epoch: int = 0
    game: str = ""
    seat: Seat | None = None
    rules: Rules = field(default_factory=Rules)
    seats: tuple[Seat, ...] = ()
    there: tuple[str, ...] = ()
    #: The characters to choose from, None before the host has welcomed it.
    free: Mapping[str, str] | None = None
    #: The names of the characters that seats play, by id.
    taken: Mapping[str, str] = field(default_factory=dict)
    pick: Pick | None = None
    pending: tuple[PendingMutation, ...] = ()
    refused: tuple[Refused, ...] = ()
    #: The table being handed over by the host: {"host", "entries"}.
    handed: JsonRecord | None = None
    #: True while there is a connection.
    linked: bool = False
    #: True once the host has sent all missed entries.
    ready: bool = False
    #: The reason why the connection was closed.
    reason: str = ""
    #: The reason why its seat is gone for good, empty while it has one.
    over: str = ""
    asks: tuple[JsonRecord, ...] = ()
    screen: JsonRecord | None = None
    #: The campaign that is arriving in parts.
    incoming: Incoming | None = None
    #: The time before which nothing is sent.
    waits: float = 0
    #: The time of the host's last message.
    heard_at: float = 0
    #: The time of the last ping.
    asked_at: float = 0
    #: True if the host has not answered a ping since this guest introduced itself.
    pinged: bool = False
    bucket: Bucket = SENT
    fold: Fold | None = field(default=None, compare=False)

    @property
    def table(self) -> str:
        """Return the table's id, which is the campaign's; empty before the host has sent it."""
        return self.journal.campaign

    @property
    def is_seated(self) -> bool:
        """Tell whether the host knows its role: a character, or watching."""
        seat = self.seat
        return seat is not None and (seat.role != "onlooker" or seat.view > 1)

    @property
    def unsent_pick(self) -> Pick | None:
        """Return the pick, to be sent again."""
        return replace(self.pick, sent=False) if self.pick is not None else None

    @cached_property
    def shown(self) -> Journal:
        """Return the campaign with pending mutations, as far as this device can apply them."""
        acts = tuple(each.act.id for each in self.pending)
        fold = self.fold
        if fold is None or fold.base is not self.journal or fold.acts != acts[: len(fold.acts)]:
            fold = Fold(self.journal, (), self.journal)
        journal = fold.journal
        for each in self.pending[len(fold.acts) :]:
            with suppress(BadInput, Waits, LookupError):  # its outcome only the host can tell
                journal = apply_tentatively(self, journal, each.act, each.at)
        # Later states of this guest continue from here.
        object.__setattr__(self, "fold", Fold(self.journal, acts, journal))
        return journal

    def without(self, ids: Collection[str]) -> Guest:
        """Return the guest without the mutations that the host has applied."""
        return replace(
            self,
            pending=tuple(each for each in self.pending if each.act.id not in ids),
            refused=tuple(each for each in self.refused if each.act.id not in ids),
        )

    def record(self) -> dict[str, object]:
        """Return the record to store, beside the campaign."""
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
            "pick": self.pick.record() if self.pick else None,
            "pending": [each.record() for each in self.pending],
            "refused": [each.record() for each in self.refused],
            "handed": self.handed,
            "over": self.over,
        }


def apply_tentatively(guest: Guest, journal: Journal, act: Mutation, at: str) -> Journal:
    """Return the journal after a mutation, as far as this device can tell.

    Numbers that its seat does not see stay unknown: its copy has only defaults for them.
    Raises BadInput as the host would.
    """
    after = apply_here(guest, journal, act, at)
    assert guest.seat is not None
    view, rolls = View(guest.seat, guest.rules, guest.context.games), rolls_in(after, ())
    document = journal.document
    for entry in after.entries:
        if entry.n > journal.n:
            changed = apply_changes(document, entry.changes)
            journal = append_entry(journal, redact_entry(entry, document, changed, view, rolls))
            document = changed
    return journal


def apply_here(guest: Guest, journal: Journal, act: Mutation, at: str) -> Journal:
    """Return the journal after a mutation of this seat; raise BadInput as the host would."""
    if guest.seat is None:
        raise BadInput("act", "join a table first")
    games, meanings = guest.context.games, guest.context.meanings
    try:
        return apply_mutation(
            journal, act, guest.seat, guest.rules, at, games, meanings, accepted=True
        )
    except LostPlace as fault:  # it is in a part that this seat does not see
        raise BadInput("act", str(fault)) from None


def open_guest(context: Context, record: Any, journal: Journal | None) -> Guest:
    """Return the stored guest; BadInput if the record is invalid.

    `journal` is the stored campaign, None if there is none.
    """
    for wrong in GUEST_SHAPE.faults(record):
        raise BadInput("guest", str(wrong))
    values = dict(record)
    table = values.pop("table")
    values["seat"] = Seat.read(values["seat"]) if values["seat"] else None
    values["seats"] = (values["seat"],) if values["seat"] else ()  # the host sends the others
    values["rules"] = Rules.read(values["rules"])
    values["pick"] = Pick(**values["pick"]) if values.get("pick") else None
    values["pending"] = tuple(
        PendingMutation(Mutation.read(each["act"]), each["at"], waits=each["waits"])
        for each in values["pending"]
    )
    values["refused"] = tuple(
        Refused(Mutation.read(each["act"]), each["at"], each["field"], each["words"])
        for each in values["refused"]
    )
    if journal is None:
        values["view"] = 0
    guest = Guest(context, **values, journal=journal or Journal(table))
    # The page may have ended after an entry was stored, before it left the pending ones.
    return guest.without({entry.id for entry in guest.journal.entries})


@dataclass(frozen=True)
class GuestResult:
    """The guest after an event, with actions to carry out in this order."""

    guest: Guest
    adopt: Journal | None = None
    entries: tuple[Entry, ...] = ()
    keep: bool = False
    sends: tuple[JsonRecord, ...] = ()
    close: bool = False
    #: The log and the table's record if this device becomes the host; the log is adopted.
    hosts: tuple[Journal, JsonRecord] | None = None
    #: Messages for the transports alone.
    messages: tuple[JsonRecord, ...] = ()
    #: The fault in the host's message.
    fault: str = ""

    def and_sends(self, guest: Guest, *records: JsonRecord) -> GuestResult:
        return replace(self, guest=guest, sends=(*self.sends, *records))

    @property
    def ends(self) -> bool:
        """Tell whether this must be done before the next message is handled."""
        return self.adopt is not None or self.hosts is not None or self.close

    def and_then(self, after: GuestResult) -> GuestResult:
        """Combine this result, which ends nothing, with the next one."""
        return replace(
            after,
            entries=self.entries + after.entries,
            keep=self.keep or after.keep,
            sends=self.sends + after.sends,
            messages=self.messages + after.messages,
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
        "pick": Optional(Record(PICK)),
        "pending": ListOf(Record({"act": ACT_SHAPE, "at": Text(40), "waits": Boolean()}), 100_000),
        "refused": ListOf(
            Record({"act": ACT_SHAPE, "at": Text(40), "field": Text(200), "words": WORDS}), 100_000
        ),
        "handed": Optional(MapOf(ANY, 10)),
        "over": WORDS,
    },
    free=frozenset({"pick", "over"}),
)
