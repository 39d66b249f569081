"""A second copy of the newest rows in the browser's cache, for a lost database.

A browser killed during a write leaves a torn end of its database's log; Chromium writes on behind
it and drops the whole database at a later start. So every entry and the last snapshot of every
campaign are copied here; of a shared table on another device only the snapshots, as that device
resends its entries. Restoring loses entries before the last snapshots, but not their outcome.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress

import js

from app.browser.platform.elements import Js
from app.browser.storage.capabilities import find_interface
from app.browser.storage.databases import DeleteAll, Put, Step
from app.campaign.files.rows import StoredRow
from app.campaign.journal.journal import AT_HAND
from app.campaign.state.values import NotPlain, read

#: The number is the format of the rows: an older page does not restore newer rows.
CACHE = "tableside-net-1"

#: Seconds after which a write goes without its second copy.
PATIENCE_S = 2.0


class Mirror:
    """A copy of rows of `entries` and `snapshots`, each under its own address."""

    def __init__(self) -> None:
        self._snapshots: dict[str, int] = {}  # by campaign; older rows are dropped
        self._making_room: asyncio.Future[None] | None = None

    @classmethod
    def here(cls) -> Mirror | None:
        """Return this browser's second copy, or None if it has no cache."""
        return cls() if find_interface("caches") is not None else None

    async def wrote(self, steps: Sequence[Step]) -> None:
        """Copy the rows of a transaction; failures are logged and ignored."""
        if any(step.store in ("entries", "snapshots") for step in steps):
            try:
                await asyncio.wait_for(self._keep(steps), PATIENCE_S)
            except Exception as fault:  # no room or no permission; the database has the rows
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
        needed = [put for put in puts if _belongs(put, newest)]
        await asyncio.gather(*(self._put(cache, put.store, put.row) for put in needed))
        # Not awaited: dropping old rows takes as long as a hundred writes.
        self._snapshots |= newest
        if newest and (self._making_room is None or self._making_room.done()):
            self._making_room = asyncio.ensure_future(self._make_room(cache))

    async def _make_room(self, cache: Js) -> None:
        """Drop rows that the newest snapshots replace, until no new ones come."""
        with suppress(Exception):  # old rows do no harm
            while self._snapshots:
                newest, self._snapshots = self._snapshots, {}
                await _drop(cache, newest)

    async def _put(self, cache: Js, store: str, row: StoredRow) -> None:
        assert isinstance(row.key, tuple)
        campaign, index = row.key
        text = json.dumps([store, campaign, index, row.text, row.sum])
        await cache.put(f"net/{store}/{campaign}/{index}", js.Response.new(text))

    async def rows(self) -> list[Put]:
        """Return all copied rows, to be written into a new database."""
        if not await js.caches.has(CACHE):
            return []
        cache = await js.caches.open(CACHE)
        puts = []
        for request in await cache.keys():
            response = await cache.match(request)
            put = _put_in(str(await response.text()))
            if put is not None:
                puts.append(put)
        return puts


def _put_in(text: str) -> Put | None:
    """Return the row stored under one address, or None for anything else."""
    try:
        record = read(text)
    except NotPlain:
        return None
    kinds = [type(value) for value in record] if isinstance(record, list) else []
    if kinds != [str, str, int, str, str] or record[0] not in ("entries", "snapshots"):
        return None
    store, campaign, index, row, sum = record
    return Put(store, StoredRow((campaign, index), row, sum))


async def _drop(cache: Js, newest: Mapping[str, float]) -> None:
    """Drop the rows that snapshots at these indexes replace.

    newest: the index by campaign; under an empty name, for all campaigns.
    """
    for request in await cache.keys():
        store, campaign, index = str(request.url).split("/")[-3:]
        last = newest.get(campaign, newest.get("", 0))
        if not index.isdecimal():  # not ours
            continue
        if int(index) <= (last - AT_HAND if store == "entries" else last - 1):
            await cache.delete(request)


def _belongs(put: Put, newest: dict[str, int]) -> bool:
    """Tell whether a row is needed to restore its campaign."""
    if put.store not in ("entries", "snapshots") or not isinstance(put.row.key, tuple):
        return False
    campaign, index = put.row.key
    last = newest.get(campaign, 0)
    return index > last - AT_HAND if put.store == "entries" else index == last
