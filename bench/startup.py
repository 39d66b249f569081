"""The start-up time of the page, against a bare page that only loads Pyodide from npm.

`python -m bench.startup [--rounds 7]`, from `make bench`. Both pages are visited in turn, in fresh
profiles: a first visit with nothing cached, a later one with everything cached, and ours once more
by a link to a form, with Roll tapped at once and its result awaited. Printed are medians in
milliseconds from navigation, and their ratio to the bare page's of the same kind.
docs/performance.md explains the figures.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from building.checks.find_chromium import find
from building.paths import DIST, PYODIDE
from building.serving import Site
from tests.browser.conftest import ARGUMENTS
from tests.browser.support.driving import OFFLINE_READY, PATIENCE_S, settle, wait_for
from tests.browser.support.snapshots import SNAPSHOT_READY

BARE = "bare"
OURS = "ours"
SPEEDS = {"full speed": 1, "CPU slowed 4x": 4}
FIRST, LATER, ROLL = VISITS = ("first visit", "later visit", "later visit: a roll")

# The targets: the share of the bare page's time or bytes.
READY_TARGETS = {FIRST: 0.45, LATER: 0.3, ROLL: 0.35}
CONTENT_TARGET = 0.06
BYTES_TARGET = 0.9
ALL_BYTES_TARGET = 1.3

# Chrome's "Slow 4G": milliseconds, and bytes a second.
SLOW_4G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 180_000,
    "uploadThroughput": 84_375,
}
#: With the processor slowed 4x: the share of the bare page's time, and milliseconds.
SLOW_READY_TARGET, SLOW_ROLL_TARGET, SLOW_CONTENT_TARGET = 0.75, 1.0, 1500
SLOW_PATIENCE_S = 180.0

FORM = "#/garden/skill_test?skill_level=3&target_number=6"

# The browser caches compiled scripts from the second visit on and uses them from the third. It also
# caches optimized code that runs often: of WebAssembly from the service worker's cache only after
# some play, as a start by itself runs little. So the visit before includes rolls, and every visit
# lasts this long at least: then a later visit finds the same caches as on a player's device.
ROLLS_BEFORE_LATER = 3
STAYS_S = 4.0

# The value of many static hosts.
CACHE_CONTROL = "max-age=600"

BARE_PAGE = """<!DOCTYPE html>
<html lang="en" data-state="loading">
<head><meta charset="utf-8"><title>Bare</title></head>
<body><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
python.runPython("import js; js.document.documentElement.dataset.state = 'ready'");
</script></body>
</html>
"""

# Records the moment inside the page: polling from outside would be late.
WATCH = """
new MutationObserver((_, observer) => {
  if (document.documentElement?.dataset.state !== "ready") return;
  observer.disconnect();
  window.readyAt = performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
"""
# The files requested by then, the page itself included.
ASKED_BY_THEN = """["/", ...performance.getEntriesByType("resource")
  .filter(({ startTime }) => startTime <= window.readyAt)
  .map(({ name }) => new URL(name).pathname)]"""
# Taps Roll as soon as a form is visible; the result may come long after.
WATCH_ROLL = """
new MutationObserver((_, observer) => {
  const result = "[data-view]:not([hidden]) [data-result]";
  const roll = document.querySelector("[data-view]:not([hidden]) form [data-do='roll']");
  if (roll && !("booting" in document.documentElement.dataset) && !window.tapped) {
    window.tapped = true;
    setTimeout(() => roll.click());
  }
  if (!window.tapped || !document.querySelector(result)) return;
  observer.disconnect();
  window.readyAt = performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""

CONTENT_AT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


@dataclass(frozen=True)
class Visit:
    """One start: milliseconds from navigation to the first content and to readiness.

    rolled: to the result of a roll that begins at home, if there was one.
    """

    content: float
    ready: float
    rolled: float = 0.0


Results = dict[tuple[str, str, str], list[Visit]]


def measure(rounds: int, speeds: list[str]) -> Results:
    """Measure by page, speed and kind of visit; pages take turns to see the same machine."""
    results: Results = defaultdict(list)
    with served_pages() as sites, sync_playwright() as playwright:
        for number in range(rounds):
            for speed in speeds:
                for page in (BARE, OURS):
                    visits = visit_often(playwright, sites[page], page, SPEEDS[speed])
                    for kind, visit_times in zip(VISITS, visits, strict=False):
                        results[page, speed, kind].append(visit_times)
            print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
    return results


@contextmanager
def served_pages(compressed: bool = False) -> Iterator[dict[str, Site]]:
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder)
        for path in PYODIDE.iterdir():
            (bare / path.name).symlink_to(path)
        (bare / "index.html").write_text(BARE_PAGE, encoding="utf-8")
        with (
            Site(bare, compressed=compressed, cache_control=CACHE_CONTROL) as bare_site,
            Site(DIST, compressed=compressed, cache_control=CACHE_CONTROL) as our_site,
        ):
            yield {BARE: bare_site, OURS: our_site}


def visit_often(playwright: Playwright, site: Site, name: str, slowness: int) -> list[Visit]:
    """Visit a fresh profile for the first time, with everything cached, and by a link."""
    with fresh_profile(playwright) as context:
        first = visit(context, site, name, slowness)
        if name == OURS:
            visit(context, site, name, slowness, FORM, ROLLS_BEFORE_LATER)
        else:
            visit(context, site, name, slowness)
        found = [first, visit(context, site, name, slowness)]
        if name == OURS:
            found.append(visit(context, site, name, slowness, FORM))
        return found


def visit(
    context: BrowserContext, site: Site, name: str, slowness: int, hash: str = "", rolls: int = 0
) -> Visit:
    """Start once, by a link to a form if there is a hash, and roll there so many times."""
    page = context.new_page()
    page.add_init_script(WATCH_ROLL if hash else WATCH)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowness})
    ready = ready_after(page, site.address + hash)
    content = float(page.evaluate(CONTENT_AT))
    if name == OURS:
        wait_for(page, OFFLINE_READY)
        wait_for(page, SNAPSHOT_READY)
    for _ in range(rolls):
        page.locator("[data-do=roll]:visible").first.click()
        settle(page)
    time.sleep(STAYS_S)
    page.close()
    return Visit(content, ready)


def ready_after(page: Page, address: str, patience: float = PATIENCE_S) -> float:
    """Open a watched page and return its milliseconds until ready. patience: in seconds."""
    page.goto(address, wait_until="commit")
    return float(wait_for(page, "window.readyAt ?? 0", patience))


@contextmanager
def fresh_profile(playwright: Playwright) -> Iterator[BrowserContext]:
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        profile(playwright, folder) as context,
    ):
        yield context


