"""One after another: what happens at a table is taken in turn, each when all before it is done."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Generic, TypeVar

from app.browser.platform.dom import beside

#: What is to be done in a turn.
Doing = Callable[[], Awaitable[object]]

Said = TypeVar("Said")


class TaskQueue:
    """does: does what has its turn, and what follows on it; what goes wrong is its to say."""

    def __init__(self, does: Callable[[Doing], Awaitable[object]]) -> None:
        self._does = does
        self._waiting: asyncio.Queue[Doing] = asyncio.Queue()
        self._last: Doing = nothing
        self._open = True
        beside(self._going())

    @property
    def empty(self) -> bool:
        """Does nothing wait?"""
        return self._waiting.empty()

    def is_last(self, doing: Doing) -> bool:
        """Does this wait, and nothing behind it?"""
        return not self.empty and self._last == doing

    def wait(self, doing: Doing) -> None:
        """Let it be done when everything before it is done."""
        self._last = doing
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


class Heard(Generic[Said]):
    """What is said has its turn, in order; what comes faster than it is taken is taken together.

    takes: takes as much as it likes of these, oldest first, and out of the list.
    """

    def __init__(
        self, turns: TaskQueue, most: int, takes: Callable[[list[Said]], Awaitable[object]]
    ) -> None:
        self._turns, self._most, self._takes = turns, most, takes
        self._waiting: deque[list[Said]] = deque()

    def add(self, said: Said) -> None:
        if self._turns.is_last(self._taken) and len(self._waiting[-1]) < self._most:
            self._waiting[-1].append(said)
        else:
            self._waiting.append([said])
            self._turns.wait(self._taken)

    def __iter__(self) -> Iterator[Said]:
        """All that waits."""
        return (said for together in self._waiting for said in together)

    async def _taken(self) -> None:
        together = self._waiting[0]
        try:
            while together:
                await self._takes(together)
        finally:
            self._waiting.popleft()
            if together:  # something went wrong with those before
                self._waiting.appendleft(together)
                self._turns.wait(self._taken)


async def nothing() -> None:
    """The next turn, for what follows on it."""
