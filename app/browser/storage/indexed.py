"""The browser's database, through idb: rows that survive the tab being killed the next moment.

The requests of a transaction are made at once, or each slice of them when the browser is done with
the one before: a transaction that waited for anything else in between would close itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

import js
from js import Object
from pyodide.ffi import JsException, create_proxy, jsnull, to_js

from app.browser.storage.capabilities import named, offered
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
from app.campaign.files.rows import Key, Row, is_place

NAME = "tableside"

#: The version of the database's layout (its stores); what lies in them has its own, in `meta`.
VERSION = 1


#: A list of rows whose keys are a campaign and a place: what lies deeper was never ours, and may be
#: deeper than Python can go.
LEVELS = 3

CLOSED = "The browser closed its storage. Reload the page."

#: So many requests are made in one go: some milliseconds of a slow tablet's.
SLICE = 100

#: How long the browser may take to open its database before the page goes on without.
PATIENCE_S = 15.0


def idb() -> Any:
    """The idb module: PyScript brings it by its settings, a bare Pyodide under its own name."""
    try:
        from pyscript.js_modules import idb
    except ImportError:
        import idb
    return idb


#: Seconds before each try to open the database: a browser that was killed a moment ago may still
#: hold it.
PAUSES = (0.0, 0.2, 0.5, 1.0, 2.0)


async def opened_database(name: str, callbacks: Any) -> tuple[Any, NewerData | None]:
    """The open database, and whose it is if a newer version made it; StorageGone if none opens."""
    if offered("indexedDB") is None or offered("IDBKeyRange") is None:
        raise StorageGone("The browser gives no storage (IndexedDB is missing).")
    why = ""
    for pause in PAUSES:
        await asyncio.sleep(pause)
        try:
            opening = idb().openDB(name, VERSION, callbacks)
        except JsException as fault:  # it may not even be asked for
            why = f"gives no storage ({named(fault)})"
            break
        try:
            return await asyncio.wait_for(opening, PATIENCE_S), None
        except TimeoutError:
            opening.then(create_proxy(lambda db: db.close()))  # nobody waits for it any more
            why = "does not open its storage"
            break
        except JsException as fault:
            if named(fault) == "VersionError":
                db = await idb().openDB(name, None, callbacks)
                return db, NewerData(int(db.version))
            why = f"gives no storage ({named(fault)})"
    raise StorageGone(f"The browser {why}.")


class IndexedDb:
    """The stores in IndexedDB. newer: set where a newer Tableside made them; then only read."""

    lasts = True

    def __init__(self, db: Any, newer: NewerData | None) -> None:
        self._db = db
        self._is_gone = False
        self.newer = newer

    @classmethod
    async def open(cls, on_gone: Callable[[str], None], name: str = NAME) -> IndexedDb:
        """Open the database, making its stores on the first visit; StorageGone if there is none.

        on_gone: called when another tab needs it closed or the browser took it, with what is to be
            said of it, empty where it only need be opened again.
        """
        made: list[IndexedDb] = []

        def upgrade(db: Any, *_: Any) -> None:
            for store in STORES:
                if not db.objectStoreNames.contains(store):
                    db.createObjectStore(store, _object(keyPath="key"))

        def gone(why: str) -> None:
            for database in made:
                database._is_gone = True
                database._db.close()
            on_gone(why)

        def blocking(version: Any, wanted: Any, *_: Any) -> None:
            is_deleted = wanted in (None, jsnull)
            gone("" if is_deleted else "A newer version of Tableside is open in another tab.")

        def terminated(*_: Any) -> None:
            gone("")

        callbacks = _object(
            upgrade=create_proxy(upgrade),
            blocking=create_proxy(blocking),
            terminated=create_proxy(terminated),
        )
        db, newer = await opened_database(name, callbacks)
        database = cls(db, newer)
        made.append(database)
        return database

    async def get(self, store: str, key: Key) -> Row | None:
        found = await self._asked(store, lambda: self._db.get(store, _key(key)))
        return None if found is None else _row(_plain(found))

    async def rows(self, store: str) -> list[Row]:
        found = await self._asked(store, lambda: self._db.getAll(store))
        return [_row(each) for each in _plain(found) or ()]

    async def names(self, store: str) -> list[str]:
        found = await self._asked(store, lambda: self._db.getAllKeys(store))
        return [key for key in _plain(found) or () if isinstance(key, str)]

    async def run(self, store: str, campaign: str, first: int, last: int) -> list[Row]:
        reach = js.IDBKeyRange.bound(_key((campaign, first)), _key((campaign, last)))
        found = await self._asked(store, lambda: self._db.getAll(store, reach))
        rows = [_row(each) for each in _plain(found) or ()]
        return [row for row in rows if isinstance(row.key, tuple)]

    async def places(self, store: str, campaign: str) -> list[int]:
        found = await self._asked(store, lambda: self._db.getAllKeys(store, _whole(campaign)))
        return [int(key[1]) for key in _plain(found) or () if is_place(key)]

    async def owners(self, store: str) -> list[str]:
        """Hops from the first key of one campaign to the first of the next, never back."""
        owners: dict[str, None] = {}
        reach = js.IDBKeyRange.lowerBound(to_js([""]))
        while True:
            found = await self._asked(store, partial(self._db.getAllKeys, store, reach, 1))
            if found is None or not found.length:
                return [*owners]
            key = _plain(found[0])
            if is_place(key) and key[0] not in owners:
                owners[key[0]] = None
                reach = js.IDBKeyRange.lowerBound(to_js([key[0], []]))
            else:  # by the key itself: what Python made of it may be another one
                reach = js.IDBKeyRange.lowerBound(found[0], True)

    async def write(self, steps: Sequence[Step], strict: bool = True) -> None:
        """One transaction: its requests slice by slice, then its end, awaited by its own events.

        By events, because Pyodide never wakes who awaits a promise that the browser refuses with a
        `QuotaExceededError` of the newer kind.
        """
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        complete = create_proxy(lambda _: ended.set_result(""))
        aborted = create_proxy(
            lambda event: ended.set_result(named(event.target.error) or "AbortError")
        )
        try:
            transaction = self._begun(steps, strict)
            # Should Python itself end now, building/interpreter.mjs takes all of it back.
            js.tablesideWriting = transaction
            transaction.oncomplete, transaction.onabort = complete, aborted
            asking = _Asking(transaction, steps)
            asking.go_on()
            name = await ended
            asking.close()
        except JsException as fault:
            name = named(fault)
        finally:
            complete.destroy()
            aborted.destroy()
        if name:
            raise StorageGone(CLOSED) if self._is_gone else _meant(name)

    def _begun(self, steps: Sequence[Step], strict: bool) -> Any:
        stores = to_js(sorted({step.store for step in steps}))
        durability = _object(durability="strict" if strict else "relaxed")
        return idb().unwrap(self._db).transaction(stores, "readwrite", durability)

    async def _asked(self, store: str, ask: Callable[[], Any]) -> Any:
        """The answer to a request, None of a store that is not there; StorageError if it fails."""
        if not self._db.objectStoreNames.contains(store):
            return None
        try:
            return await ask()
        except JsException as fault:
            why = StorageGone(CLOSED) if self._is_gone else _meant(named(fault))
            raise why from None

    async def close(self) -> None:
        self._db.close()


class _Asking:
    """Asks for the steps of a transaction, each slice when the one before is done.

    Where one cannot be asked for, all is taken back.
    """

    def __init__(self, transaction: Any, steps: Sequence[Step]) -> None:
        self.transaction = transaction
        self.rest = iter(steps)
        self.fault: Exception | None = None
        self._again = create_proxy(self.go_on)

    def go_on(self, *_: Any) -> None:
        try:
            last = None
            for step in islice(self.rest, SLICE):
                last = _request(self.transaction, step)
            if last is not None:
                last.onsuccess = self._again
        except Exception as fault:
            self.fault = fault
            with suppress(JsException):  # the browser gave it up already
                self.transaction.abort()

    def close(self) -> None:
        """The transaction has ended: say what could not be asked for."""
        self._again.destroy()
        if self.fault is not None:
            raise self.fault


def _request(transaction: Any, step: Step) -> Any:
    """The request that a step is to the browser."""
    store = transaction.objectStore(step.store)
    if isinstance(step, Put):
        row = _object(key=_key(step.row.key), text=step.row.text, sum=step.row.sum)
        return store.add(row) if step.new else store.put(row)
    if isinstance(step, Free):
        store.add(_object(key=_key(step.key)))  # which fails where there is one
        return store.delete(_key(step.key))
    if isinstance(step, Delete):
        return store.delete(_key(step.key))
    return store.delete(_whole(step.campaign)) if step.campaign else store.clear()


def _object(**fields: Any) -> Any:
    return Object.fromEntries(to_js(list(fields.items())))


def _key(key: Key) -> Any:
    return key if isinstance(key, str) else to_js(list(key))


def _plain(found: Any) -> Any:
    """A key, a record or a list of them in Python's own values, as far down as ours go."""
    return found.to_py(depth=LEVELS) if hasattr(found, "to_py") else found


def _whole(campaign: str) -> Any:
    """All keys of a campaign: numbers sort before lists."""
    return js.IDBKeyRange.bound(to_js([campaign]), to_js([campaign, []]))


def _row(found: Any) -> Row:
    """A row as it lies there; whatever is no text becomes text that has no seal."""
    record = found if isinstance(found, dict) else {}
    key: Any = record.get("key")
    text, sum = record.get("text"), record.get("sum")
    return Row(
        tuple(key) if is_place(key) else str(key),
        text if isinstance(text, str) else f"({type(text).__name__})",
        sum if isinstance(sum, str) else "",
    )


def _meant(name: str) -> StorageError:
    """What an error of the browser's means to the person."""
    if "Quota" in name:
        return StorageFull()
    if name == "ConstraintError":
        return Overtaken()
    if name == "InvalidStateError":
        return StorageGone(CLOSED)
    return StorageError(f"The browser could not do this ({name or 'it does not say why'}).")
