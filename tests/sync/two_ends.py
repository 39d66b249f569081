"""Connections between two ends, as the page makes them (run by two_ends.mjs)."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

sys.path.insert(0, "/home/pyodide")

import js

from app.browser.sync import signalling
from app.browser.sync.signalling import Introductions, Signalling
from app.browser.sync.webrtc.channels import Channel
from app.browser.sync.webrtc.webrtc import NoConnection, invite, join
from app.sync import wire
from app.sync.codes import Code, from_code, to_code

LEFT = "The other device closed the connection."


class End:
    """What somebody heard of a channel."""

    def __init__(self, channel: Channel) -> None:
        self.came: list[str] = []
        self.gone: list[str] = []
        self.send, self.close = channel.send, channel.close
        channel.hear(self.came.append, self.gone.append)


met: dict[str, End] = {}


def meets(who: str, channel: Channel) -> None:
    met[who] = End(channel)


async def until(looks: Callable[[], object]) -> None:
    for _ in range(1_000):
        if looks():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not come about")


def told(code: Any) -> Any:
    """A description as it arrives: by a code."""
    return from_code(to_code(Code(code))).description


async def talk() -> None:
    invited = await invite()
    joined = await join(told(invited.description))
    accepting = asyncio.ensure_future(invited.accept(told(joined.description)))
    channel = await joined.opened()
    channel.send("before anybody listens")
    host, guest = End(await accepting), End(channel)
    for n in range(1_000):
        host.send(f"host {n}")
        guest.send(f"guest {n}")
    host.send("x" * 900_000)
    await until(lambda: len(guest.came) == 1_001 and len(host.came) == 1_001)
    assert guest.came == [f"host {n}" for n in range(1_000)] + ["x" * 900_000]
    assert host.came == ["before anybody listens", *(f"guest {n}" for n in range(1_000))]
    host.close()
    await until(lambda: guest.gone)
    assert guest.gone == [LEFT]
    assert not host.gone
    guest.send("into the void")


async def shared() -> None:
    """Several read the same offer: each is let in by its answer, whichever is read first."""
    invited = await invite()
    first, second, third = [await join(told(invited.description)) for _ in range(3)]
    for each in (first, second, third):  # else all of them begin the encryption at one host
        assert each.description.setup == "passive"
    waiting = [asyncio.ensure_future(each.opened()) for each in (first, second, third)]
    ends = [End(await invited.accept(told(second.description)))]
    for joined in (first, third):
        another = await invited.again()
        ends.append(End(await another.accept(told(joined.description))))
    for end, which in zip(ends, (1, 0, 2), strict=True):
        (await waiting[which]).send(f"{which}")
        await until(partial(getattr, end, "came"))
        assert end.came == [f"{which}"]
    js.RTCPeerConnection.takesCredentials = False
    try:
        await invited.again()
    except NoConnection:
        pass
    else:
        raise AssertionError("this browser takes its own credentials alone")
    js.RTCPeerConnection.takesCredentials = True


async def come_back(takes_credentials: bool) -> None:
    js.RTCPeerConnection.takesCredentials = takes_credentials
    said: list[Mapping[str, Any]] = []
    stored: list[int] = []
    signalling.AT_FIRST_S = 0.2

    async def stores() -> None:
        await asyncio.sleep(0.01)
        stored.append(len(said))

    def ways(kept: object = None) -> Signalling:
        return Signalling(lambda who, record: said.append(record), meets, stores, kept)

    host, guest = ways(), ways()
    await host.offer("guest")
    assert len(said) == signalling.AT_ONCE
    for answers in (True, takes_credentials):  # else of the newest the host has not heard
        await guest.heard("host", said.pop(0))
        assert stored.pop() == len(said) - 1, "it was said before it was stored"
        if answers:
            await host.heard("guest", said[-1])
    await asyncio.sleep(0.05)
    assert "guest" not in met
    if not takes_credentials:  # what was not answered is said once more, and is the same way
        await host.offer("guest")
        known = guest.record()
        await guest.heard("host", said.pop())
        assert guest.record() == known
        await host.heard("guest", said.pop())
        await host.offer("guest")
        assert not [each for each in said if each["kind"] == "next"]
    else:  # one of no use is replaced, as long as the channel lives
        host._waiting["guest"][0].close()
        await until(lambda: said[-1]["kind"] == "next")
        await guest.heard("host", said.pop())
        await host.heard("guest", said.pop())
    if takes_credentials:  # the page is another
        guest.close()
        guest = ways(guest.record())
    assert guest.known == ("host",)
    end = End(await guest.take("host"))
    await until(lambda: "guest" in met)
    end.send("again")
    await until(lambda: met["guest"].came)
    assert met.pop("guest").came == ["again"]
    host.close()
    guest.close()
    js.RTCPeerConnection.takesCredentials = True


async def slow() -> None:
    """Two busy devices find each other in time, and open the channel later."""
    invited = await invite()
    joined = await join(told(invited.description))
    js.RTCPeerConnection.takes = 500
    await invited.connection.hears(told(joined.description))
    await until(lambda: invited.connection.js.iceConnectionState == "connected")
    js.RTCPeerConnection.takes = 0
    host, guest = await asyncio.gather(invited.connection.opened(0.1), joined.opened(0.1))
    guest.send("there")
    end = End(host)
    await until(lambda: end.came)
    assert end.came == ["there"]


async def introduced() -> None:
    """A third hands on what they say."""
    ends: dict[str, Introductions] = {}

    def hands_on(to: str, by: str) -> Callable[[str, str], None]:
        def say(who: str, text: str) -> None:
            assert who == to
            handing.append(asyncio.ensure_future(ends[to].heard(by, text)))

        return say

    handing: list[asyncio.Future[None]] = []
    ends["a"] = Introductions(hands_on("b", "a"), meets)
    ends["b"] = Introductions(hands_on("a", "b"), meets)
    await ends["a"].seek("b")
    await until(lambda: {"a", "b"} <= met.keys())
    await asyncio.gather(*handing)


async def flood() -> None:
    longest, wire.LONGEST = wire.LONGEST, 2_000_000
    met["a"].send("x" * 1_100_000)
    wire.LONGEST = longest
    await until(lambda: met["a"].gone and met["b"].gone)
    assert "more than a megabyte" in met["b"].gone[0]
    assert met["a"].gone == [LEFT]


async def everything() -> None:
    await talk()
    await shared()
    await come_back(takes_credentials=True)
    await come_back(takes_credentials=False)
    await slow()
    await introduced()
    await flood()
