"""A later visit begins with what is kept of Python's memory; the dice are others all the same."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.support.driving import (
    KEPT_FOR_OFFLINE,
    Trouble,
    open_ready,
    wait_for,
    wait_for_start,
)
from tests.browser.support.snapshots import FIND, GIVE, IDLE, MEMORY, given, made, taken
from tests.browser.support.tracing import Trace
from tests.serving import Site

pytestmark = [pytest.mark.browser, pytest.mark.fresh, pytest.mark.brief]

#: A copy of it beside it, and the other way round.
COPIED = f"""async (back) => {{ {FIND}
    const {{ cache, address }} = await found();
    const [from, to] = back ? [`${{address}}.copy`, address] : [address, `${{address}}.copy`];
    await cache.put(to, await cache.match(from));
}}"""

#: What can be wrong with it, and whether its digest is made to fit: found by the digest, by what it
#: says of its own size, or, where it says what Python holds, by the start itself.
WRONG = [("cut", False), ("empty", True), ("garbage", True), ("nonsense", True)]
DAMAGED = f"""async ([how, fits]) => {{ {FIND}
    const {{ cache, address }} = await found();
    const kept = await cache.match(address);
    const headers = new Headers(kept.headers);
    let bytes = new Uint8Array(await kept.arrayBuffer());
    if (how === "cut") bytes = bytes.slice(0, bytes.length / 2);
    if (how === "garbage") bytes.fill(7, 100);
    if (how === "empty") bytes = bytes.slice(0, 0);
    if (how === "nonsense") {{
        const start = 4 + new Uint32Array(bytes.buffer, 0, 1)[0];
        const {{ head }} = JSON.parse(new TextDecoder().decode(bytes.subarray(4, start)));
        bytes.fill(7, start, start + head);
    }}
    if (fits) {{
        const sha = async (part) =>
            [...new Uint8Array(await crypto.subtle.digest("SHA-256", part))];
        const pieces = [];
        for (let at = 0; at < bytes.length; at += 1 << 19) {{
            pieces.push(...await sha(bytes.slice(at, at + (1 << 19))));
        }}
        const digest = await sha(Uint8Array.from(pieces));
        headers.set("X-Digest", digest.map((each) => each.toString(16).padStart(2, "0")).join(""));
    }}
    await cache.put(address, new Response(bytes, {{ headers }}));
}}"""


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


def test_what_becomes_of_it(browser: Browser, site: Site, page: Page) -> None:
    """Kept once, taken by two profiles, and damaged in every way: making it costs most of this."""
    open_ready(page, site.address)
    wait_for(page, KEPT_FOR_OFFLINE)
    # What another browser has kept is left alone: this one begins anew, and keeps its own.
    page.evaluate(GIVE, [[["X-Browser", "another"]], None])
    assert again(page) is None
    assert made(page) == "kept"
    page.evaluate(COPIED, False)
    is_not_compiled_anew(page)
    is_used_where_no_frame_is_drawn(page, site)
    rolls_other_dice(browser, site, page)
    is_refused_where_it_is_wrong(page)


def is_not_compiled_anew(page: Page) -> None:
    """Of Pyodide's script the browser has at hand what it made of all of it when it was kept, also
    after a worker has imported that script."""
    session = page.context.new_cdp_session(page)
    trace = Trace(page, session, ("v8", "devtools.timeline"))
    assert again(page) == "used"
    found = [each["args"]["data"] for each in trace.events() if each["name"] == "v8.compile"]
    session.detach()
    (script,) = (each for each in found if "pyodide.asm." in each["url"])
    assert script.get("consumedCacheSize", 0) > 1_000_000


def is_used_where_no_frame_is_drawn(page: Page, site: Site) -> None:
    """As in a window behind others, where nothing waits for the first frame."""
    behind = page.context.new_page()
    behind.add_init_script("window.requestAnimationFrame = () => 0")
    open_ready(behind, site.address)
    assert behind.evaluate(MEMORY) == "used"
    behind.close()


def rolls_other_dice(browser: Browser, site: Site, page: Page) -> None:
    """Here, and in a new profile that is given the same."""
    assert again(page) == "used"
    context = browser.new_context()
    trouble = Trouble(context)
    other = context.new_page()
    open_ready(other, site.address)
    given(other, site, taken(page))
    assert again(other) == "used"
    here, there = rolled(page, site), rolled(other, site)
    assert trouble.found == []
    context.close()
    assert len(here) == len(there) == 20
    assert here != there


def is_refused_where_it_is_wrong(page: Page) -> None:
    warned: list[str] = []
    page.on("console", lambda said: warned.append(said.text) if said.type == "warning" else None)
    for how in WRONG:
        page.evaluate(COPIED, True)
        page.evaluate(DAMAGED, how)
        assert again(page) == "refused"
        assert len(warned) == 1, how
        assert "snapshot" in warned.pop()
    # It is not tried again, nor made again for this version.
    page.evaluate(IDLE)
    assert again(page) == "refused"
    assert warned == []
