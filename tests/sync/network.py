"""A simulated network of one host and several guests: delays, cuts, repeats and crashes.

Everything depends on one seed. A device has stored data and memory; `end_host` and `end_guest`
discard the memory, even between two writes or between a write and a send. A cut connection loses
the messages in transit.
"""

from __future__ import annotations

import heapq
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append_entry
from app.campaign.state.values import written
from app.sync import action_queue, broadcast, guest_update, host_update, moderation
from app.sync.guest import Guest, open_guest
from app.sync.host import Context, Host, HostResult, open_host
from app.sync.mutations import Intent
from app.sync.seats import Seat
from app.sync.table import Table
from app.sync.views import redact

AT = "2026-01-01T20:00:00.000Z"

#: The pending mutations that are applied for a check after each message; more take too long.
FEW = 10


class Ended(Exception):
    """Raised where a device ends in the middle of a step."""


@dataclass
class Device:
    """The storage of a device: the records of its entries, and one value for its next start."""

    name: str
    entries: list[str] = field(default_factory=list)
    value: Guest | Table | None = None

    @property
    def record(self) -> Any:
        """Return the record of the stored value, after a round trip through its text."""
        return json.loads(written(self.value.record())) if self.value is not None else None

    def journal(self, campaign: str) -> Journal:
        """Return the journal that the stored entries fold to."""
        journal = Journal(campaign)
        for text in self.entries:
            journal = append_entry(journal, Entry.read(json.loads(text)))
        return journal


def load_journal(device: Device, campaign: str, known: Journal | None) -> Journal:
    """Fold the stored entries onto a known journal, if it is a prefix of them."""
    journal = known if known is not None else Journal(campaign)
    for text in device.entries[journal.n :]:
        journal = append_entry(journal, Entry.read(json.loads(text)))
    return journal


