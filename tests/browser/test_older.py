"""The journal from before its newest hundred entries, on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_ready, settle
from tests.serving import Site

pytestmark = pytest.mark.browser


def test_older_entries_come_where_somebody_scrolls_to_the_end(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/wasteland")
    entries, more = page.locator("[data-entry]"), page.locator('[data-do="journal-older"]')
    up, down = (page.locator(f'[data-purse] [data-by="{by}"]').first for by in ("1", "-1"))
    up.click()
    settle(page)
    expect(more).to_be_hidden()
    for _ in range(60):
        down.click()
        up.click()
    settle(page)
    expect(entries).to_have_count(100)
    more.scroll_into_view_if_needed()
    expect(entries).to_have_count(121)  # the start of a campaign is no line
    expect(more).to_be_hidden()
    up.click()
    settle(page)
    expect(entries).to_have_count(122)
    page.reload()
    expect(entries.first).to_be_visible()
    assert entries.count() < 122
