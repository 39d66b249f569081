"""Long work in small steps with turns for the page, cancelled when it is no longer wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from time import monotonic
from typing import TypeVar

Result = TypeVar("Result")

#: Seconds of work in one go, and seconds of the page's turn after it.
AT_ONCE_S, PAUSE_S = 0.015, 0.004


class Cancelled(Exception):
    """Raised when the work is no longer wanted."""


class CooperativeRunner:
    """A runner of long work.

    still: returns whether the result is still wanted; without it, it always is.
    tell: shows the progress, 0 to 1.
    """

    def __init__(
        self,
        still: Callable[[], bool] = lambda: True,
        tell: Callable[[float], None] | None = None,
    ) -> None:
        self._still, self._tell = still, tell
        self._since = monotonic()

    async def checkpoint(self, done: float | None = None) -> None:
        """Give the page its turn if it is due; raise `Cancelled` if the work is not wanted."""
        self._check()
        if monotonic() - self._since >= AT_ONCE_S:
            if done is not None and self._tell is not None:
                self._tell(done)
            await asyncio.sleep(PAUSE_S)
            self._since = monotonic()
            self._check()

    def _check(self) -> None:
        if not self._still():
            raise Cancelled

    async def through(self, working: Generator[float | None, None, Result]) -> Result:
        """Run a generator to its return value; it yields its progress, 0 to 1."""
        while True:
            try:
                done = next(working)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]  # what a generator returns
            await self.checkpoint(done)
