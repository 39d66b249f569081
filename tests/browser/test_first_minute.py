"""The first minute: how many taps lie between the root and a roll with a character."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.systems import games
from app.widgets.roll.favourites.quick_start import trial
from tests.browser.support.driving import STATE, open_ready, wait_for_start
from tests.serving import Site

pytestmark = pytest.mark.browser


class Hand:
    """Somebody who taps, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def taps_on(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.taps += 1


def test_a_newcomers_first_minute_and_the_next_evening(page: Page, site: Site) -> None:
    """Two taps to a first roll with a character, in each game; one on the next evening."""
    page.emulate_media(reduced_motion="reduce")
    open_ready(page, f"{site.address}#/")
    trials = [one for game in games().values() if (one := trial(game))]
    assert len(trials) == len(games())
    for tried in trials:
        page.locator(".brand").click()
        hand = Hand(page)
        hand.taps_on(f'[data-try="{tried.procedure}"]')
        view = f'[data-view="{tried.procedure.replace(".", "/")}"]'
        expect(page.locator(f"{view} [data-slot=cast]")).to_contain_text(tried.name)
        hand.taps_on(f'{view} [data-do="roll"]')
        expect(page.locator(f"{view} [data-result] .die").first).to_be_visible()
        expect(page.locator(f"{view} [data-result] .grade")).not_to_be_empty()
        assert hand.taps == 2
    # Whoever has tried a sample has them once, however often they try.
    page.locator(".brand").click()
    page.locator(f'[data-try="{tried.procedure}"]').click()
    expect(page.locator(f"{view} [data-slot=cast]")).to_contain_text(tried.name)
    page.locator('[data-goes="sheets"]').click()
    expect(page.locator("[data-view]:not([hidden]) [data-character]")).to_have_count(1)
    # The next evening Home has the campaign, and rolls again what was rolled.
    page.goto("about:blank")
    open_ready(page, f"{site.address}#/")
    expect(page.locator("[data-tonight]")).to_contain_text(tried.name)
    hand = Hand(page)
    hand.taps_on('[data-view="home"] [data-do="again"]')
    expect(page.locator(f"{view} [data-result] .grade")).not_to_be_empty()
    assert hand.taps == 1


#: Python's own code is not there before the page is told to go on.
HELD = """
    const goes = new Promise((goes) => { globalThis.goOn = goes; });
    for (const name of ["compile", "instantiate", "compileStreaming", "instantiateStreaming"]) {
        const does = WebAssembly[name];
        WebAssembly[name] = async (...given) => { await goes; return does(...given); };
    }
"""


def test_a_sample_that_was_tapped_before_python_runs_plays(page: Page, site: Site) -> None:
    """The form opens at once; who plays follows."""
    page.add_init_script(HELD)
    page.goto(f"{site.address}#/", wait_until="domcontentloaded")
    page.locator('[data-try="garden.skill_test"]').click()
    expect(page.locator('[data-view="garden/skill_test"]')).to_be_visible()
    assert page.evaluate(STATE) == "loading"
    page.evaluate("goOn()")
    cast = page.locator('[data-view="garden/skill_test"] [data-slot=cast]')
    assert wait_for_start(page) == "ready"
    expect(cast).to_contain_text("Rowan Vale")
