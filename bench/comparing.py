"""The time to read the chances: to draw a chart, to scan 100 cells."""

from __future__ import annotations

import statistics

from playwright.sync_api import Page

from tests.browser.support.driving import settle, wait_for

#: The targets at full speed, in milliseconds.
CHART, SCAN = "a chart of 37 numbers, drawn another way", "a scan of 100 cells, counted and drawn"
TARGETS = {CHART: 100, SCAN: 1_000}

#: A form with a chart of 37 numbers.
CHARTED = "#/striker/attack?modifier=5&challenge=12&effect_dice=2&effect_die=12"

# A tap, up to the chart that is drawn by it.
TURN = """(way) => {
    const view = document.querySelector("[data-view]:not([hidden])");
    const began = performance.now();
    view.querySelector(`.chart [data-value="${way}"]`).click();
    view.getBoundingClientRect();
    const took = performance.now() - began;
    if (!view.querySelector(`.chart.is-${way}`)) throw new Error("the chart is not turned");
    return took;
}"""

# An edit of the form, up to the last cell of its scan.
COUNT = """async (value) => {
    const view = document.querySelector("[data-view]:not([hidden])");
    const field = view.querySelector('form[data-procedure] [name="attribute"]');
    field.value = value;
    const began = performance.now();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    while (!view.querySelector(".scan-progress.chart-note"))
        await new Promise((told) => setTimeout(told, 5));
    const cells = view.querySelectorAll(".scanned button").length;
    if (cells !== 100) throw new Error(`${cells} cells`);
    return performance.now() - began;
}"""


def measured(page: Page, rounds: int) -> dict[str, float]:
    """Return the medians."""
    return {CHART: _turned(page, rounds), SCAN: _scanned(page, rounds)}


def _turned(page: Page, rounds: int) -> float:
    page.evaluate("hash => { location.hash = hash }", CHARTED)
    settle(page)
    page.locator("[data-view]:not([hidden]) .odds-fold > summary").click()
    wait_for(page, "!!document.querySelector('[data-view]:not([hidden]) .chart')")
    ways = ("at-least", "exactly") * (rounds + 1)
    times = [float(page.evaluate(TURN, way)) for way in ways]
    return statistics.median(times[1:])


def _scanned(page: Page, rounds: int) -> float:
    form = "#/garden/skill_test?skill_level=3&attribute=2&target_number=6"
    page.evaluate("hash => { location.hash = hash }", form)
    settle(page)
    view = page.locator('[data-view="garden/skill_test"]')
    view.locator(".odds-fold > summary").click()
    view.locator('.odds-do [data-do="scan"]').click()
    settle(page)
    view.locator('[name="across.name"]').select_option("target_number")
    for field, text in (("along.last", "9"), ("across.first", "3"), ("across.last", "12")):
        view.locator(f'[name="{field}"]').fill(text)
        view.locator(f'[name="{field}"]').press("Tab")
        settle(page)
    values = [str(value % 6) for value in range(rounds + 1)]
    times = [float(page.evaluate(COUNT, value)) for value in values]
    return statistics.median(times[1:])
