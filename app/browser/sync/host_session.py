"""This device as a table's host: guests' acts come into the journal, each is told what they see.

Everything that happens is taken in turn, one after another. What the table has to remember is
stored before anything is said that stands on it; an act is made within the store's own turn.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import later, tell
from app.browser.storage.databases import StorageError
from app.browser.sync.context import make_context
from app.browser.sync.game_master import said
from app.browser.sync.invitations import Invitations
from app.browser.sync.links import Links
from app.browser.sync.net.net_table import STAYS, NetTable
from app.browser.sync.reconnect import Reconnector
from app.browser.sync.task_queue import Doing, Heard, TaskQueue, nothing
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.core.errors import BadInput
from app.sync import action_queue, broadcast, guest_update, host_migration, host_update, moderation
from app.sync.host import Host, HostResult, Read, opened
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
from app.widgets.sync.connection import host_told
from app.widgets.sync.sync import Together

if TYPE_CHECKING:
    from app.browser.shell.runtime import Runtime
    from app.browser.storage.store import Store
    from app.browser.sync.webrtc.channels import Channel
    from app.sync.guest import Guest
    from app.update.model import Model

#: What this device is called at a table that it handed over.
MASTER = "Game master"

#: What could not be stored is tried again after so many seconds.
AGAIN_S = 3.0


class HostSession:
    """The host of one campaign's table.

    me: the seat of this device, where it was a guest here before.
    handed_over: told when another device keeps it: the guest that this one is, its channel, and
    those to the others by their seats, over which they find it.
    overtaken: told, in a sentence, that another device has written where this one does.
    """

    handed_over: Callable[[Guest, Channel | None, Mapping[str, Channel]], None]
    overtaken: Callable[[str], None]

    part = "host"

    def __init__(self, runtime: Runtime, store: Store, host: Host) -> None:
        self.runtime, self.store, self.host = runtime, store, host
        self.ways = Invitations(self)
        self.me = ""
        self._links = Links(self)
        self._reunions = Reconnector(self, self._links)
        self._screened: Journal | None = None
        self._turns = TaskQueue(self._taken)
        self._texts = Heard(self._turns, action_queue.MOST_TOGETHER, self._answered)
        self._told: Together | None = None
        self._read = 0
        self._own: tuple[str, str] | None = None
        self._net = NetTable(self)
        self._open = True

    @classmethod
    async def begin(cls, runtime: Runtime, store: Store, journal: Journal) -> HostSession:
        """The table of this campaign, as it was left."""
        record = store.table(journal.campaign)
        kept = record.get("host")
        if journal.n == 0:
            journal = await store.append(journal)  # a table is that of a campaign that has begun
            runtime.send(JournalMoved(journal))
        behind: Sequence[Entry] = ()
        if isinstance(kept, dict) and isinstance(kept.get("n"), int) and kept["n"] < journal.n:
            behind = await store.entries(journal, kept["n"])
        session = cls(runtime, store, opened(make_context(), journal, kept, tuple(behind)))
        if record:
            session.me = str(record.get("me", ""))
            own = record.get("own")
            session._own = (str(own[0]), str(own[1])) if isinstance(own, list) and own else None
            session._net.resumed(record.get("net"))
            session._reunions.resumed(record.get("back"))
        session.turn(lambda: session._kept(HostResult(session.host, keep=True)))
        return session

    @property
    def campaign(self) -> str:
        return self.host.journal.campaign

    # --- one after another ---

    def turn(self, doing: Doing) -> None:
        """Let it be done when everything before it is done."""
        self._turns.wait(doing)

    async def _taken(self, doing: Doing) -> None:
        try:
            await doing()
            await self._made()
            await self._showed()
        except StorageError as fault:
            tell(f"{fault} What players do waits until it can be stored.")
            later(AGAIN_S, lambda: self.turn(nothing))
        if self._open and self.host.table.given and self._own is not None:
            await self._handed(self._own)
        elif self._turns.empty:
            self.tell_page()

    async def _kept(self, came: HostResult) -> None:
        """What came of something: stored, then said."""
        went_on = came.host.journal.n > self.host.journal.n
        self.host = came.host
        if went_on:
            self._net.moved()
        if came.keep:
            await self.keep()
        for send in came.sends:
            self._links.say(send.link, send.record)
        for link in came.close:
            self._links.cut(link)
        for read in came.reads:
            await self._reading(read)

    async def keep(self) -> None:
        """Store what is remembered of the table."""
        own = list(self._own or ())
        record: dict[str, Any] = {"host": self.host.table.record(), "me": self.me, "own": own}
        record["back"] = self._reunions.record
        if self._net.record is not None:
            record["net"] = self._net.record
        await self.store.keep_table(self.campaign, record)

    async def keeps(self) -> None:
        """Stored in turn, what there is to remember."""
        await self._turns.done(self.keep)

    async def _reading(self, read: Read) -> None:
        entries = await self.entries(read.after)
        slices = CooperativeRunner(lambda: self._open)
        with suppress(Cancelled):
            await self._kept(await slices.through(broadcast.reading(self.host, read.link, entries)))

    # --- what players do ---

    async def _made(self) -> None:
        """Everything that waits is made where the log is."""
        moved = None
        while self.host.queue:
            after = await self._made_first()
            moved = after if after is not None else moved
        if moved is not None:
            self.runtime.send(JournalMoved(moved))

    async def _showed(self) -> None:
        """The players' screen is told when nobody waits for anything else."""
        if self._turns.empty and self._screened is not self.host.journal:
            self._screened = self.host.journal
            await self._kept(broadcast.screen_told(self.host))

    async def _made_first(self) -> Journal | None:
        """The first of it; the journal after it, None where it did not go on."""
        tried: list[action_queue.Tried] = []

        def make(now: Journal) -> Journal | None:
            tried.extend(action_queue.tried_together(self.host, now, self.store.now()))
            return tried[-1].journal if tried[-1].journal.n > now.n else None

        after = await self.store.advance(self.host.journal, make)
        went_on = after.n > self.host.journal.n
        new = await self._new(after)
        await self._kept(action_queue.answered_together(self.host, tried, after, new))
        return after if went_on else None

    async def _new(self, journal: Journal) -> Sequence[Entry]:
        """The entries that this table has not told yet, where not all of them are at hand."""
        first = journal.entries[0].n if journal.entries else 1
        if first <= self.host.journal.n + 1:
            return ()
        return await self.store.entries(journal, self.host.journal.n)

    async def advanced(self, journal: Journal, command: object) -> None:
        """The host's journal is the store's, which does it."""

    def is_left_for(self, campaign: str) -> bool:
        """Has this campaign (empty: none) been opened in the place of the table's?"""
        return campaign != self.campaign

    def moved(self, model: Model) -> None:
        """Tell everybody how the journal went on, also by another tab."""
        if model.journal is not None:
            self.went_on(model.journal)

    def went_on(self, journal: Journal) -> None:
        """A journal is stored that is further on: if it is this table's, everybody is told."""
        if journal.campaign == self.campaign and journal.n > self.host.journal.n:
            self.turn(lambda: self._moved(journal))

    async def _moved(self, journal: Journal) -> None:
        if journal.n > self.host.journal.n:
            new = await self._new(journal)
            await self._kept(broadcast.moved(self.host, journal, new))

    # --- guests ---

    def follows_on(self, former: Channel, early: Sequence[str]) -> None:
        """The table was handed to this device. former: to the one that kept it until now."""
        self._reunions.follows_on(self.joined(former, early))

    def joined(self, channel: Channel, early: Sequence[str] = (), *, admitted: bool = False) -> str:
        """Add a guest's channel; the link's id.

        early: what they said by it already. admitted: their code was read here.
        """
        return self._links.add(channel, early, admitted=admitted)

    def linked(self, link: str, admitted: bool) -> None:
        """Somebody is at the other end of it, and has not said who."""
        self.turn(lambda: self._kept(host_update.linked(self.host, link, monotonic(), admitted)))

    def heard(self, link: str, text: str, at: float) -> None:
        """They say something. at: when, in seconds."""
        self._texts.add((link, text, at))

    async def _answered(self, together: list[tuple[str, str, float]]) -> None:
        link, text, at = together.pop(0)
        before = self.host.links.get(link)
        came = host_update.heard(self.host, link, text, at)
        await self._kept(came)
        for seat, record in came.seen:
            self._reunions.carried(seat, record)
        now = self.host.links.get(link)
        if now is not None and now.seat and (before is None or not before.seat):
            self.ways.used(self.host.table.invitations)
            if not self._net.seated(link, now.seat):
                self._reunions.offers(now.seat)
            self._reunions.seated(link)

    def gone(self, link: str) -> None:
        """They are not there any more."""
        self._net.gone(link)
        self.turn(lambda: self._left(link))

    async def _left(self, link: str) -> None:
        await self._kept(host_update.gone(self.host, link))
        self._reunions.lost()

    def sent_away(self, link: str, why: str) -> None:
        """The last that somebody hears."""
        self._links.say(link, {"kind": "bye", "why": why})

    # --- what the game master says ---

    def do(self, message: TogetherTapped) -> None:
        """What was tapped on the host's page."""
        self.turn(lambda: self._done(message))

    async def _done(self, message: TogetherTapped) -> None:
        match message:
            case InviteTapped(net=True) | NetTaken() | NetDropped():
                await self._net.do(message)
            case InviteTapped() | InviteClosed() | CodeOpened() | CameraTapped():
                await self._invitation(message)
            case TableHandedOver(seat):
                await self._hand_over(seat)
            case WordsRead():
                self._read = len(self.host.told)
            case SeatRemoved(id):
                await self._kept(said(self.host, message))
                self._net.removed(id)
            case _:
                await self._kept(said(self.host, message))
        self._told = None
        self.tell_page()

    async def _hand_over(self, seat: str) -> None:
        """This device comes back to the table as a guest, by a key and a line of its own."""
        if self._net.host_net is not None:
            tell(STAYS)
            return
        self._own = self._own or (secrets.token_urlsafe(24), secrets.token_hex(6))
        await self._kept(host_migration.handed(self.host, seat, *self._own))

    async def _handed(self, own: tuple[str, str]) -> None:
        """The other device keeps the table now; this one follows it, by the same channel."""
        link = self.host.link_of(self.host.table.given)
        channel = self._links.taken(link.id) if link is not None else None
        guest = guest_update.after_host(self.host, *own, MASTER)
        there = {each.seat: id for id, each in self.host.links.items() if each.seat}
        taken = {seat: self._links.taken(id) for seat, id in there.items()}
        others = {seat: other for seat, other in taken.items() if other is not None}
        self.close()
        self.handed_over(guest, channel, others)

    async def _invitation(self, message: TogetherTapped) -> None:
        try:
            await self.ways.do(message)
        except BadInput as fault:
            tell(fault.message)

    async def entries(self, after: int) -> Sequence[Entry]:
        """The journal behind a place."""
        return await self.store.entries(self.host.journal, after)

    def invited(self, token: str) -> None:
        self.turn(lambda: self._kept(moderation.invited(self.host, token)))

    def uninvited(self, token: str) -> None:
        self.turn(lambda: self._kept(moderation.uninvited(self.host, token)))

    # --- what the page shows ---

    def tell_page(self) -> None:
        code, camera = self.ways.code, self.ways.camera
        told = host_told(self.host, self.me, code, camera, self._read, self._net.stands)
        if told != self._told:
            self._told = told
            self.runtime.send(TableStood(told))

    def close(self) -> None:
        """The table is closed; everybody's copy stays with them."""
        self._open = False
        self._links.close()
        self.ways.close()
        self._net.close()
        self._reunions.close()
        self._turns.close()
