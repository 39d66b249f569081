"""The forecast of the current fight: run, repeat, change, stop and compare it, also offline."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.driving import (
    OFFLINE_READY,
    open_ready,
    settle,
    wait_for,
    wait_for_start,
)
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

#: No forecast is running.
IDLE = "document.querySelector('[data-do=\"forecast-go\"]')"

#: The number of fights in the result; and whether some have been played.
FIGHT_COUNT = "document.querySelector('[data-forecast-of]').dataset.forecastOf"
SOME_PLAYED = "Number(document.querySelector('[data-forecast-count]').dataset.forecastCount) > 0"


class Forecast:
    """The page of the forecast, as a game master uses it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.view = page.locator("[data-view$='/forecast']:visible")

    def tap(self, action: str, within: str = "") -> None:
        self.view.locator(f'{within} [data-do="{action}"]').first.click()
        settle(self.page)

    def join(self, side: int, line: str) -> Locator:
        """Enter a line in the quick-entry field of a side; return the field."""
        field = self.view.locator(f'[data-side="{side}"] [name=quick]')
        field.fill(line)
        field.press("Enter")
        settle(self.page)
        return field

    def play(self) -> None:
        """Play all fights."""
        self.tap("forecast-go")
        wait_for(self.page, IDLE)

    def stop(self) -> int:
        """Stop once some fights have been played; return their number."""
        wait_for(self.page, SOME_PLAYED)
        self.tap("forecast-stop")
        wait_for(self.page, IDLE)
        return int(self.page.evaluate(FIGHT_COUNT))


@pytest.fixture
def host(site: Site) -> Iterator[Site]:
    """Yield the site; a test may stop it."""
    yield site
    site.stop()
    site.start()


def test_forecast_of_the_current_fight(page: Page, host: Site) -> None:
    open_ready(page, f"{host.address}#/prism")
    tracker = Tracker(page, "prism")
    tracker.samples()
    tracker.begin("wolf, hp 5")
    tracker.panel("more").locator("a", has_text="Fight forecast").click()
    forecast = Forecast(page)
    expect(forecast.view.locator("h1")).to_be_focused()
    expect(forecast.view.locator('[data-side="1"] .fighter')).to_have_count(1)

    # A fault is shown at its field, and the text stays there to be corrected.
    field = forecast.join(1, "a bear, hp 5, what 7")
    fault = forecast.view.locator('[data-side="1"] [data-fault="quick"]')
    expect(fault).to_contain_text("Don’t know “what”")
    expect(field).to_have_value("a bear, hp 5, what 7")
    expect(field).to_be_focused()
    # A preview names the combatants that a line adds.
    field.fill("three bears hp 5")
    preview = forecast.view.locator('[data-side="1"] [data-preview]')
    expect(preview).to_have_text("Adds Bear 1 to Bear 3, HP 5")
    forecast.join(1, "a bear, hp 5")
    expect(preview).to_be_empty()
    expect(field).to_have_value("")
    expect(fault).to_be_empty()

    forecast.tap('fighter-count"][data-by="1', '[data-side="1"]')

    # Without workers the page's own Python plays the fights, with a message.
    page.evaluate("() => { delete globalThis.Worker; }")
    forecast.tap("forecast-go")
    expect(forecast.view.locator(".forecast-count")).to_contain_text("slower in this browser")
    assert 0 < forecast.stop() < 200
    entries = tracker.entries()

    # Offline, after a reload: the same line-up, and workers play. Two hundred fights add no entry.
    wait_for(page, OFFLINE_READY)
    host.stop()
    page.reload()
    assert wait_for_start(page) == "ready"
    wait_for(page, IDLE)
    expect(forecast.view.locator('[data-side="1"] .fighter-count')).to_have_text("−2+")
    forecast.play()
    expect(forecast.view.locator(".forecast-count")).not_to_contain_text("slower in this browser")
    assert page.evaluate(FIGHT_COUNT) == "200"
    sentence = forecast.view.locator(".forecast-sentence").inner_text()
    assert re.match(r"Players (hardly ever )?win", sentence)
    assert tracker.entries() == entries

    # A comparison: one more bear, with the same seed, next to the pinned result. It is stopped
    # and shows the fights played so far.
    forecast.tap("luck-keep")
    luck = forecast.view.locator("[data-luck]").input_value()
    assert luck
    forecast.tap("forecast-pin")
    forecast.tap('fighter-count"][data-by="1', '[data-side="1"]')
    forecast.tap('fights"][data-value="5000')
    forecast.tap("forecast-go")
    expect(forecast.view.locator(".forecast-count")).not_to_contain_text("slower in this browser")
    assert 0 < forecast.stop() < 5000
    expect(forecast.view.locator(".forecast-result")).to_contain_text("stopped")
    expect(forecast.view.locator(".forecast-result")).to_contain_text(f"Seed: {luck}")
    compared = forecast.view.locator(".forecast-compared")
    expect(compared).to_contain_text("Bear: 2 → 3")
    assert compared.locator("tbody tr").count() >= 6
    assert page.evaluate("document.activeElement.dataset.do") == "forecast-go"
