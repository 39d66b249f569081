"""A queue of asynchronous tasks that run one after another."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Generic, TypeVar

from app.browser.platform.dom import beside

#: A task.
Doing = Callable[[], Awaitable[object]]

Item = TypeVar("Item")


class TaskQueue:
    """Tasks run in order; `does` runs one and handles its errors.

    is_open: false once it was closed; no further task runs then.
    """

    def __init__(self, does: Callable[[Doing], Awaitable[object]]) -> None:
        self._does = does
        self._waiting: asyncio.Queue[Doing] = asyncio.Queue()
        self._last: Doing = nothing
        self.is_open = True
        beside(self._going())

    @property
    def empty(self) -> bool:
        """Whether no task waits."""
        return self._waiting.empty()

    def is_last(self, doing: Doing) -> bool:
        """Tell whether this task waits and is the last one."""
        return not self.empty and self._last == doing

    def wait(self, doing: Doing) -> None:
        """Append a task."""
        self._last = doing
        self._waiting.put_nowait(doing)

    async def done(self, doing: Doing) -> None:
        """Append a task, wait for it and raise its error."""
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
        """Stop running tasks."""
        self.is_open = False
        self.wait(nothing)

    async def _going(self) -> None:
        while self.is_open:
            await self._does(await self._waiting.get())


class Heard(Generic[Item]):
    """Received items, handled in order, in batches when they arrive faster than handled.

    takes: handles and removes any number of the oldest items of a list.
    """

    def __init__(
        self, turns: TaskQueue, most: int, takes: Callable[[list[Item]], Awaitable[object]]
    ) -> None:
        self._turns, self._most, self._takes = turns, most, takes
        self._waiting: deque[list[Item]] = deque()

    def add(self, item: Item) -> None:
        if self._turns.is_last(self._take) and len(self._waiting[-1]) < self._most:
            self._waiting[-1].append(item)
        else:
            self._waiting.append([item])
            self._turns.wait(self._take)

    def __iter__(self) -> Iterator[Item]:
        """Iterate over all waiting items."""
        return (item for batch in self._waiting for item in batch)

    async def _take(self) -> None:
        batch = self._waiting[0]
        try:
            while batch and self._turns.is_open:
                await self._takes(batch)
        finally:
            self._waiting.popleft()
            if batch:  # the rest after an error
                self._waiting.appendleft(batch)
                self._turns.wait(self._take)


async def nothing() -> None:
    """Do nothing; the queue's own follow-up runs."""
