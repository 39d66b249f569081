"""Host migration: with any message lost, exactly one device ends up with the whole table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.campaign.state.values import read, written
from app.sync import action_queue, broadcast, guest_update, host_migration, host_update, moderation
from app.sync.guest import Guest, GuestResult, open_guest
from app.sync.host import Context, Host, HostResult, open_host
from app.sync.seats import Role, Rules, Seat
from app.sync.wire import LONGEST
from tests.campaign.happenings import GAMES, Stamps
from tests.sync.listening import Listening
from tests.sync.test_hostile import ANN, BEA, act, sent
from tests.sync.test_many import one_more, table

MEANS = Context(GAMES)


@dataclass
class Two:
    """A host and a guest; the message with the number `lost` is lost, and the link with it."""

    lost: int = -1
    sent: int = 0
    host: Host = field(default_factory=lambda: open_host(MEANS, table()))
    hosts: tuple[Journal, dict[str, object]] | None = None
    record: str = ""
    guest_record: str = ""
    is_linked: bool = False

    def __post_init__(self) -> None:
        self.log = list(self.host.journal.entries)
        self.guest = Guest(MEANS, "token-of-ann", "key-of-ann", "lineann00", "Ann", Journal(""))
        seat = Seat("ann", "Ann", "player", ("of-ann",))
        self.do(moderation.create_invitation(self.host, "token-of-ann", seat))
        lost, self.lost = self.lost, -1
        self.link()
        self.lost, self.sent = lost, 0

    def link(self) -> None:
        """Connect both devices anew."""
        self.is_linked = True
        self.do(host_update.close_link(self.host, "ann"))
        self.do(host_update.open_link(self.host, "ann", 0))
        self.guest_does(guest_update.open_link(self.guest, 0))

    def is_lost(self) -> bool:
        """Count a message; return whether it is lost."""
        self.sent += 1
        if self.sent == self.lost:
            self.is_linked = False
        return not self.is_linked

    def do(self, result: HostResult) -> None:
        """Apply a result of the host."""
        self.host = result.host
        if result.keep:
            self.record = written(result.host.table.record())
        for send in result.sends:
            if send.link == "ann" and not self.is_lost():
                self.guest_does(guest_update.handle_message(self.guest, written(send.record), 0))
        for request in result.reads:
            self.do(broadcast.read(self.host, request.link, self.log[request.after :]))
        while self.host.queue:
            attempt = action_queue.try_first(self.host, self.host.journal, "")
            self.log += [entry for entry in attempt.journal.entries if entry.n > len(self.log)]
            self.do(action_queue.answer_stored(self.host, attempt))

    def guest_does(self, result: GuestResult) -> None:
        """Apply a result of the guest."""
        assert not result.fault, result.fault
        self.guest = result.guest
        if result.hosts is not None:
            self.hosts = result.hosts[0], dict(result.hosts[1])
        if result.keep:
            self.guest_record = written(result.guest.record())
        for record in result.sends:
            if not self.is_lost():
                self.do(host_update.handle_message(self.host, "ann", written(record), 0))

    def both_start_again(self) -> None:
        """Restart both devices from their stored records."""
        self.host = open_host(MEANS, self.host.journal, read(self.record))
        self.guest = open_guest(MEANS, read(self.guest_record), self.guest.journal)


@pytest.mark.parametrize("lost", range(1, 8))
@pytest.mark.parametrize("ends", [False, True])
def test_one_device_has_the_table_after_any_loss(lost: int, ends: bool) -> None:
    two = Two()
    two.lost = lost
    two.guest_does(guest_update.perform(two.guest, [one_more("ann")], "", 0))
    two.do(host_migration.start_migration(two.host, "ann", "key-of-host", "linehost0"))
    for _ in range(3):
        if two.hosts is None:
            if ends:
                two.both_start_again()
            two.link()
    assert two.hosts is not None
    assert two.host.table.given == "ann"  # one stops before the other begins
    journal, record = two.hosts
    # The action of the next host that got lost is applied there.
    own = ["lineann00.1"] if lost == 1 else []
    assert [entry.id for entry in journal.entries] == [*(each.id for each in two.log), *own]
    assert own or journal.document == two.host.journal.document
    new = open_host(MEANS, journal, record)
    assert new.table.epoch == two.host.table.epoch + 1
    assert not new.table.given
    # The old host takes no more actions; it joins the new one as a game master.
    old = host_migration.after_host(two.host, "key-of-host", "linehost0", "Tablet")
    result = host_update.open_link(new, "old", 0)
    (hello,) = guest_update.open_link(old, 0).sends
    result = host_update.handle_message(result.host, "old", written(hello), 0)
    assert result.host.seats[result.host.links["old"].seat].role == "master"
    answer = broadcast.read(result.host, "old", journal.entries[result.reads[0].after :])
    news: Any = answer.sends[0].record
    assert (news["kind"], [entry["id"] for entry in news["entries"]]) == ("entries", own)


def test_nothing_is_taken_while_it_is_under_way() -> None:
    two = Two()
    two.lost = 1
    n = two.host.journal.n
    two.do(host_migration.start_migration(two.host, "ann", "key-of-host", "linehost0"))
    two.is_linked = True
    two.lost = -1
    two.guest_does(guest_update.perform(two.guest, [one_more("ann")], "", 0))
    assert two.host.journal.n == n
    two.do(host_migration.cancel_migration(two.host))
    two.link()
    assert two.host.journal.n == n + 1
    assert not two.guest.pending


def test_the_next_host_keeps_its_own_actions() -> None:
    two = Two()
    two.guest_does(guest_update.perform(two.guest, [one_more("ann")], "", 0))
    n = two.host.journal.n
    two.lost = two.sent + 1
    two.do(host_migration.start_migration(two.host, "ann", "key-of-host", "linehost0"))
    two.is_linked, two.lost = True, -1
    for _ in range(2):
        two.guest_does(guest_update.perform(two.guest, [one_more("ann")], "", 0))
    assert two.host.journal.n == n
    two.link()
    assert two.hosts is not None
    journal, record = two.hosts
    assert [entry.id for entry in journal.entries[n - 1 :]] == [f"lineann00.{n}" for n in (1, 2, 3)]
    assert not two.guest.pending
    new = open_host(MEANS, journal, record)
    assert new.table.n == journal.n
    assert new.table.lines["lineann00"].last == 3
    # The former host gets them as any guest does.
    at = host_migration.after_host(two.host, "key-of-host", "linehost0", "Tablet")
    (hello,) = guest_update.open_link(at, 0).sends
    result = host_update.open_link(new, "old", 0)
    result = host_update.handle_message(result.host, "old", written(hello), 0)
    answer = broadcast.read(result.host, "old", journal.entries[result.reads[0].after :])
    assert [entry["n"] for entry in answer.sends[0].record["entries"]] == [n + 1, n + 2]


@pytest.mark.parametrize("role", ["player", "onlooker"])
def test_a_device_that_hands_the_table_back_goes_on_in_its_seat(role: Role) -> None:
    two = Two()
    for _ in range(3):
        two.guest_does(guest_update.perform(two.guest, [one_more("ann")], "", 0))
    two.host = two.host.with_table(two.host.table.with_seat(replace(ANN, role=role)))
    two.do(host_migration.start_migration(two.host, "ann", "key-of-host", "linehost0"))
    assert two.hosts is not None
    second = open_host(MEANS, *two.hosts, me="ann")
    at = Listening(two.hosts[0], Rules())
    at.host = open_host(MEANS, *two.hosts)  # as the first device gets the table again
    at.guests["ann"] = host_migration.after_host(second, "key-of-ann", "lineann00", "Ann")
    at.do(host_update.open_link(at.host, "ann", 0))
    result = guest_update.open_link(at.guests["ann"], 0)
    at.guests["ann"] = replace(result.guest, epoch=at.host.table.epoch)
    sent(at, "ann", {**result.sends[0], "epoch": at.host.table.epoch})
    at.agree()
    at.do(moderation.change_seat(at.host, ANN))
    result = guest_update.perform(at.guests["ann"], [one_more("ann")], "", 0)
    at.guests["ann"] = result.guest
    sent(at, "ann", result.sends[0])
    assert at.host.journal.last.id == "lineann00.4"
    at.agree()


def test_a_seat_that_is_removed_takes_no_table() -> None:
    at = Listening(table(), Rules(), ANN, BEA)
    handing = host_migration.start_migration(at.host, "bea", "key-of-host", "linehost0")
    at.host = handing.host  # the messages to the next host are still on their way
    assert not sent(at, "ann", act("ann", 1, one_more("ann")))
    assert at.host.journal.last.by != "ann"
    sent(at, "bea", {"kind": "typing", "procedure": "wasteland.dice", "typed": {}, "answers": [3]})
    at.do(moderation.remove_seat(at.host, "bea"))
    assert not at.host.table.handing
    assert '"slow"' in "".join(at.heard["ann"])  # the guest sends it again
    assert not sent(at, "ann", act("ann", 1, one_more("ann")))
    assert at.host.journal.last.by == "ann"
    assert not at.host.typing


def test_a_long_table_moves_in_messages_that_fit() -> None:
    journal, stamp = table(), Stamps()
    entries = [*journal.entries]
    for each in range(80):
        fact = f.NoteWritten(f"note-{each}", "x" * 15_000)
        journal = append(journal, fact, stamp(), GAMES)
        entries.append(journal.last)
    at = Listening(replace(journal, entries=tuple(entries)), Rules(), ANN)
    handing = host_migration.start_migration(at.host, "ann", "key-of-host", "linehost0")
    (request,) = handing.reads
    result = broadcast.read(handing.host, request.link, entries)
    assert max(len(written(send.record)) for send in result.sends) < LONGEST
    guest = at.guests["ann"]
    for message in result.sends:
        came = guest_update.handle_message(guest, written(message.record), 0)
        guest = came.guest
    assert came.sends[0] == {"kind": "holds", "epoch": 2, "n": journal.n}


def test_an_older_copy_of_the_table_is_not_enough() -> None:
    two = Two()
    two.do(host_migration.start_migration(two.host, "ann", "key-of-host", "linehost0"))
    other = Two()
    link = other.host.links["ann"]
    other.host = other.host.with_table(
        host_migration.start_migration(other.host, "ann", "key-of-host", "linehost0").host.table
    )
    holds = {"epoch": 2, "n": other.host.journal.n - 1}
    result = host_migration.finish_migration(other.host, link, other.host.seats["ann"], holds)
    assert not result.host.table.given
    assert result.reads


def test_a_host_that_was_overtaken_learns_it() -> None:
    host = open_host(MEANS, table())
    host = host_update.open_link(host, "x", 0).host
    guest = Guest(MEANS, "token-of-ann", "key-of-ann", "lineann00", "Ann", Journal(""), epoch=5)
    (hello,) = guest_update.open_link(guest, 0).sends
    result = host_update.handle_message(host, "x", written(hello), 0)
    assert result.sends[-1].record["kind"] == "bye"
    assert "Another device is host now" in result.sends[-1].record["why"]
    assert result.host.table.given
    assert result.keep
