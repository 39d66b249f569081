"""A later visit begins with what is kept of Python's memory; the dice are others all the same."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.driving import KEPT_FOR_OFFLINE, Trouble, open_ready, wait_for, wait_for_start
from tests.serving import Site

pytestmark = [pytest.mark.browser, pytest.mark.fresh]

MEMORY = "document.documentElement.dataset.memory"

#: The page is told that nobody needs it just now.
IDLE = "document.dispatchEvent(new Event('tableside:idle'))"

#: The whole cache of this version, and the address under which the memory lies in it.
FIND = """
    const found = async () => {
        const list = await (await fetch("./sw.js")).text();
        const address = new URL(/pyodide\\/maker\\.\\w+\\.js/.exec(list)[0], document.baseURI).href;
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            if (await cache.match(address)) return { cache, address: `${address}.memory` };
        }
    };
"""
TAKEN = f"""async () => {{ {FIND}
    const {{ cache, address }} = await found();
    const kept = await cache.match(address);
    const bytes = new Uint8Array(await kept.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 32768) {{
        text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    }}
    return [[...kept.headers], btoa(text)];
}}"""
GIVEN = f"""async ([headers, text]) => {{ {FIND}
    const {{ cache, address }} = await found();
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    await cache.put(address, new Response(bytes, {{ headers }}));
}}"""

#: A copy of it beside it, and the other way round.
COPIED = f"""async (back) => {{ {FIND}
    const {{ cache, address }} = await found();
    const [from, to] = back ? [`${{address}}.copy`, address] : [address, `${{address}}.copy`];
    await cache.put(to, await cache.match(from));
}}"""

#: What can be wrong with it, and whether its digest is made to fit. Nonsense where it says what
#: Python holds is found by the start itself.
WRONG = [
    *(("cut", False), ("garbage", False)),
    *(("garbage", True), ("empty", True), ("nonsense", True)),
]
DAMAGED = f"""async ([how, fits]) => {{ {FIND}
    const {{ cache, address }} = await found();
    const kept = await cache.match(address);
    const headers = new Headers(kept.headers);
    let bytes = new Uint8Array(await kept.arrayBuffer());
    if (how === "cut") bytes = bytes.slice(0, bytes.length / 2);
    if (how === "garbage") bytes.fill(7, 100);
    if (how === "empty") bytes = bytes.slice(0, 0);
    if (how === "nonsense") {{
        const [length, stretches] = new Uint32Array(bytes.buffer, 0, 4);
        bytes.fill(7, (4 + 2 * stretches) * 4, (4 + 2 * stretches) * 4 + length);
    }}
    if (fits) {{
        const digest = await crypto.subtle.digest("SHA-256", bytes);
        const hex = [...new Uint8Array(digest)].map((each) => each.toString(16).padStart(2, "0"));
        headers.set("X-Digest", hex.join(""));
    }}
    await cache.put(address, new Response(bytes, {{ headers }}));
}}"""


def kept(page: Page, site: Site) -> None:
    """Open the page, and have the memory of its start kept."""
    open_ready(page, site.address)
    wait_for(page, KEPT_FOR_OFFLINE)
    page.evaluate(IDLE)
    assert wait_for(page, MEMORY) == "kept"


def again(page: Page) -> str | None:
    """Start once more; tells how the memory stands then."""
    page.reload()
    assert wait_for_start(page) == "ready"
    how: str | None = page.evaluate(f"{MEMORY} ?? null")
    return how


def rolled(page: Page, site: Site) -> list[str]:
    """The faces of twenty dice."""
    page.goto(f"{site.address}#/dice/roll?notation=20d20")
    view = page.locator('[data-view="dice/roll"]')
    view.locator('[data-do="roll"]').click()
    view.locator("[data-result]").wait_for()
    return view.locator("[data-result] .die b.sr").all_inner_texts()


def test_the_same_memory_rolls_other_dice(browser: Browser, site: Site, page: Page) -> None:
    kept(page, site)
    bytes = page.evaluate(TAKEN)
    faces = []
    for _ in range(2):
        context = browser.new_context()
        trouble = Trouble(context)
        other = context.new_page()
        open_ready(other, site.address)
        wait_for(other, KEPT_FOR_OFFLINE)
        other.evaluate(GIVEN, bytes)
        assert again(other) == "used"
        faces.append(rolled(other, site))
        assert trouble.found == []
        context.close()
    assert len(faces[0]) == len(faces[1]) == 20
    assert faces[0] != faces[1]


def test_what_is_wrong_with_it_is_no_matter(browser: Browser, site: Site, page: Page) -> None:
    kept(page, site)
    page.evaluate(COPIED, False)
    warned: list[str] = []
    page.on("console", lambda said: warned.append(said.text) if said.type == "warning" else None)
    for how in WRONG:
        page.evaluate(COPIED, True)
        page.evaluate(DAMAGED, how)
        assert again(page) == "refused"
        assert len(warned) == 1, how
        assert "memory" in warned.pop()
    # It is not tried again, nor made again for this version.
    page.evaluate(IDLE)
    assert again(page) == "refused"
    assert warned == []
    # Another browser begins anew, and keeps its own.
    page.evaluate(GIVEN, [[["X-Browser", "another"]], ""])
    assert again(page) is None
    page.evaluate(IDLE)
    assert wait_for(page, MEMORY) == "kept"
    assert again(page) == "used"
