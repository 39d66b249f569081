"""A file chosen by the user and kept up to date.

Its handle is stored in a separate database, as rows hold only JSON. The browser asks for permission
again at every visit.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from pyodide.ffi import JsException, create_proxy
from pyscript import window

from app.browser.platform.dates import local
from app.browser.platform.elements import Js
from app.browser.platform.js_objects import js_object
from app.browser.storage import health, transfer
from app.browser.storage.capabilities import error_name, find_interface
from app.browser.storage.databases import StorageError
from app.browser.storage.indexed import idb
from app.browser.storage.store import Store
from app.update.campaigns.effects import (
    AllowAutoSave,
    ChooseAutoSaveFile,
    FindAutoSave,
    ForgetAutoSave,
    WriteAutoSave,
)
from app.update.messages.effects import (
    AutoSaveAllowed,
    AutoSaveFailed,
    AutoSaveFileChosen,
    AutoSaveFound,
    AutoSaveWritten,
)
from app.widgets.campaigns.campaigns import file_name

if TYPE_CHECKING:
    from app.update.commands import SideEffect
    from app.update.messages import Message

#: The setting that a handle is stored.
SETTING = "keeps a file"

NAME, STORE, KEY = "tableside-file", "handles", "everything"


async def _find(store: Store, effect: FindAutoSave) -> Sequence[Message]:
    if find_interface("showSaveFilePicker", window) is None:
        return ()
    if not store.settings.get(SETTING):
        return (AutoSaveFound(),)
    try:
        async with _handles() as db:
            handle = await db.get(STORE, KEY)
        if handle is None:
            return (AutoSaveFound(),)
        asked = await handle.queryPermission(_writing())
    except (JsException, StorageError):
        return (AutoSaveFound(),)  # handles cannot be stored here
    return (AutoSaveFound(handle, str(handle.name), str(asked) == "granted"),)


async def _choose(store: Store, effect: ChooseAutoSaveFile) -> Sequence[Message]:
    suggested = file_name("everything", local(store.now()))
    wanted = js_object(suggestedName=suggested, id="tableside")
    try:
        handle = await window.showSaveFilePicker(wanted)
    except JsException:
        return ()  # cancelled
    remembered = True
    try:
        async with _handles() as db:
            await db.put(STORE, handle, KEY)
        await store.set(SETTING, True)
    except (JsException, StorageError):
        remembered = False
    return (AutoSaveFileChosen(handle, str(handle.name), remembered),)


async def _allow(store: Store, effect: AllowAutoSave) -> Sequence[Message]:
    with suppress(JsException):
        if str(await effect.handle.requestPermission(_writing())) == "granted":
            return (AutoSaveAllowed(),)
    return ()


async def _write(store: Store, effect: WriteAutoSave) -> Sequence[Message]:
    """Replace the file's content by all data; the browser does so atomically."""
    handle = effect.handle
    if not store.is_writer:
        return (AutoSaveWritten(handle, ""),)
    try:
        lines = await store.campaigns()
        text = await transfer.export_all(store)
        writing = await handle.createWritable()
        await writing.write(text)
        await writing.close()
    except StorageError as fault:
        return (AutoSaveFailed(handle, str(fault)),)
    except JsException as fault:
        return (AutoSaveFailed(handle, error_name(fault)),)
    await health.remember_saved(store, lines)
    return (AutoSaveWritten(handle, store.now()),)


async def _forget(store: Store, effect: ForgetAutoSave) -> Sequence[Message]:
    with suppress(JsException, StorageError):
        await store.set(SETTING, False)
        async with _handles() as db:
            await db.delete(STORE, KEY)
    return ()


#: The handler of each side effect.
HANDLERS: Mapping[type[SideEffect], Callable[..., Awaitable[Sequence[Message]]]] = {
    FindAutoSave: _find,
    ChooseAutoSaveFile: _choose,
    AllowAutoSave: _allow,
    WriteAutoSave: _write,
    ForgetAutoSave: _forget,
}


def _writing() -> Js:
    return js_object(mode="readwrite")


@asynccontextmanager
async def _handles() -> AsyncIterator[Js]:
    """Open the handle's database for the block; raise JsException if that fails."""

    def upgrade(db: Js, *_: object) -> None:
        db.createObjectStore(STORE)

    on_upgrade = create_proxy(upgrade)
    try:
        db = await idb().openDB(NAME, 1, js_object(upgrade=on_upgrade))
    finally:
        on_upgrade.destroy()
    try:
        yield db
    finally:
        db.close()
