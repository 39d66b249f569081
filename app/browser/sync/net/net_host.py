"""A host's table over the net: its doors, its invitation, and its log as it lies on the server.

What lies on the server is a copy, sealed under a key of the game master's alone. It is written in
the order of the journal, each entry behind the place of the one before: if another device has
written there, this one has been overtaken, and stops.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from app.browser.platform.dom import beside
from app.browser.sync.net.crypto import Key, Pair
from app.browser.sync.net.nats import HERE, Net, NetError
from app.browser.sync.net.net_channels import Doors, Keys, NetChannel
from app.browser.sync.net.net_log import SealedLog
from app.campaign.journal.entries import Entry
from app.sync.log import Log
from app.sync.net_faults import WORDS
from app.sync.net_links import NetInvitation

#: Seconds until what a server would not take is offered to it again.
AGAIN_S = 3.0


async def fresh(login: tuple[str, str]) -> dict[str, Any]:
    """What is stored of a table that is to be on the net.

    seats: who came in by which seat of the server: {server's seat: [public half, table's seat]}.
    last: the place of the last entry on the server; n: its place in the journal.
    """
    pair = await Pair.fresh()
    return {
        "master": Key.fresh().text,
        "invited": Key.fresh().text,
        "pair": [pair.public, pair.private],
        "login": [*login],
        "seats": {},
        "last": 0,
        "n": 0,
    }


@dataclass(frozen=True)
class Hosting:
    """What it needs of the table, and tells it.

    entries(n): those of the journal behind a place. keep: has the record stored. joined: told of
    each channel. overtaken: told that another device is the host now. says: told what is wrong, in
    a sentence; empty when all is well again.
    """

    entries: Callable[[int], Awaitable[Sequence[Entry]]]
    keep: Callable[[], None]
    joined: Callable[[NetChannel], None]
    overtaken: Callable[[str], None]
    says: Callable[[str], None]


class HostNet:
    """One table's. record: what is stored of it."""

    def __init__(self, server: str, table: str, record: dict[str, Any], hosting: Hosting) -> None:
        self.record = record
        self._server, self._table, self._hosting = server, table, hosting
        self._net: Net | None = None
        self._doors: Doors | None = None
        self._wake = asyncio.Event()
        self._said = ""
        self._away = self._deleted = False  # the server; the table there
        self._one = asyncio.Lock()
        self._open = True

    async def begin(self) -> Self:
        """The table is on the net from now on. Raises NetError."""
        try:
            await self._opened()
        except NetError:
            await self._left()
            raise
        self.go_on()
        return self

    def go_on(self) -> None:
        """As it was at the last visit, whether or not the server answers just now."""
        beside(self._going())
        self._wake.set()

    async def _opened(self) -> Net:
        """The line to the server, with the table there. Raises NetError."""
        async with self._one:
            if self._deleted:
                await self._begun_anew()
            if self._net is None:
                login = self.record["login"]
                self._net = await Net.open(self._server, login, self._table, self._changed)
                self._away = False
            if self._doors is None:
                await self._net.begin()
                known = {seat: each[0] for seat, each in self.record["seats"].items()}
                self._doors = await Doors.open(self._net, self._keys, known, self._came)
            return self._net

    @property
    def _keys(self) -> Keys:
        public, private = self.record["pair"]
        return Keys(self._table, Key(self.record["invited"]), Pair(public, private), public)

    def invitation(self, token: str) -> NetInvitation:
        user, password = self.record["login"]
        public = self.record["pair"][0]
        return NetInvitation(self._table, token, self.record["invited"], public, (user, password))

    # --- guests ---

    def _came(self, channel: NetChannel) -> None:
        self._remembered(channel.seat, "")
        self._hosting.joined(channel)

    def seated(self, channel: NetChannel, seat: str) -> None:
        """Who it is that came in by this channel."""
        self._remembered(channel.seat, seat)

    def _remembered(self, id: str, seat: str) -> None:
        assert self._doors is not None
        before = self.record["seats"].get(id)
        after = [self._doors.known[id], seat or (before[1] if before else "")]
        if after != before:
            self.record["seats"][id] = after
            self._hosting.keep()

    def removed(self, seat: str) -> None:
        """Nobody comes in any more by what this seat's devices know."""
        gone = [id for id, each in self.record["seats"].items() if each[1] == seat]
        self.record["invited"] = Key.fresh().text
        if self._doors is not None:
            self._doors.rekeyed(Key(self.record["invited"]))
        for id in gone:
            del self.record["seats"][id]
            if self._doors is not None:
                self._doors.removed(id)
        self._hosting.keep()

    # --- the log ---

    def moved(self) -> None:
        """The journal went on."""
        self._wake.set()

    async def _going(self) -> None:
        while self._open:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), AGAIN_S if self._said else None)
            self._wake.clear()
            if not self._open:
                break
            try:
                await self._written(await self._opened())
                if not self._away:
                    self._say("")
            except NetError as fault:
                if fault.kind == "faster":
                    self._open = False
                    self._hosting.overtaken(str(fault))
                    break
                if fault.kind == "none":
                    self._deleted = True
                    self._wake.set()
                self._say(str(fault))
        await self._left()

    async def _begun_anew(self) -> None:
        """The server has the table no more: it is made there once more, whole."""
        await self._left()
        self._deleted = False
        self.record.update(last=0, n=0)

    async def _written(self, net: Net) -> None:
        """What the server has not yet of the journal. Raises NetError."""
        new = await self._hosting.entries(self.record["n"])
        if not new:
            return
        log: Log = self._log(net)
        try:
            if not await log.append(new, self.record["n"]):
                raise NetError("faster")
        finally:
            self._hosting.keep()

    def _log(self, net: Net) -> SealedLog:
        return SealedLog(net, Key(self.record["master"]), self.record)

    async def whole(self) -> str:
        """All that lies on the server, opened: one entry a line. Raises NetError."""
        log = self._log(await self._opened())
        return "".join(f"{text}\n" for text in await log.texts())

    async def drop(self, channels: Sequence[NetChannel]) -> None:
        """The table is deleted on the server, once these have said their last. Raises NetError."""
        net = await self._opened()
        self._open = False
        try:
            for channel in channels:
                channel.close()
                await channel.said()
            await net.drop()
        except NetError:
            self._open = True
            raise
        self.close()

    def _say(self, words: str) -> None:
        if words != self._said:
            self._said = words
            self._hosting.says(words)

    def _changed(self, kind: str) -> None:
        if not self._open:
            return
        self._away = kind not in (HERE, "none")
        if kind == "none":
            self._deleted = True
        elif self._away:
            self._say(WORDS[kind])
        self._wake.set()

    def close(self) -> None:
        self._open = False
        self._wake.set()

    async def _left(self) -> None:
        net, self._net = self._net, None
        doors, self._doors = self._doors, None
        if doors is not None:
            doors.close()
        if net is not None:
            await net.close()
