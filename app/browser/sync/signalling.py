"""How channels come about between devices that can already say something to each other.

    ways = Ways(say, met, kept)       from the one time to the next, without a code
    through = Introductions(say, met)     by a third device, which hands on what they say

What is said is codes, which tell themselves what they are.
"""

from __future__ import annotations

import asyncio
from asyncio import FIRST_COMPLETED
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

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
from app.sync.codes import Code, from_code, to_code
from app.sync.descriptions import Description

#: Seconds for the other device to answer through a third.
PATIENCE_S = 30.0

#: What is told of a channel that has come about: with whom.
Met = Callable[[str, Channel], None]

#: Says something to somebody.
Says = Callable[[str, Mapping[str, Any]], None]

#: Seconds until the way before is tried as well.
AT_FIRST_S = 5.0

#: Seconds until another way is made beforehand, where the browser has found no address for one.
AGAIN_S = 5.0

#: So many wait here at a time: while the next is agreed on, another one leads.
AT_ONCE = 2

#: So many that lead to somebody are kept: who closes their page before they heard that the newest
#: are agreed on waits by those before.
MOST_KEPT = 2 * AT_ONCE


def _read(text: str) -> Description:
    return from_code(text).description


def _written(description: Description) -> str:
    return to_code(Code(description))


class Signalling:
    """How this device and each of the others come back to each other when a channel is lost.

    While it lives, each says the offer of its next connection (`next`), and the other says what it
    would answer (`ready`) and keeps both. So of any two the one whose page lives waits for the one
    whose page does not: guests for their host as well as a host for its guests.

    say: over the living channel. met: somebody has come back. changed: stores the
    ways that are kept, which are others now; the other side is told when that is done.
    """

    def __init__(
        self, say: Says, met: Met, changed: Callable[[], Awaitable[object]], kept: object = None
    ) -> None:
        self._say, self._met, self._changed = say, met, changed
        self._offered: dict[str, list[Invited]] = {}  # and not yet answered
        self._waiting: dict[str, list[Invited]] = {}
        self._spare: dict[str, int] = {}  # so many more are offered where one was of no use
        self._kept = _kept(kept)
        self._tasks: set[asyncio.Task[None]] = set()

    # --- agreed while the channel lives ---

    async def offer(self, who: str) -> None:
        """Say how they come back here: as many ways as are missing.

        What is not answered was said over a channel that is lost, or the answer was: it is said
        once more, and is the same way.
        """
        self._spare[who] = AT_ONCE
        for each in [*self._offered.get(who, ())]:
            self._offers(who, each)
        await self._fill(who)

    async def _fill(self, who: str) -> None:
        offered = self._offered.setdefault(who, [])
        while len(offered) + len(self._waiting.get(who, ())) < AT_ONCE:
            try:
                invited = await invite()
            except NoConnection:  # a browser with much to do finds its addresses late
                if not self._spare.get(who):
                    return  # by a new code
                self._spare[who] -= 1
                await asyncio.sleep(AGAIN_S)
            else:
                offered.append(invited)
                self._offers(who, invited)

    def _offers(self, who: str, invited: Invited) -> None:
        self._say(who, {"kind": "next", "text": _written(invited.description)})

    async def heard(self, who: str, record: Mapping[str, Any]) -> None:
        """What they said of it; whatever else they said is passed over."""
        with suppress(BadInput, NoConnection, StorageError):
            if record.get("kind") == "next":
                await self._agreed(who, str(record["text"]))
            elif record.get("kind") == "ready":
                self._accepted(who, str(record["to"]), _read(str(record["text"])).hushed)

    async def _agreed(self, who: str, text: str) -> None:
        offer, kept = _read(text), self._kept.setdefault(who, [])
        reserve = next((each for each in kept if each.offer.ufrag == offer.ufrag), None)
        if reserve is None:
            reserve = await StandbyConnection.make(offer)
            kept.append(reserve)
            while len(kept) > MOST_KEPT:
                kept.pop(0).close()
            await self._changed()
        record = {"kind": "ready", "text": _written(reserve.answer), "to": reserve.offer.ufrag}
        self._say(who, record)

    def _accepted(self, who: str, to: str, answer: Description) -> None:
        for invited in [*self._offered.get(who, ())]:
            if invited.description.ufrag == to:
                self._offered[who].remove(invited)
                self._waiting.setdefault(who, []).append(invited)
                task = asyncio.ensure_future(self._waits(who, invited, answer))
                self._tasks.add(task)  # else nobody holds it
                task.add_done_callback(self._tasks.discard)

    async def _waits(self, who: str, invited: Invited, answer: Description) -> None:
        """However long it takes them."""
        channel = None
        with suppress(NoConnection, BadInput):  # given up, or the browser does not wait that long
            channel = await invited.accept(answer, None)
        if invited in self._waiting.get(who, ()):
            self._waiting[who].remove(invited)
        if channel is not None:
            self._met(who, channel)
        elif self._spare.get(who):  # a browser that does not wait would not wait for the next, too
            self._spare[who] -= 1
            await self._fill(who)

    # --- and taken when it is lost ---

    @property
    def known(self) -> tuple[str, ...]:
        """Those to whom there is a way."""
        return tuple(who for who, ways in self._kept.items() if ways)

    async def take(self, who: str) -> Channel:
        """The way to them, as they still wait. Raises NoConnection.

        The newest first, and the ones before beside it: the other device may not have heard of the
        newest. None is given up for that: two that find each other slowly would do so in vain, as
        a connection that was given up halfway leads nowhere any more.
        """
        ways = [*self._kept.get(who, [])]
        tried: dict[asyncio.Task[DataChannel], StandbyConnection] = {}
        channel: Channel | None = None
        try:
            while channel is None and (ways or tried):
                if ways:
                    way = ways.pop()
                    tried[asyncio.ensure_future(way.come_back(FINDING_S))] = way
                patience = AT_FIRST_S if ways else None
                ended, _ = await asyncio.wait(tried, timeout=patience, return_when=FIRST_COMPLETED)
                for each in ended:
                    found = _came_of(each)
                    self._tried(who, tried.pop(each), found is not None)
                    if channel is None:
                        channel = found
                    elif found is not None:
                        found.close()
        finally:  # also where nobody waits for it any more
            for each, way in tried.items():
                each.cancel()
                self._tried(who, way, False)
        if channel is None:
            raise NoConnection(NOT_FOUND)
        return channel

    def _tried(self, who: str, way: StandbyConnection, came: bool) -> None:
        """It is used up, or else the last that is tried, and the first that is dropped."""
        kept = self._kept.get(who, [])
        if way in kept:
            kept.remove(way)
            if not came:
                kept.insert(0, way)

    def record(self) -> dict[str, list[list[str]]]:
        """To be stored, for a page that is opened anew."""
        return {
            who: [[_written(each.offer), _written(each.answer)] for each in kept]
            for who, kept in self._kept.items()
        }

    def forget(self, who: str) -> None:
        """Nobody comes back from there, or goes there."""
        self._spare.pop(who, None)
        for each in (*self._offered.pop(who, ()), *self._waiting.pop(who, ())):
            each.close()
        for way in self._kept.pop(who, ()):
            way.close()

    def close(self) -> None:
        """Nothing waits any more; what is kept may be stored still."""
        self._spare.clear()
        for invited in (*self._offered.values(), *self._waiting.values()):
            for each in invited:
                each.close()
        for kept in self._kept.values():
            for way in kept:
                way.close()


