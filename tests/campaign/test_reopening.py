"""A database that the browser closes is reopened; if that fails, the memory can be saved."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from app.browser.storage.checksummed_rows import FORMAT, Heard
from app.browser.storage.databases import Database, Memory, NewerData, Put, Step, StorageGone
from app.browser.storage.reopening import Reopening
from app.browser.storage.store import Store
from app.browser.storage.transfer import backups, export_all
from app.campaign import facts as f
from app.campaign.files.files import open_file
from app.campaign.files.rows import with_checksum
from tests.campaign.happenings import GAMES

COUNT = 130


class Closing(Memory):
    """A database that the browser can close, while its rows remain."""

    lasts = True
    newer: NewerData | None = None

    def __init__(self, stores: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.stores = stores if stores is not None else self.stores
        self.is_closed = False

    def _rows(self, store: str) -> Any:
        if self.is_closed:
            raise StorageGone("It was closed.")
        return super()._rows(store)

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None:
        self._rows("meta")
        assert self.newer is None, "newer data are written to"
        await super().write(steps, strict)


class Scene:
    """A store with a campaign and a setting; `next` is the database to open after a close."""

    def __init__(self) -> None:
        self.database = Closing()
        self.next: Closing | None = None
        self.events: list[str] = []

    async def begin(self) -> None:
        opened: list[Store] = []
        database = Reopening(
            self.database, self._open, lambda *arguments: opened[0].go_on(*arguments)
        )
        self.lasts: list[bool] = []
        again = Heard(again=self._again)
        self.store = Store(database, GAMES, again)
        opened.append(self.store)
        await self.store.start()
        await self.store.set("theme", "dark")
        journal = self.store.begin("garden", "Harvest")
        for count in range(COUNT):
            journal = await self.store.append(journal, f.SceneSet({"a": count}))
        self.journal = journal

    def _again(self) -> None:
        self.events.append("again")
        self.lasts.append(self.store.lasts)

    async def _open(self) -> Database:
        if self.next is None:
            raise StorageGone("The browser gives no storage.")
        return self.next

    def close(self, next: Closing | None) -> None:
        self.database.is_closed = True
        self.next = next


def play(scene: Any) -> None:
    """Run an asynchronous scene."""
    asyncio.run(scene())


@pytest.mark.parametrize("first", ["write", "read"])
def test_a_closed_database_is_reopened_without_loss(first: str) -> None:
    async def scene() -> None:
        table = Scene()
        await table.begin()
        table.close(Closing(table.database.stores))
        if first == "read":
            assert len(await table.store.campaigns()) == 1
        journal = await table.store.append(table.journal, f.SceneSet({"on": 1}))
        assert journal.n == COUNT + 2
        assert table.events == ["again"]
        assert table.store.lasts
        assert table.store.brought_back == 0

    play(scene)


def test_many_requests_at_once_reopen_it_once() -> None:
    async def scene() -> None:
        table = Scene()
        await table.begin()
        table.close(Closing(table.database.stores))
        results = await asyncio.gather(*(table.store.campaigns() for _ in range(10)))
        assert {len(lines) for lines in results} == {1}
        assert table.events == ["again"]

    play(scene)


def test_a_deleted_database_is_filled_from_memory() -> None:
    async def scene() -> None:
        table = Scene()
        await table.begin()
        closed = Closing()
        table.close(closed)
        journal = await table.store.append(table.journal, f.SceneSet({"on": 1}))
        assert table.store.brought_back > 0
        other = Store(Closing(closed.stores), GAMES)
        await other.start()
        assert other.settings == {"theme": "dark"}
        assert (await other.load(journal.campaign)).state == journal.state
        assert other.report == []
        file = await export_all(table.store)
        assert open_file(file, GAMES).journals[0].journal.state == journal.state

    play(scene)


def test_a_tab_that_follows_does_not_fill_it() -> None:
    async def scene() -> None:
        table = Scene()
        await table.begin()
        table.store.is_writer = False
        closed = Closing()
        table.close(closed)
        assert await table.store.campaigns() == ()
        assert not any(closed.stores.values())

    play(scene)


def test_without_a_database_the_open_campaign_can_be_downloaded() -> None:
    async def scene() -> None:
        table = Scene()
        await table.begin()
        table.close(None)
        (line,) = await table.store.campaigns()
        assert (line.name, line.n) == ("Harvest", COUNT + 1)
        assert await backups(table.store) == []
        assert table.lasts == [False], "at the moment of the event"
        assert table.store.why == "The browser gives no storage."
        journal = await table.store.append(table.journal, f.SceneSet({"on": 1}))
        (campaign,) = json.loads(await export_all(table.store))["campaigns"]
        assert campaign["document"] == journal.document
        assert open_file(await export_all(table.store), GAMES).journals

    play(scene)


@pytest.mark.parametrize("way", ["layout", "format"])
def test_a_database_of_a_newer_version_is_not_written_to(way: str) -> None:
    async def scene() -> None:
        table = Scene()
        await table.begin()
        newer = Closing(table.database.stores)
        if way == "layout":
            newer.newer = NewerData(2)
        else:
            mark = with_checksum("format", {"format": FORMAT + 1, "app": "9"})
            await table.database.write([Put("meta", mark)])
        before = json.dumps({name: [*map(str, rows)] for name, rows in newer.stores.items()})
        table.close(newer)
        for _ in range(2):
            with pytest.raises(NewerData):
                await table.store.append(table.journal, f.SceneSet({"on": 1}))
        after = json.dumps({name: [*map(str, rows)] for name, rows in newer.stores.items()})
        assert after == before
        assert json.loads(await export_all(table.store))["stores"]["entries"]

    play(scene)


def test_a_database_closed_by_the_page_stays_closed() -> None:
    async def scene() -> None:
        table = Scene()
        await table.begin()
        await table.store.database.close()
        table.close(Closing())
        with pytest.raises(StorageGone):
            await table.store.campaigns()

    play(scene)
