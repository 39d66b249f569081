"""What a view holds is fetched when it is opened; where that fails the page says so, loses nothing,
and has it later.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from app.systems import games
from tests.browser.support.driving import (
    KEPT_FOR_OFFLINE,
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

#: A page that is slow to get its turn: what is imported in slices goes on when it is let go.
PAUSES = """const pause = setTimeout, held = [];
    globalThis.setTimeout = (does, after, ...told) =>
        after === 4 && held.push(does) ? 0 : pause(does, after, ...told);
    globalThis.letGo = () => { globalThis.setTimeout = pause; held.forEach((does) => does()); };"""

#: The file of each view that has not been opened has arrived.
ALL_THERE = """[...document.querySelectorAll("[data-from]")].every(({ dataset }) =>
    performance.getEntriesByName(new URL(dataset.from, document.baseURI).href)
        .some(({ responseStatus }) => responseStatus === 200))"""

#: How what a view holds does not arrive, by what the page says then.
AWAY = "You’re offline and this page isn’t downloaded yet"
FAILURES: dict[str, Callable[[Route], None]] = {
    AWAY: lambda route: route.abort(),
    "ask you to sign in": lambda route: route.fulfill(body="<h1>Welcome to our hotel</h1>"),
    "no longer available": lambda route: route.fulfill(status=404),
}


def test_what_does_not_arrive_is_said_and_had_later(broken_page: Page, own_site: Site) -> None:
    page, network = broken_page, [AWAY]
    page.add_init_script(NO_WORKER)
    page.add_init_script(PAUSES)

    def arrives(route: Route) -> None:
        """Where it is no failure: what has this in its name. The page fetches more by itself."""
        if fails := FAILURES.get(network[0]):
            fails(route)
        elif network[0] in route.request.url:
            route.continue_()
        else:
            route.abort()

    page.route(VIEWS, arrives)
    coming, notice = page.locator("[data-coming]"), page.locator("[data-notice]")

    def again(done: Callable[[], bool]) -> None:
        """Tries until it is so: a tap joins what the page itself has begun before, if anything."""
        for _ in range(5):
            coming.locator('[data-do="fetch"]').click()
            page.evaluate("tablesideShown")
            if done():
                return

    def says(words: str) -> bool:
        return words in coming.inner_text()

    # A form by its address: Python does not wait for ever.
    page.goto(f"{own_site.address}#/garden/fall?metres=12")
    assert wait_for_start(page) == "ready"
    expect(coming.locator("h1")).to_have_text("Fall")
    expect(coming).to_contain_text(AWAY)
    for words in list(FAILURES)[1:]:
        network[0] = words
        again(partial(says, words))
        expect(coming).to_contain_text(words)
    network[0] = "garden-forms"
    again(coming.is_hidden)
    table = Table(page)
    table.path = "garden/fall"
    expect(table.field("metres")).to_have_value("12")
    expect(coming).to_be_hidden()
    table.one('[data-do="roll"]:visible').first.click()
    rolled = table.result()

    # What is imported beside it, and then opens the address, leaves alone what was rolled there.
    page.evaluate("letGo()")
    settle(page)
    assert table.result() == rolled

    # A rule that is tapped, a roll over a fight: what was there stays, and a second tap has it.
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

    # As soon as the network is back, what was waited for is there by itself, and all the rest.
    network[0] = AWAY
    page.evaluate("location.hash = '#/prism/rules'")
    expect(coming).to_contain_text(AWAY)
    network[0] = ""
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator('[data-view="prism/rules"] h1')).to_be_visible()
    wait_for(page, ALL_THERE)
    network[0] = AWAY
    table.open("trueworld/action_roll")


def test_what_is_kept_can_be_opened_without_the_host(broken_page: Page, own_site: Site) -> None:
    """Also in the very first window, for which the service worker does not answer yet."""
    page = broken_page
    open_ready(page, own_site.address)
    wait_for(page, KEPT_FOR_OFFLINE)
    own_site.stop()
    for path in ("prism/rules", "garden/tables", "trueworld/action_roll"):
        page.evaluate("path => { location.hash = `#/${path}`; }", path)
        expect(page.locator(f'[data-view="{path}"] h1')).to_be_visible()


@pytest.mark.fresh
def test_a_page_of_the_network_is_not_kept_as_a_view(broken_page: Page, site: Site) -> None:
    page, network = broken_page, ["ask you to sign in"]
    page.add_init_script(NO_WORKER)
    page.route(VIEWS, lambda route: FAILURES[network[0]](route))
    open_ready(page, site.address)
    wait_for(page, ALL_THERE)  # all were fetched beforehand
    network[0] = "no longer available"
    page.evaluate("location.hash = '#/garden/fall'")
    expect(page.locator("[data-coming]")).to_contain_text(network[0])
