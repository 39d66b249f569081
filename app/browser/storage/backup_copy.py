"""The net: a second copy of what is newest, in the browser's cache, for when its database is lost.

A browser that is killed in the middle of a write leaves a torn end to its database's log; Chromium
writes on behind the tear when it starts again, and throws the whole database away the time after.
So every entry, and every campaign's last snapshot, lies here too; of what other devices made, whose
table tells it again, the snapshots alone. What has no database any more is brought back from here;
the entries before the last snapshots are then lost, but not their outcome.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import js

from app.browser.storage.capabilities import offered
from app.browser.storage.databases import DeleteAll, Put, Step
from app.campaign.files.rows import Row
from app.campaign.journal.journal import AT_HAND
from app.campaign.state.values import NotPlain, read

#: Its number is the format of what is stored: an older page does not bring newer rows back.
CACHE = "tableside-net-1"

#: How long the browser may take; then a write goes without its second copy.
PATIENCE_S = 2.0


class Mirror:
    """Rows of `entries` and `snapshots`, each under an address of its own."""

    def __init__(self) -> None:
        self._snapshots: dict[str, int] = {}  # by campaign: what lies before makes room
        self._making_room: asyncio.Future[None] | None = None

    @classmethod
    def here(cls) -> Mirror | None:
        """The net of this browser, None where it has no cache for pages."""
        return cls() if offered("caches") is not None else None

    async def wrote(self, steps: Sequence[Step]) -> None:
        """Keep what a transaction wrote, too; what goes wrong here harms nothing."""
        if any(step.store in ("entries", "snapshots") for step in steps):
            try:
                await asyncio.wait_for(self._keep(steps), PATIENCE_S)
            except Exception as fault:  # no room, no permission: the database has it all the same
                js.console.info(f"No second copy: {type(fault).__name__}")

    async def _keep(self, steps: Sequence[Step]) -> None:
        cache = await js.caches.open(CACHE)
        for step in steps:
            if isinstance(step, DeleteAll) and step.store == "entries":
                await _drop(cache, {step.campaign: math.inf})
        puts = [step for step in steps if isinstance(step, Put)]
        newest: dict[str, int] = {}
        for put in puts:
            if put.store == "snapshots" and isinstance(put.row.key, tuple):
                campaign, n = put.row.key
                newest[campaign] = max(n, newest.get(campaign, 0))
        kept = [put for put in puts if _belongs(put, newest)]
        await asyncio.gather(*(self._put(cache, put.store, put.row) for put in kept))
        # Nobody waits for room to be made: it takes as long as a hundred writes.
        self._snapshots |= newest
        if newest and (self._making_room is None or self._making_room.done()):
            self._making_room = asyncio.ensure_future(self._make_room(cache))

    async def _make_room(self, cache: Any) -> None:
        """Drop what the newest snapshots make needless, as long as new ones come."""
        with suppress(Exception):  # what lies there too long harms nothing
            while self._snapshots:
                newest, self._snapshots = self._snapshots, {}
                await _drop(cache, newest)

    async def _put(self, cache: Any, store: str, row: Row) -> None:
        assert isinstance(row.key, tuple)
        campaign, place = row.key
        text = json.dumps([store, campaign, place, row.text, row.sum])
        await cache.put(f"net/{store}/{campaign}/{place}", js.Response.new(text))

    async def rows(self) -> list[Put]:
        """All that lies here, to be written into a database that was lost."""
        if not await js.caches.has(CACHE):
            return []
        cache = await js.caches.open(CACHE)
        found = []
        for request in await cache.keys():
            response = await cache.match(request)
            put = _put_in(str(await response.text()))
            if put is not None:
                found.append(put)
        return found


def _put_in(text: str) -> Put | None:
    """The row that lies here under one address; None if something else lies there."""
    try:
        record = read(text)
    except NotPlain:
        return None
    kinds = [type(each) for each in record] if isinstance(record, list) else []
    if kinds != [str, str, int, str, str] or record[0] not in ("entries", "snapshots"):
        return None
    store, campaign, place, row, sum = record
    return Put(store, Row((campaign, place), row, sum))


async def _drop(cache: Any, newest: Mapping[str, float]) -> None:
    """Drop what snapshots at these places of campaigns (under no name: of all) make needless."""
    for request in await cache.keys():
        store, campaign, place = str(request.url).split("/")[-3:]
        last = newest.get(campaign, newest.get("", 0))
        if not place.isdecimal():  # nothing of ours
            continue
        if int(place) <= (last - AT_HAND if store == "entries" else last - 1):
            await cache.delete(request)


def _belongs(put: Put, newest: dict[str, int]) -> bool:
    """Is it needed to bring its campaign back?"""
    if put.store not in ("entries", "snapshots") or not isinstance(put.row.key, tuple):
        return False
    campaign, place = put.row.key
    last = newest.get(campaign, 0)
    return place > last - AT_HAND if put.store == "entries" else place == last
