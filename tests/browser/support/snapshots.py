"""What a page keeps of Python's memory for its next start, taken from one profile to others.

Making it takes seconds of a processor (static/js/snapshot.js).
"""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.support.driving import KEPT_FOR_OFFLINE, wait_for
from tests.serving import Site

#: How it stands: "used" at this start, "kept" for the next, or "refused".
MEMORY = "document.documentElement.dataset.memory"

#: The page is told that nobody needs it just now: it has time to keep the memory.
IDLE = "document.dispatchEvent(new Event('tableside:idle'))"

#: Again and again, until it has: one that still has something to do waits for its own time.
MADE = f"({IDLE}, {MEMORY})"

#: The whole cache of this version, and the address under which the memory lies in it.
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
#: Given to download: by way of the test itself thirty million bytes would take a minute.
TAKE = f"""async () => {{ {FIND}
    const {{ cache, address }} = await found();
    const kept = await cache.match(address);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await kept.blob());
    link.download = "memory";
    link.click();
    return [...kept.headers];
}}"""
GIVE = f"""async ([headers, from]) => {{ {FIND}
    const {{ cache, address }} = await found();
    const bytes = from ? await (await fetch(from)).arrayBuffer() : "";
    await cache.put(address, new Response(bytes, {{ headers }}));
}}"""


@dataclass(frozen=True)
class Kept:
    """The memory as it lies in the cache: its headers, and some thirty million bytes."""

    headers: list[list[str]]
    content: bytes


def made(page: Page) -> str:
    """Have it kept by a page that has started: `kept`, or `used` where it had been before."""
    wait_for(page, KEPT_FOR_OFFLINE)
    return str(wait_for(page, MADE))


def taken(page: Page) -> Kept:
    """What that page has kept."""
    with page.expect_download() as taking:
        headers = page.evaluate(TAKE)
    return Kept(headers, taking.value.path().read_bytes())


def given(page: Page, site: Site, kept: Kept) -> None:
    """Let the next start of that page find it, as if it were its own."""
    wait_for(page, KEPT_FOR_OFFLINE)
    site.beside["memory"] = kept.content
    page.evaluate(GIVE, [kept.headers, f"{site.address}memory"])
    del site.beside["memory"]
