"""One after another: what happens at a table is taken in turn, each when all before it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from app.browser.dom import beside

#: What is to be done in a turn.
Doing = Callable[[], Awaitable[object]]


class Turns:
    """does: does what has its turn, and what follows on it; what goes wrong is its to say."""

    def __init__(self, does: Callable[[Doing], Awaitable[object]]) -> None:
        self._does = does
        self._waiting: asyncio.Queue[Doing] = asyncio.Queue()
        self._open = True
        beside(self._going())

    @property
    def empty(self) -> bool:
        """Does nothing wait?"""
        return self._waiting.empty()

    def wait(self, doing: Doing) -> None:
        """Let it be done when everything before it is done."""
        self._waiting.put_nowait(doing)

    async def done(self, doing: Doing) -> None:
        """Once it has had its turn; what went wrong with it is told here, too."""
        done: asyncio.Future[None] = asyncio.get_event_loop().create_future()

        async def does() -> None:
            try:
                await doing()
            except Exception as fault:
                done.set_exception(fault)
                raise
            done.set_result(None)

        self.wait(does)
        await done

    def close(self) -> None:
        """Nothing has its turn any more."""
        self._open = False
        self.wait(nothing)

    async def _going(self) -> None:
        while self._open:
            await self._does(await self._waiting.get())


async def nothing() -> None:
    """The next turn, for what follows on it."""
