"""What is done with whole campaigns: once a tap, in its turn, and what went wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic

from app.browser.dom import Js, data, near, tell
from app.browser.runtime import Runtime
from app.browser.storage.databases import StorageError
from app.browser.storage.store import Store
from app.campaign.values import NotPlain
from app.core.errors import BadInput

#: The same button tapped again before so many seconds have passed is still the first tap.
THUMB_S = 0.6

#: Seconds until what the page says has surely been drawn.
DRAWN_S = 0.05


class TaskQueue:
    """Does one thing after another and shows how things are then.

    What is asked for again while it is being done, or in the moment after, is done once: a thumb
    that does not wait begins no second campaign, and says no yes to what it has not read.
    said: what came of the last one.
    """

    def __init__(self, runtime: Runtime, show: Callable[[Store], Awaitable[None]]) -> None:
        self.said = ""
        self._runtime = runtime
        self._show = show
        self._tap: list[str] = []  # the last thing that was asked for
        self._again_at = 0.0  # when it may be asked for again

    def do(self, doing: Callable[[Store], Awaitable[None]]) -> Callable[[Js], None]:
        return lambda button: self.once(data(button, "do"), doing)

    def doing_with(
        self, doing: Callable[[Store, str], Awaitable[None]], what: str = "campaign"
    ) -> Callable[[Js], None]:
        """Something that is done with the campaign (or the backup) around the button."""

        def do(button: Js) -> None:
            id = data(near(button, f"[data-{what}]"), what)
            self.once(f"{data(button, 'do')} {id}", lambda store: doing(store, id))

        return do

    def once(self, what: str, doing: Callable[[Store], Awaitable[None]]) -> None:
        """Do it, unless it is what was asked for last and the thumb is still there."""
        if self._tap == [what] and monotonic() < self._again_at:
            return
        self._tap, self._again_at = [what], float("inf")
        tap = self._tap

        async def do(store: Store) -> None:
            try:
                await self._tried(store, doing)
            finally:
                if self._tap is tap:
                    self._again_at = monotonic() + THUMB_S

        self._runtime.ask(do)

    def touched(self) -> None:
        """Something was chosen or typed, or came from elsewhere: the same button again is meant."""
        self._tap = []

    @asynccontextmanager
    async def at_work(self, words: str) -> AsyncIterator[None]:
        """Say what is being done while it is done; it can be read before that begins."""
        tell(words)
        await asyncio.sleep(DRAWN_S)
        try:
            yield
        finally:
            tell("")

    def tried(self, doing: Callable[[Store], Awaitable[None]]) -> None:
        """Do it, say what went wrong if something did, and show how things are now."""
        self._runtime.ask(lambda store: self._tried(store, doing))

    async def _tried(self, store: Store, doing: Callable[[Store], Awaitable[None]]) -> None:
        self.said = ""
        tell("")
        try:
            await doing(store)
        except (StorageError, BadInput, NotPlain) as fault:
            self.said = fault.message if isinstance(fault, BadInput) else str(fault)
            tell(self.said)
        await self._show(store)

    def shown(self) -> None:
        """Show how things are, when it is its turn."""
        self._runtime.ask(self._show)
