"""The store's database in IndexedDB, through idb; it survives a killed tab.

The requests of a transaction are made at once, or in slices that follow each other directly: a
transaction that waits for anything else commits by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

import js
from pyodide.ffi import JsException, create_proxy, jsnull, to_js

from app.browser.platform.elements import Js
from app.browser.platform.js_objects import js_object
from app.browser.storage.capabilities import error_name, find_interface
from app.browser.storage.databases import (
    STORES,
    Delete,
    Free,
    NewerData,
    Overtaken,
    Put,
    Step,
    StorageError,
    StorageFull,
    StorageGone,
)
from app.campaign.files.rows import Key, StoredRow, is_place

NAME = "tableside"

#: The version of the database's layout; its rows have their own format, in `meta`.
VERSION = 1


#: Depth of a list of rows with compound keys; deeper values are not ours and may exceed Python's
#: recursion.
LEVELS = 3

CLOSED = "The browser closed its storage. Reload the page."

#: Requests made in one go: some milliseconds on a slow tablet.
SLICE = 100

#: Seconds after which the page goes on without a database.
PATIENCE_S = 15.0


def idb() -> Js:
    """Return the idb module, from PyScript or from bare Pyodide."""
    try:
        from pyscript.js_modules import idb
    except ImportError:
        import idb
    return idb


#: Seconds before each try to open the database, which a killed browser may still lock.
PAUSES = (0.0, 0.2, 0.5, 1.0, 2.0)


async def open_database(name: str, callbacks: Js) -> tuple[Js, NewerData | None]:
    """Open the database; raise StorageGone if that fails.

    Return NewerData with it if a newer version made it.
    """
    if find_interface("indexedDB") is None or find_interface("IDBKeyRange") is None:
        raise StorageGone("Storage is unavailable (IndexedDB is missing).")
    why = ""
    for pause in PAUSES:
        await asyncio.sleep(pause)
        try:
            opening = idb().openDB(name, VERSION, callbacks)
        except JsException as fault:  # even asking is refused
            why = f"is unavailable ({error_name(fault)})"
            break
        try:
            return await asyncio.wait_for(opening, PATIENCE_S), None
        except TimeoutError:
            opening.then(create_proxy(lambda db: db.close()))  # it is no longer awaited
            why = "doesn’t open"
            break
        except JsException as fault:
            if error_name(fault) == "VersionError":
                db = await idb().openDB(name, None, callbacks)
                return db, NewerData(int(db.version))
            why = f"is unavailable ({error_name(fault)})"
    raise StorageGone(f"Storage {why}.")


class IndexedDb:
    """The stores in IndexedDB; `newer` is set if a newer Tableside made them: then read only."""

    lasts = True

    def __init__(self, db: Js, newer: NewerData | None) -> None:
        self._db = db
        self._is_gone = False
        self.newer = newer

    @classmethod
    async def open(cls, on_gone: Callable[[str], None], name: str = NAME) -> IndexedDb:
        """Open the database, creating its stores if needed; raise StorageGone if that fails.

        on_gone: called with the notice to show when another tab needs the database closed
            or the browser took it; an empty notice means that it only needs reopening.
        """
        opened: list[IndexedDb] = []

        def upgrade(db: Js, *_: object) -> None:
            for store in STORES:
                if not db.objectStoreNames.contains(store):
                    db.createObjectStore(store, js_object(keyPath="key"))

        def gone(why: str) -> None:
            for database in opened:
                database._is_gone = True
                database._db.close()
            on_gone(why)

        def blocking(version: object, wanted: object, *_: object) -> None:
            is_deleted = wanted in (None, jsnull)
            gone("" if is_deleted else "A newer version of Tableside is open in another tab.")

        def terminated(*_: object) -> None:
            gone("")

        callbacks = js_object(
            upgrade=create_proxy(upgrade),
            blocking=create_proxy(blocking),
            terminated=create_proxy(terminated),
        )
        db, newer = await open_database(name, callbacks)
        database = cls(db, newer)
        opened.append(database)
        return database

    async def get(self, store: str, key: Key) -> StoredRow | None:
        record = await self._answer(store, lambda: self._db.get(store, _key(key)))
        return None if record is None else _row(_plain(record))

    async def rows(self, store: str) -> list[StoredRow]:
        records = await self._answer(store, lambda: self._db.getAll(store))
        return [_row(record) for record in _plain(records) or ()]

    async def names(self, store: str) -> list[str]:
        keys = await self._answer(store, lambda: self._db.getAllKeys(store))
        return [key for key in _plain(keys) or () if isinstance(key, str)]

    async def run(self, store: str, campaign: str, first: int, last: int) -> list[StoredRow]:
        if last < first:
            return []  # the browser refuses such a range
        reach = js.IDBKeyRange.bound(_key((campaign, first)), _key((campaign, last)))
        records = await self._answer(store, lambda: self._db.getAll(store, reach))
        rows = [_row(record) for record in _plain(records) or ()]
        return [row for row in rows if isinstance(row.key, tuple)]

    async def places(self, store: str, campaign: str) -> list[int]:
        keys = await self._answer(
            store, lambda: self._db.getAllKeys(store, _campaign_range(campaign))
        )
        return [int(key[1]) for key in _plain(keys) or () if is_place(key)]

    async def owners(self, store: str) -> list[str]:
        """Return the campaigns of a store by hopping from one campaign's first key to the next."""
        owners: dict[str, None] = {}
        reach = js.IDBKeyRange.lowerBound(to_js([""]))
        while True:
            keys = await self._answer(store, partial(self._db.getAllKeys, store, reach, 1))
            if keys is None or not keys.length:
                return [*owners]
            key = _plain(keys[0])
            if is_place(key) and key[0] not in owners:
                owners[key[0]] = None
                reach = js.IDBKeyRange.lowerBound(to_js([key[0], []]))
            else:  # the browser's own key: converted to Python it may differ
                reach = js.IDBKeyRange.lowerBound(keys[0], True)

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None:
        """Apply all steps in one transaction and wait for its events.

        Events are used because Pyodide never resumes an awaited promise that the browser
        rejects with the newer kind of `QuotaExceededError`.
        """
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        complete = create_proxy(lambda _: ended.set_result(""))
        aborted = create_proxy(
            lambda event: ended.set_result(error_name(event.target.error) or "AbortError")
        )
        try:
            transaction = self._begin(steps, strict)
            # If Python crashes now, building/runtime/interpreter.mjs aborts the transaction.
            js.tablesideWriting = transaction
            transaction.oncomplete, transaction.onabort = complete, aborted
            asking = _Asking(transaction, steps)
            asking.go_on()
            name = await ended
            asking.close()
        except JsException as fault:
            name = error_name(fault)
        finally:
            complete.destroy()
            aborted.destroy()
        if name:
            raise StorageGone(CLOSED) if self._is_gone else _storage_error(name)

    def _begin(self, steps: Sequence[Step], strict: bool) -> Js:
        stores = to_js(sorted({step.store for step in steps}))
        durability = js_object(durability="strict" if strict else "relaxed")
        return idb().unwrap(self._db).transaction(stores, "readwrite", durability)

    async def _answer(self, store: str, ask: Callable[[], Js]) -> Js:
        """Return the answer to a request, or None for a missing store; raise StorageError."""
        if not self._db.objectStoreNames.contains(store):
            return None
        try:
            return await ask()
        except JsException as fault:
            why = StorageGone(CLOSED) if self._is_gone else _storage_error(error_name(fault))
            raise why from None

    async def close(self) -> None:
        self._db.close()


