"""A shared table over the net: a NATS server relays encrypted messages and stores the log.

    net = await Net.open(server, login, table, changed)   # changed: `here`, `none` or the fault
    await net.begin()                                     # the host: the table's two streams
    await net.publish(subject, text, id, after)           # NetError("faster") if others were

A table has two streams: `TABLE_<id>` is the log (`net_log`), which only the game master's key
opens; `TALK_<id>` holds messages between host and guests, each pair under its own key
(`net_channels`). The server sees participants, times and sizes, never contents. A message is stored
before its publisher gets the confirmation; the id of an entry removes duplicates. The NATS scripts
are in `building/vendor/net.mjs`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress

from pyodide.ffi import JsException, create_proxy

from app.browser.platform.dom import fetch_script
from app.browser.platform.elements import Js
from app.sync.net_faults import WORDS, kind_in

#: The status of a server that answers again.
HERE = "here"

#: Maximum size of a table's log on the server, in bytes.
LOG_BYTES = 256_000_000


class NetError(Exception):
    """Raised if a server refuses; `kind` is a key of WORDS."""

    def __init__(self, kind: str) -> None:
        super().__init__(WORDS[kind])
        self.kind = kind


def _fault(raised: JsException) -> NetError:
    return NetError(kind_in(str(getattr(raised, "message", raised))))


class Net:
    """A connection to a server for one table."""

    def __init__(self, table: str, line: Js, proxies: list[Js]) -> None:
        self.table = table
        self._line = line
        self._proxies = proxies

    @classmethod
    async def open(
        cls, server: str, login: Sequence[str], table: str, changed: Callable[[str], None]
    ) -> Net:
        """Connect to a server; raise NetError.

        server: `wss://host:port`. login: name and password, empty for none.
        """
        try:
            scripts = await fetch_script("net")
        except JsException as fault:
            raise NetError("script") from fault
        on_change = create_proxy(
            lambda status: changed(HERE if status == HERE else kind_in(str(status)))
        )
        try:
            line = await scripts.open(server, *login, table, on_change)
        except JsException as fault:
            on_change.destroy()
            raise _fault(fault) from fault
        return cls(table, line, [on_change])

    @property
    def most(self) -> int:
        """The maximum size of a message in bytes."""
        return int(self._line.most)

    async def begin(self) -> None:
        """Create the table's streams if needed; raise NetError."""
        await self._call(lambda: self._line.begin(LOG_BYTES))

    async def publish(self, subject: str, text: str, id: str, after: int = -1) -> int:
        """Publish a text and return its position in the stream.

        after: the required last position of its subject.
        """
        return int(await self._call(lambda: self._line.publish(subject, text, id, after)))

    async def follow(self, subject: str, heard: Callable[[str, str], None]) -> None:
        """Call `heard(last part of the subject, text)` for each new message, in order."""
        proxy = create_proxy(lambda name, text: heard(str(name), str(text)))
        self._proxies.append(proxy)
        await self._call(lambda: self._line.follow(subject, proxy))

    async def read(self, start: int) -> list[tuple[int, str]]:
        """Return the log's messages from a position on, with their positions."""
        messages = json.loads(str(await self._call(lambda: self._line.read(start))))
        return [(int(position), str(text)) for position, text in messages]

    async def drop(self) -> None:
        """Delete the table on the server, including its log."""
        await self._call(lambda: self._line.drop())

    async def close(self) -> None:
        with suppress(JsException):
            await self._line.close()
        for proxy in self._proxies:
            proxy.destroy()

    async def _call(self, ask: Callable[[], Js]) -> Js:
        try:
            return await ask()
        except JsException as fault:
            raise _fault(fault) from fault
