"""The store and the open campaign: found at the start, followed in other tabs, opened anew."""

from __future__ import annotations

from collections.abc import Callable

from app.browser.current import remember
from app.browser.dom import one, root, soon, tell
from app.browser.runtime import Runtime
from app.browser.storage.databases import StorageError
from app.browser.storage.sealed_rows import Heard
from app.browser.storage.store import Store, open_store
from app.systems import games
from app.table.messages.answers import JournalMoved, JournalOpened, PlayLeft
from app.widgets.campaigns import counted, lacking


class Elsewhere:
    """What other tabs do, as it is followed here. after: called when this page has followed."""

    def __init__(self, runtime: Runtime, after: Callable[[], None]) -> None:
        self._runtime = runtime
        self._after = after

    def changed(self, campaign: str) -> None:
        """Another tab changed a campaign, or another store: show where it stands now."""
        self._runtime.ask(lambda store: self.followed(store, campaign))

    async def followed(self, store: Store, campaign: str) -> None:
        journal = self._runtime.model.journal
        if journal is not None and campaign == journal.campaign:
            await self._follow(store, campaign)
        elif journal is None or not journal.n:
            # Nothing had happened here: perhaps a campaign began there.
            await self._runtime.open_game(self._runtime.model.game)
        self._after()

    async def _follow(self, store: Store, campaign: str) -> None:
        """Show where the open campaign stands since another tab wrote in it."""
        try:
            journal = await store.load(campaign)
        except StorageError:  # it was deleted there
            await campaign_opened(self._runtime, store, "")
            return
        await self._runtime.answer(JournalMoved(journal))


async def open_for(runtime: Runtime, elsewhere: Elsewhere) -> None:
    """Open the store, then the campaign of the open game, and go on with what lay there.

    elsewhere: told when another tab changed something that is stored.
    """
    store = await open_store(games(), heard=Heard(tell, show_role, elsewhere.changed))
    runtime.opened(store)
    show_role(store.is_writer)
    said = lacking(store.lasts, store.why, store.alone)
    one("[data-lacks-said]").textContent = said
    one("[data-lacks]").hidden = not said
    root.setAttribute("data-storage", "lasts" if store.lasts else "memory")
    if store.newer is not None:
        tell(str(store.newer))
    elif store.brought_back:
        tell("The browser had lost what was stored; it was brought back from a second copy.")
    runtime.ask(lambda store: _resumed(runtime, store))


async def _resumed(runtime: Runtime, store: Store) -> None:
    await runtime.open_game(runtime.model.game)
    if left := await store.play():
        await runtime.answer(PlayLeft(left))
    if store.report:
        damaged = counted(len(store.report), "damaged record was", "damaged records were")
        tell(f"{damaged} set aside; the rest is whole. Campaigns, above, offers to save them.")


def show_role(is_writer: bool) -> None:
    """Say whether another tab does the writing; this one then follows what happens there."""
    one("[data-other-tab]").hidden = is_writer


# --- the campaign ---


async def campaign_opened(runtime: Runtime, store: Store, campaign: str) -> None:
    """Open this campaign; without one, read anew what is to be open after whole ones changed."""
    if not campaign:
        await runtime.open_game(runtime.model.game, left=True)
        return
    journal = await store.load(campaign)
    if journal.state.game not in games():
        raise StorageError("The game of this campaign is not known here.")
    await remember(store, journal)
    await runtime.answer(JournalOpened(journal, left=True))


# --- other tabs ---


def take_over(runtime: Runtime, elsewhere: Elsewhere) -> None:
    """From now on this tab writes and the others follow."""
    soon(_take_over(runtime, elsewhere))


async def _take_over(runtime: Runtime, elsewhere: Elsewhere) -> None:
    store = await runtime.store()
    await store.take_over()
    journal = runtime.model.journal
    elsewhere.changed(journal.campaign if journal is not None else "")  # what was missed meanwhile
