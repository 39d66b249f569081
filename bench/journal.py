"""The time of an action, a journal opening, and a start: early, and after 10,000 entries.

`python -m bench.journal`. Measured in Chromium on the built page's own Pyodide, with every entry
durably stored; a start is from navigation to the journal's entries on the screen. Printed are
medians in milliseconds. None of them may grow with the journal.
"""

from __future__ import annotations

import statistics
import sys

from playwright.sync_api import BrowserContext, sync_playwright

from building.checks.find_chromium import find
from building.paths import DIST
from building.serving import Site
from tests.browser.conftest import ARGUMENTS
from tests.browser.support.driving import wait_for
from tests.browser.support.storing import Lab, run, start

#: How long the journal gets, and how much dearer an action may then be.
LONG = 10_000
ACTION_TARGET = 1.3
START_TARGET = 1.3
ROUNDS = 7

ACTIONS = """
import asyncio, time
async def act(journal, k):
    if k % 2:
        return await store.append(journal, SceneSet({f"place {k % 9}": k}))
    roll = Rolled("garden.skill_test", {"skill_level": 3}, [5, 5, 2], words="Success", total=8)
    return await store.append(journal, roll)
async def cost(journal):
    times = []
    for k in range(61):
        began = time.perf_counter()
        journal = await act(journal, k)
        times.append((time.perf_counter() - began) * 1000)
    return journal, sorted(times)[30]
"""

EARLY_AND_LATE = f"""{ACTIONS}
journal = store.begin("garden", "Bench")
for k in range(60):
    journal = await act(journal, k)
fresh = store.begin("garden", "Early")
for k in range(9):
    fresh = await act(fresh, k)
fresh, early = await cost(fresh)
while journal.n < {LONG}:
    journal = await store.append(journal, *(SceneSet({{f"place {{k % 9}}": k}}) for k in range(50)))
await asyncio.sleep(3)  # nobody at a table writes so fast: room is made for it behind
journal, late = await cost(journal)
await store.append(store.begin("garden", "None"), SceneSet({{"a": 1}}))
json.dumps([early, late])
"""

OPENING = """
import time
ids = {line.name: line.id for line in await store.campaigns()}
async def opened(name):
    store._open.clear()
    began = time.perf_counter()
    await store.load(ids[name])
    return (time.perf_counter() - began) * 1000
await opened("Early")
json.dumps([await opened("None"), await opened("Bench")])
"""


CHOOSE = """
ids = {line.name: line.id for line in await store.campaigns()}
await store.set("open", {"garden": ids["NAME"]})
json.dumps(True)
"""

# Notes the moment from inside: asking from outside would come late.
WATCH = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("[data-entry]")) return;
  observer.disconnect();
  window.entriesShownAt = performance.now();
}).observe(document, { childList: true, subtree: true });
"""


def choose(lab: Lab, name: str) -> None:
    """Make a start open the campaign of that name."""
    page = lab.open()
    start(page)
    run(page, CHOOSE.replace("NAME", name))
    page.close()


def started(context: BrowserContext, site: Site) -> float:
    """Start once; return milliseconds from navigation to the journal's entries on screen."""
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{site.address}#/garden/skill_test")
    wait_for(page, "window.entriesShownAt > 0")
    shown = float(page.evaluate("window.entriesShownAt"))
    page.close()
    return shown


def starts(lab: Lab, context: BrowserContext, site: Site, name: str) -> float:
    """Return the median start with that campaign open."""
    choose(lab, name)
    started(context, site)  # the first one fills the browser's caches
    return statistics.median(started(context, site) for _ in range(ROUNDS))


def main() -> int:
    with sync_playwright() as playwright, Site(DIST) as site:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        context = browser.new_context()
        lab = Lab(site, context)
        page = lab.open()
        start(page)
        early, late = run(page, EARLY_AND_LATE)
        openings = [run(page, OPENING) for _ in range(ROUNDS)]
        page.close()
        short, long = (starts(lab, context, site, name) for name in ("None", "Bench"))
        browser.close()
    none, full = (statistics.median(each) for each in zip(*openings, strict=True))
    print(f"{'':34}{'early':>8}{LONG:>8}{'more':>8}")
    print(f"{'one action, stored (ms)':34}{early:>8.2f}{late:>8.2f}{late / early:>8.2f}")
    print(f"{'opening the journal (ms)':34}{none:>8.1f}{full:>8.1f}{full - none:>8.1f}")
    print(f"{'a start with it (ms)':34}{short:>8.0f}{long:>8.0f}{long / short:>8.2f}")
    return 0 if late <= ACTION_TARGET * early and long <= START_TARGET * short else 1


if __name__ == "__main__":
    sys.exit(main())