@contextmanager
def profile(playwright: Playwright, folder: str) -> Iterator[BrowserContext]:
    """Open a browser on the profile in that folder."""
    path = find()
    assert path, "no Chromium: see building/checks/find_chromium.py"
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=path, args=ARGUMENTS
    )
    yield context
    context.close()


def bytes_sent() -> dict[str, tuple[int, int]]:
    """Return each page's bytes: of a first visit until it is ready, and all after that."""
    found = {}
    with served_pages(compressed=True) as sites, sync_playwright() as playwright:
        for name, site in sites.items():
            with fresh_profile(playwright) as context:
                page: Page = context.new_page()
                page.add_init_script(WATCH)
                ready_after(page, site.address)
                if name == OURS:
                    wait_for(page, OFFLINE_READY)
                sent = {path: size // site.asked[path] for path, size in site.sent.items()}
                by_then = set(page.evaluate(ASKED_BY_THEN))
                until_ready = sum(size for path, size in sent.items() if path in by_then)
                found[name] = (until_ready, sum(site.sent.values()))
    return found


def slow_visits() -> dict[str, Visit]:
    """Return a first visit of each page over slow 4G, with the processor slowed 4x."""
    found = {}
    with served_pages(compressed=True) as sites, sync_playwright() as playwright:
        for name, site in sites.items():
            with fresh_profile(playwright) as context:
                page = context.new_page()
                page.add_init_script(WATCH)
                session = context.new_cdp_session(page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
                session.send("Network.enable")
                session.send("Network.emulateNetworkConditions", SLOW_4G)
                ready = ready_after(page, site.address, SLOW_PATIENCE_S)
                rolled = rolled_after(page) if name == OURS else 0.0
                found[name] = Visit(float(page.evaluate(CONTENT_AT)), ready, rolled)
    return found


def rolled_after(page: Page) -> float:
    """Go from home to a form, roll at once, and return the milliseconds since navigation."""
    page.evaluate("delete window.readyAt")
    page.evaluate(WATCH_ROLL)
    page.evaluate("(hash) => { location.hash = hash; }", FORM)
    return float(wait_for(page, "window.readyAt ?? 0", SLOW_PATIENCE_S))


def print_slow(found: dict[str, Visit]) -> bool:
    bare, ours = found[BARE], found[OURS]
    reached = print_row(
        "slow 4G, CPU slowed 4x: ready, ms", bare.ready, ours.ready, SLOW_READY_TARGET
    )
    content, most = ours.content, SLOW_CONTENT_TARGET
    reached &= print_value("  first content, ms", f"{content:.0f}", str(most), content <= most)
    reached &= print_row(
        "  a roll from home: result, ms", bare.ready, ours.rolled, SLOW_ROLL_TARGET
    )
    return reached


def print_times(results: Results, speeds: list[str]) -> bool:
    """Print the table, and tell whether all targets are reached."""
    print(f"{'':34}{'bare':>8}{'ours':>8}{'ratio':>8}{'target':>8}")
    reached = True
    for speed in speeds:
        for kind in VISITS:
            beside = LATER if kind == ROLL else kind
            bare = statistics.median(v.ready for v in results[BARE, speed, beside])
            ready = statistics.median(v.ready for v in results[OURS, speed, kind])
            content = statistics.median(v.content for v in results[OURS, speed, kind])
            where = f"{speed}, {kind}"
            reached &= print_row(f"{where}: ready, ms", bare, ready, READY_TARGETS[kind])
            reached &= print_row("  first content, ms", bare, content, CONTENT_TARGET)
    return reached


def print_bytes(sent: dict[str, tuple[int, int]]) -> bool:
    bare, ours = sent[BARE], sent[OURS]
    reached = print_row("first visit: bytes until ready", bare[0], ours[0], BYTES_TARGET)
    reached &= print_row("  with the copy for offline", bare[1], ours[1], ALL_BYTES_TARGET)
    return reached


def print_row(what: str, bare: float, ours: float, target: float) -> bool:
    ratio = ours / bare
    mark = "" if ratio <= target else "  over"
    print(f"{what:34}{bare:>8.0f}{ours:>8.0f}{ratio:>8.2f}{target:>8.2f}{mark}")
    return ratio <= target


def print_value(what: str, ours: str, target: str, is_reached: bool) -> bool:
    """Print a row without a bare page's value."""
    print(f"{what:34}{'':8}{ours:>8}{'':8}{target:>8}{'' if is_reached else '  over'}")
    return is_reached


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the start of the page.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--speed", choices=list(SPEEDS), action="append", help="default: all")
    given = parser.parse_args()
    speeds = given.speed or list(SPEEDS)
    reached = print_times(measure(given.rounds, speeds), speeds)
    reached &= print_bytes(bytes_sent())
    reached &= print_slow(slow_visits())
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
