"""A database that is opened anew when the browser takes it away.

A browser may close a database at any moment: another tab deletes it, a newer version opens it, the
disk fails, somebody clears the site's data. The next request opens it again. Where that fails, what
was in memory lies in a database in memory from then on, so that it can be downloaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from app.browser.storage.databases import Database, Memory, NewerData, Step, StorageGone
from app.campaign.files.rows import Key, Row

Found = TypeVar("Found")


class Reopening:
    """The `Database` that stands in front of one that can go away.

    open: opens it; StorageGone if the browser gives none.
    again: called with each database that takes the place of another, before anything else is asked
        of it, and with why it is one in memory (else empty). Not written to where it tells that
        a newer version made it.
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
        return getattr(self._database, "newer", None)

    async def get(self, store: str, key: Key) -> Row | None:
        return await self._asked(lambda database: database.get(store, key))

    async def rows(self, store: str) -> list[Row]:
        return await self._asked(lambda database: database.rows(store))

    async def names(self, store: str) -> list[str]:
        return await self._asked(lambda database: database.names(store))

    async def run(self, store: str, campaign: str, first: int, last: int) -> list[Row]:
        return await self._asked(lambda database: database.run(store, campaign, first, last))

    async def places(self, store: str, campaign: str) -> list[int]:
        return await self._asked(lambda database: database.places(store, campaign))

    async def owners(self, store: str) -> list[str]:
        return await self._asked(lambda database: database.owners(store))

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None:
        await self._asked(lambda database: database.write(steps, strict), writes=True)

    async def close(self) -> None:
        self._closed = True
        await self._database.close()

    async def _asked(
        self, ask: Callable[[Database], Awaitable[Found]], writes: bool = False
    ) -> Found:
        if self._opening.locked():
            async with self._opening:  # what is put into it first is not yet there
                pass
        asked = self._database
        try:
            return await ask(asked)
        except StorageGone:
            if self._closed:
                raise
        async with self._opening:
            if self._database is asked:  # else another request has opened it meanwhile
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
