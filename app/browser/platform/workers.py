"""Work that would keep the page waiting, done by other Pythons in workers of its own.

A job is a pure module with `answer(text) -> text`, and with `in_slices(text)`, the same with a
breath now and then. A worker (building/worker.mjs) is started when there is work, and let go when
there has been none for a while. Where none can be started, this Python does the work itself, in
the pauses of the page.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Protocol

from pyscript import window
from pyscript.js_modules import trusted

from app.browser.platform.cooperative import CooperativeRunner
from app.browser.platform.dom import Js, later, listen

#: So many at most; each takes some 80 MB of memory.
MOST_HANDS = 3

#: Seconds for which they stay without work, and after which one that is not there will not come.
IDLE_S, PATIENCE_S = 90.0, 60.0

#: Seconds between two pieces that the page's own Python does.
PAUSE_S = 0.02


class NoWorkerError(Exception):
    """There is no such worker, or none any more."""


class JobError(Exception):
    """A job ended in a fault of ours: its kind and where it happened, a line each."""


class Worker(Protocol):
    """Somebody who works. piece: the seconds that one piece of work should take."""

    piece: float

    async def ready(self) -> None:
        """It can begin. Raises NoHandError."""

    async def do(self, module: str, text: str) -> str:
        """What the module's `answer` says. Raises NoHandError, JobError."""

    def let_go(self) -> None:
        """There is nothing more to do."""


class WebWorker:
    """A Python in a worker."""

    piece = 0.3

    def __init__(self) -> None:
        loop = asyncio.get_event_loop()
        self._started: asyncio.Future[None] = loop.create_future()
        self._asked: dict[int, asyncio.Future[str]] = {}
        self._last = 0
        self._worker = trusted.hand()
        listen(self._worker, "message", lambda event: self._heard(event.data))
        listen(self._worker, "error", self._broken)

    async def ready(self) -> None:
        try:
            await asyncio.wait_for(asyncio.shield(self._started), PATIENCE_S)
        except TimeoutError:
            raise NoWorkerError("no worker within a minute") from None

    async def do(self, module: str, text: str) -> str:
        self._last += 1
        answer: asyncio.Future[str] = asyncio.get_event_loop().create_future()
        self._asked[self._last] = answer
        asked = json.dumps({"id": self._last, "module": module, "text": text})
        self._worker.postMessage(window.JSON.parse(asked))
        return await answer

    def let_go(self) -> None:
        self._worker.terminate()
        self._fail(NoWorkerError("the worker was let go"))

    def _heard(self, said: Js) -> None:
        """It is ready, or answers."""
        if hasattr(said, "ready"):
            if not self._started.done():
                self._started.set_result(None)
        elif not hasattr(said, "id"):
            self._fail(NoWorkerError(str(said.fault)))
        elif (answer := self._asked.pop(int(said.id), None)) is not None and not answer.done():
            if hasattr(said, "fault"):
                answer.set_exception(JobError(str(said.fault)))
            else:
                answer.set_result(str(said.text))

    def _broken(self, event: Js) -> None:
        event.preventDefault()  # it is told of where somebody waits for it
        self._fail(NoWorkerError("the worker could not start"))

    def _fail(self, why: NoWorkerError) -> None:
        waiting: list[asyncio.Future[Any]] = [self._started, *self._asked.values()]
        self._asked.clear()
        for each in waiting:
            if not each.done():
                each.set_exception(why)
                each.exception()  # nobody may wait for it


class MainThreadWorker:
    """The page's own Python, in its pauses."""

    piece = 0.03

    async def ready(self) -> None:
        """It always can."""

    async def do(self, module: str, text: str) -> str:
        await asyncio.sleep(PAUSE_S)
        return str(
            await CooperativeRunner(lambda: True).through(import_module(module).in_slices(text))
        )

    def let_go(self) -> None:
        """It stays."""


class WorkerPool:
    """The workers of this page; none before there is work."""

    def __init__(self) -> None:
        self._hands: list[Worker] = []
        self._times = 0

    async def share(self, work: Callable[[Worker], Awaitable[None]]) -> None:
        """Let everybody work who can; at least this Python itself. Raises JobError."""
        self._times += 1
        self._hands = self._hands or _start_workers()
        came = await asyncio.gather(*(self._lets(hand, work) for hand in self._hands))
        if not any(came):
            await work(MainThreadWorker())
        self._rest(self._times)

    async def _lets(self, hand: Worker, work: Callable[[Worker], Awaitable[None]]) -> bool:
        """Did it come, and stay?"""
        try:
            await hand.ready()
            await work(hand)
        except NoWorkerError:
            hand.let_go()
            self._hands = [each for each in self._hands if each is not hand]
            return False
        return True

    def _rest(self, times: int) -> None:
        """No more work for now: after a while they go."""

        def idle() -> None:
            if times == self._times:
                self.close()

        later(IDLE_S, idle)

    def close(self) -> None:
        """They go at once, whatever they are at."""
        hands, self._hands = self._hands, []
        for hand in hands:
            hand.let_go()


def _start_workers() -> list[Worker]:
    cores = int(getattr(window.navigator, "hardwareConcurrency", None) or 2)
    try:
        return [WebWorker() for _ in range(max(1, min(MOST_HANDS, cores)))]
    except Exception:  # a browser without workers, or without modules in them
        return []