class _Asking:
    """The requests of a transaction, one slice after another; a failure aborts it."""

    def __init__(self, transaction: Js, steps: Sequence[Step]) -> None:
        self.transaction = transaction
        self.rest = iter(steps)
        self.fault: Exception | None = None
        self._again = create_proxy(self.go_on)

    def go_on(self, *_: object) -> None:
        try:
            last = None
            for step in islice(self.rest, SLICE):
                last = _request(self.transaction, step)
            if last is not None:
                last.onsuccess = self._again
        except Exception as fault:
            self.fault = fault
            with suppress(JsException):  # the browser has aborted it already
                self.transaction.abort()

    def close(self) -> None:
        """Release the callback of an ended transaction and raise its failure."""
        self._again.destroy()
        if self.fault is not None:
            raise self.fault


def _request(transaction: Js, step: Step) -> Js:
    """Make the browser's request for a step."""
    store = transaction.objectStore(step.store)
    if isinstance(step, Put):
        row = js_object(key=_key(step.row.key), text=step.row.text, sum=step.row.sum)
        return store.add(row) if step.new else store.put(row)
    if isinstance(step, Free):
        store.add(js_object(key=_key(step.key)))  # fails if the key exists
        return store.delete(_key(step.key))
    if isinstance(step, Delete):
        return store.delete(_key(step.key))
    return store.delete(_campaign_range(step.campaign)) if step.campaign else store.clear()


def _key(key: Key) -> Js:
    return key if isinstance(key, str) else to_js(list(key))


def _plain(value: Js) -> Any:
    """Convert a key, a record or a list of them to Python values."""
    return value.to_py(depth=LEVELS) if hasattr(value, "to_py") else value


def _campaign_range(campaign: str) -> Js:
    """Return the range of a campaign's keys: numbers sort before arrays."""
    return js.IDBKeyRange.bound(to_js([campaign]), to_js([campaign, []]))


def _row(value: Js) -> StoredRow:
    """Return a stored row; a value that is no text becomes a text without checksum."""
    record = value if isinstance(value, dict) else {}
    key: Any = record.get("key")
    text, sum = record.get("text"), record.get("sum")
    return StoredRow(
        tuple(key) if is_place(key) else str(key),
        text if isinstance(text, str) else f"({type(text).__name__})",
        sum if isinstance(sum, str) else "",
    )


def _storage_error(name: str) -> StorageError:
    """Return the error that a browser error's name stands for."""
    if "Quota" in name:
        return StorageFull()
    if name == "ConstraintError":
        return Overtaken()
    if name == "InvalidStateError":
        return StorageGone(CLOSED)
    return StorageError(f"The browser couldn’t do this ({name or 'unknown reason'}).")
