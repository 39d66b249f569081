"""The session of a table's host: it applies guests' mutations and broadcasts changes.

Everything is handled in turn. The table's record is stored before any message that depends on it; a
mutation is applied within the store's own turn.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import later, notify
from app.browser.storage.databases import StorageError
from app.browser.sync.context import make_context
from app.browser.sync.game_master import apply_tap
from app.browser.sync.invitations import Invitations
from app.browser.sync.links import Links
from app.browser.sync.net.net_table import STAYS, NetTable
from app.browser.sync.reconnect import Reconnector
from app.browser.sync.task_queue import Doing, Heard, TaskQueue, nothing
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.core.errors import BadInput
from app.sync import action_queue, broadcast, host_migration, host_update, moderation
from app.sync.host import Host, HostResult, Read, open_host
from app.update.messages.answers import JournalMoved
from app.update.messages.sync import (
    CameraTapped,
    CodeOpened,
    InviteClosed,
    InviteTapped,
    NetDropped,
    NetTaken,
    SeatRemoved,
    TableHandedOver,
    TableStood,
    TogetherTapped,
    WordsRead,
)
from app.widgets.sync.connection import host_view
from app.widgets.sync.sync import Together

if TYPE_CHECKING:
    from app.browser.shell.running_app import RunningApp
    from app.browser.storage.store import Store
    from app.browser.sync.webrtc.channels import Channel
    from app.sync.guest import Guest
    from app.update.model import Model

#: The name of this device at a table that it handed over.
MASTER = "GM"

#: The last message to the guests of a closed table, and the notices to the game master.
CLOSED_BY_GM = "The GM closed this table. You keep your own copy."
CLOSED = "Table closed. Your campaign stays here."
COPY_STAYS = "The server didn’t answer, so its encrypted copy stays there."

#: A device that left just before it was to become host.
NOT_HERE = "That device isn’t connected. Try again when it’s back."

#: Seconds until a failed store is tried again.
AGAIN_S = 3.0


class HostSession:
    """The host of one campaign's table.

    handed_over: called after a handover with the guest that this device becomes, its channel,
        and the channels to the other guests by seat.
    overtaken: called with a sentence if another device has become the host.
    """

    handed_over: Callable[[Guest, Channel | None, Mapping[str, Channel]], None]
    overtaken: Callable[[str], None]

    part = "host"

    def __init__(self, runtime: RunningApp, store: Store, host: Host) -> None:
        self.runtime, self.store, self.host = runtime, store, host
        self.ways = Invitations(self)
        self._links = Links(self)
        self._reunions = Reconnector(self, self._links)
        self._screened: Journal | None = None
        self._turns = TaskQueue(self._run)
        self._texts = Heard(self._turns, action_queue.MOST_TOGETHER, self._answer)
        self._last_view: Together | None = None
        self._read = 0
        self._own: tuple[str, str] | None = None
        self._net = NetTable(self)
        self._open = True

    @classmethod
    async def begin(cls, runtime: RunningApp, store: Store, journal: Journal) -> HostSession:
        """Start or resume the table of this campaign."""
        record = store.table(journal.campaign)
        stored = record.get("host")
        if journal.n == 0:
            journal = await store.append(journal)  # a table needs a campaign that has begun
            runtime.send(JournalMoved(journal))
        missed: Sequence[Entry] = ()
        if (
            isinstance(stored, dict)
            and isinstance(stored.get("n"), int)
            and stored["n"] < journal.n
        ):
            missed = await store.entries(journal, stored["n"])
        me = str(record.get("me", ""))
        host = open_host(make_context(), journal, stored, tuple(missed), me)
        session = cls(runtime, store, host)
        if record:
            own = record.get("own")
            session._own = (str(own[0]), str(own[1])) if isinstance(own, list) and own else None
            session._net.resume(record.get("net"))
            session._reunions.resume(record.get("back"))
        session.turn(lambda: session._commit(HostResult(session.host, keep=True)))
        return session

    @property
    def campaign(self) -> str:
        return self.host.journal.campaign

    # --- the task queue ---

    def turn(self, doing: Doing) -> None:
        """Queue a task."""
        self._turns.wait(doing)

    async def _run(self, doing: Doing) -> None:
        try:
            await doing()
            await self._apply_queued()
            await self._update_screen()
        except StorageError as fault:
            words = f"{fault} Player actions wait until they can be saved."
            notify(words, cause=fault.why)
            later(AGAIN_S, self._repeat)
        if self._open and self.host.table.given and self._own is not None:
            await self._become_guest(self._own)
        elif self._turns.empty:
            self.tell_page()

    async def _commit(self, result: HostResult) -> None:
        """Apply a result: store the table's record, then send the messages."""
        went_on = result.host.journal.n > self.host.journal.n
        self.host = result.host
        if went_on:
            self._net.write()
        if result.keep:
            await self.keep()
        for send in result.sends:
            self._links.say(send.link, send.record)
        for link in result.close:
            self._links.cut(link)
        for read in result.reads:
            await self._reading(read)

    async def keep(self) -> None:
        """Store the record of the table."""
        record: dict[str, object] = {
            "host": self.host.table.record(),
            "me": self.host.me,
            "own": list(self._own or ()),
            "back": self._reunions.record,
        }
        if self._net.record is not None:
            record["net"] = self._net.record
        await self.store.keep_table(self.campaign, record)

    async def queue_keep(self) -> None:
        """Store the record of the table in turn."""
        await self._turns.wait_for(self.keep)

    async def _reading(self, read: Read) -> None:
        entries = await self.entries(read.after)
        runner = CooperativeRunner(lambda: self._open)
        with suppress(Cancelled):
            await self._commit(
                await runner.through(broadcast.reading(self.host, read.link, entries))
            )

    def _repeat(self) -> None:
        """Apply and broadcast again all that the storage has refused."""
        self.turn(nothing)
        self.on_change(self.runtime.model)

    # --- mutations ---

    async def _apply_queued(self) -> None:
        """Apply all queued mutations to the journal."""
        latest = None
        while self.host.queue:
            after = await self._apply_first()
            latest = after if after is not None else latest
        if latest is not None:
            self.runtime.send(JournalMoved(latest, only_onward=True))

    async def _update_screen(self) -> None:
        """Update the players' screen when no task waits."""
        if self._turns.empty and self._screened is not self.host.journal:
            self._screened = self.host.journal
            await self._commit(broadcast.send_screen(self.host))

    async def _apply_first(self) -> Journal | None:
        """Apply the first batch; return the new journal, or None if it is unchanged."""
        tried: list[action_queue.Tried] = []

        def make(now: Journal) -> Journal | None:
            tried.extend(action_queue.try_several(self.host, now, self.store.now()))
            return tried[-1].journal if tried[-1].journal.n > now.n else None

        after = await self.store.advance(self.host.journal, make)
        went_on = after.n > self.host.journal.n
        new = await self._new(after)
        await self._commit(action_queue.answer_several(self.host, tried, after, new))
        return after if went_on else None

    async def _new(self, journal: Journal) -> Sequence[Entry]:
        """Return the entries that are not broadcast yet and no longer cached."""
        first = journal.entries[0].n if journal.entries else 1
        if first <= self.host.journal.n + 1:
            return ()
        return await self.store.entries(journal, self.host.journal.n)

    async def advance(self, journal: Journal, command: object) -> None:
        """Return None: the host's journal is changed by the store."""

    def is_left_for(self, campaign: str) -> bool:
        """Tell whether another campaign (empty: none) replaced the table's."""
        return campaign != self.campaign

    def on_change(self, model: Model) -> None:
        """Broadcast changes of the journal, also those of another tab."""
        if model.journal is not None:
            self.on_growth(model.journal)

    def on_growth(self, journal: Journal) -> None:
        """Broadcast a longer journal if it is this table's."""
        if journal.campaign == self.campaign and journal.n > self.host.journal.n:
            self.turn(lambda: self._broadcast(journal))

    async def _broadcast(self, journal: Journal) -> None:
        if journal.n > self.host.journal.n:
            new = await self._new(journal)
            await self._commit(broadcast.send_new_entries(self.host, journal, new))

    # --- guests ---

    def follow(self, former: Channel, early: Sequence[str]) -> None:
        """Start as the new host; `former` is the channel to the former one."""
        self._reunions.follow(self.add_channel(former, early))

    def add_channel(
        self, channel: Channel, early: Sequence[str] = (), *, admitted: bool = False
    ) -> str:
        """Add a guest's channel and return the link's id.

        early: messages already received. admitted: the guest's code was read here.
        """
        return self._links.add(channel, early, admitted=admitted)

    def on_link(self, link: str, admitted: bool) -> None:
        """Handle a new link to an unidentified guest."""
        self.turn(
            lambda: self._commit(host_update.open_link(self.host, link, monotonic(), admitted))
        )

    def on_message(self, link: str, text: str, at: float) -> None:
        """Handle a message; `at` is the time in seconds."""
        self._texts.add((link, text, at))

    async def _answer(self, batch: list[tuple[str, str, float]]) -> None:
        link, text, at = batch.pop(0)
        earlier = self.host.links.get(link)
        result = host_update.handle_message(self.host, link, text, at)
        await self._commit(result)
        for seat, record in result.messages:
            self._reunions.on_record(seat, record)
        now = self.host.links.get(link)
        if now is not None and now.seat and (earlier is None or not earlier.seat):
            self.ways.hide_used(self.host.table.invitations)
            if not self._net.keep_seat(link, now.seat):
                self._reunions.make_offers(now.seat)
            self._reunions.seek_guests(link)

    def on_end(self, link: str) -> None:
        """Handle the end of a link."""
        self._net.on_end(link)
        self.turn(lambda: self._drop_link(link))

    async def _drop_link(self, link: str) -> None:
        await self._commit(host_update.close_link(self.host, link))
        self._reunions.seek()

    def send_away(self, link: str, why: str) -> None:
        """Send the last message of a link; its guest needs a new invitation."""
        self._links.say(link, {"kind": "over", "why": why})

    # --- taps of the game master ---

    def do(self, message: TogetherTapped) -> None:
        """Handle a tap on the host's page."""
        self.turn(lambda: self._do(message))

    async def _do(self, message: TogetherTapped) -> None:
        match message:
            case InviteTapped(net=True) | NetTaken() | NetDropped():
                await self._net.do(message)
            case InviteTapped() | InviteClosed() | CodeOpened() | CameraTapped():
                await self._invitation(message)
            case TableHandedOver(seat):
                await self._hand_over(seat)
            case WordsRead():
                self._read = len(self.host.refusals)
            case SeatRemoved(id):
                await self._commit(apply_tap(self.host, message))
                self._net.remove(id)
            case _:
                await self._commit(apply_tap(self.host, message))
        self._last_view = None
        self.tell_page()

    async def _hand_over(self, seat: str) -> None:
        """Offer the table to a seat, or keep it if that seat has not taken it yet.

        This device will return with its own key and client id.
        """
        if self.host.table.handing == seat:
            await self._commit(host_migration.cancel_migration(self.host))
            return
        if self._net.host_net is not None:
            notify(STAYS)
            return
        if self.host.link_of(seat) is None:
            notify(NOT_HERE)
            return
        self._own = self._own or (secrets.token_urlsafe(24), secrets.token_hex(6))
        await self._commit(host_migration.start_migration(self.host, seat, *self._own))

    async def _become_guest(self, own: tuple[str, str]) -> None:
        """Follow the new host over the same channel."""
        link = self.host.link_of(self.host.table.given)
        channel = self._links.take(link.id) if link is not None else None
        guest = host_migration.after_host(self.host, *own, MASTER)
        link_ids = {each.seat: id for id, each in self.host.links.items() if each.seat}
        channels = {seat: self._links.take(id) for seat, id in link_ids.items()}
        others = {seat: other for seat, other in channels.items() if other is not None}
        self.close()
        self.handed_over(guest, channel, others)

    async def _invitation(self, message: TogetherTapped) -> None:
        try:
            await self.ways.do(message)
        except BadInput as fault:
            notify(fault.message)

    async def entries(self, after: int) -> Sequence[Entry]:
        """Return the journal's entries after an index."""
        return await self.store.entries(self.host.journal, after)

    def admit(self, token: str) -> None:
        self.turn(lambda: self._commit(moderation.create_invitation(self.host, token)))

    def revoke(self, token: str) -> None:
        self.turn(lambda: self._commit(moderation.revoke_invitation(self.host, token)))

    # --- the page ---

    def tell_page(self) -> None:
        if not self._open:
            return
        code, camera = self.ways.code, self.ways.camera
        view = host_view(self.host, code, camera, self._read, self._net.state)
        if view != self._last_view:
            self._last_view = view
            self.runtime.send(TableStood(view))

    async def leave(self) -> None:
        """Close the table for all devices, also on the server; no record of it remains."""
        await self._turns.wait_for(self._leave)

    async def _leave(self) -> None:
        for link in self.host.links:
            self.send_away(link, CLOSED_BY_GM)
        is_gone = await self._net.drop()
        self.close()
        notify(CLOSED if is_gone else f"{CLOSED} {COPY_STAYS}")

    def close(self) -> None:
        """Close the table; every guest keeps its copy."""
        self._open = False
        self._links.close()
        self.ways.close()
        self._net.close()
        self._reunions.close()
        self._turns.close()
