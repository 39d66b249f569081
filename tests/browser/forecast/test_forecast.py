"""How the fight will go, from the fight that is on: played, repeated, changed, stopped, offline."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.driving import (
    KEPT_FOR_OFFLINE,
    open_ready,
    settle,
    wait_for,
    wait_for_start,
)
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Nothing is being played.
RESTS = "document.querySelector('[data-do=\"forecast-go\"]')"

#: So many fights the result tells of; and that some were told of.
TOLD = "document.querySelector('[data-forecast-of]').dataset.forecastOf"
SOME = "Number(document.querySelector('[data-forecast-count]').dataset.forecastCount) > 0"


class Forecast:
    """The page of the forecast, as it is used."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.view = page.locator("[data-view$='/forecast']:visible")

    def tap(self, what: str, within: str = "") -> None:
        self.view.locator(f'{within} [data-do="{what}"]').first.click()
        settle(self.page)

    def join(self, side: int, line: str) -> Locator:
        """Write a quick entry; its field."""
        field = self.view.locator(f'[data-side="{side}"] [name=quick]')
        field.fill(line)
        field.press("Enter")
        settle(self.page)
        return field

    def play(self) -> None:
        """Play them all."""
        self.tap("forecast-go")
        wait_for(self.page, RESTS)

    def stop(self) -> int:
        """Stop as soon as some were played; so many were."""
        wait_for(self.page, SOME)
        self.tap("forecast-stop")
        wait_for(self.page, RESTS)
        return int(self.page.evaluate(TOLD))


@pytest.fixture
def host(site: Site) -> Iterator[Site]:
    """It may be stopped."""
    yield site
    site.stop()
    site.start()


def test_how_the_fight_will_go(page: Page, host: Site) -> None:
    open_ready(page, f"{host.address}#/prism")
    tracker = Tracker(page, "prism")
    tracker.samples()
    tracker.begin("wolf, hp 5")
    tracker.panel("more").locator("a", has_text="Fight forecast").click()
    forecast = Forecast(page)
    expect(forecast.view.locator("h1")).to_be_focused()
    expect(forecast.view.locator('[data-side="1"] .fighter')).to_have_count(1)

    # What is wrong is said at its field, and stays there to be mended.
    field = forecast.join(1, "a bear, hp 5, what 7")
    fault = forecast.view.locator('[data-side="1"] [data-fault="quick"]')
    expect(fault).to_contain_text("Don’t know “what”")
    expect(field).to_have_value("a bear, hp 5, what 7")
    expect(field).to_be_focused()
    # Whom a line adds is said before it is added.
    field.fill("three bears hp 5")
    preview = forecast.view.locator('[data-side="1"] [data-preview]')
    expect(preview).to_have_text("Adds Bear 1 to Bear 3, HP 5")
    forecast.join(1, "a bear, hp 5")
    expect(preview).to_be_empty()
    expect(field).to_have_value("")
    expect(fault).to_be_empty()

    forecast.tap('fighter-count"][data-by="1', '[data-side="1"]')

    # Where there are no workers this Python does it, and says so.
    page.evaluate("() => { delete globalThis.Worker; }")
    forecast.tap("forecast-go")
    expect(forecast.view.locator(".forecast-count")).to_contain_text("slower in this browser")
    assert 0 < forecast.stop() < 200
    entries = tracker.entries()

    # Without the host, after another start: the same line-up, and other Pythons too. Two hundred
    # fights, and no entry more.
    wait_for(page, KEPT_FOR_OFFLINE)
    host.stop()
    page.reload()
    assert wait_for_start(page) == "ready"
    wait_for(page, RESTS)
    expect(forecast.view.locator('[data-side="1"] .fighter-count')).to_have_text("−2+")
    forecast.play()
    expect(forecast.view.locator(".forecast-count")).not_to_contain_text("slower in this browser")
    assert page.evaluate(TOLD) == "200"
    sentence = forecast.view.locator(".forecast-sentence").inner_text()
    assert re.match(r"Players (hardly ever )?win", sentence)
    assert tracker.entries() == entries

    # What if: one bear more, by the same luck, beside what it was. It is stopped, and what is
    # there is told.
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
