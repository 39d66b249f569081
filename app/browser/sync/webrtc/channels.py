"""Channels to another device: texts in order, each complete, and notice of the end.

Here the transport is a WebRTC data channel without any server; app/sync defines the messages.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import js
from pyodide.ffi import JsException, create_proxy

from app.browser.platform.elements import Js
from app.sync.wire import BEAT, BadFrame, FrameAssembler, Heartbeat, frames

#: Limits of waiting data, in the browser and here, before the other side counts as stuck.
WAITING_BYTES, WAITING_FRAMES = 256_000, 2_000

#: Seconds for the last messages to arrive before a connection is closed.
FAREWELL_S = 1.0

LEFT = "The other device closed the connection."
SILENT = "The other device doesn’t answer."
STUCK = "Can’t send to the other device."


class Channel(Protocol):
    """A channel to one other device."""

    def hear(self, on_text: Callable[[str], None], on_gone: Callable[[str], None]) -> None:
        """Set the listeners: for each text, and once for the end with a sentence.

        Earlier texts are delivered now.
        """

    def send(self, text: str) -> None:
        """Send a text in order; do nothing after the end, raise ValueError if it is too long."""

    def close(self) -> None:
        """Close the channel after all sent texts, without calling `on_gone`."""


class ReceiveBuffer:
    """A buffer for texts, or the end, that arrive before a listener is set."""

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

    def end(self, why: str) -> None:
        self._why = why
        if self._on_gone is not None:
            self._on_gone(why)


class Listeners:
    """Event listeners of JavaScript objects, removed together."""

    def __init__(self) -> None:
        self._heard: list[tuple[Js, str, Js]] = []

    def on(self, target: Js, event: str, heard: Callable[[Js], None]) -> None:
        proxy = create_proxy(heard)
        target.addEventListener(event, proxy)
        self._heard.append((target, event, proxy))

    def stop(self) -> None:
        entries, self._heard = self._heard, []
        for target, event, proxy in entries:
            target.removeEventListener(event, proxy)
        # Later, as one of them may be running now.
        asyncio.get_event_loop().call_soon(lambda: [entry[2].destroy() for entry in entries])


class DataChannel:
    """An open data channel and its own connection."""

    def __init__(self, connection: Js, channel: Js) -> None:
        self._connection, self._channel = connection, channel
        self._waiting: deque[str] = deque()
        self._frames = FrameAssembler()
        self._ears = ReceiveBuffer()
        self._open = True
        self._pulse = Heartbeat.begin(time.monotonic())
        self._listeners = Listeners()
        channel.bufferedAmountLowThreshold = WAITING_BYTES // 2
        self._listeners.on(channel, "message", lambda event: self._on_message(event.data))
        self._listeners.on(channel, "bufferedamountlow", lambda _: self._go_on())
        self._listeners.on(channel, "close", lambda _: self._on_end(LEFT))
        self._listeners.on(connection, "connectionstatechange", lambda _: self._on_state())
        # The other side learns of a closing page at once, where possible.
        self._listeners.on(js.window, "pagehide", lambda _: connection.close())
        self._beat()

    def hear(self, on_text: Callable[[str], None], on_gone: Callable[[str], None]) -> None:
        self._ears.listen(on_text, on_gone)

    def send(self, text: str) -> None:
        if not self._open:
            return
        self._waiting.extend(frames(text))
        self._pulse = self._pulse.say(time.monotonic())
        self._go_on()
        if len(self._waiting) > WAITING_FRAMES:
            self._on_end(STUCK)

    def close(self) -> None:
        if self._open:
            self._go_on()
            self._end()

    def _on_message(self, frame: Js) -> None:
        if not self._open:
            return
        self._pulse = self._pulse.hear(time.monotonic())
        try:
            text = self._frames.add(frame if isinstance(frame, str) else "")
        except BadFrame as fault:
            self._on_end(f"The connection was closed: {fault}.")
            return
        if text is not None:
            self._ears.text(text)

    def _go_on(self) -> None:
        """Fill the browser's buffer."""
        with suppress(JsException):  # it has just closed; an event follows
            while self._waiting and self._channel.bufferedAmount < WAITING_BYTES:
                self._channel.send(self._waiting[0])
                self._waiting.popleft()

    def _on_state(self) -> None:
        if self._connection.connectionState in ("failed", "closed"):
            self._on_end(SILENT)

    def _beat(self) -> None:
        """Send and check heartbeats once a second."""
        if not self._open:
            return
        self._pulse = self._pulse.look(time.monotonic())
        if self._pulse.gone:
            self._on_end(SILENT)
            return
        if self._pulse.due:
            self._pulse = self._pulse.say(time.monotonic())
            if not self._waiting:  # other frames serve as heartbeat
                self._waiting.append(BEAT)
                self._go_on()
        asyncio.get_event_loop().call_later(1.0, self._beat)

    def _on_end(self, why: str) -> None:
        if not self._open:
            return
        self._end()
        self._ears.end(why)

    def _end(self) -> None:
        self._open = False
        self._waiting.clear()
        self._listeners.stop()
        self._channel.close()
        asyncio.get_event_loop().call_later(FAREWELL_S, self._connection.close)