@dataclass
class World:
    """One host, some guests, and the messages in transit between them.

    `ends` is the chance that a device ends at each of its steps, `repeats` the chance that a
    message arrives twice. `fails` names a device with a storage that fails: `host` reads no
    entries, a guest stores none. `heard` holds every text that a guest received.
    """

    context: Context
    journal: Journal
    seed: int = 0
    ends: float = 0.0
    repeats: float = 0.0
    fails: str = ""
    delay: float = 0.05
    now: float = 0.0
    ended: int = 0
    cuts: int = 0
    host: Host | None = None
    guests: dict[str, Guest] = field(default_factory=dict)
    heard: dict[str, list[str]] = field(default_factory=dict)
    master_messages: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.home = Device("host", [written(e.record()) for e in self.journal.entries])
        self.homes: dict[str, Device] = {}
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.order = count()
        self.links: dict[str, str] = {}  # link -> guest
        self.clear: dict[
            tuple[str, str], float
        ] = {}  # when the last message of each direction arrives
        self.number = count(1)
        self.host = open_host(self.context, self.journal)
        self._do(HostResult(self.host, keep=True))

    # --- time ---

    def later(self, seconds: float, action: Callable[[], None]) -> None:
        """Schedule an action."""
        heapq.heappush(self.events, (self.now + seconds, next(self.order), action))

    def run(self, seconds: float, most: int = 400_000) -> None:
        """Run all scheduled actions of the next so many seconds."""
        until = self.now + seconds
        while self.events and most and self.events[0][0] <= until:
            self.now, _, action = heapq.heappop(self.events)
            most -= 1
            action()
        assert most, "it never comes to rest"
        self.now = max(self.now, until)

    def maybe_end(self) -> None:
        """End the device that acts now, with the chance `ends`."""
        if self.ends and self.dice.random() < self.ends:
            raise Ended

    # --- connections ---

    def link(self, name: str) -> None:
        """Connect a guest's device to the host's, if both are running."""
        guest = self.guests.get(name)
        if guest is None or self.host is None or guest.linked:
            return
        link = f"{name}-{next(self.number)}"
        self.links[link] = name
        self._at_host(lambda host: host_update.open_link(host, link, self.now))
        self._at_guest(name, lambda guest: guest_update.open_link(guest, self.now))

    def cut(self, name: str) -> None:
        """Cut a guest's connection and lose the messages in transit."""
        for link in [link for link, guest in self.links.items() if guest == name]:
            del self.links[link]
            self.cuts += 1
            self._at_host(lambda host, link=link: host_update.close_link(host, link))  # type: ignore[misc]
        if name in self.guests:
            self._at_guest(name, guest_update.close_link)

    def _carry(self, link: str, to_host: bool, text: str) -> None:
        """Send a text over a link: in order, delayed, sometimes twice."""
        way = (link, "up" if to_host else "down")
        again = 2 if self.dice.random() < self.repeats else 1
        for _ in range(again):
            due = max(self.clear.get(way, 0.0), self.now + self.dice.random() * self.delay)
            self.clear[way] = due
            self.later(due - self.now, lambda: self._arrives(link, to_host, text))

    def _arrives(self, link: str, to_host: bool, text: str) -> None:
        """Deliver a text, unless its link was cut meanwhile."""
        name = self.links.get(link)
        if name is None:
            return
        if to_host:
            self._at_host(
                lambda host: host_update.handle_message(host, link, text, self.now), makes=False
            )
            self.later(self.dice.random() * self.delay, lambda: self._at_host(HostResult))
        elif name in self.guests:
            self.heard.setdefault(name, []).append(text)
            self._at_guest(name, lambda guest: guest_update.handle_message(guest, text, self.now))

    # --- the host's device ---

    def _at_host(self, action: Callable[[Host], HostResult], makes: bool = True) -> None:
        """Run an action at the host; with `makes`, apply its queued mutations, too."""
        if self.host is None:
            return
        try:
            self._do(action(self.host))
            while makes and self.host is not None and self.host.queue:
                attempts = action_queue.try_several(self.host, self.host.journal, AT)
                self.maybe_end()
                after = attempts[-1].journal
                new = [e for e in after.entries if e.n > len(self.home.entries)]
                self.home.entries += [written(e.record()) for e in new]
                self.maybe_end()
                self._do(action_queue.answer_several(self.host, attempts, after))
        except Ended:
            self.end_host()

    def _do(self, result: HostResult) -> None:
        """Apply a result of the host: store, send, answer reads, close links."""
        self.host = result.host
        self.master_messages += result.messages
        self.maybe_end()
        if result.keep:
            self.home.value = result.host.table
            self.maybe_end()
        for send in result.sends:
            self._carry(send.link, False, written(send.record))
            self.maybe_end()
        for request in result.reads if self.fails != "host" else ():
            entries = [Entry.read(json.loads(text)) for text in self.home.entries[request.after :]]
            assert self.host is not None
            self._do(broadcast.read(self.host, request.link, entries))
        for link in result.close:
            due = max(self.clear.get((link, "down"), 0.0) - self.now, 0.0)
            self.later(due, lambda link=link: self._closed(link))  # type: ignore[misc]

    def _closed(self, link: str) -> None:
        """Remove a link that the host closed, after its last message."""
        name = self.links.pop(link, None)
        if name is not None and name not in self.links.values():
            self._at_guest(name, guest_update.close_link)

    def end_host(self, away: float = 0.3) -> None:
        """End the host's device and restart it from its storage."""
        if self.host is None:
            return
        known = self.host.journal
        self.host, self.ended = None, self.ended + 1
        self.cuts += len(self.links)
        for name in list(self.links.values()):
            self.later(0.01, lambda name=name: self.cut(name))  # type: ignore[misc]
        self.links.clear()
        self.later(away, lambda: self._start_host(known))

    def _start_host(self, known: Journal) -> None:
        """Start the host from its storage."""
        journal = load_journal(
            self.home, known.campaign, known if known.n <= len(self.home.entries) else None
        )
        record = self.home.record
        behind = tuple(Entry.read(json.loads(entry)) for entry in self.home.entries[record["n"] :])
        self.host = open_host(self.context, journal, record, behind)

    # --- guests ---

    def _at_guest(self, name: str, action: Callable[[Guest], Any]) -> None:
        """Run an action at a guest."""
        guest = self.guests.get(name)
        if guest is None:
            return
        try:
            self._guest_does(name, action(guest))
        except Ended:
            self.end_guest(name)

    def _guest_does(self, name: str, result: Any) -> None:
        """Apply a result of a guest: store, send, close its link."""
        home = self.homes[name]
        assert not result.fault, result.fault
        if name == self.fails and (result.adopt is not None or result.entries):
            return  # it stays as it was
        self.guests[name] = result.guest
        self._shows_once(name)
        self.maybe_end()
        if result.adopt is not None:
            home.entries = [written(entry.record()) for entry in result.adopt.entries]
            self.maybe_end()
        for entry in result.entries:
            assert entry.n == len(home.entries) + 1
            home.entries.append(written(entry.record()))
        self.maybe_end()
        if result.keep:
            home.value = result.guest
            self.maybe_end()
        link = next((link for link, guest in self.links.items() if guest == name), None)
        if link is not None:
            for record in result.sends:
                self._carry(link, True, written(record))
                self.maybe_end()
        if result.close:
            self.cut(name)

    def _shows_once(self, name: str) -> None:
        """Assert that no entry is shown twice: as the host's and as a pending one."""
        guest = self.guests[name]
        if len(guest.pending) <= FEW:
            shown = [entry.id for entry in guest.shown.entries]
        else:
            shown = [entry.id for entry in guest.journal.entries]
            shown += [each.act.id for each in guest.pending]
        assert len(shown) == len(set(shown)), name

    def end_guest(self, name: str, away: float = 0.2) -> None:
        """Close a guest's page and reopen it later from its storage."""
        guest = self.guests.pop(name, None)
        if guest is None:
            return
        self.ended += 1
        self.cut(name)
        self.later(away, lambda: self._start_guest(name))

    def _start_guest(self, name: str) -> None:
        """Start a guest from its storage."""
        home = self.homes[name]
        if home.value is None:
            self._new_guest(name)
            return
        record = home.record
        journal = home.journal(record["table"]) if home.entries else None
        self.guests[name] = open_guest(self.context, record, journal)
        self._shows_once(name)
        self.link(name)

    def _new_guest(self, name: str) -> None:
        """Start a guest that has stored nothing yet."""
        token, key = f"token-{name}", f"secret-key-of-{name}"
        line = f"line{name}".lower().ljust(8, "0")
        self.guests[name] = Guest(self.context, token, key, line, name, Journal(""))
        home = self.homes[name]
        home.value = self.guests[name]
        self.link(name)

    def join(self, name: str, seat: Seat) -> None:
        """Invite a guest to a seat and connect it."""
        self.homes[name] = Device(name)
        ends, self.ends = self.ends, 0.0
        self._at_host(lambda host: moderation.create_invitation(host, f"token-{name}", seat))
        self._new_guest(name)
        self.run(5)
        self.ends = ends

    def act(self, name: str, *intents: Intent) -> bool:
        """Let a guest act, connected or not; return False if its page is closed."""
        if name not in self.guests:
            return False
        before = self.guests[name].number
        self._at_guest(name, lambda guest: guest_update.perform(guest, intents, AT, self.now))
        stored = self.homes[name].value
        return isinstance(stored, Guest) and stored.number > before

    def rest(self, most: int = 60) -> None:
        """Reconnect all guests, end no more devices, and run until nothing is pending."""
        self.ends = 0.0
        self.run(2)
        for _ in range(most):
            for name in self.homes:
                self.link(name)
                self._at_guest(name, lambda guest: guest_update.tick(guest, self.now))
            self.run(2.2)
            if all(guest.ready and not guest.pending for guest in self.guests.values()):
                return
        raise AssertionError("it does not come to rest")

    # --- invariants ---

    def agree(self) -> None:
        """Assert that every device shows and stores exactly its seat's view of the campaign."""
        assert self.host is not None
        journal, table = self.host.journal, self.host.table
        assert self.home.journal(journal.campaign).document == journal.document
        for name, guest in self.guests.items():
            seat = table.seats[guest.seat.id]  # type: ignore[union-attr]
            expected = redact(journal.document, seat, table.rules, self.context.games)
            assert guest.journal.document == expected, name
            assert (guest.journal.n, guest.journal.top) == (journal.n, journal.top), name
            stored = self.homes[name].journal(journal.campaign)
            assert stored.document == expected, name
            mine = [entry.id for entry in stored.entries]
            assert mine == [entry.id for entry in journal.entries][-len(mine) :], name

    def ids(self) -> list[str]:
        """Return the ids of all entries of the log."""
        return [json.loads(text)["id"] for text in self.home.entries]
