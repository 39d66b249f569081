"""A channel to another device: texts in order, each whole or none, and word when the other is gone.

What carries them differs (here a data channel of the browser's own, without any server); what is
said by them is app/sync's.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import js
from pyodide.ffi import JsException, create_proxy

from app.sync.wire import BEAT, BadFrame, FrameAssembler, Heartbeat, frames

#: So many bytes may wait in the browser, and so many frames here, before the other side is one
#: that does not take what is sent.
WAITING_BYTES, WAITING_FRAMES = 256_000, 2_000

#: A device that closes its channel lets what it said last arrive first.
FAREWELL_S = 1.0

LEFT = "The other device closed the connection."
SILENT = "Nothing was heard of the other device for some seconds."
STUCK = "The other device does not take what is sent."


class Channel(Protocol):
    """To one other device."""

    def hear(self, on_text: Callable[[str], None], on_gone: Callable[[str], None]) -> None:
        """Whom to tell of each text, and once, in a sentence, that no more will come.

        What came before somebody listened is told now.
        """

    def send(self, text: str) -> None:
        """In order behind all before. Does nothing when the other is gone. ValueError: too long."""

    def close(self) -> None:
        """After what was sent; `on_gone` is not called."""


class ReceiveBuffer:
    """Whoever listens to a channel: they hear what came before they did, and once that it ended."""

    def __init__(self) -> None:
        self._early: list[str] = []
        self.text: Callable[[str], None] = self._early.append
        self._on_gone: Callable[[str], None] | None = None
        self._why = ""

    def listen(self, on_text: Callable[[str], None], on_gone: Callable[[str], None]) -> None:
        self.text, self._on_gone = on_text, on_gone
        early, self._early = self._early, []
        for text in early:
            on_text(text)
        if self._why:
            on_gone(self._why)

    def gone(self, why: str) -> None:
        self._why = why
        if self._on_gone is not None:
            self._on_gone(why)


class Listeners:
    """Events of JavaScript objects, let go of all at once."""

    def __init__(self) -> None:
        self._heard: list[tuple[Any, str, Any]] = []

    def on(self, target: Any, event: str, heard: Callable[[Any], None]) -> None:
        proxy = create_proxy(heard)
        target.addEventListener(event, proxy)
        self._heard.append((target, event, proxy))

    def stop(self) -> None:
        heard, self._heard = self._heard, []
        for target, event, proxy in heard:
            target.removeEventListener(event, proxy)
        # Not while one of them is being called: this may be one.
        asyncio.get_event_loop().call_soon(lambda: [each[2].destroy() for each in heard])


class DataChannel:
    """An open data channel, and the connection that is for it alone."""

    def __init__(self, connection: Any, channel: Any) -> None:
        self._connection, self._channel = connection, channel
        self._waiting: deque[str] = deque()
        self._came = FrameAssembler()
        self._ears = ReceiveBuffer()
        self._open = True
        self._pulse = Heartbeat.begins(time.monotonic())
        self._listeners = Listeners()
        channel.bufferedAmountLowThreshold = WAITING_BYTES // 2
        self._listeners.on(channel, "message", lambda event: self._heard(event.data))
        self._listeners.on(channel, "bufferedamountlow", lambda _: self._go_on())
        self._listeners.on(channel, "close", lambda _: self._gone(LEFT))
        self._listeners.on(connection, "connectionstatechange", lambda _: self._looked())
        # The other is told at once, as far as a page that goes can still say anything.
        self._listeners.on(js.window, "pagehide", lambda _: connection.close())
        self._beat()

    def hear(self, on_text: Callable[[str], None], on_gone: Callable[[str], None]) -> None:
        self._ears.listen(on_text, on_gone)

    def send(self, text: str) -> None:
        if not self._open:
            return
        self._waiting.extend(frames(text))
        self._pulse = self._pulse.says(time.monotonic())
        self._go_on()
        if len(self._waiting) > WAITING_FRAMES:
            self._gone(STUCK)

    def close(self) -> None:
        if self._open:
            self._go_on()
            self._end()

    def _heard(self, frame: Any) -> None:
        if not self._open:
            return
        self._pulse = self._pulse.hears(time.monotonic())
        try:
            text = self._came.heard(frame if isinstance(frame, str) else "")
        except BadFrame as fault:
            self._gone(f"The connection was closed: {fault}.")
            return
        if text is not None:
            self._ears.text(text)

    def _go_on(self) -> None:
        """Let the browser have as much as it should hold."""
        with suppress(JsException):  # it has just closed, and will say so
            while self._waiting and self._channel.bufferedAmount < WAITING_BYTES:
                self._channel.send(self._waiting[0])
                self._waiting.popleft()

    def _looked(self) -> None:
        if self._connection.connectionState in ("failed", "closed"):
            self._gone(SILENT)

    def _beat(self) -> None:
        """Once a second: am I heard, and do I hear?"""
        if not self._open:
            return
        self._pulse = self._pulse.looks(time.monotonic())
        if self._pulse.gone:
            self._gone(SILENT)
            return
        if self._pulse.due:
            self._pulse = self._pulse.says(time.monotonic())
            if not self._waiting:  # else it hears enough
                self._waiting.append(BEAT)
                self._go_on()
        asyncio.get_event_loop().call_later(1.0, self._beat)

    def _gone(self, why: str) -> None:
        if not self._open:
            return
        self._end()
        self._ears.gone(why)

    def _end(self) -> None:
        self._open = False
        self._waiting.clear()
        self._listeners.stop()
        self._channel.close()
        asyncio.get_event_loop().call_later(FAREWELL_S, self._connection.close)
