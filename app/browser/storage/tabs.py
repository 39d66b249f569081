"""Tabs: one writes, the others follow live and can take over.

    tabs = await Tabs.open(busy, on_role, on_message)
    tabs.is_writer              # may this tab write?
    tabs.say({"kind": ...})     # to all other tabs
    await tabs.take_over()      # this tab writes from now on

on_role(is_writer) is called whenever that changes, on_message(record) with what other tabs say.
The writer is who holds a Web Lock; the browser hands it on when that tab closes or is killed.
The players' screen is only looked at: it gives the lock to any tab that opens after it.
Where a browser has no Web Locks or no BroadcastChannel, or refuses them, every tab may write: then
the database itself refuses the slower of two writers (`Overtaken`).
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import js
from pyodide.ffi import JsException, create_proxy, to_js

from app.browser.storage.capabilities import offered
from app.browser.storage.messages import heard, said

LOCK = "tableside-writer"
CHANNEL = "tableside"

#: How long a writer may take to finish what it is writing before the lock is taken from it.
PATIENCE_S = 2.0

#: How long the browser may take to say whether the lock is free.
LOCK_S = 5.0

#: How long a tab that opens waits to hear whether the writer stays or gives way.
GREETING_S = 0.5


class Tabs:
    """This tab among the others.

    busy: held by whoever writes, so no role changes in between.
    lacks: what the browser lacks for tabs to take turns, empty if nothing.
    """

    def __init__(
        self,
        busy: asyncio.Lock,
        on_role: Callable[[bool], None],
        on_message: Callable[[dict[str, Any]], None],
    ) -> None:
        self.id = secrets.token_hex(8)
        self.is_writer = False
        self.lacks = ""
        self._busy = busy
        self._on_role = on_role
        self._on_message = on_message
        self._grant: asyncio.Future[None] | None = None  # done when the lock is given back
        self._place: Any = None  # in line, while this tab waits there: what it is given up by
        self._yielded: asyncio.Event = asyncio.Event()
        self._greeted: asyncio.Event = asyncio.Event()
        self._channel: Any = None
        self._tasks: set[Any] = set()

    @classmethod
    async def open(
        cls,
        busy: asyncio.Lock,
        on_role: Callable[[bool], None],
        on_message: Callable[[dict[str, Any]], None],
    ) -> Tabs:
        """Ask for the lock: the first tab gets it, the others wait in line behind it."""
        tabs = cls(busy, on_role, on_message)
        tabs._channel = _channel(tabs._heard)
        if tabs._channel is None:
            tabs._alone("BroadcastChannel")
            return tabs
        try:
            is_ours = await asyncio.wait_for(tabs._ask(ifAvailable=True), LOCK_S)
        except TimeoutError:
            is_ours = None
        if is_ours is None:
            tabs._alone("Web Locks")
        elif not is_ours:
            tabs._wait_in_line()
            tabs.say({"kind": "came"})
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(tabs._greeted.wait(), GREETING_S)
        return tabs

    def _alone(self, lacks: str) -> None:
        """There is no taking turns here: this tab writes, and so may any other."""
        self.lacks = lacks
        self._turn(True)

    def say(self, message: dict[str, Any]) -> None:
        """Tell all other tabs."""
        if self._channel is not None:
            self._channel.postMessage(said(message, self.id))

    async def take_over(self) -> None:
        """Become the writer: ask the other tab to finish, and take the lock if it does not answer.

        The caller must then load anew what it shows: the other tab may have written last.
        """
        if self.is_writer:
            return
        self._yielded.clear()
        self.say({"kind": "wants"})
        with contextlib.suppress(TimeoutError):  # frozen or gone: it loses the lock all the same
            await asyncio.wait_for(self._yielded.wait(), PATIENCE_S)
        if await self._ask(steal=True) is None:
            self._alone("Web Locks")

    def close(self) -> None:
        """Let another tab write, and hear no more."""
        self._leave_line()
        if self._grant is not None and not self._grant.done():
            self._grant.set_result(None)
        self._turn(False)
        if self._channel is not None:
            self._channel.close()

    def _ask(self, **options: Any) -> asyncio.Future[bool | None]:
        """Ask for the lock: did we get it? Afterwards it is ours until closed or stolen.

        None where the browser has no locks, or refuses them.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bool | None] = loop.create_future()
        grant: asyncio.Future[None] = loop.create_future()

        def say(came: bool | None) -> None:
            if not answer.done():
                answer.set_result(came)

        async def held(lock: Any) -> None:
            if not hasattr(lock, "name"):
                say(False)
                return
            self._leave_line()
            self._grant = grant
            self._turn(True)
            say(True)
            await grant

        def lost(*_: Any) -> None:
            say(None)
            if self._grant is grant:
                self._grant = None
                self._turn(False)
                self._wait_in_line()

        locks = offered("locks", js.navigator)
        settings = js.Object.fromEntries(to_js(list({"mode": "exclusive", **options}.items())))
        try:
            locks.request(LOCK, settings, create_proxy(held)).catch(create_proxy(lost))
        except (AttributeError, JsException):
            say(None)
        return answer

    def _wait_in_line(self) -> None:
        if self._place is None:
            self._place = js.AbortController.new()
            self._ask(signal=self._place.signal)

    def _leave_line(self) -> None:
        """Who took the lock stands in line no more: once it hands that on, others are first."""
        if self._place is not None:
            self._place.abort()  # which does nothing to a request that was granted
            self._place = None

    def _turn(self, is_writer: bool) -> None:
        if self.is_writer != is_writer:
            self.is_writer = is_writer
            self._greeted.set()
            self._on_role(is_writer)

    def _heard(self, event: Any) -> None:
        message = heard(event.data)
        if message is None:
            return
        if message["kind"] == "wants":
            if self.is_writer:
                self._do(self._give_way(message["from"]))
        elif message["kind"] == "came":
            if self.is_writer and _is_screen():
                self._do(self._hand_on())
            elif self.is_writer:
                self.say({"kind": "stays", "to": message["from"]})
        elif message["kind"] == "stays":
            if message["to"] == self.id:
                self._greeted.set()
        elif message["kind"] == "yields":
            if message["to"] == self.id:
                self._yielded.set()
        else:
            self._on_message(message)

    def _do(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hand_on(self) -> None:
        """Let whoever waits longest write, and wait in line behind all others."""
        async with self._busy:
            self._turn(False)
        if self._grant is not None and not self._grant.done():
            self._grant.set_result(None)
        self._grant = None
        self._wait_in_line()

    async def _give_way(self, to: str) -> None:
        """Finish what is being written, write no more, and say so."""
        async with self._busy:
            self._turn(False)
        self.say({"kind": "yields", "to": to})


def _channel(heard: Callable[[Any], None]) -> Any:
    """The channel on which tabs hear each other, None where the browser gives none."""
    kind = offered("BroadcastChannel")
    try:
        channel = kind.new(CHANNEL)
    except (AttributeError, JsException):
        return None
    channel.onmessage = create_proxy(heard)
    return channel


def _is_screen() -> bool:
    """Does this tab show the players' screen? Nobody works there."""
    return str(js.location.hash).partition("?")[0].endswith("/table")
