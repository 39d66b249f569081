"""The shelf: rows that are read with care and written one transaction at a time.

What is damaged is set aside, newer data are never written to, one tab writes and tells the others.
What the rows mean is the business of `app.browser.storage.store`.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from app import VERSION
from app.browser.storage.databases import (
    Database,
    Delete,
    DeleteAll,
    Free,
    NewerData,
    NotWriter,
    Put,
    Step,
    StorageError,
)
from app.campaign.files.rows import Damage, Row, verify_checksum, with_checksum
from app.campaign.journal.entries import Stamp, new_id
from app.campaign.state.values import NotPlain

#: The format of what is stored. A higher one than this is never written to.
FORMAT = 1

#: How long the browser may take to find the second copy.
PATIENCE_S = 15.0


def nobody(_: Any) -> None:
    return None


def nothing() -> None:
    return None


@dataclass(frozen=True)
class Heard:
    """Who is told what happens to the stored data from outside.

    gone: what is to be said of a database that went away. role: whether this tab may write,
    when that changes. change: the campaign's id (or the name of another store) that another tab
    changed; load it again to see it. again: a database that went away is open again, or what was in
    memory lies in one in memory.
    """

    gone: Callable[[str], None] = nobody
    role: Callable[[bool], None] = nobody
    change: Callable[[str], None] = nobody
    again: Callable[[], None] = nothing


class SealedRows:
    """What lies in a database, and who may write there.

    lasts: False where the browser gives no storage.
    report: what was found damaged and set aside since the page was opened.
    newer: set if the data are a newer version's; then every write raises it.
    is_writer: False while another tab writes; then every write raises NotWriter.
    alone: what the browser lacks for tabs to take turns, empty if nothing; then every tab writes.
    net: where the browser has one, a second copy of what is newest
    (`app.browser.storage.backup_copy`). brought_back: how many rows came from there, because the
    browser had lost its database. heard: who is told what happens to it from outside.
    """

    def __init__(self, database: Database, by: str = "", heard: Heard | None = None) -> None:
        self.database = database
        self.by = by
        self.heard = heard or Heard()
        self.report: list[Damage] = []
        self.newer: NewerData | None = getattr(database, "newer", None)
        self.brought_back = 0
        self.is_writer = True
        self.alone = ""
        self.net: Any = None
        self._tabs: Any = None
        self._marked = False
        self._last_ms = 0
        self._looking: asyncio.Future[None] | None = None
        self._busy = asyncio.Lock()

    @property
    def lasts(self) -> bool:
        return self.database.lasts

    async def start(self) -> None:
        """Read the format; nothing is written."""
        row = await self.database.get("meta", "format")
        found = await self.sound("meta", row, _is_format) if row else None
        self._marked = found is not None
        if found and found["format"] > FORMAT:
            self.newer = NewerData(found["format"], found.get("app", ""))

    async def bring_back(self) -> None:
        """If nothing was ever written here, and yet there is a second copy: the browser lost it."""
        if self._marked or self.newer is not None or self.net is None:
            return
        try:
            rows = await self._second_copy()
            if rows:
                await self.write(rows)
        except Exception:  # the copy is of no use, and the page starts without
            return
        self.brought_back = len(rows)

    async def _second_copy(self) -> list[Put]:
        return await asyncio.wait_for(self.net.rows(), PATIENCE_S) if self.net is not None else []

    async def go_on(self, database: Database, why: str) -> NewerData | None:
        """Go on with a database in the place of one that went away.

        Returns NewerData where a newer version made it.
        What is known is put into one that is empty: from memory, and of the rest the second copy.
        why: what the browser said where there is none but in memory.
        """
        self.newer = getattr(database, "newer", None)
        row = await database.get("meta", "format")
        with suppress(NotPlain):
            found: Any = verify_checksum(row) if row is not None else None
            if _is_format(found) and found["format"] > FORMAT:
                self.newer = NewerData(found["format"], found.get("app", ""))
        is_ours = self.is_writer or not database.lasts
        if row is None and self.newer is None and is_ours and self._marked:
            await self._fill(database)
        self.heard.again()
        return self.newer

    async def _fill(self, database: Database) -> None:
        known: dict[tuple[str, Any], Put] = {}
        with suppress(Exception):  # what is in memory is there all the same
            known = {(each.store, each.row.key): each for each in await self._second_copy()}
        known |= {(each.store, each.row.key): each for each in self.in_memory()}
        await database.write([_mark(), *known.values()])
        self.brought_back = len(known)

    def in_memory(self) -> list[Put]:
        """The rows of all that can be said without the database."""
        return []

    # --- reading ---

    async def set_aside(self) -> list[dict[str, Any]]:
        """Everything that was ever set aside, as it was found: for the person to save."""
        found = []
        for row in await self.database.rows("set_aside"):
            try:
                found.append(dict(verify_checksum(row)))
            except (NotPlain, TypeError, ValueError) as fault:
                found.append(Damage("set_aside", row.key, str(fault), row.text, row.sum).record())
        return found

    async def read(self, store: str, row: Row, reader: Callable[[Row], Any]) -> Any:
        """What a row says; None if it is damaged, and then it is set aside."""
        try:
            return reader(row)
        except NotPlain as fault:
            await self.put_aside(Damage(store, row.key, str(fault), row.text, row.sum))
            return None

    async def sound(self, store: str, row: Row, is_sound: Callable[[Any], bool]) -> Any:
        """The record in a row, if it is of that kind; else None, and it is set aside."""

        def reader(row: Row) -> Any:
            record = verify_checksum(row)
            try:
                fits = is_sound(record)
            except (LookupError, TypeError):
                fits = False
            if not fits:
                raise NotPlain("not what belongs here")
            return record

        return await self.read(store, row, reader)

    async def put_aside(self, damage: Damage) -> None:
        """Report something damaged, and keep it as it was found where it is in nobody's way."""
        self.report.append(damage)
        place = damage.key if isinstance(damage.key, str) else " ".join(map(str, damage.key))
        aside = with_checksum(f"{damage.store} {place}", {**damage.record(), "found": self.now()})
        try:
            await self.write([Put("set_aside", aside), Delete(damage.store, damage.key)])
        except StorageError:
            return  # it lies where it lay, and is reported again next time

    # --- other tabs ---

    async def join(self, open_tabs: Callable[..., Any]) -> None:
        """Share the database with other tabs: one writes, the others follow."""
        self.is_writer = False
        self._tabs = await open_tabs(self._busy, self._turned, self._heard)
        self.is_writer = self._tabs.is_writer
        self.alone = self._tabs.lacks

    async def take_over(self) -> None:
        """Write from now on; the other tab follows. Load again what is shown."""
        if self._tabs is not None:
            await self._tabs.take_over()

    def _turned(self, is_writer: bool) -> None:
        self.is_writer = is_writer
        self.heard.role(is_writer)

    def _heard(self, message: dict[str, Any]) -> None:
        for step in message["steps"]:
            self._followed(*step)

    def _followed(self, store: str, key: Any, text: str | None, sum: str) -> None:
        """A row that another tab wrote (or, without text, deleted)."""

    def lost(self, why: str) -> None:
        """The database went away: it is opened again at once. why: what is to be said of that."""
        if why:
            self.heard.gone(why)
        self._looking = asyncio.ensure_future(self._look())

    async def _look(self) -> None:
        with suppress(StorageError):  # the next request tells of it
            await self.database.get("meta", "format")

    # --- writing ---

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None:
        """All of it or nothing. strict: it is on the disk then, and its second copy there, too."""
        if self.newer is not None:
            raise self.newer
        if not self._marked:
            steps = [_mark(), *steps]
        async with self._busy:
            if not self.is_writer:
                raise NotWriter
            await self.database.write(steps, strict)
        self._marked = True
        if self.net is not None and strict:
            await self.net.wrote(steps)
        if self._tabs is not None:
            self._tabs.say({"kind": "wrote", "steps": _told(steps)})

    def stamp(self) -> Stamp:
        return Stamp(self.new_id(), self.now(), self.by)

    def new_id(self) -> str:
        """A fresh id, later than every one before it."""
        self._last_ms = max(int(datetime.now(UTC).timestamp() * 1000), self._last_ms + 1)
        return new_id(self._last_ms, secrets.randbits(80))

    def now(self) -> str:
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


