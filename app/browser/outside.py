"""What lies outside this browser: a gentle reminder to save, and a file that is kept up to date.

A file is kept where the browser lets the person choose one to be written again and again. Its
handle lies in a small database of its own, since rows hold JSON alone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from js import Object
from pyodide.ffi import JsException, create_proxy, to_js
from pyscript import window

from app.browser.dom import Js, later, one, show, soon, tell
from app.browser.render import render
from app.browser.runtime import Runtime
from app.browser.storage import health, transfer
from app.browser.storage.databases import StorageError
from app.browser.storage.indexed import idb
from app.browser.storage.offers import named, offered
from app.browser.storage.store import Store
from app.browser.task_queue import TaskQueue
from app.campaign.health import unsaved
from app.widgets.campaigns import file_name
from app.widgets.outside import KeptFile, reminder

#: Seconds after something happened before the file is written, with all that happened meanwhile.
WRITE_AFTER = 5

#: The setting that says whether there is a handle to look for.
SETTING = "keeps a file"

NAME, STORE, KEY = "tableside-file", "handles", "everything"


class Outside:
    """The reminder above the page, and the file that is kept up to date.

    file: what the campaigns' view says of it.
    """

    def __init__(self, runtime: Runtime, turns: TaskQueue) -> None:
        self._runtime = runtime
        self.turns = turns
        self.file = KeptFile(offered("showSaveFilePicker", window) is not None)
        self._handle: Js = None
        self._put_off = 0  # so much was unsaved when somebody said "later"
        self._seen: object = None  # the state that was written, or is about to be
        self._due = False
        self._writing = False
        self.doings: dict[str, Callable[[Js], None]] = {
            "remind-later": lambda _: soon(self._later()),
            "file-choose": turns.do(self._choose),
            "file-go-on": turns.do(self._go_on),
            "file-stop": turns.do(self._stop),
        }

    # --- the reminder ---

    async def consider(self) -> None:
        """Remind of saving, where much has happened since and nobody is in a fight."""
        store, state = await self._runtime.store(), self._runtime.model.state
        fights = state is not None and state.encounter is not None
        words = "" if fights else reminder(await self._unsaved(store), self._put_off)
        html = render("reminder.html", words=words) if words else ""
        show(one('[data-slot="reminder"]'), html)

    async def _unsaved(self, store: Store) -> int:
        try:
            return unsaved(await store.campaigns(), await health.saved_outside(store))
        except StorageError:
            return 0

    async def _later(self) -> None:
        self._put_off = await self._unsaved(await self._runtime.store())
        await self.consider()

    # --- the file ---

    async def begin(self) -> None:
        """Go on with the file of the last visit, if the browser still lets us."""
        store = await self._runtime.store()
        if not self.file.offered or not store.settings.get(SETTING):
            return
        try:
            async with _handles() as db:
                self._handle = await db.get(STORE, KEY)
            if self._handle is None:
                return
            asked = await self._handle.queryPermission(_writing())
        except (JsException, StorageError):
            return  # no handle can be kept here
        self.file = replace(self.file, name=str(self._handle.name), state="waits")
        if str(asked) == "granted":
            self.file = replace(self.file, state="kept")
            self.changed()

    def changed(self) -> None:
        """Something happened: the file says so in a moment, together with what comes next."""
        if self.file.state != "kept" or self._runtime.model.state is self._seen:
            return
        self._seen = self._runtime.model.state
        if not self._due:
            self._due = True
            later(WRITE_AFTER, self.write_if_due)

    def write_if_due(self) -> None:
        """Write what the file does not say yet: the page may be gone in a moment."""
        if self._due:
            soon(self._write())

    async def _write(self) -> None:
        """Write, and again what became due meanwhile: one at a time."""
        if self._writing:
            return
        self._writing = True
        try:
            store = await self._runtime.store()
            while self._due and self._handle is not None and store.is_writer:
                self._due = False
                await self._written(store)
        finally:
            self._writing = False
        await self.consider()

    async def _written(self, store: Store) -> None:
        """All of it, in place of what the file said: the browser does both at once or neither."""
        try:
            lines = await store.campaigns()
            text = await transfer.export_all(store)
            writing = await self._handle.createWritable()
            await writing.write(text)
            await writing.close()
        except (JsException, StorageError) as fault:
            why = str(fault) if isinstance(fault, StorageError) else named(fault)
            self.file = replace(self.file, state="failed", why=why)
            tell(f"{self.file.name} could not be written: see Campaigns, Files.")
            return
        await health.remember_saved(store, lines)
        self.file = replace(self.file, state="kept", at=store.now(), why="")

    async def _choose(self, store: Store) -> None:
        suggested = file_name("everything", store.now())
        wanted = {"suggestedName": suggested, "id": "tableside"}
        try:
            handle = await window.showSaveFilePicker(to_js(wanted, dict_converter=_record))
        except JsException:
            return  # nothing was chosen
        self._handle = handle
        self.file = replace(self.file, name=str(handle.name), state="kept")
        try:
            async with _handles() as db:
                await db.put(STORE, handle, KEY)
            await store.set(SETTING, True)
        except (JsException, StorageError):
            self.turns.said = "This browser does not remember the file: choose it at each visit."
        self._due = True
        await self._write()

    async def _go_on(self, store: Store) -> None:
        """The browser lets go of a file between visits, and asks before it is written again."""
        try:
            granted = str(await self._handle.requestPermission(_writing())) == "granted"
        except JsException:
            granted = False
        if granted:
            self.file = replace(self.file, state="kept")
            self._due = True
        await self._write()

    async def _stop(self, store: Store) -> None:
        self._handle, self._due = None, False
        self.file = KeptFile(self.file.offered)
        try:
            await store.set(SETTING, False)
            async with _handles() as db:
                await db.delete(STORE, KEY)
        except (JsException, StorageError):
            return


def _record(entries: Any) -> Js:
    return Object.fromEntries(entries)


def _writing() -> Js:
    return to_js({"mode": "readwrite"}, dict_converter=_record)


@asynccontextmanager
async def _handles() -> AsyncIterator[Js]:
    """The database of the one handle, closed afterwards; JsException where there is none."""

    def upgrade(db: Js, *_: Any) -> None:
        db.createObjectStore(STORE)

    made = create_proxy(upgrade)
    try:
        db = await idb().openDB(NAME, 1, to_js({"upgrade": made}, dict_converter=_record))
    finally:
        made.destroy()
    try:
        yield db
    finally:
        db.close()
