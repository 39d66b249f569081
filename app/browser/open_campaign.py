"""Keeping what happens: the store, and the journal of the open game with its undo.

Nothing is shown as kept before the store has it. Rolls work while the store is still opening, and
where it fails: then the page says that nothing lasts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from fractions import Fraction
from typing import Any

from app.browser.dom import each, one, root, soon, tell
from app.browser.journal_list import JournalList
from app.browser.older import Older
from app.browser.page import Page
from app.browser.storage.databases import StorageError
from app.browser.storage.store import Store, open_store
from app.campaign.facts.base import Fact
from app.campaign.hours import passed
from app.campaign.journal import Journal
from app.campaign.soundness import sound
from app.campaign.state import CampaignState
from app.core.errors import BadInput
from app.systems import games
from app.table.messages import Message
from app.table.update import facts
from app.widgets.board import people
from app.widgets.campaigns import called, counted, lacking, open_ids
from app.widgets.journal import Line, lines


def say(fault: BadInput) -> None:
    tell(fault.message)


class OpenCampaign:
    """The store and the journal of the game that is open.

    on_open: called when the journal of a campaign stands here that did not before.
    on_left: called when the journal that stood here before is no longer the open one.
    on_state: called when the state of the open campaign is another one.
    on_undone: called when entries of the journal may hold no more.
    on_elsewhere: called when another tab changed something that is stored.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.journal: Journal | None = None
        self.on_open: Callable[[], None] = lambda: None
        self.on_left: Callable[[], None] = lambda: None
        self.on_state: Callable[[], None] = lambda: None
        self.on_undone: Callable[[], None] = lambda: None
        self.on_elsewhere: Callable[[], None] = lambda: None
        self._store: asyncio.Future[Store] = asyncio.get_event_loop().create_future()
        self._list = JournalList()
        self._older = Older()
        self._turn = asyncio.Lock()
        self._state: CampaignState | None = None
        self._told = 0  # how often another tab said that it wrote

    async def open(self) -> None:
        """Open the store; then the journal of the open game."""
        store = await open_store(games())
        store.on_gone = tell
        store.on_role = self._show_role
        store.on_change = lambda campaign: soon(self._followed(campaign))
        self._store.set_result(store)
        self._show_role(store.is_writer)
        said = lacking(store.lasts, store.why, store.alone)
        one("[data-lacks-said]").textContent = said
        one("[data-lacks]").hidden = not said
        root.setAttribute("data-storage", "lasts" if store.lasts else "memory")
        if store.newer is not None:
            tell(str(store.newer))
        elif store.brought_back:
            tell("The browser had lost what was stored; it was brought back from a second copy.")
        await self.show_game()
        if store.report:
            damaged = counted(len(store.report), "damaged record was", "damaged records were")
            tell(f"{damaged} set aside; the rest is whole. Campaigns, above, offers to save them.")

    # --- other tabs ---

    def _show_role(self, is_writer: bool) -> None:
        """Say whether another tab does the writing; this one then follows what happens there."""
        one("[data-other-tab]").hidden = is_writer

    async def _followed(self, campaign: str) -> None:
        """Another tab changed a campaign: show where it stands now."""
        self._told += 1
        if self.journal is not None and campaign == self.journal.campaign:
            await self._follow(self.journal)
        elif self.journal is None or not self.journal.n:
            self.journal = None  # nothing had happened here: perhaps a campaign began there
            await self.show_game()
        self.on_elsewhere()

    async def _follow(self, before: Journal) -> None:
        """Show where the open campaign stands since another tab wrote in it."""
        try:
            self.journal = await (await self._store).load(before.campaign)
        except StorageError:  # it was deleted there
            await self.reopen()
            return
        self.show()
        if self.journal.state.house != before.state.house:
            self.on_open()  # the forms say them
        self.on_state()
        self.on_undone()

    async def take_over(self) -> None:
        """From now on this tab writes and the others follow."""
        await (await self._store).take_over()
        if self.journal is not None and self.journal.n:  # what was missed meanwhile
            await self._followed(self.journal.campaign)
        self.on_elsewhere()

    # --- the journal of the open game ---

    async def show_game(self) -> None:
        """Show the journal of the game that is open; where none is, of the one used last."""
        if self.journal and self.page.game in ("", self.journal.state.game):
            return
        store = await self._store
        game = self.page.game or await self._last_game(store)
        if game:
            told = -1
            while told != self._told:  # again where another tab wrote while this one read
                told = self._told
                self.journal = await self._current(store, game)
            self._show_all()

    async def _last_game(self, store: Store) -> str:
        """The game that was played last, of those that are known here."""
        played = (each.game for each in await store.campaigns())
        return next((game for game in played if game in games()), "")

    async def _current(self, store: Store, game: str) -> Journal:
        """This game's campaign: the one opened last, else the one used last, else a new one."""
        opened = open_ids(await store.campaigns(), store.settings.get("open")).get(game)
        return await store.load(opened) if opened else store.begin(game)

    async def reopen(self, campaign: str = "") -> None:
        """Open a campaign; without one, read anew what is to be open after whole ones changed."""
        store = await self._store
        async with self._turn:
            if campaign:
                journal = await store.load(campaign)
                if journal.state.game not in games():
                    raise StorageError("The game of this campaign is not known here.")
                self.journal = journal
                await self._remember_open(store, self.journal)
            elif self.page.game:
                self.journal = await self._current(store, self.page.game)
            else:
                game = await self._last_game(store)
                self.journal = await self._current(store, game) if game else None
            self.on_left()
            self._show_all()

    async def _remember_open(self, store: Store, journal: Journal) -> None:
        """The next start opens this campaign again."""
        known = store.settings.get("open")
        chosen = {
            **(known if isinstance(known, dict) else {}),
            journal.state.game: journal.campaign,
        }
        if store.is_writer and store.newer is None and chosen != known:
            await store.set("open", chosen)

    def _show_all(self) -> None:
        self.show()
        self.on_open()
        self.on_state()

    async def store(self) -> Store:
        """The store, once it is open."""
        return await self._store

    def show(self) -> None:
        """Show the journal's newest entries, and what can be undone."""
        journal, name = self.journal, "Campaigns"
        listed: tuple[Line, ...] = ()
        state, more = self.state, False
        if journal is not None and state is not None:
            shown = self._older.page(journal)
            more = self._older.has_more(shown)
            listed = lines(shown, games()[state.game], people(state))
            name = called(state.name)
        self._list.show(listed)
        one("[data-journal-said]").hidden = bool(listed)
        one('[data-do="journal-older"]').hidden = not more
        one("[data-campaign-open]").textContent = name
        for button in each("[data-undo-last]"):
            button.disabled = journal is None or journal.undoable is None
        for button in each('[data-do="redo"]'):
            button.disabled = journal is None or journal.redoable is None

    async def show_older(self) -> None:
        """Show entries from before those that are shown."""
        if self.journal is not None:
            try:
                await self._older.read(await self._store, self.journal)
            except StorageError as fault:
                tell(str(fault))
            self.show()

    async def _advance(
        self,
        step: Callable[[Store, Journal], Awaitable[Journal]],
        refused: Callable[[BadInput], None] = say,
    ) -> bool:
        """One step of the journal, stored before it is shown; says so if it could not be."""
        store = await self._store
        async with self._turn:
            await self.show_game()
            if self.journal is None:
                return False
            try:
                self.journal = await step(store, self.journal)
            except StorageError as fault:
                tell(str(fault))
                return False
            except BadInput as fault:
                refused(fault)
                return False
            self.show()
            self.on_state()
            return True

    @property
    def state(self) -> CampaignState | None:
        """The state of the open campaign as its game can mean it, None while it is being read."""
        if self.journal is None:
            return None
        document = sound(self.journal.document, games())
        if self._state is None or self._state.document is not document:
            self._state = CampaignState(document)
        return self._state

    async def append(self, *facts: Fact) -> bool:
        """Store these facts, all or none; False (and said on the page) if that could not be."""
        return await self._advance(lambda store, journal: store.append(journal, *facts))

    async def send(self, message: Message, refused: Callable[[BadInput], None] = say) -> bool:
        """Let happen what a message comes to, by the state when its turn has come.

        refused: called with why not, where it cannot happen.
        """
        return await self._advance(
            lambda store, journal: store.happen(
                journal, lambda state: facts(message, state, games())
            ),
            refused,
        )

    async def step(self, step: str, inputs: Mapping[str, Any], *before: Fact) -> bool:
        """Take a step of the encounter: `begin`, `end`, `join`, or one of its transitions.

        before: what is agreed with it, kept together with it or not at all.
        """
        return await self._advance(
            lambda store, journal: store.step(journal, step, inputs, *before)
        )

    async def pass_time(self, hours: Fraction) -> bool:
        """Let hours pass, up to what needs a roll or a decision."""

        async def happen(store: Store, journal: Journal) -> Journal:
            now = dict(sound(journal.document, games()))
            return await store.append(journal, passed(now, hours, games(), store.stamp().id))

        return await self._advance(happen)

    # --- undo and redo ---

    async def undo(self, place: int | None = None) -> None:
        """Take back the entry of this number, or whatever came last."""
        if await self._advance(lambda store, journal: store.undo(journal, place)):
            self.on_undone()

    async def redo(self) -> None:
        await self._advance(lambda store, journal: store.redo(journal))
