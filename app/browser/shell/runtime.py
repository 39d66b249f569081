"""The table at work: messages in one queue, what they want done, and everything drawn from it.

A message is handled when its turn has come, by the model as it is then, and with all that comes of
it: what is to be stored is stored, and everything drawn, before the next one is looked at. So no
tap undoes another. What takes its time to be drawn is drawn in slices, and the page has its turn.
At a table of several devices the others are told before it is drawn here.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.browser.platform.dom import Js, data, near, soon, tell
from app.browser.shell import screen
from app.browser.shell.drawing import Drawing, Part
from app.browser.shell.focus import Held, keeping_focus
from app.core.errors import BadInput
from app.core.support.import_steps import FileMissing
from app.systems import games
from app.update.commands import (
    Command,
    OpenGame,
    ReadOlder,
    RedoEntry,
    SavePlay,
    SideEffect,
    Sit,
    StartForecast,
    StopForecast,
    StoreEntries,
    UndoEntry,
)
from app.update.messages.answers import JournalMoved, OlderRead, RollKept, RollUnsaved
from app.update.messages.offers import Offered, Shown
from app.update.model import Model
from app.update.update import update

if TYPE_CHECKING:
    from app.browser.storage.store import Store
    from app.browser.sync.session import Session
    from app.campaign.journal.journal import Journal
    from app.update.messages import Message

#: What happens in the journal: at a table everybody waits for it.
Happens = StoreEntries | UndoEntry | RedoEntry

#: What the store does; the queue waits for it.
StoreCommand = Happens | ReadOlder | SideEffect

#: So many seconds a page that sits at a table waits for what happens to be told, then it is drawn.
TOLD_S = 0.1


def say(fault: BadInput) -> None:
    """Why something cannot happen, at the top of the page."""
    tell(fault.message)


#: Told why something cannot happen, where it was asked for.
Refused = Callable[[BadInput], None]


@dataclass(frozen=True)
class Turn:
    """A message that waits for its turn. shown: by the part of the page where it was tapped."""

    message: Message
    refused: Refused
    shown: Shown | None = None


class Runtime:
    """The model as it is now, and the only way to change it: `send`."""

    def __init__(self) -> None:
        self.model = Model(games())
        self.dice: random.Random = random.SystemRandom()
        self._queue: deque[Turn] = deque()
        self._busy = False
        self._drawing = Drawing()
        #: While it is drawn in slices: which model, is there more, and what had the focus before?
        self._drawn: Model | None = None
        self._is_more = False
        self._held: Held | None = None
        self._store: asyncio.Future[Store] = asyncio.get_event_loop().create_future()
        #: Where on the page the event happened that is being handled, and how many taps the page
        #: shows the outcome of.
        self._place: Js | None = None
        self._taps_shown = 0
        #: This device at a table of several, while it sits there.
        self.table: Session | None = None

    # --- messages ---

    def send(self, message: Message, refused: Refused = say) -> None:
        """Let a message take its turn. refused: told why not, where it cannot happen."""
        self._queue.append(Turn(message, refused, self._shown()))
        self._go_on()

    @contextmanager
    def heard_at(self, place: Js) -> Iterator[None]:
        """Let what is sent meanwhile count for what that part of the page shows."""
        outer, self._place = self._place, place
        try:
            yield
        finally:
            self._place = outer

    def _shown(self) -> Shown | None:
        if self._place is None:
            return None
        around = near(self._place, "[data-shown]")
        return Shown.read(data(around, "shown") if around is not None else "", self._taps_shown)

    def say_instead(self, message: Message, of: Callable[[Message], bool]) -> None:
        """Let a message take its turn; that of the newest one that waits, where that is such a one.

        A field tells all that stands in it: what it told before is in what it tells now.
        """
        if self._queue and of(self._queue[-1].message):
            self._queue.pop()
        self.send(message)

    def waits(self, kind: type[Message]) -> bool:
        """Does a message of this kind wait for its turn?"""
        return any(isinstance(each.message, kind) for each in self._queue)

    def _go_on(self) -> None:
        """Handle what waits, up to what the store must do first."""
        while self._queue and not self._busy:
            self._handle(self._queue.popleft())
            if not self._busy:
                self._taps_shown = self.model.taps

    def _handle(self, turn: Turn) -> None:
        """All of it at once, up to what the store must do or what takes long to be drawn.

        At a table what happens comes first: everybody waits for it.
        """
        message = turn.message if turn.shown is None else Offered(turn.message, turn.shown)
        commands = self._updated(message, turn.refused)
        if self.table is not None and any(isinstance(each, Happens) for each in commands):
            first = sorted(commands, key=lambda each: not isinstance(each, Happens))
            self._go_on_later(tuple(first), turn.refused, TOLD_S)
            return
        for place, command in enumerate(commands):
            if isinstance(command, StoreCommand) or not self._at_once(command, turn.refused):
                self._draw_on()
                self._go_on_later(commands[place:], turn.refused)
                return
        if self._draw_on():
            self._go_on_later((), turn.refused)

    def _at_once(self, command: Command, refused: Refused) -> bool:
        """Do it, unless what it needs takes long to be drawn; has it been done?"""
        if needs_drawing(command) and self._draw_on():
            return False
        self._do(command, refused)
        return True

    def _go_on_later(
        self, commands: tuple[Command, ...], refused: Refused, before: float = 0.0
    ) -> None:
        self._busy = True
        soon(self._rest(commands, refused, before))

    def _updated(self, message: Message | Offered, refused: Refused) -> tuple[Command, ...]:
        try:
            self.model, commands = update(self.model, message, self.dice)
        except BadInput as fault:
            refused(fault)
            return ()
        return commands

    async def _rest(self, commands: tuple[Command, ...], refused: Refused, before: float) -> None:
        """What is left of a turn, from what the page is not kept waiting for.

        before: so many seconds it has to be carried out before anything is drawn.
        """
        try:
            if before:
                doing = asyncio.ensure_future(self._carry_out(commands, refused))
                await asyncio.wait({doing}, timeout=before)
                await self.drawn()
                await doing
            else:
                await self.drawn()
                await self._carry_out(commands, refused)
            await self.drawn()
        finally:
            self._busy, self._taps_shown = False, self.model.taps
            self._go_on()

    async def answer(self, message: Message, refused: Refused = say) -> None:
        """What the store answers is handled at once, before anything that waits."""
        await self._carry_out(self._updated(message, refused), refused)

    async def _carry_out(self, commands: tuple[Command, ...], refused: Refused) -> None:
        for command in commands:
            if isinstance(command, StoreCommand):
                await self._stored(command, refused)
            else:
                if needs_drawing(command):
                    await self.drawn()
                self._do(command, refused)

    # --- the store ---

    @property
    def is_open(self) -> bool:
        """Is the store open?"""
        return self._store.done()

    def opened(self, store: Store) -> None:
        self._store.set_result(store)

    async def store(self) -> Store:
        """The store, once it is open."""
        return await self._store

    async def sit_down(self) -> None:
        """Sit at the table of the open campaign, if it has one; at no other."""
        store = await self._store
        journal = self.model.journal
        if self.table is not None or (journal is not None and store.table(journal.campaign)):
            from app.browser.sync import session  # nobody else needs any of it

            session.resume(self)

    async def _stored(self, command: StoreCommand, refused: Refused) -> None:
        """Do it and answer; what went wrong is said, and then nothing is another."""
        if isinstance(command, SideEffect):
            await self._run(command, refused)
            return
        journal = self.model.journal
        assert journal is not None  # else it would wait in the model
        store = await self._store
        from app.browser.storage.databases import StorageError  # it comes with the store

        try:
            if isinstance(command, ReadOlder):
                found = await store.older(journal, command.page)
                await self.answer(OlderRead(journal.campaign, found.entries))
                return
            after = await self._advanced(store, journal, command)
        except StorageError as fault:
            tell(str(fault))
            await self._unsaved(command, fault.why)
            return
        except FileMissing:  # a shared table's code has not come; the page names its file
            await self._unsaved(command, StorageError.why)
            return
        except BadInput as fault:
            refused(fault)
            return
        for part in self._drawing.parts:  # before they are drawn with it: once is enough
            part.stale()
        await self.answer(JournalMoved(after))
        then = getattr(command, "then", None)
        if then is not None and after.n > journal.n:
            await self.answer(then, refused)

    async def _unsaved(self, command: StoreCommand, why: str) -> None:
        """The result of a roll that could not be stored says so."""
        if isinstance(command, StoreEntries) and isinstance(command.then, RollKept):
            await self.answer(RollUnsaved(command, why))

    async def _run(self, errand: SideEffect, refused: Refused) -> None:
        """Do what is done with whole campaigns and with files; its answers are handled at once."""
        if not self.is_open and isinstance(errand, OpenGame):
            return  # the game that is open when the store is, is opened with it
        from app.browser.shell import handlers

        for message in await handlers.run(self, errand):
            await self.answer(message, refused)

    async def _advanced(self, store: Store, journal: Journal, command: Happens) -> Journal:
        sits = self.table is not None and self.table.campaign == journal.campaign
        if not sits and store.table(journal.campaign):
            from app.browser.sync import session  # the page was just opened anew

            await session.resumed(self)
        after = await self.table.advanced(journal, command) if self.table is not None else None
        if after is not None:
            return after
        if isinstance(command, StoreEntries):
            after = await store.happen(journal, command.makes)
        elif isinstance(command, UndoEntry):
            after = await store.undo(journal, command.n)
        else:
            after = await store.redo(journal)
        if self.table is not None:
            self.table.went_on(after)
            await asyncio.sleep(0)  # the others are told before it is drawn here
        return after

    async def _save(self, left: Mapping[str, Any] | None) -> None:
        store = await self._store
        from app.browser.storage.databases import StorageError  # it comes with the store

        try:
            await store.save_play(left)
        except StorageError as fault:
            tell(str(fault))

    # --- the screen ---

    def show(self, *parts: Part) -> None:
        """From now on these are drawn from the model, too."""
        self._drawing.parts += parts
        self.draw()

    def draw(self) -> None:
        """Draw all that is another, at once."""
        with keeping_focus():
            self._drawing.at_once(self.model)

    async def drawn(self) -> None:
        """Draw all that is another; the page has its turn now and then."""
        while self._draw_on():
            await asyncio.sleep(0)

    def _draw_on(self) -> bool:
        """Draw for a moment; is there more?

        What lost the focus has a successor at once, or the next key would be lost. Whether what has
        it can be seen still, for which the browser lays out the page, is looked at when all is
        drawn: in a turn of its own, where that took several.
        """
        held, self._held = self._held, None
        is_sliced = held is not None
        if held is not None and not self._is_more:
            held.keep()
            return self._drawn is not self.model
        if held is None or held.has_gone_on():
            held = Held()
        self._drawn = self.model
        self._is_more = self._drawing.goes_on(self.model)
        if held.is_off() or not (self._is_more or is_sliced):
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
    """Is it done on a page that shows the model?"""
    own = isinstance(command, SavePlay | StartForecast | StopForecast)
    return not own and not screen.comes_before(command)