#: What other tabs show, and so hear of when it changed.
SHOWN = ("settings", "entries", "plays", "backups")

#: From so many rows on, other tabs hear only whose entries changed.
MANY = 20


def _told(steps: Sequence[Step]) -> list[list[Any]]:
    """A transaction as other tabs hear of it: row by row, or of entries only whose they are."""
    told: dict[str, list[Any]] = {}
    for step in steps:
        if step.store in SHOWN and not isinstance(step, Free):
            one = _told_one(step, len(steps) > MANY)
            told[f"{one[0]} {one[1]}"] = one  # the last word on each
    return list(told.values())


def _told_one(step: Put | Delete | DeleteAll, briefly: bool) -> list[Any]:
    if isinstance(step, DeleteAll):
        return [step.store, step.campaign, None, ""]
    key = step.row.key if isinstance(step, Put) else step.key
    if briefly and step.store == "entries":
        return [step.store, key[0], None, ""]
    if isinstance(step, Delete) or step.store == "backups":  # a copy is too long to be told
        return [step.store, key, None, ""]
    return [step.store, key, step.row.text, step.row.sum]


def _mark() -> Put:
    """What says that something of ours is stored here, and in which format."""
    return Put("meta", with_checksum("format", {"format": FORMAT, "app": VERSION}))


def _is_format(record: Any) -> bool:
    return isinstance(record, dict) and isinstance(record.get("format"), int)
