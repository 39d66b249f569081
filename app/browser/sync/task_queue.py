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
        self._callers: set[asyncio.Future[bool]] = set()
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

    async def wait_for(self, doing: Doing) -> bool:
        """Append a task and wait for it; its error is raised here alone.

        Return False if the queue is closed before the task has ended.
        """
        if not self.is_open:
            return False
        caller: asyncio.Future[bool] = asyncio.get_event_loop().create_future()
        self._callers.add(caller)
        caller.add_done_callback(self._callers.discard)

        async def does() -> None:
            try:
                await doing()
            except Exception as fault:
                if caller.done():
                    raise
                caller.set_exception(fault)
            if not caller.done():
                caller.set_result(True)

        self.wait(does)
        return await caller

    def close(self) -> None:
        """Stop running tasks and answer all callers that wait for one."""
        self.is_open = False
        self.wait(nothing)
        for caller in self._callers:
            if not caller.done():
                caller.set_result(False)

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
