"""Channels through a server: a guest knocks, the host answers, both talk."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.sync.test_sessions import browser

__all__ = ["browser"]

#: Seconds between two knocks of a guest, and until a message arrives: the host is slow.
KNOCK_S, SLOW_S = 0.01, 0.04


class Pair:
    """A pair of keys that seals nothing; a text opens in its own place alone."""

    public = "public"

    def __init__(self, unsealed: type[Exception]) -> None:
        self.unsealed = unsealed

    async def key_with(self, public: str, about: str) -> Pair:
        return self

    async def seal(self, text: str, about: str) -> str:
        return f"{about}|{text}"

    async def open(self, sealed: str, about: str) -> str:
        place, _, text = sealed.partition("|")
        if place != about:
            raise self.unsealed
        return text


class Net:
    """A server that passes messages on after a while."""

    table, most = "t1", 100_000

    def __init__(self) -> None:
        self.heard: dict[str, Callable[[str, str], None]] = {}

    async def follow(self, subject: str, heard: Callable[[str, str], None]) -> None:
        self.heard[subject.partition(".")[0]] = heard

    async def publish(self, subject: str, text: str, id: str) -> int:
        side, _, seat = subject.partition(".")
        asyncio.get_running_loop().call_later(SLOW_S, self.heard[side], seat, text)
        return 1


def test_a_slow_host_admits_a_guest_that_knocks_again_and_again(
    browser: Callable[[str], Any],
) -> None:
    """Its answer comes after later knocks: it counts all the same, and once."""
    channels = browser("app.browser.sync.net.net_channels")
    numbers = iter(range(100))
    channels.chance = lambda: f"n{next(numbers)}"

    async def play() -> tuple[list[Any], list[str]]:
        net, pair = Net(), Pair(channels.Unsealed)
        keys = channels.Keys("t1", pair, pair, "public")
        heard, admitted = list[str](), list[Any]()

        def on_guest(channel: Any) -> None:
            channel.hear(heard.append, lambda why: None)

        await channels.Doors.open(net, keys, {}, on_guest)
        knocker = await channels.Knocker.open(net, keys, "seat", admitted.append)
        for _ in range(12):
            if not admitted:
                await knocker.knock(False)
            await asyncio.sleep(KNOCK_S)
        admitted[0].send("hello")
        await asyncio.sleep(3 * SLOW_S)
        return admitted, heard

    admitted, heard = asyncio.run(play())
    assert len(admitted) == 1
    assert heard == ["hello"]


def test_a_client_that_waits_for_ever_is_replaced() -> None:
    """The socket of its next try tells nothing, not even that it has closed."""
    command = ["node", str(Path(__file__).with_name("stuck_client.mjs"))]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stdout.splitlines() == ["0  disconnected", "here", "3 sockets, 1000 bytes"], (
        run.stdout + run.stderr
    )
