"""Connections between two ends, made by the page's code (run by two_ends.mjs)."""

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
    """One end of a channel, with the texts that it received."""

    def __init__(self, channel: Channel) -> None:
        self.received: list[str] = []
        self.gone: list[str] = []
        self.send, self.close = channel.send, channel.close
        channel.hear(self.received.append, self.gone.append)


ends_by_name: dict[str, End] = {}


def add_end(name: str, channel: Channel) -> None:
    """Register a channel under a name."""
    ends_by_name[name] = End(channel)


async def until(condition: Callable[[], object]) -> None:
    """Wait until the condition holds."""
    for _ in range(1_000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not come about")


def transmit(code: Any) -> Any:
    """Return a description as it arrives: through a code."""
    return from_code(to_code(Code(code))).description


async def talk() -> None:
    invited = await invite()
    joined = await join(transmit(invited.description))
    accepting = asyncio.ensure_future(invited.accept(transmit(joined.description)))
    channel = await joined.wait_open()
    channel.send("before anybody listens")
    host, guest = End(await accepting), End(channel)
    for n in range(1_000):
        host.send(f"host {n}")
        guest.send(f"guest {n}")
    host.send("x" * 900_000)
    await until(lambda: len(guest.received) == 1_001 and len(host.received) == 1_001)
    assert guest.received == [f"host {n}" for n in range(1_000)] + ["x" * 900_000]
    assert host.received == ["before anybody listens", *(f"guest {n}" for n in range(1_000))]
    host.close()
    await until(lambda: guest.gone)
    assert guest.gone == [LEFT]
    assert not host.gone
    guest.send("into the void")


async def shared() -> None:
    """Test several guests with one offer: each is let in by its answer, in any order."""
    invited = await invite()
    first, second, third = [await join(transmit(invited.description)) for _ in range(3)]
    for each in (first, second, third):  # else all of them would start the encryption with one host
        assert each.description.setup == "passive"
    waiting = [asyncio.ensure_future(each.wait_open()) for each in (first, second, third)]
    ends = [End(await invited.accept(transmit(second.description)))]
    for joined in (first, third):
        another = await invited.again()
        ends.append(End(await another.accept(transmit(joined.description))))
    for end, which in zip(ends, (1, 0, 2), strict=True):
        (await waiting[which]).send(f"{which}")
        await until(partial(getattr, end, "received"))
        assert end.received == [f"{which}"]
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
    records: list[Mapping[str, Any]] = []
    stored: list[int] = []
    signalling.AT_FIRST_S = 0.2

    async def stores() -> None:
        await asyncio.sleep(0.01)
        stored.append(len(records))

    def ways(stored_record: object = None) -> Signalling:
        return Signalling(
            lambda name, record: records.append(record), add_end, stores, stored_record
        )

    host, guest = ways(), ways()
    await host.offer("guest")
    assert len(records) == signalling.AT_ONCE
    for answers in (True, takes_credentials):  # else the host has not heard the newest one
        await guest.on_record("host", records.pop(0))
        assert stored.pop() == len(records) - 1, "it was sent before it was stored"
        if answers:
            await host.on_record("guest", records[-1])
    await asyncio.sleep(0.05)
    assert "guest" not in ends_by_name
    if not takes_credentials:  # an unanswered offer is sent once more, unchanged
        await host.offer("guest")
        known = guest.record()
        await guest.on_record("host", records.pop())
        assert guest.record() == known
        await host.on_record("guest", records.pop())
        await host.offer("guest")
        assert not [record for record in records if record["kind"] == "next"]
    else:  # a failed offer is replaced as long as the channel lives
        host._waiting["guest"][0].close()
        await until(lambda: records[-1]["kind"] == "next")
        await guest.on_record("host", records.pop())
        await host.on_record("guest", records.pop())
    if takes_credentials:  # the page is reopened
        guest.close()
        guest = ways(guest.record())
    assert guest.known == ("host",)
    end = End(await guest.take("host"))
    await until(lambda: "guest" in ends_by_name)
    end.send("again")
    await until(lambda: ends_by_name["guest"].received)
    assert ends_by_name.pop("guest").received == ["again"]
    host.close()
    guest.close()
    js.RTCPeerConnection.takesCredentials = True


async def slow() -> None:
    """Test two busy devices that connect in time and open the channel later."""
    invited = await invite()
    joined = await join(transmit(invited.description))
    js.RTCPeerConnection.takes = 500
    await invited.connection.accept(transmit(joined.description))
    await until(lambda: invited.connection.js.iceConnectionState == "connected")
    js.RTCPeerConnection.takes = 0
    host, guest = await asyncio.gather(invited.connection.wait_open(0.1), joined.wait_open(0.1))
    guest.send("there")
    end = End(host)
    await until(lambda: end.received)
    assert end.received == ["there"]


async def introduced() -> None:
    """Test an introduction by a third device, which forwards the messages."""
    ends: dict[str, Introductions] = {}

    def hands_on(to: str, by: str) -> Callable[[str, str], None]:
        def say(name: str, text: str) -> None:
            assert name == to
            handing.append(asyncio.ensure_future(ends[to].on_text(by, text)))

        return say

    handing: list[asyncio.Future[None]] = []
    ends["a"] = Introductions(hands_on("b", "a"), add_end)
    ends["b"] = Introductions(hands_on("a", "b"), add_end)
    await ends["a"].seek("b")
    await until(lambda: {"a", "b"} <= ends_by_name.keys())
    await asyncio.gather(*handing)


async def flood() -> None:
    longest, wire.LONGEST = wire.LONGEST, 2_000_000
    ends_by_name["a"].send("x" * 1_100_000)
    wire.LONGEST = longest
    await until(lambda: ends_by_name["a"].gone and ends_by_name["b"].gone)
    assert "more than a megabyte" in ends_by_name["b"].gone[0]
    assert ends_by_name["a"].gone == [LEFT]


async def everything() -> None:
    await talk()
    await shared()
    await come_back(takes_credentials=True)
    await come_back(takes_credentials=False)
    await slow()
    await introduced()
    await flood()
