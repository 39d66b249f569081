"""The time of an encounter's step from the tap to the screen, with a crowded table.

`python -m bench.encounter [--combatants 40] [--turns 500]`, from `make bench`. For each game: all
combatants are added by a line, then the turn is passed again and again. A step is over when it is
stored, shown, and laid out. Printed are milliseconds of the first hundred and of the last hundred
taps, and of opening a combatant's menu.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from app.systems import games
from bench.startup import fresh_profile
from building.paths import DIST
from building.serving import Site
from tests.browser.support.driving import open_ready, wait_for

#: From the tap to the screen at full speed, in milliseconds.
TARGET = 100

#: The most combatants that one line adds.
AT_ONCE = 20

# Taps, and resolves when the result is laid out: the journal has a new newest entry.
TAP = """
async (selector) => {
  const journal = document.querySelector('[data-slot="journal"]');
  const newest = () => journal.querySelector("[data-entry]")?.dataset.entry;
  const before = newest();
  const start = performance.now();
  document.querySelector(selector).click();
  while (newest() === before) {
    if (performance.now() - start > 10000) return -1;
    await new Promise((next) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = next;
      channel.port2.postMessage(0);
    });
  }
  document.body.getBoundingClientRect();
  return performance.now() - start;
}
"""

MENU = """
(selector) => {
  const start = performance.now();
  document.querySelector(selector).click();
  document.body.getBoundingClientRect();
  return performance.now() - start;
}
"""


@contextmanager
def served() -> Iterator[Page]:
    with Site(DIST) as site, sync_playwright() as playwright, fresh_profile(playwright) as context:
        page = context.new_page()
        open_ready(page, site.address)
        yield page


def measure(page: Page, game: str, combatants: int, turns: int) -> tuple[list[float], float]:
    """Return milliseconds of every tap, and of opening a menu."""
    view = f'[data-view="{game}/encounter"]'
    page.evaluate("hash => { location.hash = hash; }", f"#/{game}/encounter")
    wait_for(page, f"document.querySelector('{view} [data-do=encounter-begin]')")
    page.evaluate(TAP, f"{view} [data-do=encounter-begin]")
    for first in range(0, combatants, AT_ONCE):
        page.locator(f"{view} [name=quick]").fill(f"{min(AT_ONCE, combatants - first)} raiders")
        page.evaluate(TAP, f"{view} form[data-quick] button")
    order = f"{view} .order [data-place]"
    wait_for(page, f"document.querySelectorAll('{order}').length === {combatants}")
    if page.locator(f"{view} [data-do=panel-close]").count():
        page.locator(f"{view} [data-do=panel-close]").click()
    taps = [float(page.evaluate(TAP, f"{view} [data-do=turn-pass]")) for _ in range(turns)]
    menu = float(page.evaluate(MENU, f"{order} [data-do=menu]"))
    page.locator(f"{view} [data-do=panel-close]").click()
    page.locator(f"{view} [data-panel=more]").click()
    page.evaluate(TAP, f"{view} [data-do=encounter-end]")
    return taps, menu


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the steps of an encounter.")
    parser.add_argument("--combatants", type=int, default=40)
    parser.add_argument("--turns", type=int, default=500)
    given = parser.parse_args()
    print(f"{given.combatants} combatants, {given.turns} steps: from the tap to the screen, ms")
    print(f"{'':14}{'first 100':>10}{'last 100':>10}{'slowest':>10}{'menu':>8}{'target':>8}")
    reached = True
    with served() as page:
        for id, game in games().items():
            if game.encounter is None:
                continue
            taps, menu = measure(page, id, given.combatants, given.turns)
            first, last = statistics.median(taps[:100]), statistics.median(taps[-100:])
            reached &= max(first, last) <= TARGET
            over = "" if max(first, last) <= TARGET else "  over"
            print(
                f"{id:14}{first:>10.0f}{last:>10.0f}{max(taps):>10.0f}{menu:>8.0f}{TARGET:>8}{over}"
            )
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
