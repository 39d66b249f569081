"""Signalling between devices that can already exchange messages.

    ways = Signalling(say, met, changed)   reconnect later without a code
    through = Introductions(say, met)      connect through a third device

The messages are codes, which state their own kind.
"""

from __future__ import annotations

import asyncio
from asyncio import FIRST_COMPLETED
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from app.browser.storage.databases import StorageError
from app.browser.sync.webrtc.channels import Channel, DataChannel
from app.browser.sync.webrtc.webrtc import (
    FINDING_S,
    NOT_FOUND,
    Invited,
    NoConnection,
    StandbyConnection,
    invite,
    join,
)
from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord
from app.sync.codes import Code, from_code, to_code
from app.sync.descriptions import Description

#: Seconds for an answer through a third device.
PATIENCE_S = 30.0

#: Called with a peer and its new channel.
Met = Callable[[str, Channel], None]

#: Sends a record to a peer.
Says = Callable[[str, JsonRecord], None]

#: Seconds until the previous connection is tried as well.
AT_FIRST_S = 5.0

#: Seconds until the next try if the browser found no address.
AGAIN_S = 5.0

#: Rejoin offers that wait at a time: one still works while the next is agreed.
AT_ONCE = 2

#: Standby connections stored per peer: a page closed before the newest are agreed waits by older
#: ones.
MAX_STANDBY = 2 * AT_ONCE


def _read(text: str) -> Description:
    return from_code(text).description


def _written(description: Description) -> str:
    return to_code(Code(description))


class Signalling:
    """Reconnection of this device with each peer after a lost channel.

    While the channel lives, each side sends the offer of its next connection (`next`); the
    other replies with its answer (`ready`) and stores both. So of any two the side that is
    still open waits for the side that is not, host and guest alike.

    say: sends over the living channel. met: called when a peer is back. changed: stores the
        standby connections; the peer is notified when that is done.
    """

    def __init__(
        self, say: Says, met: Met, changed: Callable[[], Awaitable[object]], stored: object = None
    ) -> None:
        self._say, self._met, self._changed = say, met, changed
        self._offered: dict[str, list[Invited]] = {}  # not yet answered
        self._waiting: dict[str, list[Invited]] = {}
        self._spare: dict[str, int] = {}  # further offers allowed if one fails
        self._standby = _read_standby(stored)
        self._tasks: set[asyncio.Task[None]] = set()

    # --- while the channel lives ---

    async def offer(self, who: str) -> None:
        """Send as many rejoin offers as are missing.

        Unanswered offers are sent again: they or their answer may have been lost with a
        channel.
        """
        self._spare[who] = AT_ONCE
        for invited in [*self._offered.get(who, ())]:
            self._offer(who, invited)
        await self._fill(who)

    async def _fill(self, who: str) -> None:
        offered = self._offered.setdefault(who, [])
        while len(offered) + len(self._waiting.get(who, ())) < AT_ONCE:
            try:
                invited = await invite()
            except NoConnection:  # a busy browser finds its addresses late
                if not self._spare.get(who):
                    return  # a new code is needed
                self._spare[who] -= 1
                await asyncio.sleep(AGAIN_S)
            else:
                offered.append(invited)
                self._offer(who, invited)

    def _offer(self, who: str, invited: Invited) -> None:
        self._say(who, {"kind": "next", "text": _written(invited.description)})

    async def on_record(self, who: str, record: JsonRecord) -> None:
        """Handle a signalling message of a peer; other messages are ignored."""
        with suppress(BadInput, NoConnection, StorageError):
            if record.get("kind") == "next":
                await self._agree(who, str(record["text"]))
            elif record.get("kind") == "ready":
                self._accept(who, str(record["to"]), _read(str(record["text"])).without_candidates)

    async def _agree(self, who: str, text: str) -> None:
        offer, standby = _read(text), self._standby.setdefault(who, [])
        reserve = next((other for other in standby if other.offer.ufrag == offer.ufrag), None)
        if reserve is None:
            reserve = await StandbyConnection.make(offer)
            standby.append(reserve)
            while len(standby) > MAX_STANDBY:
                standby.pop(0).close()
            await self._changed()
        record = {"kind": "ready", "text": _written(reserve.answer), "to": reserve.offer.ufrag}
        self._say(who, record)

    def _accept(self, who: str, to: str, answer: Description) -> None:
        for invited in [*self._offered.get(who, ())]:
            if invited.description.ufrag == to:
                self._offered[who].remove(invited)
                self._waiting.setdefault(who, []).append(invited)
                task = asyncio.ensure_future(self._wait(who, invited, answer))
                self._tasks.add(task)  # keeps a reference
                task.add_done_callback(self._tasks.discard)

    async def _wait(self, who: str, invited: Invited, answer: Description) -> None:
        """Wait without limit until the peer takes up the offer."""
        channel = None
        with suppress(NoConnection, BadInput):  # cancelled, or the browser's own timeout
            channel = await invited.accept(answer, None)
        if invited in self._waiting.get(who, ()):
            self._waiting[who].remove(invited)
        if channel is not None:
            self._met(who, channel)
        elif self._spare.get(who):  # a browser with a timeout would fail again and again
            self._spare[who] -= 1
            await self._fill(who)

    # --- after its loss ---

    @property
    def known(self) -> tuple[str, ...]:
        """The peers with a standby connection."""
        return tuple(who for who, ways in self._standby.items() if ways)

    async def take(self, who: str) -> Channel:
        """Reconnect with a waiting peer; raise NoConnection.

        The newest standby connection is tried first and older ones beside it, as the peer
        may not know the newest. None is cancelled for that: a connection abandoned halfway
        cannot be used again.
        """
        ways = [*self._standby.get(who, [])]
        tried: dict[asyncio.Task[DataChannel], StandbyConnection] = {}
        channel: Channel | None = None
        try:
            while channel is None and (ways or tried):
                if ways:
                    way = ways.pop()
                    tried[asyncio.ensure_future(way.come_back(FINDING_S))] = way
                patience = AT_FIRST_S if ways else None
                ended, _ = await asyncio.wait(tried, timeout=patience, return_when=FIRST_COMPLETED)
                for task in ended:
                    result = _channel_of(task)
                    self._dispose(who, tried.pop(task), result is not None)
                    if channel is None:
                        channel = result
                    elif result is not None:
                        result.close()
        finally:  # also if cancelled
            for task, way in tried.items():
                task.cancel()
                self._dispose(who, way, False)
        if channel is None:
            raise NoConnection(NOT_FOUND)
        return channel

    def _dispose(self, who: str, way: StandbyConnection, succeeded: bool) -> None:
        """Drop a used standby connection; move a failed one to the end of the line."""
        standby = self._standby.get(who, [])
        if way in standby:
            standby.remove(way)
            if not succeeded:
                standby.insert(0, way)

    def record(self) -> dict[str, list[list[str]]]:
        """Return the standby connections to be stored for a reloaded page."""
        return {
            who: [[_written(each.offer), _written(each.answer)] for each in standby]
            for who, standby in self._standby.items()
        }

    def forget(self, who: str) -> None:
        """Drop all connections with a peer."""
        self._spare.pop(who, None)
        for invited in (*self._offered.pop(who, ()), *self._waiting.pop(who, ())):
            invited.close()
        for way in self._standby.pop(who, ()):
            way.close()

    def close(self) -> None:
        """Close all waiting connections; the stored ones remain."""
        self._spare.clear()
        for invited in (*self._offered.values(), *self._waiting.values()):
            for offer in invited:
                offer.close()
        for standby in self._standby.values():
            for way in standby:
                way.close()


