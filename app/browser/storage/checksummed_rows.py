"""Checksummed rows in one database, written in transactions.

Damaged rows are set aside, newer data are never changed, and one tab writes and notifies the
others. `app.browser.storage.store` gives the rows their meaning.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

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
from app.campaign.files.rows import Damage, StoredRow, verify_checksum, with_checksum
from app.campaign.journal.entries import Stamp, new_id
from app.campaign.state.values import NotPlain

Result = TypeVar("Result")

#: The format of the stored rows; data of a higher format are never changed.
FORMAT = 1

#: Seconds that reading the second copy may take.
PATIENCE_S = 15.0


def nobody(_: object) -> None:
    return None


def nothing() -> None:
    return None


@dataclass(frozen=True)
class Heard:
    """Callbacks for changes of the stored data from outside."""

    #: Called with the notice to show when the database was taken away.
    gone: Callable[[str], None] = nobody
    #: Called with whether this tab may write, when that changes.
    role: Callable[[bool], None] = nobody
    #: Called with the campaign's id, or another store's name, that another tab changed; reload it.
    change: Callable[[str], None] = nobody
    #: Called when the database is open again, or its data are in memory.
    again: Callable[[], None] = nothing


class ChecksummedRows:
    """The checksummed rows of a database."""

    def __init__(self, database: Database, heard: Heard | None = None) -> None:
        #: In a browser a `Reopening`, which replaces a database that was taken away.
        self.database = database
        #: The author of the entries; the page leaves it empty.
        self.by = ""
        self.heard = heard or Heard()
        #: Damaged rows that were set aside since the page was opened.
        self.report: list[Damage] = []
        #: Set if a newer version wrote the data; then every write raises it.
        self.newer = database.newer
        #: The number of rows restored from the second copy.
        self.brought_back = 0
        #: Whether this tab may write; otherwise every write raises NotWriter.
        self.is_writer = True
        #: The browser feature without which every tab writes; empty if none is missing.
        self.alone = ""
        #: The second copy (`app.browser.storage.backup_copy`), if the browser has one.
        self.net: Any = None
        self._tabs: Any = None
        self._marked = False
        self._last_ms = 0
        self._looking: asyncio.Future[None] | None = None
        self._busy = asyncio.Lock()

    @property
    def lasts(self) -> bool:
        """Whether the data survive the page."""
        return self.database.lasts

    async def start(self) -> None:
        """Read the format without writing."""
        row = await self.database.get("meta", "format")
        record = await self.sound("meta", row, _is_format) if row else None
        self._marked = record is not None
        if record and record["format"] > FORMAT:
            self.newer = NewerData(record["format"], record.get("app", ""))

    async def bring_back(self) -> None:
        """Restore the second copy into a database that was never written to."""
        if self._marked or self.newer is not None or self.net is None:
            return
        try:
            rows = await self._second_copy()
            if rows:
                await self.write(rows)
        except Exception:  # the copy is unusable; start without it
            return
        self.brought_back = len(rows)

    async def _second_copy(self) -> list[Put]:
        return await asyncio.wait_for(self.net.rows(), PATIENCE_S) if self.net is not None else []

    async def go_on(self, database: Database, why: str) -> NewerData | None:
        """Continue with a database that replaces a lost one.

        An empty one is filled from memory and, for the rest, from the second copy. Return
        NewerData if a newer version made the database.
        why: the browser's reason if only memory is available.
        """
        self.newer = database.newer
        row = await database.get("meta", "format")
        with suppress(NotPlain):
            record: Any = verify_checksum(row) if row is not None else None
            if _is_format(record) and record["format"] > FORMAT:
                self.newer = NewerData(record["format"], record.get("app", ""))
        is_ours = self.is_writer or not database.lasts
        if row is None and self.newer is None and is_ours and self._marked:
            await self._fill(database)
        self.heard.again()
        return self.newer

    async def _fill(self, database: Database) -> None:
        puts: dict[tuple[str, object], Put] = {}
        with suppress(Exception):  # the rows in memory remain
            puts = {(put.store, put.row.key): put for put in await self._second_copy()}
        puts |= {(put.store, put.row.key): put for put in self.in_memory()}
        await database.write([_mark(), *puts.values()])
        self.brought_back = len(puts)

    def in_memory(self) -> list[Put]:
        """Return the rows that are known without the database."""
        return []

    # --- reading ---

    async def set_aside(self) -> list[dict[str, object]]:
        """Return all records that were ever set aside, for saving to a file."""
        records = []
        for row in await self.database.rows("set_aside"):
            try:
                records.append(dict(verify_checksum(row)))
            except (NotPlain, TypeError, ValueError) as fault:
                records.append(Damage("set_aside", row.key, str(fault), row.text, row.sum).record())
        return records

    async def read(
        self, store: str, row: StoredRow, reader: Callable[[StoredRow], Result]
    ) -> Result | None:
        """Return the content of a row, or set it aside and return None if it is damaged."""
        try:
            return reader(row)
        except NotPlain as fault:
            await self.put_aside(Damage(store, row.key, str(fault), row.text, row.sum))
            return None

    async def sound(self, store: str, row: StoredRow, is_sound: Callable[[Any], bool]) -> Any:
        """Return a row's record if it passes `is_sound`; otherwise set it aside and return None."""

        def reader(row: StoredRow) -> Any:
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
        """Report a damaged row and move it to `set_aside`."""
        self.report.append(damage)
        key = damage.key if isinstance(damage.key, str) else " ".join(map(str, damage.key))
        aside = with_checksum(f"{damage.store} {key}", {**damage.record(), "found": self.now()})
        try:
            await self.write([Put("set_aside", aside), Delete(damage.store, damage.key)])
        except StorageError:
            return  # it stays in place and is reported again next time

    # --- other tabs ---

    async def join(self, open_tabs: Callable[..., Any]) -> None:
        """Share the database with other tabs: one writes, the others follow."""
        self.is_writer = False
        self._tabs = await open_tabs(self._busy, self._on_role, self._on_steps)
        self.is_writer = self._tabs.is_writer
        self.alone = self._tabs.lacks

    async def take_over(self) -> None:
        """Become the writing tab; the caller must reload the shown data."""
        if self._tabs is not None:
            await self._tabs.take_over()

    def _on_role(self, is_writer: bool) -> None:
        self.is_writer = is_writer
        self.heard.role(is_writer)

    def _on_steps(self, message: dict[str, Any]) -> None:
        for step in message["steps"]:
            self._on_row(*step)

    def _on_row(self, store: str, key: object, text: str | None, sum: str) -> None:
        """Apply a row that another tab wrote, or deleted if `text` is None."""

    def reopen(self, why: str) -> None:
        """Reopen a database that was taken away; `why` is the notice to show."""
        if why:
            self.heard.gone(why)
        self._looking = asyncio.ensure_future(self._look())

    async def _look(self) -> None:
        with suppress(StorageError):  # the next request reports it
            await self.database.get("meta", "format")

    # --- writing ---

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None:
        """Apply all steps in one transaction.

        strict: return only when they are on the disk and in the second copy.
        """
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
            self._tabs.say({"kind": "wrote", "steps": _changes(steps)})

    def stamp(self) -> Stamp:
        return Stamp(self.new_id(), self.now(), self.by)

    def new_id(self) -> str:
        """Return a new id that sorts after all earlier ones."""
        self._last_ms = max(int(datetime.now(UTC).timestamp() * 1000), self._last_ms + 1)
        return new_id(self._last_ms, secrets.randbits(80))

    def now(self) -> str:
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


