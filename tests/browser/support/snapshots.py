"""Makes snapshots of Python's memory and copies them from one profile to another.

A page keeps a snapshot for its next start. Making one takes seconds of processor time
(static/js/snapshot.js).
"""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.support.driving import OFFLINE_READY, wait_for
from tests.serving import Site

#: The state of the snapshot: "used" at this start, "kept" for the next, or "refused".
MEMORY = "document.documentElement.dataset.memory"

#: Tells the page that it is idle, so that it makes the snapshot.
IDLE = "document.dispatchEvent(new Event('tableside:idle'))"

#: Polled until the snapshot is made: a busy page ignores the event and waits for its own timer.
SNAPSHOT_READY = f"({IDLE}, {MEMORY})"

#: Finds the cache of this version, and the address of the snapshot in it.
FIND = """
    const found = async () => {
        const list = await (await fetch("./sw.js")).text();
        const [script] = /pyodide\\/make_snapshot\\.\\w+\\.js/.exec(list);
        const address = new URL(script, document.baseURI).href;
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            if (await cache.match(address)) return { cache, address: `${address}.snapshot` };
        }
    };
"""
#: Downloads the snapshot: thirty million bytes as a return value would take a minute.
TAKE = f"""async () => {{ {FIND}
    const {{ cache, address }} = await found();
    const stored = await cache.match(address);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await stored.blob());
    link.download = "memory";
    link.click();
    return [...stored.headers];
}}"""
GIVE = f"""async ([headers, from]) => {{ {FIND}
    const {{ cache, address }} = await found();
    const bytes = from ? await (await fetch(from)).arrayBuffer() : "";
    await cache.put(address, new Response(bytes, {{ headers }}));
}}"""


@dataclass(frozen=True)
class Snapshot:
    """A snapshot as it is stored in the cache: its headers, and some thirty million bytes."""

    headers: list[list[str]]
    content: bytes


def make_snapshot(page: Page) -> str:
    """Make a started page keep a snapshot; return `kept`, or `used` if it had one."""
    wait_for(page, OFFLINE_READY)
    return str(wait_for(page, SNAPSHOT_READY))


def read_snapshot(page: Page) -> Snapshot:
    """Return the page's stored snapshot."""
    with page.expect_download() as download:
        headers = page.evaluate(TAKE)
    return Snapshot(headers, download.value.path().read_bytes())


def store_snapshot(page: Page, site: Site, snapshot: Snapshot) -> None:
    """Store a snapshot for the next start of this page, as if the page had made it."""
    wait_for(page, OFFLINE_READY)
    site.beside["memory"] = snapshot.content
    page.evaluate(GIVE, [snapshot.headers, f"{site.address}memory"])
    del site.beside["memory"]
