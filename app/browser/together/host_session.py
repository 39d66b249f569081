"""This device as a table's host: guests' acts come into the journal, each is told what they see.

Everything that happens is taken in turn, one after another. What the table has to remember is
stored before anything is said that stands on it; an act is made within the store's own turn.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, get_args

from app import VERSION
from app.browser.dom import beside, later, tell
from app.browser.slices import Left, Slices
from app.browser.storage.databases import StorageError
from app.browser.together.invitations import Invitations
from app.browser.together.meeting import Introductions, Ways
from app.browser.together.net_table import STAYS, NetTable
from app.browser.together.turns import Doing, Heard, Turns, nothing
from app.browser.together.webrtc import NoConnection
from app.campaign.entries import Entry
from app.campaign.journal import Journal
from app.campaign.values import written
from app.core.errors import BadInput
from app.systems import games
from app.table import open_campaign
from app.table.messages.answers import JournalMoved
from app.table.messages.campaign import CampaignMessage
from app.table.messages.together import (
    AskClosed,
    CameraTapped,
    CodeOpened,
    InviteClosed,
    InviteTapped,
    NetDropped,
    NetTaken,
    ProposalAnswered,
    RuleSwitched,
    SeatCast,
    SeatMuted,
    SeatRemoved,
    TableAsked,
    TableHandedOver,
    TableStood,
    TogetherTapped,
    WordsRead,
)
from app.together import acting, guesting, handing, hosting, mastering, serving
from app.together.acts import Meanings, named
from app.together.host import Came, Host, Means, Read, Send, opened
from app.widgets import screen
from app.widgets.together import Together
from app.widgets.together_told import host_told

if TYPE_CHECKING:
    from app.browser.runtime import Runtime
    from app.browser.storage.store import Store
    from app.browser.together.channels import Channel
    from app.table.model import Model
    from app.together.guest import Guest

#: What this device is called at a table that it handed over.
MASTER = "Game master"

#: A guest of whom nothing was heard for so many seconds is away.
SILENT_S = 12.0

#: How often that is looked at; if it was not for so long, the page has slept.
LOOK_S, SLEPT_S = 3.0, 6.0

#: Whoever is away comes back by themselves, or is looked for after so many seconds; and again and
#: again, after so many, and at most.
GRACE_S, SEEK_S, SEEK_MOST_S = 4.0, 25.0, 200.0


def means() -> Means:
    """What this page plays a table with."""
    kinds = named(get_args(CampaignMessage))
    return Means(games(), Meanings(kinds, open_campaign.facts), VERSION, _screen)


def _screen(journal: Journal) -> dict[str, Any] | None:
    state = journal.state
    if state.game not in games():
        return None
    return screen.told(screen.show(games(), state, journal.page))


class HostSession:
    """The host of one campaign's table.

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
        self._back = Ways(self._says, self._met, self._agreed)
        self._through = Introductions(self._passes, self._met)
        self._screened: Journal | None = None
        self._sought: set[str] = set()
        self._looks = 0
        self._looked = monotonic()
        self._former = ""  # the link to the device that kept the table before
        self._channels: dict[str, Channel] = {}
        self._heard_at: dict[str, float] = {}
        self._turns = Turns(self._taken)
        self._texts = Heard(self._turns, acting.MOST_TOGETHER, self._answered)
        self._told: Together | None = None
        self._read = 0
        self._me = ""  # the seat of this device, where it was a guest here before
        self._own: tuple[str, str] | None = None
        self._net = NetTable(self)
        self._open = True
        later(LOOK_S, self._look)

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
            behind = await _entries(store, journal, kept["n"])
        session = cls(runtime, store, opened(means(), journal, kept, tuple(behind)))
        if record:
            session._me = str(record.get("me", ""))
            own = record.get("own")
            session._own = (str(own[0]), str(own[1])) if isinstance(own, list) and own else None
            session._net.resumed(record.get("net"))
            session._back = Ways(session._says, session._met, session._agreed, record.get("back"))
            session._seeks(0)
        session.turn(lambda: session._kept(Came(session.host, keep=True)))
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
            later(LOOK_S, lambda: self.turn(nothing))
        if self._open and self.host.table.given and self._own is not None:
            await self._handed(self._own)
        elif self._turns.empty:
            self.tell_page()

    async def _kept(self, came: Came) -> None:
        """What came of something: stored, then said."""
        went_on = came.host.journal.n > self.host.journal.n
        self.host = came.host
        if went_on:
            self._net.moved()
        if came.keep:
            await self.keep()
        for send in came.sends:
            self._send(send)
        for link in came.close:
            self._closed(link)
        for read in came.reads:
            await self._reading(read)

    async def keep(self) -> None:
        """Store what is remembered of the table."""
        own = list(self._own or ())
        record: dict[str, Any] = {"host": self.host.table.record(), "me": self._me, "own": own}
        record["back"] = self._back.record()
        if self._net.record is not None:
            record["net"] = self._net.record
        await self.store.keep_table(self.campaign, record)

    def _send(self, send: Send) -> None:
        channel = self._channels.get(send.link)
        if channel is not None:
            channel.send(written(dict(send.record)))

    async def _reading(self, read: Read) -> None:
        entries = await _entries(self.store, self.host.journal, read.after)
        slices = Slices(lambda: self._open)
        with suppress(Left):
            await self._kept(await slices.through(serving.reading(self.host, read.link, entries)))

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
            await self._kept(serving.screen_told(self.host))

    async def _made_first(self) -> Journal | None:
        """The first of it; the journal after it, None where it did not go on."""
        tried: list[acting.Tried] = []

        def make(now: Journal) -> Journal | None:
            tried.extend(acting.tried_together(self.host, now, self.store.now()))
            return tried[-1].journal if tried[-1].journal.n > now.n else None

        after = await self.store.advance(self.host.journal, make)
        went_on = after.n > self.host.journal.n
        new = await self._new(after)
        await self._kept(acting.answered_together(self.host, tried, after, new))
        return after if went_on else None

    async def _new(self, journal: Journal) -> Sequence[Entry]:
        """The entries that this table has not told yet, where not all of them are at hand."""
        first = journal.entries[0].n if journal.entries else 1
        if first <= self.host.journal.n + 1:
            return ()
        return await _entries(self.store, journal, self.host.journal.n)

    async def advanced(self, journal: Journal, command: object) -> None:
        """The host's journal is the store's, which does it."""

    def moved(self, model: Model) -> None:
        """The page goes on: perhaps with another campaign, or by what another tab did."""
        journal = model.journal
        if journal is None or journal.state.game == "":
            return
        if journal.campaign != self.campaign:
            self.close()
            self.runtime.send(TableStood(None))
        else:
            self.went_on(journal)

    def went_on(self, journal: Journal) -> None:
        """A journal is stored that is further on: if it is this table's, everybody is told."""
        if journal.campaign == self.campaign and journal.n > self.host.journal.n:
            self.turn(lambda: self._moved(journal))

    async def _moved(self, journal: Journal) -> None:
        if journal.n > self.host.journal.n:
            new = await self._new(journal)
            await self._kept(serving.moved(self.host, journal, new))

    # --- guests ---

    def follows_on(self, former: Channel, early: Sequence[str]) -> None:
        """The table was handed to this device. former: to the one that kept it until now."""
        self._former = self.joined(former, early)

    def joined(self, channel: Channel, early: Sequence[str] = ()) -> str:
        """A guest's channel stands. early: what they said by it already. The link's id."""
        link = secrets.token_hex(8)
        self._channels[link] = channel
        self._heard_at[link] = monotonic()
        self.turn(lambda: self._kept(hosting.linked(self.host, link, monotonic())))
        for text in early:
            self._heard(link, text)
        channel.hear(lambda text: self._heard(link, text), lambda why: self._gone(link))
        return link

    def _heard(self, link: str, text: str) -> None:
        now = self._heard_at[link] = monotonic()
        self._texts.add((link, text, now))

    async def _answered(self, together: list[tuple[str, str, float]]) -> None:
        link, text, at = together.pop(0)
        before = self.host.links.get(link)
        came = hosting.heard(self.host, link, text, at)
        await self._kept(came)
        for seat, record in came.seen:
            if record["kind"] == "pass":
                beside(self._through.heard(record["seat"], record["text"]))
            else:
                beside(self._back.heard(seat, record))
        now = self.host.links.get(link)
        if now is not None and now.seat and (before is None or not before.seat):
            self.ways.used(self.host.table.invitations)
            if not self._net.seated(link, now.seat):
                beside(self._back.offer(now.seat))
            if link == self._former:
                self._gather()

    def _gone(self, link: str) -> None:
        self._channels.pop(link, None)
        self._net.gone(link)
        self._heard_at.pop(link, None)
        self.turn(lambda: self._left(link))

    async def _left(self, link: str) -> None:
        await self._kept(hosting.gone(self.host, link))
        self._seeks(GRACE_S)

    def _closed(self, link: str) -> None:
        channel = self._channels.pop(link, None)
        if channel is not None:
            channel.close()

    def _look(self) -> None:
        """Whoever was not heard for a while is away."""
        if not self._open:
            return
        before, now = self._looked, monotonic()
        self._looked = now
        for link, at in [*self._heard_at.items()]:
            if now - before < SLEPT_S < SILENT_S < now - at:
                self._closed(link)
                self._gone(link)
        later(LOOK_S, self._look)

    # --- those who were here before ---

    def _says(self, seat: str, record: Mapping[str, Any]) -> None:
        """To somebody who is here: how the two come back to each other."""
        links = (id for id, each in self.host.links.items() if each.seat == seat)
        channel = self._channels.get(next(links, ""))
        if channel is not None:
            channel.send(written(dict(record)))

    def _met(self, seat: str, channel: Channel) -> None:
        if self._open:
            self.joined(channel)
        else:
            channel.close()

    async def _agreed(self) -> None:
        await self._turns.done(self.keep)

    def _seeks(self, after: float, pause: float = SEEK_S) -> None:
        """Look then for those who are away and whose pages wait for this one, and go on so."""
        self._looks += 1
        mine = self._looks
        later(after, lambda: self._seek(pause) if mine == self._looks else None)

    def _seek(self, pause: float) -> None:
        away = [each for each in self._back.known if each not in self.host.there]
        if not self._open or not away:
            return
        for seat in away:
            if seat not in self.host.seats:
                self._back.forget(seat)
            elif seat not in self._sought:
                beside(self._seek_one(seat))
        self._seeks(pause, min(pause * 2, SEEK_MOST_S))

    async def _seek_one(self, seat: str) -> None:
        self._sought.add(seat)
        try:
            self._met(seat, await self._back.take(seat))
        except (NoConnection, BadInput):
            pass  # not there, or there by a page that was opened anew: then it comes by itself
        finally:
            self._sought.discard(seat)

    def _passes(self, seat: str, text: str) -> None:
        """To somebody whom the device reaches that kept the table before."""
        channel = self._channels.get(self._former)
        if channel is not None:
            channel.send(written({"kind": "pass", "seat": seat, "text": text}))

    def _gather(self) -> None:
        """The table was handed to this device: those who are connected with the one before come."""
        for seat in self.host.seats:
            if seat not in (self._me, *self.host.there):
                beside(self._through.seek(seat))

    # --- what the game master says ---

    def do(self, message: TogetherTapped) -> None:
        """What was tapped on the host's page."""
        self.turn(lambda: self._done(message))

    async def _done(self, message: TogetherTapped) -> None:
        host = self.host
        match message:
            case InviteTapped(net=True) | NetTaken() | NetDropped():
                await self._net.do(message)
            case InviteTapped() | InviteClosed() | CodeOpened() | CameraTapped():
                await self._invitation(message)
            case SeatMuted(id):
                seat = host.seats.get(id)
                await self._kept(mastering.muted(host, id, seat is None or not seat.muted))
            case SeatRemoved(id):
                await self._kept(mastering.removed(host, id))
                self._net.removed(id)
            case SeatCast(id, character):
                await self._cast(id, character)
            case RuleSwitched(rule):
                rules = host.table.rules
                wished = replace(rules, **{rule: not getattr(rules, rule)})
                await self._kept(mastering.ruled(host, wished))
            case ProposalAnswered(act, yes):
                answered = acting.accepted if yes else acting.declined
                await self._kept(answered(host, act))
            case TableAsked(procedure, typed, seats):
                players = tuple(id for id, each in host.seats.items() if each.role == "player")
                id = secrets.token_hex(8)
                await self._kept(mastering.asked(host, id, procedure, typed, seats or players))
            case AskClosed(ask):
                await self._kept(mastering.ask_over(host, ask))
            case TableHandedOver(seat):
                await self._hand_over(seat)
            case WordsRead():
                self._read = len(host.told)
        self._told = None
        self.tell_page()

    async def _hand_over(self, seat: str) -> None:
        """This device comes back to the table as a guest, by a key and a line of its own."""
        if self._net.host_net is not None:
            tell(STAYS)
            return
        self._own = self._own or (secrets.token_urlsafe(24), secrets.token_hex(6))
        await self._kept(handing.handed(self.host, seat, *self._own))

    async def _handed(self, own: tuple[str, str]) -> None:
        """The other device keeps the table now; this one follows it, by the same channel."""
        to = self.host.table.given
        links = (each.id for each in self.host.links.values() if each.seat == to)
        channel = self._channels.pop(next(links, ""), None)
        guest = guesting.after_host(self.host, *own, MASTER)
        there = {each.seat: id for id, each in self.host.links.items() if each.seat}
        others = {
            seat: self._channels.pop(id) for seat, id in there.items() if id in self._channels
        }
        self.close()
        self.handed_over(guest, channel, others)

    async def _cast(self, id: str, character: str) -> None:
        seat = self.host.seats.get(id)
        if seat is None:
            return
        left = tuple(each for each in seat.characters if each != character)
        cast = left if character in seat.characters else (*left, character)
        await self._kept(mastering.seated(self.host, replace(seat, characters=cast)))

    async def _invitation(self, message: TogetherTapped) -> None:
        try:
            await self.ways.do(message)
        except BadInput as fault:
            tell(fault.message)

    def sent_away(self, link: str, why: str) -> None:
        """The last that somebody hears."""
        self._send(Send(link, {"kind": "bye", "why": why}))

    async def entries(self, after: int) -> Sequence[Entry]:
        """The journal behind a place."""
        return await _entries(self.store, self.host.journal, after)

    def invited(self, token: str) -> None:
        self.turn(lambda: self._kept(mastering.invited(self.host, token)))

    def uninvited(self, token: str) -> None:
        self.turn(lambda: self._kept(mastering.uninvited(self.host, token)))

    # --- what the page shows ---

    def tell_page(self) -> None:
        code, camera = self.ways.code, self.ways.camera
        told = host_told(self.host, self._me, code, camera, self._read, self._net.stands)
        if told != self._told:
            self._told = told
            self.runtime.send(TableStood(told))

    def close(self) -> None:
        """The table is closed; everybody's copy stays with them."""
        self._open = False
        for channel in [*self._channels.values()]:
            channel.close()
        self._channels.clear()
        self.ways.close()
        self._net.close()
        self._back.close()
        self._through.close()
        self._turns.close()


async def _entries(store: Store, journal: Journal, after: int) -> Sequence[Entry]:
    """The entries behind a place, read from the store where they are not at hand."""
    if journal.entries and journal.entries[0].n <= after + 1:
        return [each for each in journal.entries if each.n > after]
    return await store.entries(journal, after)
