"""The identity of a device: a certificate stored by the browser, with a hidden private key."""

from __future__ import annotations

import asyncio
import time

import js
from pyodide.ffi import JsException, create_proxy

from app.browser.platform.elements import Js
from app.browser.platform.js_objects import js_object
from app.browser.storage.databases import StorageGone
from app.browser.storage.indexed import open_database

#: A separate database, as a certificate is no text like the rows of the store.
NAME, STORE, KEY = "tableside-device", "keys", "certificate"

DAY_MS = 86_400_000
#: Lifetime of a certificate (browsers allow a year), and when it is renewed before its end.
LASTS_MS, RENEWED_MS = 360 * DAY_MS, 30 * DAY_MS

#: Seconds in which the browser must load the certificate. With another one no agreed reconnection
#: works, as the other end rejects it.
PATIENCE_S = 20.0

_cached: list[Js] = []

#: Concurrent callers wait, so that only one certificate is made.
_lock = asyncio.Lock()


async def certificate() -> Js:
    """Return this device's RTCCertificate, made on first use; without storage, for this page."""
    async with _lock:
        if not _cached:
            try:
                _cached.append(await asyncio.wait_for(_load(), PATIENCE_S))
            except (JsException, StorageGone, TimeoutError, AttributeError):
                _cached.append(await _generate())
    return _cached[0]


async def _load() -> Js:
    def upgrade(db: Js, *_: object) -> None:
        db.createObjectStore(STORE)

    on_upgrade = create_proxy(upgrade)
    try:
        db, _ = await open_database(NAME, js_object(upgrade=on_upgrade))
    finally:
        on_upgrade.destroy()
    try:
        stored = await db.get(STORE, KEY)
        if float(getattr(stored, "expires", 0)) < time.time() * 1000 + RENEWED_MS:
            stored = await _generate()
            await db.put(STORE, stored, KEY)
        return stored
    finally:
        db.close()


async def _generate() -> Js:
    how = js_object(name="ECDSA", namedCurve="P-256", expires=LASTS_MS)
    return await js.RTCPeerConnection.generateCertificate(how)
