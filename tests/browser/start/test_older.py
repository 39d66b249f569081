"""Journal entries older than the newest hundred, on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import open_ready, settle
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Taps a counter down and up again, `times` times.
MANY = """(times) => {
    const tap = (by) => document.querySelector(`[data-purse] [data-by="${by}"]`).click();
    for (let n = 0; n < times; n++) [-1, 1].forEach(tap);
}"""


def test_older_entries_are_loaded_by_scrolling_to_the_end(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/wasteland")
    entries, more = page.locator("[data-entry]"), page.locator('[data-do="journal-older"]')
    up = page.locator('[data-purse] [data-by="1"]').first
    up.click()
    settle(page)
    expect(more).to_be_hidden()
    page.evaluate(MANY, 60)
    settle(page)
    expect(entries).to_have_count(100)
    more.scroll_into_view_if_needed()
    expect(entries).to_have_count(121)  # the start of a campaign has no line
    expect(more).to_be_hidden()
    up.click()
    settle(page)
    expect(entries).to_have_count(122)
    page.reload()
    expect(entries.first).to_be_visible()
    assert entries.count() < 122
