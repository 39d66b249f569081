"""The session of a table's guest: it follows the host's journal and plays in it.

Everything is handled in turn. Own mutations are stored before they are sent. Entries of the host
are drawn at once and stored afterwards, as the host resends lost ones.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from pyscript import window

from app.browser.platform.dom import later, notify
from app.browser.shell import opening
from app.browser.storage.databases import StorageError
from app.browser.sync.context import make_context
from app.browser.sync.guest_line import GuestLine, invitation
from app.browser.sync.intents import command_intents
from app.browser.sync.reading import Reading
from app.browser.sync.task_queue import Doing, Heard, TaskQueue
from app.campaign.journal.journal import Journal
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.play.play import Asking
from app.sync import guest_update
from app.sync.guest import Guest, GuestResult, Pick, open_guest
from app.sync.mutations import Intent, MessageIntent
from app.sync.seats import Role
from app.sync.wire import SLEPT_S
from app.update.commands import JournalCommand
from app.update.messages.answers import JournalMoved, JournalOpened
from app.update.messages.sync import (
    ActDropped,
    ActRetried,
    AskClosed,
    BackTapped,
    CameraTapped,
    CodeOpened,
    SeatTaken,
    TableStood,
    TogetherTapped,
)
from app.update.model import Model
from app.widgets.sync.connection import closed_ids, guest_view
from app.widgets.sync.sync import Together

if TYPE_CHECKING:
    from app.browser.shell.running_app import RunningApp
    from app.browser.storage.store import Store
    from app.browser.sync.webrtc.channels import Channel

LEFT = "You left the table. You keep your own copy."

#: Seconds between two checks for something to send.
TICK_S = 1.0

#: Maximum number of messages handled in one turn.
MOST_TOGETHER = 20


class GuestSession:
    """A guest of one table.

    handed: called when this device becomes the host, with the channel to the former host and
        its early messages.
    """

    handed: Callable[[Channel | None, Sequence[str]], Awaitable[None]]

    part = "guest"

    def __init__(self, runtime: RunningApp, store: Store, guest: Guest) -> None:
        self.runtime, self.store, self.guest = runtime, store, guest
        self.line = GuestLine(self)
        self._camera = Reading(lambda text: self.do(CodeOpened(text)), self.tell_page)
        self._ticked = monotonic()
        self._turns = TaskQueue(self._run)
        self._texts = Heard(self._turns, MOST_TOGETHER, self._answer)
        self._closed_asks: frozenset[str] = frozenset()
        self._last_view: Together | None = None
        #: The campaign as last sent to the page; None until it is open there.
        self._drawn: Journal | None = None
        # One that joins anew has nothing to show before the host has sent it all.
        if runtime.model.campaign_id == self.campaign and guest.journal.n:
            self._drawn = runtime.model.journal
        #: The procedure and the faces last sent as being typed.
        self._typed: tuple[str, tuple[object, ...]] = ("", ())
        self._open = True
        later(TICK_S, self._ticking)

    # --- start ---

    @classmethod
    async def join(cls, runtime: RunningApp, store: Store, text: str) -> GuestSession:
        """Join a table by an invitation; raise BadInput."""
        invited = invitation(text)
        table, token = invited.table, invited.token
        record = store.table(table)
        left = record.get("left")
        record = left if isinstance(left, dict) else record
        known = record.get("guest")
        journal = await _stored(store, table)
        token = token or secrets.token_urlsafe(9)
        if isinstance(known, dict):
            guest = open_guest(make_context(), {**known, "token": token}, journal)
        else:
            key, line = secrets.token_urlsafe(24), secrets.token_hex(6)
            guest = Guest(make_context(), token, key, line, "", Journal(table))
        session = cls(runtime, store, guest)
        try:
            await session.line.connect(invited, record)
        except BadInput:
            session.close()
            raise
        return session

    @classmethod
    async def resume(
        cls, runtime: RunningApp, store: Store, campaign: str, record: dict[str, object]
    ) -> GuestSession:
        """Resume the session of the last visit and reconnect."""
        journal = await _stored(store, campaign)
        session = cls(runtime, store, open_guest(make_context(), record["guest"], journal))
        session.line.resume(record)
        return session

    @property
    def campaign(self) -> str:
        return self.guest.table

    # --- the task queue ---

    def turn(self, doing: Doing) -> None:
        self._turns.wait(doing)

    async def _run(self, doing: Doing) -> None:
        try:
            await doing()
            await self._bring()
        except StorageError as fault:
            notify(str(fault), cause=fault.why)
        except BadInput as fault:
            notify(fault.message)
        if self._turns.empty:
            self._show()

    async def _commit(self, result: GuestResult) -> None:
        """Apply a result: store it, then send the messages."""
        if result.hosts is not None:
            await self._become_host(result)
            return
        previous, self.guest = self.guest, result.guest
        try:
            if result.adopt is not None:
                await self.store.adopt(result.adopt)
            elif result.entries:
                self._draw()
                await self.store.follow(previous.journal, result.entries)
        except StorageError:
            self.guest = previous  # so that the host resends them
            raise
        if result.keep:
            await self._keep()
        for record in result.sends:
            self.line.say(record)
        if result.close:
            await self.line.close_silent()
        if result.fault:
            window.console.warn(f"table: {result.fault}")

    async def _keep(self) -> None:
        if self.campaign:
            record = {"guest": self.guest.record(), **self.line.record}
            await self.store.keep_table(self.campaign, record)

    async def keep(self) -> None:
        """Store the record of the table in turn."""
        await self._turns.wait_for(self._keep)

    async def _become_host(self, result: GuestResult) -> None:
        """Become the host of the table."""
        assert result.hosts is not None
        early = [text for text, _ in self._texts]
        channel = self.line.hand_over(early)
        journal, record = result.hosts
        await self.store.adopt(journal)
        me = self.guest.seat.id if self.guest.seat is not None else ""
        own = [self.guest.key, self.guest.line]  # its credentials as a guest
        stored = {"host": dict(record), "me": me, "own": own}
        await self.store.keep_table(journal.campaign, stored)
        self.close()
        await self.handed(channel, early)

    # --- the connection to the host ---

    def on_link(self) -> None:
        """Identify this guest to the connected host."""
        self._camera.stop()
        self.turn(lambda: self._commit(guest_update.open_link(self.guest, monotonic())))

    def on_loss(self) -> None:
        """Handle the loss of the host."""
        self.turn(lambda: self._commit(guest_update.close_link(self.guest)))

    def on_message(self, text: str) -> None:
        """Queue a message of the host."""
        self._texts.add((text, monotonic()))

    async def _answer(self, batch: list[tuple[str, float]]) -> None:
        previous = self.guest
        result, count = guest_update.handle_messages(previous, batch)
        del batch[:count]
        await self._commit(result)
        for record in result.messages:
            self.line.on_record(record)
        if self.guest.ready and not previous.ready:
            await self._settle()
            self.line.make_offers()

    async def _settle(self) -> None:
        """Open the campaign unless it is open."""
        if self._drawn is None:
            await opening.remember(self.store, self.guest.journal)
            self.runtime.send(JournalOpened(self.guest.shown, left=True))
            self._drawn = self.guest.shown

    def _ticking(self) -> None:
        if not self._open:
            return
        previous, now = self._ticked, monotonic()
        self._ticked = now
        if now - previous < SLEPT_S:  # after sleep the waiting messages come first
            self.turn(lambda: self._commit(guest_update.tick(self.guest, now)))
        later(TICK_S, self._ticking)

    # --- own actions ---

    async def advance(self, journal: Journal, command: JournalCommand) -> Journal | None:
        """Apply a command and return the shown journal, or None if it is not the table's.

        It is this device's own if the session ends first, as when this device becomes the host.
        Raise BadInput if the guest has no right to it.
        """
        if not self._open or self.guest.seat is None or journal.campaign != self.campaign:
            return None
        intents, ask = command_intents(self.guest, command)
        if intents and not await self._turns.wait_for(lambda: self._act(intents, ask)):
            return None
        return self.guest.shown

    def on_growth(self, journal: Journal) -> None:
        """Ignore other campaigns."""

    async def _act(self, intents: Sequence[Intent], ask: str) -> None:
        at = self.store.now()
        await self._commit(guest_update.perform(self.guest, intents, at, monotonic(), ask))
        # Those that wait are without this action, and would be drawn after it.
        self.runtime.withdraw(JournalMoved)
        self._drawn = self.guest.shown

    def do(self, message: TogetherTapped) -> None:
        """Handle a tap on the guest's page."""
        self.turn(lambda: self._do(message))

    async def _do(self, message: TogetherTapped) -> None:
        match message:
            case SeatTaken(role, character, name):
                await self._seat(role, character, name)
            case BackTapped():
                await self.line.reconnect()
            case CodeOpened(text):
                self._camera.stop()
                invited = invitation(text)
                self.guest = replace(self.guest, token=invited.token or self.guest.token)
                await self.line.connect(invited)
            case CameraTapped():
                self._camera.switch()
            case ActDropped(act):
                await self._commit(guest_update.drop(self.guest, act))
            case ActRetried(act):
                await self._commit(guest_update.send_again(self.guest, act, monotonic()))
            case AskClosed(ask):
                self._closed_asks |= {ask}
        self._last_view = None
        self.tell_page()

    async def _seat(self, role: Role, character: str, name: str) -> None:
        if role == "player" and not character and not name:
            raise BadInput("name", "Enter the character’s name.")
        pick = Pick(role, character, name)
        await self._commit(guest_update.pick_seat(self.guest, pick, monotonic()))

    async def _bring(self) -> None:
        """Create the chosen new character once the host has given the seat."""
        pick, seat = self.guest.pick, self.guest.seat
        if pick is None or seat is None or not (pick.is_new and self.guest.is_seated):
            return
        from app.update.messages.campaign import CharacterBrought

        self.guest = replace(self.guest, pick=None)
        if seat.characters:
            await self._keep()
            return
        intents = (MessageIntent(CharacterBrought(self.store.new_id(), pick.name, {})),)
        at = self.store.now()
        await self._commit(guest_update.perform(self.guest, intents, at, monotonic()))

    # --- the page ---

    def is_left_for(self, campaign: str) -> bool:
        """Tell whether another campaign (empty: none) replaced the table's."""
        return self._drawn is not None and campaign != self.campaign

    def on_change(self, model: Model) -> None:
        """Send the dice being typed on this page to the host; none end that."""
        journal, form = model.journal, model.forms.get(model.open)
        if journal is None or journal.campaign != self.campaign:
            return
        desk = form.desk if form is not None and form.desk.by_hand and not form.stored else None
        faces = desk.answers if desk is not None and isinstance(desk.valid_play, Asking) else None
        previous, dice = self._typed, (model.open, faces) if faces else ("", ())
        if dice == previous:
            return
        self._typed = dice
        texts = desk.typed if desk is not None and faces else {}
        details = dice[0] or previous[0], texts, plain(list(faces or ()))
        self.turn(lambda: self._commit(guest_update.send_typing(self.guest, *details)))

    def _show(self) -> None:
        """Send the current campaign and the table's status to the page."""
        self._draw()
        self.tell_page()

    def _draw(self) -> None:
        """Send the current campaign to the page."""
        if self._drawn is not None and self.guest.shown is not self._drawn:
            self._drawn = self.guest.shown
            self.runtime.send(JournalMoved(self.guest.shown))

    def tell_page(self) -> None:
        if not self._open:
            return
        line, closed = self.line, self._closed_asks
        view = guest_view(self.guest, line.status, line.why, line.code, self._camera.on, closed)
        if view != self._last_view:
            self._last_view = view
            self.runtime.send(TableStood(view))

    async def leave(self) -> dict[str, object]:
        """Tell the host, and close; return the record by which this device can come back."""
        await self._turns.wait_for(self._leave)
        # With no view, the host sends all of it again: the copy may be changed meanwhile.
        guest = replace(self.guest, view=0).record()
        closed = sorted(closed_ids(self.guest))
        return {"left": {"guest": guest, **self.line.record, "closed": closed}}

    async def _leave(self) -> None:
        self.line.say({"kind": "leave"})
        self.close()
        notify(LEFT)

    def close(self) -> None:
        """Leave the table; this device keeps its copy."""
        self._open = False
        self._camera.stop()
        self.line.close()
        self._turns.close()


async def _stored(store: Store, campaign: str) -> Journal | None:
    known = {line.id for line in await store.campaigns()}
    return await store.load(campaign) if campaign in known else None
