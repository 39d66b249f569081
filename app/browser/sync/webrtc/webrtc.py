"""Connections between two browsers in one network, without any server.

Two descriptions are all that they need of each other (app/sync/descriptions.py), by whatever
way: a picture and a camera, a messenger, a channel to a third device that knows both.

    host                                    guest
    invited = await invite()
            --- invited.description --->    joined = await join(offer)
            <--- joined.description ---
    channel = await invited.accept(answer)  channel = await joined.opened()

Any number of guests may read the same offer: the host takes one answer after another, each by a
connection of its own under the same credentials (`invited.again()`). Their packets reach the host
before their answers do; so it is the host that begins the encryption, with one at a time.

**Coming back without a code.** While a channel lives the host says the offer of the next one, and
accepts at once the answer that the guest means to give, without any candidate: so its connection
waits, for hours if need be, and costs nothing. Whenever the guest takes it up, its first packet
tells where it is.

    invited.description ------------------> reserve = await Reserve.make(offer)
    invited.accept(answer, None) <---------- reserve.answer    (both are kept by the guest)
                                            ... killed, locked, gone out ...
                                            channel = await Reserve(offer, answer).come_back()

For this the guest's browser must take credentials that were chosen before, which is common and not
promised. Where it does not, the guest's connection is made beforehand too and held as long as its
page lives; after that the way back leads through another guest or one new code.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import js
from js import Object
from pyodide.ffi import JsException, to_js

from app.browser.storage.capabilities import offered
from app.browser.sync.identity import certificate
from app.browser.sync.webrtc.channels import DataChannel, Listeners
from app.core.errors import BadInput
from app.sync.descriptions import Description, Setup, described, sdp, with_credentials

#: Seconds: for a browser to find all its own addresses, and for one with much to do to find the
#: first of them, as well as for two to find each other.
GATHERING_S, FINDING_S = 3.0, 20.0

_ICE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

NO_BROWSER = "This browser cannot talk to other devices. A current one can."
NO_NETWORK = (
    "This device is in no network. Join the Wi-Fi that the others are in; "
    "the hotspot of a phone will do, also without internet."
)
NOT_FOUND = (
    "The two devices did not find each other. Both must be in the same Wi-Fi, and it must let its "
    "devices talk: that of a guest house may not, the hotspot of a phone does. Then try again."
)


class NoConnection(Exception):
    """Why none came about, and what to do: a sentence for the person."""


class Connection:
    """An end of a connection that is being made, for one data channel."""

    def __init__(self, connection: Any) -> None:
        self.js = connection
        options = _object(negotiated=True, id=0)
        self._channel = connection.createDataChannel("table", options)
        self._done: asyncio.Future[DataChannel | None] = asyncio.get_event_loop().create_future()
        self._listeners = Listeners()
        self._listeners.on(self._channel, "open", self._opens)
        self._listeners.on(self._channel, "close", lambda _: self._is(None))
        self._listeners.on(connection, "connectionstatechange", self._looked)

    @classmethod
    async def new(cls) -> Self:
        if offered("RTCPeerConnection") is None:
            raise NoConnection(NO_BROWSER)
        own = to_js([await certificate()])
        return cls(js.RTCPeerConnection.new(_object(iceServers=to_js([]), certificates=own)))

    async def hears(self, description: Description, setup: Setup | None = None) -> None:
        """Take what the other end says of itself. setup: instead of what it says of that."""
        said = _object(type=description.kind, sdp=sdp(description, setup))
        try:
            await self.js.setRemoteDescription(said)
        except JsException:
            self.close()
            raise BadInput("code", "the browser can make nothing of this code") from None

    async def says(self, kind: Any) -> Description:
        """What this end says of itself, with its addresses. NoConnection where it has none."""
        await self.js.setLocalDescription()
        await self._gathered()
        found = described(kind, str(self.js.localDescription.sdp))
        if not found.candidates:
            self.close()
            raise NoConnection(NO_NETWORK)
        return found

    async def answers_as(self, ufrag: str, pwd: str) -> bool:
        """Answer with credentials chosen before; False where the browser takes its own only."""
        return await self._says_as(await self.js.createAnswer(), ufrag, pwd)

    async def offers_as(self, ufrag: str, pwd: str) -> bool:
        """Offer with credentials chosen before; False where the browser takes its own only."""
        return await self._says_as(await self.js.createOffer(), ufrag, pwd)

    async def _says_as(self, own: Any, ufrag: str, pwd: str) -> bool:
        chosen = with_credentials(str(own.sdp), ufrag, pwd)
        try:
            await self.js.setLocalDescription(_object(type=own.type, sdp=chosen))
        except JsException:
            return False
        return True

    async def opened(self, patience: float | None = FINDING_S) -> DataChannel:
        """The channel, once the two have found each other; patience: seconds, None for ever."""
        try:
            there = await asyncio.wait_for(asyncio.shield(self._done), patience)
        except TimeoutError:
            there = None
        except asyncio.CancelledError:  # another way was found
            self._listeners.stop()
            self.close()
            raise
        self._listeners.stop()
        if there is None:
            self.close()
            raise NoConnection(NOT_FOUND)
        return there

    def close(self) -> None:
        """It is not needed: whoever waits for it hears that it did not come about."""
        self._is(None)
        self.js.close()

    async def _gathered(self) -> None:
        """All addresses, or those that were found by then; where none was, until there is one."""
        if not await self._until(self._has_all, GATHERING_S):
            await self._until(self._has_some, FINDING_S)

    def _has_all(self) -> bool:
        return bool(self.js.iceGatheringState == "complete")

    def _has_some(self) -> bool:
        return self._has_all() or "a=candidate:" in str(self.js.localDescription.sdp)

    async def _until(self, enough: Callable[[], bool], patience: float) -> bool:
        """Was it, within so many seconds?"""
        done: asyncio.Future[None] = asyncio.get_event_loop().create_future()

        def look(_: Any = None) -> None:
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

    def _looked(self, _: Any) -> None:
        if self.js.connectionState in ("failed", "closed"):
            self._is(None)

    def _opens(self, _: Any) -> None:
        """At once, as the other end may speak in this very moment."""
        self._is(DataChannel(self.js, self._channel))

    def _is(self, there: DataChannel | None) -> None:
        if not self._done.done():
            self._done.set_result(there)


@dataclass(frozen=True)
class Invited:
    """A connection that somebody is asked into, for one device; `again` is for another."""

    description: Description
    connection: Connection

    async def accept(self, answer: Description, patience: float | None = FINDING_S) -> DataChannel:
        """The channel to whoever gave that answer; patience: None where it waits for a return.

        Raises BadInput, NoConnection.
        """
        await self.connection.hears(answer)
        return await self.connection.opened(patience)

    async def again(self) -> Invited:
        """Make a connection for one more device that was told the same offer.

        Raises NoConnection where the browser takes no credentials but its own.
        """
        connection = await Connection.new()
        if not await connection.offers_as(self.description.ufrag, self.description.pwd):
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

    async def opened(self, patience: float | None = None) -> DataChannel:
        """The channel, once the answer has been accepted. Raises NoConnection."""
        return await self.connection.opened(patience)

    def close(self) -> None:
        self.connection.close()


async def invite() -> Invited:
    """An offer to be told. Raises NoConnection."""
    connection = await Connection.new()
    return Invited(await connection.says("offer"), connection)


async def join(offer: Description) -> Joined:
    """The answer to an offer, to be told. Raises BadInput, NoConnection."""
    connection = await Connection.new()
    await connection.hears(offer, "active")
    return Joined(await connection.says("answer"), connection)


@dataclass(frozen=True)
class StandbyConnection:
    """The way back of a guest: what the host offered, and what was answered to it.

    held: the connection itself, in a browser that chooses its credentials alone.
    """

    offer: Description
    answer: Description
    held: Connection | None = None

    @classmethod
    async def make(cls, offer: Description) -> Self:
        """Answer an offer that is taken up later, if ever. Raises BadInput, NoConnection."""
        connection = await Connection.new()
        await connection.hears(offer.hushed)
        free = await connection.answers_as(_chance(8), _chance(24))
        if not free:
            await connection.js.setLocalDescription()
        answer = described("answer", str(connection.js.localDescription.sdp)).hushed
        if free:
            connection.close()
        return cls(offer, answer, None if free else connection)

    async def come_back(self, patience: float = FINDING_S) -> DataChannel:
        """The channel, as the host still waits. Raises NoConnection."""
        if self.held is not None:
            await self._look_for(self.held)
            return await self.held.opened(patience)
        connection = await Connection.new()
        await connection.hears(self.offer)
        if not await connection.answers_as(self.answer.ufrag, self.answer.pwd):
            connection.close()
            raise NoConnection(NOT_FOUND)
        return await connection.opened(patience)

    async def _look_for(self, held: Connection) -> None:
        for place, each in enumerate(self.offer.candidates):
            try:
                await held.js.addIceCandidate(
                    _object(candidate=each.line(place), sdpMid="0", sdpMLineIndex=0)
                )
            except JsException:
                raise NoConnection(NOT_FOUND) from None

    def close(self) -> None:
        if self.held is not None:
            self.held.close()


def _chance(letters: int) -> str:
    return "".join(secrets.choice(_ICE) for _ in range(letters))


def _object(**fields: Any) -> Any:
    return Object.fromEntries(to_js(list(fields.items())))
