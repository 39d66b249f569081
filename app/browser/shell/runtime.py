"""The running app: one message queue, its commands, and drawing.

A message is handled in turn, with the model of that time: its commands are stored and drawn before
the next one. So no tap undoes another. Slow drawing is incremental. At a shared table the other
devices are notified before drawing.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyscript import window

from app.browser.platform.dom import REFUSED, data, near, notify, soon
from app.browser.platform.elements import Element
from app.browser.shell import screen
from app.browser.shell.drawing import Drawing, Part
from app.browser.shell.focus import Held, keeping_focus
from app.browser.shell.running_app import STORAGE, Refused
from app.core.errors import BadInput, capitalize
from app.core.support.import_steps import FileMissing
from app.systems import games
from app.update.commands import (
    Command,
    JournalCommand,
    OpenGame,
    ReadOlder,
    SavePlay,
    SideEffect,
    Sit,
    StartForecast,
    StopForecast,
    StoreEntries,
    UndoEntry,
)
from app.update.messages.answers import JournalMoved, OlderRead, RollStored
from app.update.messages.offers import Offered, Shown
from app.update.messages.unsaved import RollUnsaved
from app.update.model import Model
from app.update.update import update

if TYPE_CHECKING:
    from app.browser.storage.store import Store
    from app.browser.sync.session import Session
    from app.campaign.journal.journal import Journal
    from app.update.messages import Message

#: Commands for the store; the queue waits for them.
StoreCommand = JournalCommand | ReadOlder | SideEffect

#: Seconds for which drawing waits for a change to reach a shared table.
NOTIFY_S = 0.1


def say(fault: BadInput) -> None:
    """Show why an action is refused at the top of the page."""
    notify(capitalize(fault.message), cause=REFUSED)


@dataclass(frozen=True)
class QueuedMessage:
    """A queued message; `shown` describes the part of the page where it was tapped."""

    message: Message
    refused: Refused
    shown: Shown | None = None


class Runtime:
    """The current model and the only way to change it: `send`."""

    def __init__(self) -> None:
        self.model = Model(games())
        self.dice: random.Random = random.SystemRandom()
        self._queue: deque[QueuedMessage] = deque()
        self._busy = False
        self._drawing = Drawing()
        self._is_drawing = False
        #: Progress of incremental drawing: the model, whether more remains, the focus before.
        self._drawn: Model | None = None
        self._is_more = False
        self._held: Held | None = None
        self._store: asyncio.Future[Store] = asyncio.get_event_loop().create_future()
        #: The element of the current event, and the number of taps that the page shows.
        self._place: Element | None = None
        self._taps_shown = 0
        #: The session of a shared table, while this device is part of one.
        self.table: Session | None = None

    # --- messages ---

    def send(self, message: Message, refused: Refused = say) -> None:
        """Queue a message; `refused` is called with the reason if it cannot be applied."""
        self._queue.append(QueuedMessage(message, refused, self._shown_values()))
        self._handle_queue()

    @contextmanager
    def at_part_of(self, element: Element) -> Iterator[None]:
        """Relate messages sent inside the block to this part of the page."""
        outer, self._place = self._place, element
        try:
            yield
        finally:
            self._place = outer

    def _shown_values(self) -> Shown | None:
        if self._place is None:
            return None
        around = near(self._place, "[data-shown]")
        return Shown.read(data(around, "shown") if around is not None else "", self._taps_shown)

    def send_instead(self, message: Message, of: Callable[[Message], bool]) -> None:
        """Queue a message in place of the newest one if `of` accepts that.

        A field sends its whole content, so only the latest message counts.
        """
        if self._queue and of(self._queue[-1].message):
            self._queue.pop()
        self.send(message)

    def waits(self, kind: type[Message]) -> bool:
        """Tell whether a message of this kind is queued."""
        return any(isinstance(turn.message, kind) for turn in self._queue)

    def withdraw(self, kind: type[Message]) -> None:
        """Remove all messages of this kind from the queue."""
        self._queue = deque(turn for turn in self._queue if not isinstance(turn.message, kind))

    def _handle_queue(self) -> None:
        """Handle queued messages until the store has work to do.

        A field that a drawing removes may report its change: that message waits for the drawing.
        """
        while self._queue and not self._busy and not self._is_drawing:
            self._handle(self._queue.popleft())
            if not self._busy:
                self._taps_shown = self.model.taps

    def _handle(self, turn: QueuedMessage) -> None:
        """Handle a message at once, up to work for the store or slow drawing.

        At a shared table changes of the journal come first.
        """
        message = turn.message if turn.shown is None else Offered(turn.message, turn.shown)
        commands = self._update(message, turn.refused)
        if self.table is not None and any(
            isinstance(command, JournalCommand) for command in commands
        ):
            first = sorted(commands, key=lambda each: not isinstance(each, JournalCommand))
            self._finish_later(tuple(first), turn.refused, NOTIFY_S)
            return
        for index, command in enumerate(commands):
            if isinstance(command, StoreCommand) or not self._do_at_once(command, turn.refused):
                self._draw_on()
                self._finish_later(commands[index:], turn.refused)
                return
        if self._draw_on():
            self._finish_later((), turn.refused)

    def _do_at_once(self, command: Command, refused: Refused) -> bool:
        """Run a command unless the drawing it needs takes long; return whether it ran."""
        if needs_drawing(command) and self._draw_on():
            return False
        self._do(command, refused)
        return True

    def _finish_later(
        self, commands: tuple[Command, ...], refused: Refused, before: float = 0.0
    ) -> None:
        self._busy = True
        soon(self._finish(commands, refused, before))

    def _update(self, message: Message | Offered, refused: Refused) -> tuple[Command, ...]:
        try:
            self.model, commands = update(self.model, message, self.dice)
        except BadInput as fault:
            refused(fault)
            return ()
        return commands

    async def _finish(self, commands: tuple[Command, ...], refused: Refused, before: float) -> None:
        """Run the remaining commands of a turn without blocking the page.

        before: seconds that the commands may take before drawing begins.
        """
        try:
            if before:
                doing = asyncio.ensure_future(self._carry_out(commands, refused))
                await asyncio.wait({doing}, timeout=before)
                await self.draw_all()
                await doing
            else:
                await self.draw_all()
                await self._carry_out(commands, refused)
            await self.draw_all()
        finally:
            self._busy, self._taps_shown = False, self.model.taps
            self._handle_queue()

    async def answer(self, message: Message, refused: Refused = say) -> None:
        """Handle an answer of the store at once, before queued messages."""
        await self._carry_out(self._update(message, refused), refused)

    async def _carry_out(self, commands: tuple[Command, ...], refused: Refused) -> None:
        for command in commands:
            if isinstance(command, StoreCommand):
                await self._store_command(command, refused)
            else:
                if needs_drawing(command):
                    await self.draw_all()
                self._do(command, refused)

    def new_id(self) -> str:
        """Return a new id that sorts by time."""
        from app.campaign.journal.entries import new_id  # a first roll needs none

        return new_id(int(window.Date.now()), self.dice.getrandbits(80))

    # --- the store ---

    @property
    def is_open(self) -> bool:
        """Whether the store is open."""
        return self._store.done()

    def hand_over(self, store: Store) -> None:
        self._store.set_result(store)

    async def store(self) -> Store:
        """Return the store once it is open."""
        return await self._store

    async def sit_down(self) -> None:
        """Join the shared table of the open campaign, if it has one."""
        store = await self._store
        journal = self.model.journal
        if self.table is not None or (journal is not None and store.table(journal.campaign)):
            from app.browser.sync import session  # only shared tables need it

            session.resume(self)

    async def _store_command(self, command: StoreCommand, refused: Refused) -> None:
        """Run a command on the store and handle its answer; a failure changes nothing."""
        if isinstance(command, SideEffect):
            await self._run(command, refused)
            return
        journal = self.model.journal
        assert journal is not None  # without a journal the command waits in the model
        store = await self._store
        from app.browser.storage.databases import StorageError  # it comes with the store

        try:
            if isinstance(command, ReadOlder):
                page = await store.older(journal, command.page)
                await self.answer(OlderRead(journal.campaign, page.entries))
                return
            after = await self._advance(store, journal, command)
        except StorageError as fault:
            notify(str(fault), cause=fault.why)
            if refused is not say:
                refused(BadInput(STORAGE, str(fault)))
            await self._mark_unsaved(command, fault.why)
            return
        except FileMissing:  # the code of shared tables is missing; the page names its file
            await self._mark_unsaved(command, StorageError.why)
            return
        except BadInput as fault:
            refused(fault)
            return
        for part in self._drawing.parts:  # before they are drawn
            part.stale()
        await self.answer(JournalMoved(after, by_us=True))
        then = getattr(command, "then", None)
        if then is not None and after.n > journal.n:
            await self.answer(then, refused)

    async def _mark_unsaved(self, command: StoreCommand, why: str) -> None:
        """Mark the result of a roll that could not be stored."""
        if isinstance(command, StoreEntries) and isinstance(command.then, RollStored):
            await self.answer(RollUnsaved(command, why))

    async def _run(self, effect: SideEffect, refused: Refused) -> None:
        """Run a side effect on campaigns or files and handle its answers at once."""
        if not self.is_open and isinstance(effect, OpenGame):
            return  # the store opens the current game when it is ready
        from app.browser.shell import handlers

        for message in await handlers.run(self, effect):
            await self.answer(message, refused)

    async def _advance(self, store: Store, journal: Journal, command: JournalCommand) -> Journal:
        sits = self.table is not None and self.table.campaign == journal.campaign
        if not sits and store.table(journal.campaign):
            from app.browser.sync import session  # the page has just been reloaded

            await session.resume_link(self)
        after = await self.table.advance(journal, command) if self.table is not None else None
        if after is not None:
            return after
        if isinstance(command, StoreEntries):
            after = await store.happen(journal, command.makes)
        elif isinstance(command, UndoEntry):
            after = await store.undo(journal, command.n)
        else:
            after = await store.redo(journal)
        if self.table is not None:
            self.table.on_growth(after)
            await asyncio.sleep(0)  # other devices are notified before drawing
        return after

    async def _save(self, play: Mapping[str, object] | None) -> None:
        store = await self._store
        from app.browser.storage.databases import StorageError  # it comes with the store

        try:
            await store.save_play(play)
        except StorageError as fault:
            notify(str(fault), cause=fault.why)

    # --- the screen ---

    def show(self, *parts: Part) -> None:
        """Add parts to the page and draw them."""
        self._drawing.parts += parts
        self.draw()

    def show_each(self, *parts: Part) -> Generator[None, None, None]:
        """Add parts one at a time and yield between them."""
        for part in parts:
            self.show(part)
            yield

    def draw(self) -> None:
        """Draw all changes at once."""
        with keeping_focus(), self._while_drawing():
            self._drawing.at_once(self.model)

    @contextmanager
    def _while_drawing(self) -> Iterator[None]:
        """Queue all messages inside the block; they are handled soon after it."""
        self._is_drawing = True
        try:
            yield
        finally:
            self._is_drawing = False
            if self._queue:
                asyncio.get_event_loop().call_soon(self._handle_queue)

    async def draw_all(self) -> None:
        """Draw all changes, with turns for the page in between."""
        while self._draw_on():
            await asyncio.sleep(0)

    def _draw_on(self) -> bool:
        """Draw for a moment and return whether more remains.

        A lost focus is replaced at once, or the next key would be lost. Whether the focused
        element is still visible needs a layout, so that is checked after drawing, in a turn
        of its own.
        """
        held, self._held = self._held, None
        is_sliced = held is not None
        if held is not None and not self._is_more:
            held.keep()
            return self._drawn is not self.model
        if held is None or held.has_moved():
            held = Held()
        self._drawn = self.model
        with self._while_drawing():
            self._is_more = self._drawing.draw_on(self.model)
        if held.is_lost() or not (self._is_more or is_sliced):
            held.keep()
            return self._is_more
        self._held = held
        return True

    def _do(self, command: Command, refused: Refused = say) -> None:
        if isinstance(command, SavePlay):
            soon(self._save(command.left))
        elif isinstance(command, StartForecast | StopForecast):
            from app.browser.forecast import forecast_runs

            forecast_runs.do(self, command)
        elif isinstance(command, Sit):
            from app.browser.sync import session

            session.sit(self, command.message, refused)
        else:
            screen.do(command, self.model)


def needs_drawing(command: Command) -> bool:
    """Tell whether a command needs the page to show the current model."""
    own = isinstance(command, SavePlay | StartForecast | StopForecast)
    return not own and not screen.comes_before(command)
