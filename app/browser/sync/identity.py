"""What a device is known by: its certificate, kept by the browser, whose key nobody ever sees."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import js
from js import Object
from pyodide.ffi import JsException, create_proxy, to_js

from app.browser.storage.databases import StorageGone
from app.browser.storage.indexed import opened_database

#: A database of its own: a certificate is no text, as all rows of the store are.
NAME, STORE, KEY = "tableside-device", "keys", "certificate"

DAY_MS = 86_400_000
#: For so long it is good (browsers allow a year), and so long before its end it is made anew.
LASTS_MS, RENEWED_MS = 360 * DAY_MS, 30 * DAY_MS

#: How long the browser may take to give what it keeps. With another certificate no way back that
#: was agreed on leads anywhere: whoever waits at its end ends the connection.
PATIENCE_S = 20.0

_here: list[Any] = []

#: Whoever asks while it is read waits for it: of two that are made one would be kept.
_asking = asyncio.Lock()


async def certificate() -> Any:
    """This device's RTCCertificate, made on first use; where nothing can be kept, for this page."""
    async with _asking:
        if not _here:
            try:
                _here.append(await asyncio.wait_for(_kept(), PATIENCE_S))
            except (JsException, StorageGone, TimeoutError, AttributeError):
                _here.append(await _made())
    return _here[0]


async def _kept() -> Any:
    def upgrade(db: Any, *_: Any) -> None:
        db.createObjectStore(STORE)

    made = create_proxy(upgrade)
    try:
        db, _ = await opened_database(NAME, _object(upgrade=made))
    finally:
        made.destroy()
    try:
        found = await db.get(STORE, KEY)
        if float(getattr(found, "expires", 0)) < time.time() * 1000 + RENEWED_MS:
            found = await _made()
            await db.put(STORE, found, KEY)
        return found
    finally:
        db.close()


async def _made() -> Any:
    how = _object(name="ECDSA", namedCurve="P-256", expires=LASTS_MS)
    return await js.RTCPeerConnection.generateCertificate(how)


def _object(**fields: Any) -> Any:
    return Object.fromEntries(to_js(list(fields.items())))
