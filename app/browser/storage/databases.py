"""The database interface of the store, its errors, and an in-memory implementation.

`app.browser.storage.indexed.IndexedDb` is persistent; `Memory` is for tests and for browsers that
refuse storage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.campaign.files.rows import Key, StoredRow

#: The stores; keys of `entries` and `snapshots` are a campaign and an index.
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
    """Raised if nothing was stored; `str()` is a sentence for the user.

    why: one word for the note on an unsaved result (`app.widgets.roll.result.unsaved`).
    """

    why = "failed"


class StorageFull(StorageError):
    """Raised if the browser has no more room; earlier data are intact."""

    why = "full"

    def __init__(self) -> None:
        super().__init__(
            "Out of space: this wasn’t saved. Your older data is safe. Download everything, then "
            "free up space."
        )


class NewerData(StorageError):
    """Raised if a newer Tableside wrote the data, which this one must not change."""

    why = "newer"

    def __init__(self, format: int, app: str = "") -> None:
        self.format = format
        version = f" ({app})" if app else ""
        super().__init__(
            f"Your data was saved by a newer version{version} and is read-only here. Reload to "
            "update. You can still download everything."
        )


class NotWriter(StorageError):
    """Raised if another tab is the writer."""

    why = "elsewhere"

    def __init__(self) -> None:
        super().__init__("Open in another tab. This tab is read-only.")


class Overtaken(StorageError):
    """Raised if another tab wrote the same row first; read again and repeat."""

    def __init__(self) -> None:
        super().__init__("Another tab changed this first. Please try again.")


class NoCampaign(StorageError):
    """Raised if no campaign has this id."""

    def __init__(self, id: str) -> None:
        super().__init__(f"No campaign {id}.")


class StorageGone(StorageError):
    """Raised if the browser took the database away or gave none."""


@dataclass(frozen=True)
class Put:
    """Write a row; `new` raises Overtaken if the key exists."""

    store: str
    row: StoredRow
    new: bool = False


@dataclass(frozen=True)
class Delete:
    store: str
    key: Key


@dataclass(frozen=True)
class DeleteAll:
    """Delete all rows of a store, or those of one campaign."""

    store: str
    campaign: str = ""


@dataclass(frozen=True)
class Free:
    """Check that no row has this key; otherwise raise Overtaken."""

    store: str
    key: Key


Step = Put | Delete | DeleteAll | Free


class Database(Protocol):
    """Rows in named stores, written in transactions that are all or nothing.

    A store that does not exist, as in data of a newer version, has no rows.
    """

    @property
    def lasts(self) -> bool: ...

    @property
    def newer(self) -> NewerData | None:
        """Return NewerData if a newer version made the database."""
        ...

    async def get(self, store: str, key: Key) -> StoredRow | None: ...

    async def rows(self, store: str) -> list[StoredRow]:
        """Return all rows of a store with names as keys."""
        ...

    async def names(self, store: str) -> list[str]:
        """Return the names of a store's rows without reading the rows."""
        ...

    async def run(self, store: str, campaign: str, first: int, last: int) -> list[StoredRow]:
        """Return the rows of a campaign from index `first` to `last`, in order."""
        ...

    async def places(self, store: str, campaign: str) -> list[int]:
        """Return the indexes of a campaign's rows, in order."""
        ...

    async def owners(self, store: str) -> list[str]:
        """Return the campaigns that have rows in a store."""
        ...

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None: ...

    async def close(self) -> None: ...


class Memory:
    """A database in memory; `room` limits its size in characters."""

    lasts = False
    newer: NewerData | None = None

    def __init__(self, room: int | None = None) -> None:
        self.stores: dict[str, dict[Key, StoredRow]] = {name: {} for name in STORES}
        self.room = room
        self.size = 0

    def _rows(self, store: str) -> dict[Key, StoredRow]:
        return self.stores.get(store, {})

    async def get(self, store: str, key: Key) -> StoredRow | None:
        return self._rows(store).get(key)

    async def rows(self, store: str) -> list[StoredRow]:
        rows = self._rows(store)
        return [rows[key] for key in sorted(rows, key=str)]

    async def names(self, store: str) -> list[str]:
        return sorted(key for key in self._rows(store) if isinstance(key, str))

    async def run(self, store: str, campaign: str, first: int, last: int) -> list[StoredRow]:
        rows = self._rows(store)
        last = min(last, max((int(key[1]) for key in rows if key[0] == campaign), default=0))
        keys = [(campaign, index) for index in range(first, last + 1)]
        return [rows[key] for key in keys if key in rows]

    async def places(self, store: str, campaign: str) -> list[int]:
        return sorted(int(key[1]) for key in self._rows(store) if key[0] == campaign)

    async def owners(self, store: str) -> list[str]:
        return sorted({key[0] for key in self._rows(store)})

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None:
        log: list[tuple[str, Key, StoredRow | None]] = []
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
                    for key in self._keys_of(step):
                        self._set(step.store, key, None, log)
            if self.room is not None and self.size > self.room:
                raise StorageFull
        except StorageError:
            for store, key, row in reversed(log):
                self._set(store, key, row, [])
            raise

    def _keys_of(self, step: Delete | DeleteAll) -> list[Key]:
        if isinstance(step, Delete):
            return [step.key]
        keys = self.stores[step.store]
        return [key for key in keys if not step.campaign or key[0] == step.campaign]

    def _set(
        self,
        store: str,
        key: Key,
        row: StoredRow | None,
        log: list[tuple[str, Key, StoredRow | None]],
    ) -> None:
        old = self.stores[store].pop(key, None)
        log.append((store, key, old))
        self.size += (len(row.text) if row else 0) - (len(old.text) if old else 0)
        if row is not None:
            self.stores[store][key] = row

    async def close(self) -> None:
        return
