"""Tabs of one browser: one writes, the others follow live and can take over.

    tabs = await Tabs.open(busy, on_role, on_message)
    tabs.is_writer              # may this tab write?
    tabs.say({"kind": ...})     # to all other tabs
    await tabs.take_over()      # this tab writes from now on

`on_role(is_writer)` is called when the role changes, `on_message(record)` with messages of other
tabs. The writer holds a Web Lock, which the browser passes on when that tab closes or is killed.
The players' screen needs no write access: it gives the lock to any tab that opens after it. Without
Web Locks or BroadcastChannel every tab may write: then the database refuses the slower of two
writers (`Overtaken`).
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import js
from pyodide.ffi import JsException, create_proxy

from app.browser.platform.elements import Js
from app.browser.platform.js_objects import js_object
from app.browser.storage.capabilities import find_interface
from app.browser.storage.messages import decode_message, encode_message

LOCK = "tableside-writer"
CHANNEL = "tableside"

#: Seconds in which a writer may finish before the lock is taken from it.
PATIENCE_S = 2.0

#: Seconds in which the browser must answer whether the lock is free.
LOCK_S = 5.0

#: Seconds for which a new tab waits for the writer's answer.
GREETING_S = 0.5


class Tabs:
    """This tab among the others.

    busy: held during a write, so that no role changes in between.
    lacks: the missing browser feature without which every tab writes, or empty.
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
        self._grant: asyncio.Future[None] | None = None  # resolved to release the lock
        self._waiting: Js = None  # aborts this tab's waiting request
        self._yielded: asyncio.Event = asyncio.Event()
        self._greeted: asyncio.Event = asyncio.Event()
        self._channel: Js = None
        self._tasks: set[object] = set()

    @classmethod
    async def open(
        cls,
        busy: asyncio.Lock,
        on_role: Callable[[bool], None],
        on_message: Callable[[dict[str, Any]], None],
    ) -> Tabs:
        """Request the lock: the first tab gets it, the others queue for it."""
        tabs = cls(busy, on_role, on_message)
        tabs._channel = _channel(tabs._on_event)
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
        """Let this tab write without a lock, as any other tab may."""
        self.lacks = lacks
        self._turn(True)

    def say(self, message: dict[str, object]) -> None:
        """Send a message to all other tabs."""
        if self._channel is not None:
            self._channel.postMessage(encode_message(message, self.id))

    async def take_over(self) -> None:
        """Become the writer: ask the writer to finish, and steal the lock if it does not answer.

        The caller must then reload what it shows: the other tab may have written last.
        """
        if self.is_writer:
            return
        self._yielded.clear()
        self.say({"kind": "wants"})
        with contextlib.suppress(TimeoutError):  # frozen or gone: the lock is stolen
            await asyncio.wait_for(self._yielded.wait(), PATIENCE_S)
        if await self._ask(steal=True) is None:
            self._alone("Web Locks")

    def close(self) -> None:
        """Release the lock and leave the channel."""
        self._leave_line()
        if self._grant is not None and not self._grant.done():
            self._grant.set_result(None)
        self._turn(False)
        if self._channel is not None:
            self._channel.close()

    def _ask(self, **options: object) -> asyncio.Future[bool | None]:
        """Request the lock; resolve to whether it was granted, or None without Web Locks.

        A granted lock is held until it is closed or stolen.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bool | None] = loop.create_future()
        grant: asyncio.Future[None] = loop.create_future()

        def say(is_granted: bool | None) -> None:
            if not answer.done():
                answer.set_result(is_granted)

        async def held(lock: Js) -> None:
            if not hasattr(lock, "name"):
                say(False)
                return
            self._leave_line()
            self._grant = grant
            self._turn(True)
            say(True)
            await grant

        def lost(*_: object) -> None:
            say(None)
            if not grant.done():
                grant.set_result(None)  # `held` ends
            if self._grant is grant:
                self._grant = None
                self._turn(False)
                self._wait_in_line()

        locks = find_interface("locks", js.navigator)
        settings = js_object(mode="exclusive", **options)
        try:
            locks.request(LOCK, settings, create_proxy(held)).catch(create_proxy(lost))
        except (AttributeError, JsException):
            say(None)
        return answer

    def _wait_in_line(self) -> None:
        if self._waiting is None:
            self._waiting = js.AbortController.new()
            self._ask(signal=self._waiting.signal)

    def _leave_line(self) -> None:
        """Cancel a waiting request, so that other tabs are first when the lock is released."""
        if self._waiting is not None:
            self._waiting.abort()  # no effect on a granted request
            self._waiting = None

    def _turn(self, is_writer: bool) -> None:
        if self.is_writer != is_writer:
            self.is_writer = is_writer
            self._greeted.set()
            self._on_role(is_writer)

    def _on_event(self, event: Js) -> None:
        message = decode_message(event.data)
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

    def _do(self, doing: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hand_on(self) -> None:
        """Pass the lock to the tab that waits longest and queue again."""
        async with self._busy:
            self._turn(False)
        if self._grant is not None and not self._grant.done():
            self._grant.set_result(None)
        self._grant = None
        self._wait_in_line()

    async def _give_way(self, to: str) -> None:
        """Finish the current write, stop writing and confirm it."""
        async with self._busy:
            self._turn(False)
        self.say({"kind": "yields", "to": to})


def _channel(heard: Callable[[Js], None]) -> Js:
    """Return the channel between tabs, or None if the browser has none."""
    kind = find_interface("BroadcastChannel")
    try:
        channel = kind.new(CHANNEL)
    except (AttributeError, JsException):
        return None
    channel.onmessage = create_proxy(heard)
    return channel


def _is_screen() -> bool:
    """Tell whether this tab shows the players' screen, which never writes."""
    return str(js.location.hash).partition("?")[0].endswith("/table")
