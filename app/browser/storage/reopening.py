"""A database that reopens when the browser takes it away.

A browser may close a database at any moment: another tab deletes it, a newer version opens it, the
disk fails, site data are cleared. The next request reopens it. If that fails, the known rows go
into a database in memory, so that they can be downloaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from app.browser.storage.databases import Database, Memory, NewerData, Step, StorageGone
from app.campaign.files.rows import Key, StoredRow

Result = TypeVar("Result")


class Reopening:
    """A `Database` in front of one that can go away.

    open: opens it; raises StorageGone if the browser gives none.
    again: called first with each replacement and the reason if it is in memory (else empty). If
        it returns NewerData, writes raise that.
    """

    def __init__(
        self,
        database: Database,
        open: Callable[[], Awaitable[Database]],
        again: Callable[[Database, str], Awaitable[NewerData | None]],
    ) -> None:
        self._database = database
        self._open = open
        self._again = again
        self._opening = asyncio.Lock()
        self._closed = False
        self._refuses: NewerData | None = None

    @property
    def lasts(self) -> bool:
        return self._database.lasts

    @property
    def newer(self) -> NewerData | None:
        return self._database.newer

    async def get(self, store: str, key: Key) -> StoredRow | None:
        return await self._request(lambda database: database.get(store, key))

    async def rows(self, store: str) -> list[StoredRow]:
        return await self._request(lambda database: database.rows(store))

    async def names(self, store: str) -> list[str]:
        return await self._request(lambda database: database.names(store))

    async def run(self, store: str, campaign: str, first: int, last: int) -> list[StoredRow]:
        return await self._request(lambda database: database.run(store, campaign, first, last))

    async def places(self, store: str, campaign: str) -> list[int]:
        return await self._request(lambda database: database.places(store, campaign))

    async def owners(self, store: str) -> list[str]:
        return await self._request(lambda database: database.owners(store))

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None:
        await self._request(lambda database: database.write(steps, strict), writes=True)

    async def close(self) -> None:
        self._closed = True
        await self._database.close()

    async def _request(
        self, ask: Callable[[Database], Awaitable[Result]], writes: bool = False
    ) -> Result:
        if self._opening.locked():
            async with self._opening:  # wait until the replacement is filled
                pass
        database = self._database
        try:
            return await ask(database)
        except StorageGone:
            if self._closed:
                raise
        async with self._opening:
            if self._database is database:  # otherwise another request has reopened it
                await self._reopen()
        if writes and self._refuses is not None:
            raise self._refuses
        return await ask(self._database)

    async def _reopen(self) -> None:
        why = ""
        try:
            database = await self._open()
        except StorageGone as fault:
            database, why = Memory(), str(fault)
        self._database = database
        self._refuses = await self._again(database, why)
