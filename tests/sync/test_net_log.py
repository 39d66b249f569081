"""The log of a table on a server, as its host writes and reads it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

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


class Cluster(Stream):
    """The log of several servers; the one that answers first has not heard of any message."""

    is_behind = True

    async def read(self, first: int) -> list[tuple[int, str]]:
        return [] if self.is_behind else await super().read(first)


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


def test_a_host_waits_for_a_server_that_has_not_heard_of_its_entries(
    browser: Callable[[str], Any],
) -> None:
    """Only entries of another host show that there is one."""
    net_log = browser("app.browser.sync.net.net_log")
    stream, entries = Cluster(net_log.NetError), table().entries
    record = {"n": 0, "last": 0, "pair": ["first", ""]}
    log = net_log.SealedLog(stream, KeyOf("first", net_log.Unsealed), record)
    assert asyncio.run(log.append(entries[:2], 0))
    record["last"] = 1  # the answer to the second was lost, its page has started again
    record["n"], record["pair"] = 1, ["again", ""]
    with pytest.raises(net_log.NetError) as refused:
        asyncio.run(log.append(entries[1:], 1))
    assert refused.value.kind == "busy"
    stream.is_behind = False
    assert asyncio.run(log.append(entries[1:], 1))
    assert len(stream.texts) == len(entries)
