"""Long work in small slices: the page has its turn in between, and whoever leaves ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from time import monotonic
from typing import TypeVar

Came = TypeVar("Came")

#: So many seconds are worked in one go, and the page then has its turn for so long.
AT_ONCE_S, PAUSE_S = 0.015, 0.004


class Cancelled(Exception):
    """Somebody has gone on to something else."""


class CooperativeRunner:
    """still: is it wished still? tell: shows how much of it is done, 0 to 1, if anything does."""

    def __init__(
        self, still: Callable[[], bool], tell: Callable[[float], None] | None = None
    ) -> None:
        self._still, self._tell = still, tell
        self._since = monotonic()

    async def breathe(self, done: float | None = None) -> None:
        """Let the page have its turn, if it is time; Left once it is not wished any more."""
        if monotonic() - self._since >= AT_ONCE_S:
            if done is not None and self._tell is not None:
                self._tell(done)
            await asyncio.sleep(PAUSE_S)
            self._since = monotonic()
        if not self._still():
            raise Cancelled

    async def through(self, working: Generator[float | None, None, Came]) -> Came:
        """Work it through to what it comes to; what it yields is how much of it is done."""
        while True:
            try:
                done = next(working)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]  # what a generator returns
            await self.breathe(done)
