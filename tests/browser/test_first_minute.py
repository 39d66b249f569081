"""The first minute: the number of taps from Home to a roll with a character."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.systems import games
from app.widgets.roll.favourites.quick_start import trial
from tests.browser.support.driving import STATE, open_ready, wait_for_start
from tests.serving import Site

pytestmark = pytest.mark.browser


class TapCounter:
    """Tap elements and count the taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.taps += 1


def test_a_newcomers_first_minute_and_the_next_evening(page: Page, site: Site) -> None:
    """In each game two taps lead to a first roll with a character; one on the next evening."""
    page.emulate_media(reduced_motion="reduce")
    open_ready(page, f"{site.address}#/")
    starts = [one for game in games().values() if (one := trial(game))]
    assert len(starts) == len(games())
    for start in starts:
        page.locator(".brand").click()
        counter = TapCounter(page)
        counter.tap(f'[data-try="{start.procedure}"]')
        view = f'[data-view="{start.procedure.replace(".", "/")}"]'
        expect(page.locator(f"{view} [data-slot=cast]")).to_contain_text(start.name)
        counter.tap(f'{view} [data-do="roll"]')
        expect(page.locator(f"{view} [data-result] .die").first).to_be_visible()
        expect(page.locator(f"{view} [data-result] .grade")).not_to_be_empty()
        assert counter.taps == 2
    # Trying a sample again adds no second character.
    page.locator(".brand").click()
    page.locator(f'[data-try="{start.procedure}"]').click()
    expect(page.locator(f"{view} [data-slot=cast]")).to_contain_text(start.name)
    page.locator('[data-goes="sheets"]').click()
    expect(page.locator("[data-view]:not([hidden]) [data-character]")).to_have_count(1)
    # The next evening Home has the campaign and repeats the last roll.
    page.goto("about:blank")
    open_ready(page, f"{site.address}#/")
    expect(page.locator("[data-tonight]")).to_contain_text(start.name)
    counter = TapCounter(page)
    counter.tap('[data-view="home"] [data-do="again"]')
    expect(page.locator(f"{view} [data-result] .grade")).not_to_be_empty()
    assert counter.taps == 1


#: Holds back WebAssembly, and so Python, until the test calls `goOn()`.
HELD = """
    const goes = new Promise((goes) => { globalThis.goOn = goes; });
    for (const name of ["compile", "instantiate", "compileStreaming", "instantiateStreaming"]) {
        const does = WebAssembly[name];
        WebAssembly[name] = async (...given) => { await goes; return does(...given); };
    }
"""


def test_a_sample_that_was_tapped_before_python_runs_plays(page: Page, site: Site) -> None:
    """The form opens at once; its character is filled in when Python is ready."""
    page.add_init_script(HELD)
    page.goto(f"{site.address}#/", wait_until="domcontentloaded")
    page.locator('[data-try="garden.skill_test"]').click()
    expect(page.locator('[data-view="garden/skill_test"]')).to_be_visible()
    assert page.evaluate(STATE) == "loading"
    page.evaluate("goOn()")
    cast = page.locator('[data-view="garden/skill_test"] [data-slot=cast]')
    assert wait_for_start(page) == "ready"
    expect(cast).to_contain_text("Rowan Vale")
