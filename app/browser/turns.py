"""Taking turns: what is done with the store one after another, and what went wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from app.browser.dom import Js, data, near, soon, tell
from app.browser.keeping import Keeping
from app.browser.storage.databases import StorageError
from app.browser.storage.store import Store
from app.campaign.sense import BadFile
from app.campaign.values import NotPlain
from app.core.errors import BadInput


class Turns:
    """Does one thing after another and shows how things are then.

    said: what came of the last one. refused: called with a file that cannot be read in.
    """

    def __init__(self, keeping: Keeping, show: Callable[[], Awaitable[None]]) -> None:
        self.keeping = keeping
        self.said = ""
        self.refused: Callable[[BadFile], None] = lambda fault: None
        self._show = show
        self._turn = asyncio.Lock()

    def do(self, doing: Callable[[Store], Awaitable[None]]) -> Callable[[Js], None]:
        return lambda _: soon(self.tried(doing))

    def doing_with(
        self, doing: Callable[[Store, str], Awaitable[None]], what: str = "campaign"
    ) -> Callable[[Js], None]:
        """Something that is done with the campaign (or the backup) around the button."""

        def do(button: Js) -> None:
            id = data(near(button, f"[data-{what}]"), what)
            soon(self.tried(lambda store: doing(store, id)))

        return do

    async def tried(self, doing: Callable[[Store], Awaitable[None]]) -> None:
        """Do it, say what went wrong if something did, and show how things are now."""
        async with self._turn:
            self.said = ""
            tell("")
            try:
                await doing(await self.keeping.store())
            except (StorageError, BadInput, NotPlain) as fault:
                self.said = fault.message if isinstance(fault, BadInput) else str(fault)
                tell(self.said)
            except BadFile as fault:
                self.refused(fault)
            await self._show()

    async def quietly(self, doing: Callable[[Store], Awaitable[object]]) -> None:
        """Do it when it is its turn; nobody asked for it, and nothing is said of it here."""
        async with self._turn:
            await doing(await self.keeping.store())

    async def shown(self) -> None:
        """Show how things are, when it is its turn."""
        async with self._turn:
            await self._show()
