"""A table of many devices in memory: delays, cuts, repeats, and ends of any device at any moment.

Everything hangs on one seed. A device has what it stored and what it only remembers; `end` takes
the latter away, in the middle of what it was doing: between two writes, between a write and what
was to be sent. The network loses what was under way when a connection is cut.
"""

from __future__ import annotations

import heapq
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append_entry
from app.campaign.state.values import written
from app.sync import action_queue, broadcast, guest_update, host_update, moderation
from app.sync.guest import Guest
from app.sync.guest import open_guest as guest_opened
from app.sync.host import Context, Host, HostResult
from app.sync.host import open_host as host_opened
from app.sync.mutations import Intent
from app.sync.seats import Rules, Seat
from app.sync.table import Table
from app.sync.views import redact

AT = "2026-01-01T20:00:00.000Z"


class Ended(Exception):
    """The device ended, in the middle of what it did."""


@dataclass
class Device:
    """What a device stored: entries by their records, and beside them one value, which is written
    and read back when the device starts again."""

    name: str
    entries: list[str] = field(default_factory=list)
    kept: Guest | Table | None = None

    @property
    def record(self) -> Any:
        """The record of what is kept, as it comes back from its text."""
        return json.loads(written(self.kept.record())) if self.kept is not None else None

    def journal(self, campaign: str) -> Journal:
        journal = Journal(campaign)
        for text in self.entries:
            journal = append_entry(journal, Entry.read(json.loads(text)))
        return journal


def loaded(device: Device, campaign: str, known: Journal | None) -> Journal:
    """The journal as it is stored: from what was known of it, where that is a part of it."""
    journal = known if known is not None else Journal(campaign)
    for text in device.entries[journal.n :]:
        journal = append_entry(journal, Entry.read(json.loads(text)))
    return journal