#: Stores that other tabs show and are notified of.
SHOWN = ("settings", "entries", "plays", "backups")

#: Above this number of rows, other tabs are told only the campaigns of entries.
MANY = 20


def _changes(steps: Sequence[Step]) -> list[list[object]]:
    """Return a transaction as a message for other tabs."""
    changes: dict[str, list[object]] = {}
    for step in steps:
        if step.store in SHOWN and not isinstance(step, Free):
            change = _change(step, len(steps) > MANY)
            changes[f"{change[0]} {change[1]}"] = change  # the last step for each key
    return list(changes.values())


def _change(step: Put | Delete | DeleteAll, briefly: bool) -> list[object]:
    """Return a step as a message for other tabs; `briefly` names only the campaign."""
    if isinstance(step, DeleteAll):
        return [step.store, step.campaign, None, ""]
    key = step.row.key if isinstance(step, Put) else step.key
    if briefly and step.store == "entries":
        return [step.store, key[0], None, ""]
    if isinstance(step, Delete) or step.store == "backups":  # a backup is too long for a message
        return [step.store, key, None, ""]
    return [step.store, key, step.row.text, step.row.sum]


def _mark() -> Put:
    """Return the row that states the format of the stored data."""
    return Put("meta", with_checksum("format", {"format": FORMAT, "app": VERSION}))


def _is_format(record: object) -> bool:
    return isinstance(record, dict) and isinstance(record.get("format"), int)