def _channel_of(looking: asyncio.Task[DataChannel]) -> DataChannel | None:
    """Return the channel of a finished task, or None."""
    with suppress(NoConnection, BadInput):
        return looking.result()
    return None


def _read_standby(stored: object) -> dict[str, list[StandbyConnection]]:
    """Return the stored standby connections (`Signalling.record`)."""
    ways: dict[str, list[StandbyConnection]] = {}
    for who, pairs in stored.items() if isinstance(stored, Mapping) else ():
        with suppress(BadInput, TypeError, ValueError):
            ways[str(who)] = [
                StandbyConnection(_read(str(offer)), _read(str(answer))) for offer, answer in pairs
            ]
    return ways


class Introductions:
    """Connections with peers through a third device.

    say(who, text): sends through that device. met(who, channel): called with a new channel.
    """

    def __init__(self, say: Callable[[str, str], None], met: Met) -> None:
        self._say, self._met = say, met
        self._sought: dict[str, Invited] = {}

    async def seek(self, who: str) -> None:
        """Request a channel."""
        with suppress(NoConnection):
            invited = await invite()
            self._drop(who)
            self._sought[who] = invited
            self._say(who, _written(invited.description))

    async def on_text(self, who: str, text: str) -> None:
        """Handle a text passed on by the third device; failures are ignored."""
        with suppress(BadInput, NoConnection):
            description = _read(text)
            if description.kind == "offer":
                joined = await join(description)
                self._say(who, _written(joined.description))
                self._met(who, await joined.wait_open(PATIENCE_S))
            elif who in self._sought:
                self._met(who, await self._sought.pop(who).accept(description))

    def close(self) -> None:
        """Drop all requests."""
        for who in [*self._sought]:
            self._drop(who)

    def _drop(self, who: str) -> None:
        invited = self._sought.pop(who, None)
        if invited is not None:
            invited.close()
