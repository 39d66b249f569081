"""Views are fetched when opened; a failed fetch is reported, loses nothing and is retried."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from app.systems import games
from tests.browser.support.driving import (
    OFFLINE_READY,
    open_ready,
    settle,
    show_rules,
    wait_for,
    wait_for_start,
)
from tests.browser.support.table import Table
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get() {} })"

VIEWS = "**/views/*"

#: Holds back the timers of stepwise imports until the test calls `letGo()`.
PAUSES = """const pause = setTimeout, held = [];
    globalThis.setTimeout = (does, after, ...told) =>
        after === 4 && held.push(does) ? 0 : pause(does, after, ...told);
    globalThis.letGo = () => { globalThis.setTimeout = pause; held.forEach((does) => does()); };"""

#: Whether the files of all unopened views have arrived.
ALL_THERE = """[...document.querySelectorAll("[data-from]")].every(({ dataset }) =>
    performance.getEntriesByName(new URL(dataset.from, document.baseURI).href)
        .some(({ responseStatus }) => responseStatus === 200))"""

#: The ways in which a view fails to load, by the message of the page.
AWAY = "You’re offline and this page isn’t downloaded yet"
FAILURES: dict[str, Callable[[Route], None]] = {
    AWAY: lambda route: route.abort(),
    "ask you to sign in": lambda route: route.fulfill(body="<h1>Welcome to our hotel</h1>"),
    "no longer available": lambda route: route.fulfill(status=404),
}


def test_a_view_that_fails_to_load_is_reported_and_loaded_later(
    broken_page: Page, own_site: Site
) -> None:
    page, network = broken_page, [AWAY]
    page.add_init_script(NO_WORKER)
    page.add_init_script(PAUSES)

    def answer(route: Route) -> None:
        """Fail as `network[0]` says, or else let only files with that text in their name pass."""
        if fails := FAILURES.get(network[0]):
            fails(route)
        elif network[0] in route.request.url:
            route.continue_()
        else:
            route.abort()

    page.route(VIEWS, answer)
    placeholder, notice = page.locator("[data-coming]"), page.locator("[data-notice]")

    def retry(done: Callable[[], bool]) -> None:
        """Tap Retry until `done()`: a tap may join a fetch that the page has already begun."""
        for _ in range(5):
            placeholder.locator('[data-do="fetch"]').click()
            page.evaluate("tablesideShown")
            if done():
                return

    def shows(words: str) -> bool:
        return words in placeholder.inner_text()

    # A form opened by its address: Python starts although the view is missing.
    page.goto(f"{own_site.address}#/garden/fall?metres=12")
    assert wait_for_start(page) == "ready"
    expect(placeholder.locator("h1")).to_have_text("Fall")
    expect(placeholder).to_contain_text(AWAY)
    for words in list(FAILURES)[1:]:
        network[0] = words
        retry(partial(shows, words))
        expect(placeholder).to_contain_text(words)
    network[0] = "garden-forms"
    retry(placeholder.is_hidden)
    table = Table(page)
    table.path = "garden/fall"
    expect(table.field("metres")).to_have_value("12")
    expect(placeholder).to_be_hidden()
    table.one('[data-do="roll"]:visible').first.click()
    result = table.result()

    # The background import, which then opens the address, keeps the result.
    page.evaluate("letGo()")
    settle(page)
    assert table.result() == result

    # A tapped rule, a roll over a fight: the page stays as it is, and a second tap works.
    network[0] = AWAY
    show_rules(page)
    rule = table.one("a[data-rule]:visible").first
    rule.click()
    expect(notice).to_contain_text(AWAY)
    expect(table.field("metres")).to_have_value("12")
    network[0] = "garden-rules"
    rule.click()
    expect(page.locator("[data-rule-dialog]")).to_be_visible()
    page.keyboard.press("Escape")

    network[0] = AWAY
    tracker = Tracker(page, "striker")
    tracker.samples()
    tracker.begin("raider")
    over = page.locator("[data-view][data-over]")
    procedure = next(iter(games()["striker"])).id

    def roll() -> None:
        offered = f'[data-procedure-of="{procedure}"][data-place-of=""]'
        link = tracker.menu(tracker.order()[0], "skills").locator(offered).last
        link.evaluate("link => { link.closest('details').open = true }")
        link.click()

    roll()
    expect(notice).to_contain_text(AWAY)
    settle(page)
    expect(over).to_have_count(0)
    network[0] = "striker-forms"
    roll()
    expect(over.locator("form[data-procedure]")).to_be_visible()

    # Once the network is back, the awaited view and all others arrive by themselves.
    network[0] = AWAY
    page.evaluate("location.hash = '#/prism/rules'")
    expect(placeholder).to_contain_text(AWAY)
    network[0] = ""
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator('[data-view="prism/rules"] h1')).to_be_visible()
    wait_for(page, ALL_THERE)
    network[0] = AWAY
    table.open("trueworld/action_roll")


def test_stored_views_open_without_the_host(broken_page: Page, own_site: Site) -> None:
    """This also holds in the first window, which the service worker does not control yet."""
    page = broken_page
    open_ready(page, own_site.address)
    wait_for(page, OFFLINE_READY)
    own_site.stop()
    for path in ("prism/rules", "garden/tables", "trueworld/action_roll"):
        page.evaluate("path => { location.hash = `#/${path}`; }", path)
        expect(page.locator(f'[data-view="{path}"] h1')).to_be_visible()


@pytest.mark.uncached
def test_a_page_of_the_network_is_not_kept_as_a_view(broken_page: Page, site: Site) -> None:
    page, network = broken_page, ["ask you to sign in"]
    page.add_init_script(NO_WORKER)
    page.route(VIEWS, lambda route: FAILURES[network[0]](route))
    open_ready(page, site.address)
    wait_for(page, ALL_THERE)  # all were fetched beforehand
    network[0] = "no longer available"
    page.evaluate("location.hash = '#/garden/fall'")
    expect(page.locator("[data-coming]")).to_contain_text(network[0])
