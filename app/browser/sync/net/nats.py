"""A table over the net: a NATS server carries it, sealed, and keeps a copy of its log.

    net = await Net.open(server, login, table, changed)   # changed: `here`, `none` or what is wrong
    await net.begin()                                     # the host: the table's two streams
    await net.publish(subject, text, id, after)           # NetError("faster") if others were

A table has two streams: `TABLE_<id>`, the log (`net_log`), which only the game master's key opens,
and `TALK_<id>`, what host and guests say to each other, each pair under a key of its own
(`net_channels`). The server sees who is at which table, when, and how much is said; never what. All
of it lies in the stream before a publisher hears that it does, with ids by which the server takes
what is repeated once. What the scripts of NATS do is in `building/net.mjs`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from pyodide.ffi import JsException, create_proxy

from app.browser.platform.dom import fetched
from app.sync.net_faults import WORDS, kind_in

#: What is said when the server answers again.
HERE = "here"

#: Bytes to which the log of a table may grow on the server.
LOG_BYTES = 256_000_000


class NetError(Exception):
    """What a server would not do. kind: one of WORDS."""

    def __init__(self, kind: str) -> None:
        super().__init__(WORDS[kind])
        self.kind = kind


def _fault(raised: JsException) -> NetError:
    return NetError(kind_in(str(getattr(raised, "message", raised))))


class Net:
    """The line to a server, for one table."""

    def __init__(self, table: str, line: Any, proxies: list[Any]) -> None:
        self.table = table
        self._line = line
        self._proxies = proxies

    @classmethod
    async def open(
        cls, server: str, login: Sequence[str], table: str, changed: Callable[[str], None]
    ) -> Net:
        """server: `wss://host:port`. login: name and password, empty without. Raises NetError."""
        try:
            scripts = await fetched("net")
        except JsException as fault:
            raise NetError("script") from fault
        heard = create_proxy(lambda said: changed(HERE if said == HERE else kind_in(str(said))))
        try:
            line = await scripts.open(server, *login, table, heard)
        except JsException as fault:
            heard.destroy()
            raise _fault(fault) from fault
        return cls(table, line, [heard])

    @property
    def most(self) -> int:
        """Bytes that one message may have, as the server said last."""
        return int(self._line.most)

    async def begin(self) -> None:
        """The table's streams are there from now on. Raises NetError."""
        await self._asked(lambda: self._line.begin(LOG_BYTES))

    async def publish(self, subject: str, text: str, id: str, after: int = -1) -> int:
        """Its place in the stream. after: what must be the last place of its subject."""
        return int(await self._asked(lambda: self._line.publish(subject, text, id, after)))

    async def follow(self, subject: str, heard: Callable[[str, str], None]) -> None:
        """heard(last part of the subject, text) of each that is new from now on, in order."""
        proxy = create_proxy(lambda name, text: heard(str(name), str(text)))
        self._proxies.append(proxy)
        await self._asked(lambda: self._line.follow(subject, proxy))

    async def read(self, start: int) -> list[tuple[int, str]]:
        """Everything in the log from a place on, each with its place."""
        found = json.loads(str(await self._asked(lambda: self._line.read(start))))
        return [(int(place), str(text)) for place, text in found]

    async def drop(self) -> None:
        """Delete the table on the server, its log included."""
        await self._asked(lambda: self._line.drop())

    async def close(self) -> None:
        with suppress(JsException):
            await self._line.close()
        for proxy in self._proxies:
            proxy.destroy()

    async def _asked(self, ask: Callable[[], Any]) -> Any:
        try:
            return await ask()
        except JsException as fault:
            raise _fault(fault) from fault