def _came_of(looking: asyncio.Task[DataChannel]) -> DataChannel | None:
    """The channel, if there is one."""
    with suppress(NoConnection, BadInput):
        return looking.result()
    return None


def _kept(stored: object) -> dict[str, list[StandbyConnection]]:
    """The ways that were stored (`Signalling.record`): what they offered, and what was answered."""
    ways: dict[str, list[StandbyConnection]] = {}
    for who, pairs in stored.items() if isinstance(stored, Mapping) else ():
        with suppress(BadInput, TypeError, ValueError):
            ways[str(who)] = [
                StandbyConnection(_read(str(offer)), _read(str(answer))) for offer, answer in pairs
            ]
    return ways


class Introductions:
    """Channels to others whom a third device can reach.

    say(who, text): have the third hand it on. met(who, channel): there it is.
    """

    def __init__(self, say: Callable[[str, str], None], met: Met) -> None:
        self._say, self._met = say, met
        self._sought: dict[str, Invited] = {}

    async def seek(self, who: str) -> None:
        """Ask for a channel."""
        with suppress(NoConnection):
            invited = await invite()
            self._drop(who)
            self._sought[who] = invited
            self._say(who, _written(invited.description))

    async def heard(self, who: str, text: str) -> None:
        """What the third handed on; where no channel comes of it, nobody is met."""
        with suppress(BadInput, NoConnection):
            said = _read(text)
            if said.kind == "offer":
                joined = await join(said)
                self._say(who, _written(joined.description))
                self._met(who, await joined.opened(PATIENCE_S))
            elif who in self._sought:
                self._met(who, await self._sought.pop(who).accept(said))

    def close(self) -> None:
        """Nobody is sought any more."""
        for who in [*self._sought]:
            self._drop(who)

    def _drop(self, who: str) -> None:
        sought = self._sought.pop(who, None)
        if sought is not None:
            sought.close()
