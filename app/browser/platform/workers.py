"""Background work in web workers that run their own Python.

A job is a pure module with `answer(text) -> text` and an incremental `iter_answer(text)`. Workers
(building/runtime/worker.mjs) start with the first work and end after a while without any. Where
none can start, the page's own Python does the work in its pauses.
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
from app.browser.platform.dom import later, listen
from app.browser.platform.elements import Event, Js

#: Maximum number of workers; each takes about 80 MB of memory.
MOST_WORKERS = 3

#: Seconds until an idle worker ends, and until a starting one is given up.
IDLE_S, PATIENCE_S = 90.0, 60.0

#: Seconds between two pieces of work of the page's own Python.
PAUSE_S = 0.02


class NoWorkerError(Exception):
    """Raised if a worker is missing or has ended."""


class JobError(Exception):
    """Raised if a job fails; holds the kind and the location of the fault, a line each."""


class Worker(Protocol):
    """A worker; `piece` is the number of seconds that one piece of work should take."""

    piece: float

    async def ready(self) -> None:
        """Wait until it can work; raise NoWorkerError if it cannot."""

    async def do(self, module: str, text: str) -> str:
        """Return the module's `answer`; raise NoWorkerError or JobError."""

    def end(self) -> None:
        """End the worker."""


class WebWorker:
    """Python in a web worker."""

    piece = 0.3

    def __init__(self) -> None:
        loop = asyncio.get_event_loop()
        self._started: asyncio.Future[None] = loop.create_future()
        self._pending: dict[int, asyncio.Future[str]] = {}
        self._last = 0
        self._worker = trusted.startPythonWorker()
        listen(self._worker, "message", lambda event: self._on_message(event.data))
        listen(self._worker, "error", self._broken)

    async def ready(self) -> None:
        try:
            await asyncio.wait_for(asyncio.shield(self._started), PATIENCE_S)
        except TimeoutError:
            raise NoWorkerError("no worker within a minute") from None

    async def do(self, module: str, text: str) -> str:
        self._last += 1
        answer: asyncio.Future[str] = asyncio.get_event_loop().create_future()
        self._pending[self._last] = answer
        message = json.dumps({"id": self._last, "module": module, "text": text})
        self._worker.postMessage(window.JSON.parse(message))
        return await answer

    def end(self) -> None:
        self._worker.terminate()
        self._fail(NoWorkerError("the worker was ended"))

    def _on_message(self, message: Js) -> None:
        """Handle its readiness or an answer."""
        if hasattr(message, "ready"):
            if not self._started.done():
                self._started.set_result(None)
        elif not hasattr(message, "id"):
            self._fail(NoWorkerError(str(message.fault)))
        elif (answer := self._pending.pop(int(message.id), None)) is not None and not answer.done():
            if hasattr(message, "fault"):
                answer.set_exception(JobError(str(message.fault)))
            else:
                answer.set_result(str(message.text))

    def _broken(self, event: Event) -> None:
        event.preventDefault()  # reported by the waiting call
        self._fail(NoWorkerError("the worker could not start"))

    def _fail(self, error: NoWorkerError) -> None:
        waiting: list[asyncio.Future[Any]] = [self._started, *self._pending.values()]
        self._pending.clear()
        for future in waiting:
            if not future.done():
                future.set_exception(error)
                future.exception()  # mark as retrieved: it may have no awaiter


class MainThreadWorker:
    """The page's own Python, working in the page's pauses."""

    piece = 0.03

    async def ready(self) -> None: ...

    async def do(self, module: str, text: str) -> str:
        await asyncio.sleep(PAUSE_S)
        return str(await CooperativeRunner().through(import_module(module).iter_answer(text)))

    def end(self) -> None: ...


class WorkerPool:
    """The workers of this page, started with the first work."""

    def __init__(self) -> None:
        self._workers: list[Worker] = []
        self._times = 0

    async def share(self, work: Callable[[Worker], Awaitable[None]]) -> None:
        """Run `work` on every worker, or on the page's own Python; raise JobError on a fault."""
        self._times += 1
        self._workers = self._workers or _start_workers()
        results = await asyncio.gather(*(self._run_on(worker, work) for worker in self._workers))
        if not any(results):
            await work(MainThreadWorker())
        self._rest(self._times)

    async def _run_on(self, worker: Worker, work: Callable[[Worker], Awaitable[None]]) -> bool:
        """Run `work` on a worker; return False and drop the worker if it fails to start or ends."""
        try:
            await worker.ready()
            await work(worker)
        except NoWorkerError:
            worker.end()
            self._workers = [each for each in self._workers if each is not worker]
            return False
        return True

    def _rest(self, times: int) -> None:
        """End the workers after a while without work."""

        def idle() -> None:
            if times == self._times:
                self.close()

        later(IDLE_S, idle)

    def close(self) -> None:
        """End the workers at once."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.end()


def _start_workers() -> list[Worker]:
    cores = int(getattr(window.navigator, "hardwareConcurrency", None) or 2)
    try:
        return [WebWorker() for _ in range(max(1, min(MOST_WORKERS, cores)))]
    except Exception:  # a browser without workers, or without modules in them
        return []
