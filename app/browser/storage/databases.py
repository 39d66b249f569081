"""What a database must do for the store, and what can go wrong with one.

There are two: `app.browser.storage.indexed.IndexedDb`, which lasts, and `Memory` here, its twin for
tests and for browsers that refuse storage, which does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.campaign.files.rows import Key, Row

#: The stores; the rows of `entries` and `snapshots` lie by campaign and place.
STORES = (
    "meta",
    "campaigns",
    "entries",
    "snapshots",
    "plays",
    "settings",
    "set_aside",
    "backups",
)


class StorageError(Exception):
    """Nothing was stored. str() is a sentence for the person at the page.

    why: in a word, as a result that was not saved names it (`app.widgets.roll.unsaved`).
    """

    why = "failed"


class StorageFull(StorageError):
    """The browser has no more room for this site; all that was stored before is still there."""

    why = "full"

    def __init__(self) -> None:
        super().__init__(
            "The browser has no more room. Nothing that was stored is lost, but this was not "
            "stored. Download everything, then make room."
        )


class NewerData(StorageError):
    """The data were written by a newer Tableside than this one, which must not touch them."""

    why = "newer"

    def __init__(self, format: int, app: str = "") -> None:
        self.format, self.app = format, app
        version = f" ({app})" if app else ""
        super().__init__(
            f"What is stored here was written by a newer Tableside{version}. This version does not "
            "change it. Reload the page to get the newer version; you can still save everything "
            "to a file."
        )


class NotWriter(StorageError):
    """Another tab writes; this one only follows until it takes over."""

    why = "elsewhere"

    def __init__(self) -> None:
        super().__init__("Open in another tab. This tab is read-only.")


class Overtaken(StorageError):
    """Somebody else wrote in that place in the meantime; read again and repeat."""

    def __init__(self) -> None:
        super().__init__("Another tab was quicker. Nothing was stored here; please do it again.")


class NoCampaign(StorageError):
    """No campaign of that id is here (any more)."""

    def __init__(self, id: str) -> None:
        super().__init__(f"There is no campaign {id}.")


class StorageGone(StorageError):
    """The browser took the database away, or never gave one."""


@dataclass(frozen=True)
class Put:
    """Write a row. new: fail with Overtaken if there is one of that key."""

    store: str
    row: Row
    new: bool = False


@dataclass(frozen=True)
class Delete:
    store: str
    key: Key


@dataclass(frozen=True)
class DeleteAll:
    """Delete every row of a store, or all those of one campaign in it."""

    store: str
    campaign: str = ""


@dataclass(frozen=True)
class Free:
    """Nothing lies in that place; else fail with Overtaken, as nothing was read of it."""

    store: str
    key: Key


Step = Put | Delete | DeleteAll | Free


class Database(Protocol):
    """Rows in named stores. A write is one transaction: all of it is on the disk, or none.

    A store that it does not have, as a newer version may have left it out, has no rows.
    """

    @property
    def lasts(self) -> bool: ...

    async def get(self, store: str, key: Key) -> Row | None: ...

    async def rows(self, store: str) -> list[Row]:
        """All rows of a store with names for keys."""
        ...

    async def names(self, store: str) -> list[str]:
        """The names that a store has rows under; the rows themselves are not read."""
        ...

    async def run(self, store: str, campaign: str, first: int, last: int) -> list[Row]:
        """The rows of a campaign in those places, in order."""
        ...

    async def places(self, store: str, campaign: str) -> list[int]:
        """The places that a campaign has rows in, in order."""
        ...

    async def owners(self, store: str) -> list[str]:
        """The campaigns that have rows in a store."""
        ...

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None: ...

    async def close(self) -> None: ...


class Memory:
    """A database in memory, gone when the page is. room: characters it has room for, if limited."""

    lasts = False

    def __init__(self, room: int | None = None) -> None:
        self.stores: dict[str, dict[Key, Row]] = {name: {} for name in STORES}
        self.room = room
        self.size = 0

    def _rows(self, store: str) -> dict[Key, Row]:
        return self.stores.get(store, {})

    async def get(self, store: str, key: Key) -> Row | None:
        return self._rows(store).get(key)

    async def rows(self, store: str) -> list[Row]:
        rows = self._rows(store)
        return [rows[key] for key in sorted(rows, key=str)]

    async def names(self, store: str) -> list[str]:
        return sorted(key for key in self._rows(store) if isinstance(key, str))

    async def run(self, store: str, campaign: str, first: int, last: int) -> list[Row]:
        rows = self._rows(store)
        last = min(last, max((int(key[1]) for key in rows if key[0] == campaign), default=0))
        keys = [(campaign, place) for place in range(first, last + 1)]
        return [rows[key] for key in keys if key in rows]

    async def places(self, store: str, campaign: str) -> list[int]:
        return sorted(int(key[1]) for key in self._rows(store) if key[0] == campaign)

    async def owners(self, store: str) -> list[str]:
        return sorted({key[0] for key in self._rows(store)})

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None:
        log: list[tuple[str, Key, Row | None]] = []
        try:
            for step in steps:
                if isinstance(step, Put):
                    if step.new and step.row.key in self.stores[step.store]:
                        raise Overtaken
                    self._set(step.store, step.row.key, step.row, log)
                elif isinstance(step, Free):
                    if step.key in self.stores[step.store]:
                        raise Overtaken
                else:
                    for key in self._meant(step):
                        self._set(step.store, key, None, log)
            if self.room is not None and self.size > self.room:
                raise StorageFull
        except StorageError:
            for store, key, row in reversed(log):
                self._set(store, key, row, [])
            raise

    def _meant(self, step: Delete | DeleteAll) -> list[Key]:
        if isinstance(step, Delete):
            return [step.key]
        keys = self.stores[step.store]
        return [key for key in keys if not step.campaign or key[0] == step.campaign]

    def _set(
        self, store: str, key: Key, row: Row | None, log: list[tuple[str, Key, Row | None]]
    ) -> None:
        old = self.stores[store].pop(key, None)
        log.append((store, key, old))
        self.size += (len(row.text) if row else 0) - (len(old.text) if old else 0)
        if row is not None:
            self.stores[store][key] = row

    async def close(self) -> None:
        return