@dataclass
class World:
    """One host, some guests, and what is under way between them.

    ends: how probable it is that a device ends at each of its steps. repeats: that a message comes
    twice. bytes: all that each guest got.
    """

    means: Context
    journal: Journal
    seed: int = 0
    ends: float = 0.0
    repeats: float = 0.0
    delay: float = 0.05
    now: float = 0.0
    ended: int = 0
    cuts: int = 0
    host: Host | None = None
    guests: dict[str, Guest] = field(default_factory=dict)
    heard: dict[str, list[str]] = field(default_factory=dict)
    seen_by_master: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.home = Device("host", [written(e.record()) for e in self.journal.entries])
        self.homes: dict[str, Device] = {}
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.order = count()
        self.links: dict[str, str] = {}  # link -> guest
        self.clear: dict[tuple[str, str], float] = {}  # when the last message of a direction comes
        self.number = count(1)
        self.host = host_opened(self.means, self.journal)
        self.allowed: set[str] = set()
        self._do(HostResult(self.host, keep=True))

    # --- time ---

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        heapq.heappush(self.events, (self.now + seconds, next(self.order), what))

    def run(self, seconds: float, most: int = 400_000) -> None:
        """Everything that happens within this time."""
        until = self.now + seconds
        while self.events and most and self.events[0][0] <= until:
            self.now, _, what = heapq.heappop(self.events)
            most -= 1
            what()
        assert most, "it never comes to rest"
        self.now = max(self.now, until)

    def maybe_end(self) -> None:
        if self.ends and self.dice.random() < self.ends:
            raise Ended

    # --- connections ---

    def link(self, name: str) -> None:
        """A guest's device connects to the host's, if both are there."""
        guest = self.guests.get(name)
        if guest is None or self.host is None or guest.linked:
            return
        link = f"{name}-{next(self.number)}"
        self.links[link] = name
        self._at_host(lambda host: host_update.open_link(host, link, self.now))
        self._at_guest(name, lambda guest: guest_update.open_link(guest, self.now))

    def cut(self, name: str) -> None:
        """Whatever connects them is cut, and what was under way is lost."""
        for link in [link for link, guest in self.links.items() if guest == name]:
            del self.links[link]
            self.cuts += 1
            self._at_host(lambda host, link=link: host_update.close_link(host, link))  # type: ignore[misc]
        if name in self.guests:
            self._at_guest(name, guest_update.close_link)

    def _carry(self, link: str, to_host: bool, text: str) -> None:
        way = (link, "up" if to_host else "down")
        again = 2 if self.dice.random() < self.repeats else 1
        for _ in range(again):
            due = max(self.clear.get(way, 0.0), self.now + self.dice.random() * self.delay)
            self.clear[way] = due
            self.later(due - self.now, lambda: self._arrives(link, to_host, text))

    def _arrives(self, link: str, to_host: bool, text: str) -> None:
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

    def _at_host(self, what: Callable[[Host], HostResult], makes: bool = True) -> None:
        """makes: else what waits to be made goes on waiting."""
        if self.host is None:
            return
        try:
            self._do(what(self.host))
            while makes and self.host is not None and self.host.queue:
                tried = action_queue.try_several(self.host, self.host.journal, AT)
                self.maybe_end()
                after = tried[-1].journal
                new = [e for e in after.entries if e.n > len(self.home.entries)]
                self.home.entries += [written(e.record()) for e in new]
                self.maybe_end()
                self._do(action_queue.answer_several(self.host, tried, after))
        except Ended:
            self.end_host()

    def _do(self, came: HostResult) -> None:
        self.host = came.host
        self.seen_by_master += came.messages
        self.maybe_end()
        if came.keep:
            self.home.kept = came.host.table
            self.maybe_end()
        for send in came.sends:
            self._carry(send.link, False, written(send.record))
            self.maybe_end()
        for read in came.reads:
            entries = [Entry.read(json.loads(text)) for text in self.home.entries[read.after :]]
            assert self.host is not None
            self._do(broadcast.read(self.host, read.link, entries))
        for link in came.close:
            due = max(self.clear.get((link, "down"), 0.0) - self.now, 0.0)
            self.later(due, lambda link=link: self._closed(link))  # type: ignore[misc]

    def _closed(self, link: str) -> None:
        """The host closed it, once all was sent."""
        name = self.links.pop(link, None)
        if name is not None and name not in self.links.values():
            self._at_guest(name, guest_update.close_link)

    def end_host(self, away: float = 0.3) -> None:
        """The host's device ends, and starts again from what it stored."""
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
        journal = loaded(
            self.home, known.campaign, known if known.n <= len(self.home.entries) else None
        )
        record = self.home.record
        behind = tuple(Entry.read(json.loads(each)) for each in self.home.entries[record["n"] :])
        self.host = host_opened(self.means, journal, record, behind)

    # --- guests ---

    def _at_guest(self, name: str, what: Callable[[Guest], Any]) -> None:
        guest = self.guests.get(name)
        if guest is None:
            return
        try:
            self._guest_does(name, what(guest))
        except Ended:
            self.end_guest(name)

    def _guest_does(self, name: str, came: Any) -> None:
        home = self.homes[name]
        assert not came.fault, came.fault
        self.guests[name] = came.guest
        self._shows_once(name)
        self.maybe_end()
        if came.adopt is not None:
            home.entries = [written(each.record()) for each in came.adopt.entries]
            self.maybe_end()
        for entry in came.entries:
            assert entry.n == len(home.entries) + 1
            home.entries.append(written(entry.record()))
        self.maybe_end()
        if came.keep:
            home.kept = came.guest
            self.maybe_end()
        link = next((link for link, guest in self.links.items() if guest == name), None)
        if link is not None:
            for record in came.sends:
                self._carry(link, True, written(record))
                self.maybe_end()
        if came.close:
            self.cut(name)

    def _shows_once(self, name: str) -> None:
        """No entry is shown twice: as the host has it, and as one that waits for it."""
        shown = [entry.id for entry in self.guests[name].shown.entries]
        assert len(shown) == len(set(shown)), name

    def end_guest(self, name: str, away: float = 0.2) -> None:
        """A guest's page is closed, and opened again later from what it stored."""
        guest = self.guests.pop(name, None)
        if guest is None:
            return
        self.ended += 1
        self.cut(name)
        self.later(away, lambda: self._start_guest(name))

    def _start_guest(self, name: str) -> None:
        home = self.homes[name]
        if home.kept is None:
            self._new_guest(name)
            return
        record = home.record
        journal = home.journal(record["table"]) if home.entries else None
        self.guests[name] = guest_opened(self.means, record, journal)
        self._shows_once(name)
        self.link(name)

    def _new_guest(self, name: str) -> None:
        token, key = f"token-{name}", f"secret-key-of-{name}"
        line = f"line{name}".lower().ljust(8, "0")
        self.guests[name] = Guest(self.means, token, key, line, name, Journal(""))
        home = self.homes[name]
        home.kept = self.guests[name]
        self.link(name)

    def join(self, name: str, seat: Seat) -> None:
        """Somebody is invited to this seat, and comes."""
        self.homes[name] = Device(name)
        ends, self.ends = self.ends, 0.0
        self._at_host(lambda host: moderation.create_invitation(host, f"token-{name}", seat))
        self._new_guest(name)
        self.run(5)
        self.ends = ends

    def act(self, name: str, *meant: Intent) -> bool:
        """Somebody does something, at the table or away from it; False if their page is closed."""
        if name not in self.guests:
            return False
        before = self.guests[name].number
        self._at_guest(name, lambda guest: guest_update.perform(guest, meant, AT, self.now))
        stored = self.homes[name].kept
        return isinstance(stored, Guest) and stored.number > before

    def rest(self, most: int = 60) -> None:
        """Everybody is connected, nothing ends any more, and it all comes to rest."""
        self.ends = 0.0
        self.run(2)
        for _ in range(most):
            for name in self.homes:
                self.link(name)
                self._at_guest(name, lambda guest: guest_update.tick(guest, self.now))
            self.run(2.2)
            if all(each.ready and not each.pending for each in self.guests.values()):
                return
        raise AssertionError("it does not come to rest")

    # --- what must hold ---

    def agree(self) -> None:
        """Every device holds what its seat sees of the host's campaign, stored as well."""
        assert self.host is not None
        whole, table = self.host.journal, self.host.table
        assert self.home.journal(whole.campaign).document == whole.document
        for name, guest in self.guests.items():
            seat = table.seats[guest.seat.id]  # type: ignore[union-attr]
            wanted = redact(whole.document, seat, table.rules, self.means.games)
            assert guest.journal.document == wanted, name
            assert (guest.journal.n, guest.journal.top) == (whole.n, whole.top), name
            stored = self.homes[name].journal(whole.campaign)
            assert stored.document == wanted, name
            mine = [entry.id for entry in stored.entries]
            assert mine == [entry.id for entry in whole.entries][-len(mine) :], name

    def ids(self) -> list[str]:
        """The ids of all entries of the log."""
        return [json.loads(text)["id"] for text in self.home.entries]


def with_rules(host: Host, rules: Rules) -> Host:
    return host.with_table(replace(host.table, rules=rules))


def entries_of(journal: Journal) -> Sequence[Entry]:
    return journal.entries
