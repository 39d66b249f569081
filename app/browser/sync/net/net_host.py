"""A host's table over the net: admission, invitation and the log on the server.

The server holds an encrypted copy of the journal under the game master's key. It is written in
order, each entry after the expected last position: if another device has written there, this one
stops as overtaken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from app.browser.platform.dom import beside
from app.browser.storage.databases import StorageError
from app.browser.sync.net.crypto import Key, Pair
from app.browser.sync.net.nats import HERE, Net, NetError
from app.browser.sync.net.net_channels import Doors, Keys, NetChannel
from app.browser.sync.net.net_log import SealedLog
from app.campaign.journal.entries import Entry
from app.sync.log import Log
from app.sync.net_faults import WORDS
from app.sync.net_links import NetInvitation

#: Seconds until a refused write is tried again.
AGAIN_S = 3.0

#: Seconds until a deleted table is created again: a server that still removes its files breaks a
#: stream of the same name.
DELETING_S = 2.0


async def fresh(login: tuple[str, str]) -> dict[str, object]:
    """Return the record of a new table on the net.

    seats: {seat on the server: [public key, seat at the table]}. last: the position of the last
        entry on the server; n: its index in the journal.
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
    """Callbacks of the table's session."""

    #: Returns the journal's entries after an index.
    entries: Callable[[int], Awaitable[Sequence[Entry]]]
    #: Stores the record.
    keep: Callable[[], None]
    #: Called with each new channel.
    joined: Callable[[NetChannel], None]
    #: Called with a sentence if another device has become the host.
    overtaken: Callable[[str], None]
    #: Called with a sentence about a fault; empty when connected and when a fault is resolved.
    says: Callable[[str], None]


class HostNet:
    """One table on the net; `record` is its data to be stored."""

    def __init__(self, server: str, table: str, record: dict[str, Any], hosting: Hosting) -> None:
        self.record = record
        self._server, self._table, self._hosting = server, table, hosting
        self._net: Net | None = None
        self._doors: Doors | None = None
        self._wake = asyncio.Event()
        self._fault: str | None = None  # None before the first answer of the server
        self._away = self._deleted = False  # the server is away; the table is deleted there
        self._one = asyncio.Lock()
        self._open = True

    async def begin(self) -> Self:
        """Put the table on the net; raise NetError."""
        try:
            await self._connect()
        except NetError:
            await self._disconnect()
            raise
        self.go_on()
        return self

    def go_on(self) -> None:
        """Resume the table of the last visit, whether or not the server answers."""
        beside(self._going())
        self._wake.set()

    async def _connect(self) -> Net:
        """Return the connection, creating the table if needed; raise NetError."""
        async with self._one:
            if self._deleted:
                await self._start_over()
            if self._net is None:
                login = self.record["login"]
                self._net = await Net.open(self._server, login, self._table, self._on_status)
                self._away = False
            if self._doors is None:
                await self._net.begin()
                known = {seat: entry[0] for seat, entry in self.record["seats"].items()}
                self._doors = await Doors.open(self._net, self._keys, known, self._add_channel)
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

    def _add_channel(self, channel: NetChannel) -> None:
        self._remember(channel.seat, "")
        self._hosting.joined(channel)

    def keep_seat(self, channel: NetChannel, seat: str) -> None:
        """Store the seat of a channel."""
        self._remember(channel.seat, seat)

    def _remember(self, id: str, seat: str) -> None:
        assert self._doors is not None
        previous = self.record["seats"].get(id)
        current = [self._doors.known[id], seat or (previous[1] if previous else "")]
        if current != previous:
            self.record["seats"][id] = current
            self._hosting.keep()

    def remove(self, seat: str) -> None:
        """Exclude a removed seat's devices by changing the keys."""
        ids = [id for id, entry in self.record["seats"].items() if entry[1] == seat]
        self.record["invited"] = Key.fresh().text
        if self._doors is not None:
            self._doors.rekey(Key(self.record["invited"]))
        for id in ids:
            del self.record["seats"][id]
            if self._doors is not None:
                self._doors.remove(id)
        self._hosting.keep()

    # --- the log ---

    def write(self) -> None:
        """Write a changed journal to the server."""
        self._wake.set()

    async def _going(self) -> None:
        while self._open:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), AGAIN_S if self._fault else None)
            self._wake.clear()
            if not self._open:
                break
            try:
                await self._write_log(await self._connect())
                if not self._away:
                    self._say("")
            except StorageError as fault:
                self._say(str(fault))
            except NetError as fault:
                if fault.kind == "faster":
                    self._open = False
                    self._hosting.overtaken(str(fault))
                    break
                if fault.kind == "none":
                    self._deleted = True
                    self._wake.set()
                self._say(str(fault))
        await self._disconnect()

    async def _start_over(self) -> None:
        """Start a table that the server has deleted from the beginning."""
        await self._disconnect()
        await asyncio.sleep(DELETING_S)
        self._deleted = False
        self.record.update(last=0, n=0)

    async def _write_log(self, net: Net) -> None:
        """Write missing entries to the server; raise NetError."""
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
        """Return the decrypted log, one entry a line; raise NetError."""
        log = self._log(await self._connect())
        return "".join(f"{text}\n" for text in await log.texts())

    async def drop(self, channels: Sequence[NetChannel]) -> None:
        """Delete the table on the server after the channels' last messages; raise NetError."""
        net = await self._connect()
        self._open = False
        try:
            for channel in channels:
                channel.close()
                await channel.flush()
            await net.drop()
        except NetError:
            self._open = True
            raise
        self.close()

    def _say(self, words: str) -> None:
        if words != self._fault:
            self._fault = words
            self._hosting.says(words)

    def _on_status(self, kind: str) -> None:
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

    async def _disconnect(self) -> None:
        net, self._net = self._net, None
        doors, self._doors = self._doors, None
        if doors is not None:
            doors.close()
        if net is not None:
            await net.close()
