"""WebRTC connections between two browsers in one network, without a server.

The two sides need only exchange descriptions (app/sync/descriptions.py): by a picture and a camera,
a messenger, or a channel to a third device.

    host                                    guest
    invited = await invite()
            --- invited.description --->    joined = await join(offer)
            <--- joined.description ---
    channel = await invited.accept(answer)  channel = await joined.wait_open()

Any number of guests may read the same offer: the host takes one answer after another, each with its
own connection under the same credentials (`invited.again()`). Guests' packets reach the host before
their answers do, so the host begins the encryption, with one guest at a time.

**Reconnecting without a code.** While a channel lives the host sends the offer of the next one and
accepts at once the guest's future answer, without candidates: its connection waits, for hours if
need be, at no cost. The guest's first packet then tells its address.

    invited.description ------------------> standby = await StandbyConnection.make(offer)
    invited.accept(answer, None) <---------- standby.answer    (the guest stores both)
                                            ... killed, locked, gone out ...
                                            channel = await standby.come_back()

This needs a guest's browser that accepts chosen credentials, which is common but not guaranteed.
Otherwise the guest's connection is made in advance and held while its page lives; after that it
needs another guest or a new code.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import js
from pyodide.ffi import JsException, to_js

from app.browser.platform.elements import Js
from app.browser.platform.js_objects import js_object
from app.browser.storage.capabilities import find_interface
from app.browser.sync.identity import certificate
from app.browser.sync.webrtc.channels import DataChannel, Listeners
from app.core.errors import BadInput
from app.sync.descriptions import Description, Setup, parse_sdp, sdp, with_credentials

#: Seconds for a browser to find all its addresses; and for a busy one to find the first, or for two
#: devices to find each other.
GATHERING_S, FINDING_S = 3.0, 20.0

#: Seconds for two devices that have found each other to open the channel.
OPENING_S = 60.0

_ICE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

NO_BROWSER = "This browser can’t connect to other devices. Use a current one."
NO_NETWORK = (
    "No network. Join the same Wi-Fi as the others. A phone’s hotspot works, even without internet."
)
NOT_FOUND = (
    "The devices can’t find each other. Both need the same Wi-Fi; if it keeps them apart, as "
    "guest Wi-Fi often does, use a phone’s hotspot. Then try again."
)


class NoConnection(Exception):
    """Raised if no connection is made; the text is advice for the user."""


class Connection:
    """One end of a connection in the making, for one data channel."""

    def __init__(self, connection: Js) -> None:
        self.js = connection
        options = js_object(negotiated=True, id=0)
        self._channel = connection.createDataChannel("table", options)
        self._done: asyncio.Future[DataChannel | None] = asyncio.get_event_loop().create_future()
        self._listeners = Listeners()
        self._listeners.on(self._channel, "open", self._open_channel)
        self._listeners.on(self._channel, "close", lambda _: self._is(None))
        self._listeners.on(connection, "connectionstatechange", self._on_state)

    @classmethod
    async def new(cls) -> Self:
        if find_interface("RTCPeerConnection") is None:
            raise NoConnection(NO_BROWSER)
        own = to_js([await certificate()])
        return cls(js.RTCPeerConnection.new(js_object(iceServers=to_js([]), certificates=own)))

    async def accept(self, description: Description, setup: Setup | None = None) -> None:
        """Set the other end's description; `setup` replaces its own setup role."""
        remote = js_object(type=description.kind, sdp=sdp(description, setup))
        try:
            await self.js.setRemoteDescription(remote)
        except JsException:
            self.close()
            raise BadInput("code", "the browser can’t use this code") from None

    async def describe(self, kind: Js) -> Description:
        """Return this end's description with its addresses; raise NoConnection if it has none."""
        await self.js.setLocalDescription()
        await self._gather()
        description = parse_sdp(kind, str(self.js.localDescription.sdp))
        if not description.candidates:
            self.close()
            raise NoConnection(NO_NETWORK)
        return description

    async def answer_as(self, ufrag: str, pwd: str) -> bool:
        """Answer with chosen credentials; return False if the browser refuses them."""
        return await self._describe_as(await self.js.createAnswer(), ufrag, pwd)

    async def offer_as(self, ufrag: str, pwd: str) -> bool:
        """Offer with chosen credentials; return False if the browser refuses them."""
        return await self._describe_as(await self.js.createOffer(), ufrag, pwd)

    async def _describe_as(self, own: Js, ufrag: str, pwd: str) -> bool:
        chosen = with_credentials(str(own.sdp), ufrag, pwd)
        try:
            await self.js.setLocalDescription(js_object(type=own.type, sdp=chosen))
        except JsException:
            return False
        return True

    async def wait_open(self, patience: float | None = FINDING_S) -> DataChannel:
        """Return the channel once it is open; raise NoConnection.

        patience: in seconds, None for no limit. Devices that have found each other by then get
            OPENING_S more, as a connection given up halfway cannot be used again.
        """
        try:
            channel = await self._within(patience)
            if channel is None and self._has_found:
                channel = await self._within(OPENING_S)
        except asyncio.CancelledError:  # another connection was faster
            self._listeners.stop()
            self.close()
            raise
        self._listeners.stop()
        if channel is None:
            self.close()
            raise NoConnection(NOT_FOUND)
        return channel

    async def _within(self, patience: float | None) -> DataChannel | None:
        """Return the channel, or None if it failed or is not open after so many seconds."""
        try:
            return await asyncio.wait_for(asyncio.shield(self._done), patience)
        except TimeoutError:
            return None

    @property
    def _has_found(self) -> bool:
        """Tell whether the two ends reach each other, whether or not the channel is open."""
        return self.js.iceConnectionState in ("connected", "completed")

    def close(self) -> None:
        """Close the connection; a waiting caller gets NoConnection."""
        self._is(None)
        self.js.close()

    async def _gather(self) -> None:
        """Wait for all addresses, or at least for one."""
        if not await self._until(self._has_all, GATHERING_S):
            await self._until(self._has_some, FINDING_S)

    def _has_all(self) -> bool:
        return bool(self.js.iceGatheringState == "complete")

    def _has_some(self) -> bool:
        return self._has_all() or "a=candidate:" in str(self.js.localDescription.sdp)

    async def _until(self, enough: Callable[[], bool], patience: float) -> bool:
        """Tell whether a condition holds within so many seconds."""
        done: asyncio.Future[None] = asyncio.get_event_loop().create_future()

        def look(_: object = None) -> None:
            if enough() and not done.done():
                done.set_result(None)

        listeners = Listeners()
        for event in ("icegatheringstatechange", "icecandidate"):
            listeners.on(self.js, event, look)
        look()
        try:
            await asyncio.wait_for(done, patience)
        except TimeoutError:
            return False
        finally:
            listeners.stop()
        return True

    def _on_state(self, _: object) -> None:
        if self.js.connectionState in ("failed", "closed"):
            self._is(None)

    def _open_channel(self, _: object) -> None:
        """Wrap the channel at once, as the other end may already send."""
        self._is(DataChannel(self.js, self._channel))

    def _is(self, there: DataChannel | None) -> None:
        if not self._done.done():
            self._done.set_result(there)


