"""The log of a table on a server, as its host writes and reads it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.sync.test_many import table
from tests.sync.test_sessions import browser

__all__ = ["browser"]


class Stream:
    """The log of a server, which drops a message with a known id."""

    table = "t1"

    def __init__(self, refusal: Callable[[str], Exception]) -> None:
        self.refusal = refusal
        self.texts: list[str] = []
        self.positions: dict[str, int] = {}

    async def publish(self, subject: str, text: str, id: str, after: int) -> int:
        if id in self.positions:
            return self.positions[id]
        if after != len(self.texts):
            raise self.refusal("faster")
        self.texts.append(text)
        self.positions[id] = len(self.texts)
        return len(self.texts)

    async def read(self, first: int) -> list[tuple[int, str]]:
        return [*enumerate(self.texts, 1)][first - 1 :]


class KeyOf:
    """A key that opens its own texts alone."""

    def __init__(self, name: str, unsealed: type[Exception]) -> None:
        self.name, self.unsealed = name, unsealed

    async def seal(self, text: str, about: str) -> str:
        return f"{self.name} {text}"

    async def open(self, sealed: str, about: str) -> str:
        name, _, text = sealed.partition(" ")
        if name != self.name:
            raise self.unsealed
        return text


def test_a_table_opened_again_has_its_log_on_the_server(
    browser: Callable[[str], Any],
) -> None:
    """The log of the closed table may still be there, under a key that is gone."""
    net_log = browser("app.browser.sync.net.net_log")
    stream, entries = Stream(net_log.NetError), table().entries

    async def opened(name: str) -> list[str]:
        record = {"n": 0, "last": 0, "pair": [name, ""]}
        log = net_log.SealedLog(stream, KeyOf(name, net_log.Unsealed), record)
        assert await log.append(entries, 0)
        assert await log.append((), len(entries))
        texts: list[str] = await log.texts()
        return texts

    first, again = asyncio.run(opened("first")), asyncio.run(opened("again"))
    assert len(first) == len(entries)
    assert again == first
