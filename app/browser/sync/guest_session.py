"""This device as a guest at another one's table: it follows the journal, and plays in it.

Everything that happens is taken in turn. What was done here is stored before it is sent. What the
host tells is drawn at once, and stored then: the host has it, and tells it again if it was lost.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from pyscript import window

from app.browser.platform.dom import later, tell
from app.browser.shell import opening
from app.browser.storage.databases import StorageError
from app.browser.sync.context import make_context
from app.browser.sync.guest_line import GuestLine, invitation
from app.browser.sync.reading import Reading
from app.browser.sync.task_queue import Doing, Heard, TaskQueue
from app.campaign.facts import Rolled
from app.campaign.journal.actions import Happening
from app.campaign.journal.journal import Journal
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.sync import guest_update
from app.sync.guest import Guest, GuestResult, opened
from app.sync.mutations import Intent, MessageIntent, RedoIntent, UndoIntent
from app.sync.wire import SLEPT_S
from app.update.commands import RedoEntry, StoreEntries, UndoEntry
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
from app.widgets.sync.connection import guest_told
from app.widgets.sync.sync import Together

if TYPE_CHECKING:
    from app.browser.shell.runtime import Runtime
    from app.browser.storage.store import Store
    from app.browser.sync.webrtc.channels import Channel

#: How often a guest looks whether something waits to be sent, in seconds.
TICK_S = 1.0

#: So many texts are taken in one turn, where they come faster than they are taken.
MOST_TOGETHER = 20


class GuestSession:
    """A guest of one table.

    handed: told when this device keeps it: the channel to whoever kept it until now, and what was
    said by that already.
    """

    handed: Callable[[Channel | None, Sequence[str]], Awaitable[None]]

    part = "guest"

    def __init__(self, runtime: Runtime, store: Store, guest: Guest) -> None:
        self.runtime, self.store, self.guest = runtime, store, guest
        self.line = GuestLine(self)
        self._camera = Reading(lambda text: self.do(CodeOpened(text)), self.tell_page)
        self._ticked = monotonic()
        self._turns = TaskQueue(self._taken)
        self._texts = Heard(self._turns, MOST_TOGETHER, self._answered)
        self._closed_asks: frozenset[str] = frozenset()
        self._told: Together | None = None
        #: The campaign as the page was last told to show it; None until it stands open there.
        self._drawn: Journal | None = None
        if (journal := runtime.model.journal) is not None and journal.campaign == self.campaign:
            self._drawn = journal
        self._typed: tuple[Any, ...] = ()
        self._brings = ""
        self._open = True
        later(TICK_S, self._ticking)

    # --- the beginning ---

    @classmethod
    async def join(cls, runtime: Runtime, store: Store, text: str) -> GuestSession:
        """By an invitation. Raises BadInput."""
        invited = invitation(text)
        table, token = invited.table, invited.token
        kept = store.table(table)
        known = kept.get("guest")
        journal = await _stored(store, table)
        token = token or secrets.token_urlsafe(9)
        if isinstance(known, dict):
            guest = opened(make_context(), {**known, "token": token}, journal)
        else:
            key, line = secrets.token_urlsafe(24), secrets.token_hex(6)
            guest = Guest(make_context(), token, key, line, "", Journal(table))
        session = cls(runtime, store, guest)
        try:
            await session.line.comes(invited, kept)
        except BadInput:
            session.close()
            raise
        return session

    @classmethod
    async def resume(
        cls, runtime: Runtime, store: Store, campaign: str, kept: dict[str, Any]
    ) -> GuestSession:
        """As it was left at the last visit; it comes back by itself, where that can be."""
        journal = await _stored(store, campaign)
        session = cls(runtime, store, opened(make_context(), kept["guest"], journal))
        session.line.resumed(kept)
        return session

    @property
    def campaign(self) -> str:
        return self.guest.table

    # --- one after another ---

    def turn(self, doing: Doing) -> None:
        self._turns.wait(doing)

    async def _taken(self, doing: Doing) -> None:
        try:
            await doing()
            await self._bring()
        except StorageError as fault:
            tell(str(fault))
        except BadInput as fault:
            tell(fault.message)
        if self._turns.empty:
            self._show()

    async def _kept(self, came: GuestResult) -> None:
        """What came of something: stored, then said."""
        if came.hosts is not None:
            await self._hosts(came)
            return
        before, self.guest = self.guest, came.guest
        try:
            if came.adopt is not None:
                await self.store.adopt(came.adopt)
            elif came.entries:
                self._draws()
                await self.store.follow(before.journal, came.entries)
        except StorageError:
            self.guest = before  # by which the host is asked for them again
            raise
        if came.keep:
            await self._keep()
        for record in came.sends:
            self.line.say(record)
        if came.close:
            await self.line.closes()
        if came.fault:
            window.console.warn(f"table: {came.fault}")

    async def _keep(self) -> None:
        if self.campaign:
            record = {"guest": self.guest.record(), **self.line.record}
            await self.store.keep_table(self.campaign, record)

    async def keeps(self) -> None:
        """Stored in turn, what there is to remember."""
        await self._turns.done(self._keep)

    async def _hosts(self, came: GuestResult) -> None:
        """This device keeps the table from now on."""
        assert came.hosts is not None
        early = [text for text, _ in self._texts]
        channel = self.line.handed(early)
        journal, record = came.hosts
        await self.store.adopt(journal)
        me = self.guest.seat.id if self.guest.seat is not None else ""
        own = [self.guest.key, self.guest.line]  # by which it comes back as a guest
        kept = {"host": dict(record), "me": me, "own": own}
        await self.store.keep_table(journal.campaign, kept)
        self.close()
        await self.handed(channel, early)

    # --- the line to the host ---

    def linked(self) -> None:
        """The host is there: it is told who this is."""
        self._camera.stop()
        self.turn(lambda: self._kept(guest_update.linked(self.guest, monotonic())))

    def gone(self) -> None:
        """It is not there any more."""
        self.turn(lambda: self._kept(guest_update.gone(self.guest)))

    def heard(self, text: str) -> None:
        """It says something."""
        self._texts.add((text, monotonic()))

    async def _answered(self, together: list[tuple[str, float]]) -> None:
        before = self.guest
        came, taken = guest_update.heard_all(before, together)
        del together[:taken]
        await self._kept(came)
        for record in came.seen:
            self.line.carried(record)
        if self.guest.ready and not before.ready:
            await self._settled()
            self.line.offers()

    async def _settled(self) -> None:
        """Open the campaign, if it does not stand open yet."""
        if self._drawn is None:
            await opening.remember(self.store, self.guest.journal)
            self.runtime.send(JournalOpened(self.guest.shown, left=True))
            self._drawn = self.guest.shown

    def _ticking(self) -> None:
        if not self._open:
            return
        before, now = self._ticked, monotonic()
        self._ticked = now
        if now - before < SLEPT_S:  # else what came meanwhile is heard first
            self.turn(lambda: self._kept(guest_update.tick(self.guest, now)))
        later(TICK_S, self._ticking)

    # --- what is done here ---

    async def advanced(
        self, journal: Journal, command: StoreEntries | UndoEntry | RedoEntry
    ) -> Journal | None:
        """The campaign as it is shown after this; BadInput where there is no right to it.

        None where it is not the table's: then the store does it.
        """
        if self.guest.seat is None or journal.campaign != self.campaign:
            return None
        meant, ask = self._meant(command)
        if meant:
            done: asyncio.Future[Journal] = asyncio.get_event_loop().create_future()
            self.turn(lambda: self._acted(meant, ask, done))
            return await done
        return self.guest.shown

    def went_on(self, journal: Journal) -> None:
        """Another campaign, which is no table's."""

    async def _acted(
        self, meant: Sequence[Intent], ask: str, done: asyncio.Future[Journal]
    ) -> None:
        try:
            at = self.store.now()
            await self._kept(guest_update.acted(self.guest, meant, at, monotonic(), ask))
        except Exception as fault:
            done.set_exception(fault)
            return
        self._drawn = self.guest.shown  # whoever asked for it draws it
        done.set_result(self.guest.shown)

    def _meant(self, command: StoreEntries | UndoEntry | RedoEntry) -> tuple[Sequence[Intent], str]:
        journal = self.guest.shown
        if isinstance(command, RedoEntry):
            return (RedoIntent(),), ""
        if isinstance(command, UndoEntry):
            return self._undone(journal, command.n)
        made: Sequence[Happening] = command.makes(journal.state)
        if not made:
            return (), ""
        if command.means is not None:
            return (MessageIntent(command.means),), ""
        return made, self._answers(made)

    def _undone(self, journal: Journal, n: int | None) -> tuple[Sequence[Intent], str]:
        """The own entry of this place; without one, the last of one's own that holds."""
        mine = self.guest.seat.id if self.guest.seat is not None else ""
        own = (
            entry
            for entry in reversed(journal.entries)
            if entry.by == mine and journal.page.holds(entry.n) and not entry.is_turn
        )
        entry = journal.entry(n) if n else next(own, None)
        if entry is None:
            raise BadInput("undo", "There is nothing of yours to undo.")
        return (UndoIntent(entry.id),), ""

    def _answers(self, made: Sequence[Happening]) -> str:
        """What the game master asked for that this roll answers."""
        rolled = {each.procedure for each in made if isinstance(each, Rolled)}
        asks = (str(each["id"]) for each in self.guest.asks if each["procedure"] in rolled)
        return next(asks, "")

    def do(self, message: TogetherTapped) -> None:
        """What was tapped on the guest's page."""
        self.turn(lambda: self._done(message))

    async def _done(self, message: TogetherTapped) -> None:
        match message:
            case SeatTaken(role, character, name):
                await self._seat(role, character, name)
            case BackTapped():
                await self.line.wanted()
            case CodeOpened(text):
                self._camera.stop()
                await self.line.comes(invitation(text))
            case CameraTapped():
                self._camera.switch()
            case ActDropped(act):
                await self._kept(guest_update.dropped(self.guest, act))
            case ActRetried(act):
                await self._kept(guest_update.again(self.guest, act, monotonic()))
            case AskClosed(ask):
                self._closed_asks |= {ask}
        self._told = None
        self.tell_page()

    async def _seat(self, role: str, character: str, name: str) -> None:
        if role == "player" and not character and not name:
            raise BadInput("name", "Give the name of whom you want to play.")
        await self._kept(guest_update.picked(self.guest, role, character, name))
        self._brings = name if role == "player" and not character else ""

    async def _bring(self) -> None:
        """Whoever sits down as somebody new makes them, as soon as the host has given the seat."""
        seat = self.guest.seat
        if not self._brings or seat is None or seat.role != "player":
            return
        from app.update.messages.campaign import CharacterBrought

        name, self._brings = self._brings, ""
        if not seat.characters:
            meant = (MessageIntent(CharacterBrought(self.store.new_id(), name, {})),)
            await self._kept(guest_update.acted(self.guest, meant, self.store.now(), monotonic()))

    # --- what is shown ---

    def is_left_for(self, campaign: str) -> bool:
        """Has this campaign (empty: none) been opened in the place of the table's?"""
        return self._drawn is not None and campaign != self.campaign

    def moved(self, model: Model) -> None:
        """Tell the game master's device the dice that are typed on this page."""
        journal = model.journal
        if journal is None or journal.campaign != self.campaign or not model.open:
            return
        form = model.forms.get(model.open)
        answers = form.desk.answers if form is not None and form.desk.by_hand else None
        if form is None or not answers or form.kept is not None:
            return
        told = (model.open, answers)
        if told != self._typed:
            self._typed = told
            typed = form.desk.typed
            self.turn(lambda: self._typing(told[0], typed, plain(list(answers))))

    async def _typing(self, procedure: str, typed: Mapping[str, str], answers: Any) -> None:
        await self._kept(guest_update.typing(self.guest, procedure, typed, answers))

    def _show(self) -> None:
        """The page shows the campaign as it stands here, and how the table stands."""
        self._draws()
        self.tell_page()

    def _draws(self) -> None:
        """The campaign as it stands here."""
        if self._drawn is not None and self.guest.shown is not self._drawn:
            self._drawn = self.guest.shown
            self.runtime.send(JournalMoved(self.guest.shown))

    def tell_page(self) -> None:
        line, closed = self.line, self._closed_asks
        told = guest_told(self.guest, line.stands, line.why, line.code, self._camera.on, closed)
        if told != self._told:
            self._told = told
            self.runtime.send(TableStood(told))

    def close(self) -> None:
        """This device leaves the table; its copy stays."""
        self._open = False
        self._camera.stop()
        self.line.close()
        self._turns.close()


async def _stored(store: Store, campaign: str) -> Journal | None:
    known = {line.id for line in await store.campaigns()}
    return await store.load(campaign) if campaign in known else None