@dataclass(frozen=True)
class Invited:
    """A connection offered to one device; `again` makes one for another device."""

    description: Description
    connection: Connection

    async def accept(self, answer: Description, patience: float | None = FINDING_S) -> DataChannel:
        """Return the channel to the device that gave the answer.

        patience: in seconds; None while waiting for a reconnection. Raise BadInput or
            NoConnection.
        """
        await self.connection.accept(answer)
        return await self.connection.wait_open(patience)

    async def again(self) -> Invited:
        """Make a connection for another device that reads the same offer.

        Raise NoConnection if the browser refuses chosen credentials.
        """
        connection = await Connection.new()
        if not await connection.offer_as(self.description.ufrag, self.description.pwd):
            connection.close()
            raise NoConnection(NOT_FOUND)
        return Invited(self.description, connection)

    def close(self) -> None:
        self.connection.close()


@dataclass(frozen=True)
class Joined:
    """An answer to an invitation."""

    description: Description
    connection: Connection

    async def wait_open(self, patience: float | None = None) -> DataChannel:
        """Return the channel once the answer is accepted; raise NoConnection."""
        return await self.connection.wait_open(patience)

    def close(self) -> None:
        self.connection.close()


async def invite() -> Invited:
    """Make an offer; raise NoConnection."""
    connection = await Connection.new()
    return Invited(await connection.describe("offer"), connection)


async def join(offer: Description) -> Joined:
    """Answer an offer; raise BadInput or NoConnection."""
    connection = await Connection.new()
    await connection.accept(offer, "active")
    return Joined(await connection.describe("answer"), connection)


@dataclass(frozen=True)
class StandbyConnection:
    """A guest's agreed reconnection: the host's offer and its own answer.

    held: the connection itself, in a browser that refuses chosen credentials.
    """

    offer: Description
    answer: Description
    held: Connection | None = None

    @classmethod
    async def make(cls, offer: Description) -> Self:
        """Answer an offer for later use; raise BadInput or NoConnection."""
        connection = await Connection.new()
        await connection.accept(offer.without_candidates)
        is_free = await connection.answer_as(_chance(8), _chance(24))
        if not is_free:
            await connection.js.setLocalDescription()
        answer = parse_sdp("answer", str(connection.js.localDescription.sdp)).without_candidates
        if is_free:
            connection.close()
        return cls(offer, answer, None if is_free else connection)

    async def come_back(self, patience: float = FINDING_S) -> DataChannel:
        """Reconnect with the waiting host and return the channel; raise NoConnection."""
        if self.held is not None:
            await self._look_for(self.held)
            return await self.held.wait_open(patience)
        connection = await Connection.new()
        await connection.accept(self.offer)
        if not await connection.answer_as(self.answer.ufrag, self.answer.pwd):
            connection.close()
            raise NoConnection(NOT_FOUND)
        return await connection.wait_open(patience)

    async def _look_for(self, held: Connection) -> None:
        for index, candidate in enumerate(self.offer.candidates):
            try:
                await held.js.addIceCandidate(
                    js_object(candidate=candidate.line(index), sdpMid="0", sdpMLineIndex=0)
                )
            except JsException:
                raise NoConnection(NOT_FOUND) from None

    def close(self) -> None:
        if self.held is not None:
            self.held.close()


def _chance(letters: int) -> str:
    return "".join(secrets.choice(_ICE) for _ in range(letters))
