"""The time of a forecast in the page's workers, and the page's responsiveness meanwhile.

`python -m bench.forecast_page [--fights 200]`, from `make bench`. In each game both samples with
two guards fight four raiders. Printed are seconds from the tap until all fights are counted, with
workers that are started for it and with running ones, and the longest task of the page meanwhile,
in milliseconds.
"""

from __future__ import annotations

import argparse
import sys

from playwright.sync_api import Page, sync_playwright

from app.systems import games
from bench.startup import fresh_profile
from building.paths import DIST
from building.serving import Site
from tests.browser.support.driving import open_ready, settle, wait_for

#: Seconds for two hundred fights of four against four on two cores; milliseconds of a task.
TARGET_S, TARGET_MS = 20, 100

PATIENCE_S = 600

WATCH = """() => {
  window.longest = 0;
  window.watched?.disconnect();
  window.watched = new PerformanceObserver((list) => list.getEntries().forEach((each) => {
    window.longest = Math.max(window.longest, each.duration);
  }));
  window.watched.observe({ type: "longtask" });
}"""

# From the tap until nothing is played any more, in seconds.
PLAY = """async () => {
  const view = document.querySelector("[data-view$='/forecast']:not([hidden])");
  const start = performance.now();
  view.querySelector('[data-do="forecast-go"]').click();
  const runs = () => view.querySelector('[data-do="forecast-stop"]');
  while (!runs()) await new Promise((next) => setTimeout(next, 5));
  while (runs()) await new Promise((next) => setTimeout(next, 20));
  return (performance.now() - start) / 1000;
}"""


def line_up(page: Page, game: str) -> None:
    """Set up four against four."""
    for sample in (0, 1):
        page.evaluate("hash => { location.hash = hash; }", f"#/{game}/characters")
        fold = page.locator(f'[data-view="{game}/characters"] [data-fold="ready"] > summary')
        if fold.count():
            fold.click()
        page.locator(f'[data-do="character-sample"][data-sample="{sample}"]:visible').click()
        settle(page)
    page.evaluate("hash => { location.hash = hash; }", f"#/{game}/forecast")
    view = f'[data-view="{game}/forecast"]'
    wait_for(page, f"document.querySelector('{view} [data-do=forecast-go]')")
    for side, line in enumerate(("2 guards", "4 raiders")):
        field = page.locator(f'{view} [data-side="{side}"] [name=quick]')
        field.fill(line)
        field.press("Enter")
        settle(page)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure forecasts in the page.")
    parser.add_argument("--fights", type=int, default=200, choices=(200, 1000, 5000))
    given = parser.parse_args()
    print(f"{given.fights} fights, 4 against 4, in the page's workers: seconds; longest task, ms")
    print(f"{'':14}{'started':>10}{'there':>10}{'target':>8}{'task':>8}{'target':>8}")
    reached = True
    with Site(DIST) as site, sync_playwright() as playwright, fresh_profile(playwright) as context:
        for id in games():
            page = context.new_page()
            page.set_default_timeout(PATIENCE_S * 1000)
            open_ready(page, site.address)
            line_up(page, id)
            page.locator(f'[data-do="fights"][data-value="{given.fights}"]:visible').click()
            settle(page)
            page.evaluate(WATCH)
            started, there = float(page.evaluate(PLAY)), float(page.evaluate(PLAY))
            task = float(page.evaluate("window.longest"))
            page.close()
            target = TARGET_S * given.fights / 200
            is_over = there > target or task > TARGET_MS
            reached &= not is_over
            over = "  over" if is_over else ""
            row = f"{id:14}{started:>10.1f}{there:>10.1f}{target:>8.0f}"
            print(f"{row}{task:>8.0f}{TARGET_MS:>8}{over}", flush=True)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
