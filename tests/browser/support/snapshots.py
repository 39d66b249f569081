"""Makes snapshots of Python's memory and copies them from one profile to another.

A page keeps a snapshot for its next start. Making one takes seconds of processor time
(static/js/snapshot.js), so all processes of a run share one.
"""

from __future__ import annotations

import fcntl
import json
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.support.driving import OFFLINE_READY, wait_for
from tests.serving import Site, named

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
#: Makes and stores a snapshot, without a page.
MAKE = f"""async () => {{ {FIND}
    const {{ address }} = await found();
    const worker = new Worker(address.replace(".snapshot", ""), {{ type: "module" }});
    const {{ stored, fault }} = await new Promise((resolve) => {{
        worker.onmessage = ({{ data }}) => resolve(data);
    }});
    if (!stored) throw new Error(fault);
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


def store_shared_snapshot(tab: Page, site: Site) -> None:
    """Store the snapshot that all processes of a run share; the first of them makes it.

    tab: a tab of a file of the site without a policy, in a profile that has the page stored.
    """
    # Its name has a hash of all that it loads: builds that differ elsewhere share the snapshot.
    script = named(site.folder, "pyodide/make_snapshot.js")
    file = site.folder.parent.with_name(script.stem)
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _read(file) if file.exists() else None
        if found and tab.evaluate("navigator.userAgent") == dict(found.headers)["x-browser"]:
            _give(tab, site, found)
        else:
            tab.evaluate(MAKE)
            _write(file, read_snapshot(tab))


def _read(file: Path) -> Snapshot:
    headers, _, content = file.read_bytes().partition(b"\n")
    return Snapshot(json.loads(headers), content)


def _write(file: Path, snapshot: Snapshot) -> None:
    unfinished = file.with_suffix(".half")
    unfinished.write_bytes(json.dumps(snapshot.headers).encode() + b"\n" + snapshot.content)
    unfinished.rename(file)


def _give(page: Page, site: Site, snapshot: Snapshot) -> None:
    site.beside["memory"] = snapshot.content
    page.evaluate(GIVE, [snapshot.headers, f"{site.address}memory"])
    del site.beside["memory"]
