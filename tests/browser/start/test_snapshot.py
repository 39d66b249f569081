"""A later visit starts from a snapshot of Python's memory, and still rolls different dice."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import ConsoleMessage, Page

from tests.browser.support.driving import OFFLINE_READY, open_ready, run, wait_for, wait_for_start
from tests.browser.support.snapshots import FIND, GIVE, IDLE, MEMORY, make_snapshot
from tests.browser.support.tracing import Trace
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Returns the digest of the stored snapshot.
DIGEST = f"""async () => {{ {FIND}
    const {{ cache, address }} = await found();
    return (await cache.match(address)).headers.get("X-Digest");
}}"""

#: Copies the snapshot to a second address in the cache, or back.
COPY = f"""async (back) => {{ {FIND}
    const {{ cache, address }} = await found();
    const [from, to] = back ? [`${{address}}.copy`, address] : [address, `${{address}}.copy`];
    await cache.put(to, await cache.match(from));
}}"""

#: Kinds of damage, and whether the digest is made to match. A wrong digest, a wrong size, or, with
#: damaged data about Python's objects, the start itself reveals them.
DAMAGES = [("cut", False), ("empty", True), ("garbage", True), ("nonsense", True)]
DAMAGE = f"""async ([kind, fits]) => {{ {FIND}
    const {{ cache, address }} = await found();
    const stored = await cache.match(address);
    const headers = new Headers(stored.headers);
    let bytes = new Uint8Array(await stored.arrayBuffer());
    if (kind === "cut") bytes = bytes.slice(0, bytes.length / 2);
    if (kind === "garbage") bytes.fill(7, 100);
    if (kind === "empty") bytes = bytes.slice(0, 0);
    if (kind === "nonsense") {{
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


def restart(page: Page) -> str | None:
    """Reload the page; return the state of the snapshot after the start."""
    page.reload()
    assert wait_for_start(page) == "ready"
    state: str | None = page.evaluate(f"{MEMORY} ?? null")
    return state


#: Imports a module while the archive that holds it is still to come.
IMPORT_EARLY = """
import os
import sys
from app.browser.platform import lazy_import
await lazy_import.wait_for(lazy_import.REST)
os.remove("/lib/later.zip")
was_here = "app.browser.sync.session" in sys.modules
from app.browser.sync import session
json.dumps([was_here, session.__name__])
"""


def roll(page: Page, site: Site) -> list[str]:
    """Roll twenty dice; return their faces."""
    page.goto(f"{site.address}#/dice/roll?notation=20d20")
    view = page.locator('[data-view="dice/roll"]')
    view.locator('[data-do="roll"]').click()
    view.locator("[data-result]").wait_for()
    return view.locator("[data-result] .die b.sr").all_inner_texts()


def test_two_profiles_with_the_same_snapshot_roll_different_dice(
    page: Page, running: Page, site: Site
) -> None:
    open_ready(page, site.address)
    rolls = []
    for each in (page, running):
        assert each.evaluate(MEMORY) == "used"
        rolls.append(roll(each, site))
    assert page.evaluate(DIGEST) == running.evaluate(DIGEST)
    faces, other_faces = rolls
    assert len(faces) == len(other_faces) == 20
    assert faces != other_faces


def test_a_page_without_frames_as_in_a_hidden_window_uses_the_snapshot(
    page: Page, site: Site
) -> None:
    page.add_init_script("window.requestAnimationFrame = () => 0")
    open_ready(page, site.address)
    assert page.evaluate(MEMORY) == "used"
    found = json.loads(run(page, IMPORT_EARLY))
    assert found == [False, "app.browser.sync.session"]


@pytest.mark.uncached
def test_a_snapshot_is_kept_used_and_refused(page: Page, site: Site) -> None:
    """One test for all checks, because making the snapshot takes most of the time."""
    open_ready(page, site.address)
    wait_for(page, OFFLINE_READY)
    # A snapshot made by another browser is not used: the page makes its own.
    page.evaluate(GIVE, [[["X-Browser", "another"]], None])
    assert restart(page) is None
    assert make_snapshot(page) == "kept"
    page.evaluate(COPY, False)
    check_start_is_cached(page)
    check_damage_is_refused(page)


def check_start_is_cached(page: Page) -> None:
    """Check that the start uses the cached code of Pyodide's script, and the cached page.

    A worker's import of the same script must not replace it. The browser opens the page without
    waiting for the service worker.
    """
    session = page.context.new_cdp_session(page)
    trace = Trace(page, session, ("v8",))
    assert restart(page) == "used"
    found = [event["args"]["data"] for event in trace.events() if event["name"] == "v8.compile"]
    session.detach()
    (script,) = (each for each in found if "pyodide.asm." in each["url"])
    assert script.get("consumedCacheSize", 0) > 1_000_000
    assert page.evaluate("performance.getEntriesByType('navigation')[0].workerStart") == 0


def check_damage_is_refused(page: Page) -> None:
    warnings: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "warning":
            warnings.append(message.text)

    page.on("console", on_console)
    for damage in DAMAGES:
        page.evaluate(COPY, True)
        page.evaluate(DAMAGE, damage)
        assert restart(page) == "refused"
        assert len(warnings) == 1, damage
        assert "snapshot" in warnings.pop()
    # It is not tried again, and no new one is made for this version.
    page.evaluate(IDLE)
    assert restart(page) == "refused"
    assert warnings == []
