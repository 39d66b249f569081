"""A host and its guests without a network: messages arrive at once, and all bytes are kept."""

from __future__ import annotations

from dataclasses import replace

from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append_entry
from app.campaign.state.values import written
from app.sync import action_queue, broadcast, guest_update, host_update, moderation
from app.sync.guest import Guest
from app.sync.host import Context, HostResult, open_host
from app.sync.seats import Rules, Seat
from app.sync.views import redact
from tests.campaign.happenings import GAMES


class Listening:
    """A host and its guests, with every byte that they receive."""

    def __init__(self, journal: Journal, rules: Rules, *seats: Seat) -> None:
        self.host = open_host(Context(GAMES), journal)
        self.host = self.host.with_table(replace(self.host.table, rules=rules))
        self.log = list(journal.entries)
        self.guests: dict[str, Guest] = {}
        self.heard: dict[str, list[str]] = {}
        self.stored: dict[str, list[str]] = {}
        for seat in seats:
            self.come(seat)

    def come(self, seat: Seat) -> None:
        """Seat a new guest and connect it."""
        name = seat.id
        self.do(moderation.create_invitation(self.host, f"token-{name}", seat))
        line = f"line{name}".ljust(8, "0")
        guest = Guest(Context(GAMES), f"token-{name}", f"key-of-{name}", line, name, Journal(""))
        self.do(host_update.open_link(self.host, name, 0))
        result = guest_update.open_link(guest, 0)
        self.guests[name] = result.guest
        for record in result.sends:
            self.do(host_update.handle_message(self.host, name, written(record), 0))

    def do(self, result: HostResult) -> None:
        """Apply a result of the host: deliver its messages and answer its reads."""
        self.host = result.host
        for send in result.sends:
            text = written(send.record)
            self.heard.setdefault(send.link, []).append(text)
            after = guest_update.handle_message(self.guests[send.link], text, 0)
            assert not after.fault, after.fault
            self.guests[send.link] = after.guest
            if after.adopt is not None:
                self.stored[send.link] = [written(entry.record()) for entry in after.adopt.entries]
            self.stored.setdefault(send.link, []).extend(
                written(entry.record()) for entry in after.entries
            )
        for request in result.reads:
            self.do(broadcast.read(self.host, request.link, self.log[request.after :]))

    def make(self) -> None:
        """Apply every queued mutation."""
        while self.host.queue:
            attempt = action_queue.try_first(self.host, self.host.journal, "2026-01-01T21:00:00Z")
            self.log += [entry for entry in attempt.journal.entries if entry.n > len(self.log)]
            self.do(action_queue.answer_stored(self.host, attempt))

    def follow(self, entry: Entry) -> None:
        """Add an entry to the host's log and broadcast it."""
        self.log.append(entry)
        self.do(broadcast.send_new_entries(self.host, append_entry(self.host.journal, entry)))

    def agree(self) -> None:
        """Assert that every guest holds exactly the view of its seat."""
        for name, guest in self.guests.items():
            seat = self.host.seats[name]
            expected = redact(self.host.journal.document, seat, self.host.table.rules, GAMES)
            assert guest.journal.document == expected
