"""A guest's connection to a table over the net; it knocks until it is admitted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from app.browser.platform.dom import beside
from app.browser.sync.net.crypto import Key, Pair, Unsealed
from app.browser.sync.net.nats import HERE, Net, NetError
from app.browser.sync.net.net_channels import Keys, Knocker, NetChannel, chance
from app.core.support.untrusted_json import JsonRecord
from app.sync.net_faults import GUEST_WORDS
from app.sync.net_links import NetInvitation

#: Seconds between two knocks.
KNOCK_S = 2.0


async def invited(invitation: NetInvitation, known: JsonRecord | None) -> dict[str, object]:
    """Return the record of a new connection; `known` is the stored one, if any."""
    if known is not None and known.get("host") == invitation.host:
        return {**known, "invited": invitation.invited, "login": [*invitation.login], "in": False}
    pair = await Pair.fresh()
    return {
        "invited": invitation.invited,
        "host": invitation.host,
        "login": [*invitation.login],
        "pair": [pair.public, pair.private],
        "seat": chance(),
        "in": False,
    }


class GuestNet:
    """The net connection of one guest.

    record: its data to be stored. on_channel: called with each channel. lost: called with a
        sentence when the server does not answer.
    """

    def __init__(
        self,
        server: str,
        table: str,
        record: dict[str, Any],
        on_channel: Callable[[NetChannel], None],
        lost: Callable[[str], None],
    ) -> None:
        self.record = record
        self._server, self._table = server, table
        self._on_channel, self._lost = on_channel, lost
        self._net: Net | None = None
        self._knocker: Knocker | None = None
        self._wake = asyncio.Event()
        self.wanted = self._open = True
        self._resting = self._stale = False
        beside(self._going())

    def again(self) -> None:
        """Knock again for a new channel."""
        self.wanted, self._resting = True, False
        self._wake.set()

    def rest(self) -> None:
        """Stop knocking after the host has ended the connection, until `again()`."""
        self.wanted, self._resting = False, True

    def close(self) -> None:
        self._open = False
        self._wake.set()

    async def _going(self) -> None:
        while self._open:
            if self._stale:
                await self._disconnect()
            if self.wanted:
                await self._knock_on()
            try:
                await asyncio.wait_for(self._wake.wait(), KNOCK_S)
            except TimeoutError:
                continue
            self._wake.clear()
        if self._knocker is not None:
            await self._knocker.flush()
        await self._disconnect()

    async def _disconnect(self) -> None:
        net, self._net, self._knocker, self._stale = self._net, None, None, False
        if net is not None:
            await net.close()

    async def _knock_on(self) -> None:
        try:
            await self._knock()
        except NetError as fault:
            # The knock may have arrived without its confirmation: an admitted guest ignores the
            # fault.
            if self.wanted:
                self._lost(GUEST_WORDS[fault.kind])
                if fault.kind == "none":
                    await self._disconnect()
        except Unsealed:
            self._lost("Incomplete invite. Ask for a new one.")

    async def _knock(self) -> None:
        if self._net is None:
            login = self.record["login"]
            self._net = await Net.open(self._server, login, self._table, self._on_status)
        if self._knocker is None:
            public, private = self.record["pair"]
            keys = Keys(
                self._table,
                Key(self.record["invited"]),
                Pair(public, private),
                self.record["host"],
            )
            self._knocker = await Knocker.open(
                self._net, keys, self.record["seat"], self._on_welcome
            )
        await self._knocker.knock(self.record["in"])

    def _on_welcome(self, channel: NetChannel) -> None:
        if self._open:
            self.wanted = False
            self.record["in"] = True
            self._on_channel(channel)

    def _on_status(self, kind: str) -> None:
        if not self._open or self._resting:
            return
        if kind == HERE:
            self.again()
        else:
            self.wanted, self._stale = True, kind == "none"
            self._lost(GUEST_WORDS[kind])
