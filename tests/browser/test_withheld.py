"""Browsers that withhold what keeping needs: the page is ready, rolls, and says what that means.

What the store makes of each way in which they do is in `test_storage.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import QUIET, open_ready, settle
from tests.browser.test_campaigns import go, saved
from tests.browser.withholding import NO_STORAGE, NO_TURNS, NOTHING_AT_ALL, REFUSE
from tests.serving import Site

pytestmark = pytest.mark.browser


def roll(page: Page) -> None:
    """Roll in the open form, see a result, and wait until all is done."""
    page.locator('[data-view="garden/skill_test"] [data-do="roll"]').click()
    settle(page)
    expect(page.locator('[data-view="garden/skill_test"] [data-result]')).to_be_visible()


def plays(page: Page, folder: Path) -> None:
    """The open page shows odds, rolls, reads, and saves to a file what happened."""
    expect(
        page.locator('[data-view="garden/skill_test"] [data-odds][data-p]').first
    ).to_be_visible()
    roll(page)
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(2)
    go(page, "garden/rules")
    expect(page.locator("#rule-G12")).to_be_visible()
    go(page, "campaigns")
    path = saved(page, "[data-do=save-everything]", folder)
    (campaign,) = json.loads(path.read_text("utf-8"))["campaigns"]
    assert len(campaign["entries"]) == 3  # it began, and two rolls
    page.evaluate("location.hash = '#/garden/skill_test'")
    expect(page.locator("[data-trouble]")).to_be_hidden()


def is_said_once(page: Page, words: str) -> None:
    """In plain words, until it was read; then no more, whatever happens."""
    notice = page.locator("[data-lacks]")
    expect(notice).to_contain_text(words)
    notice.get_by_role("button").click()
    expect(notice).to_be_hidden()
    roll(page)
    expect(notice).to_be_hidden()


def opened(page: Page, site: Site) -> None:
    """The form of the skill test, when the page has waited as long as it does: it is ours to let
    that time pass."""
    page.clock.install()
    open_ready(page, site.address + "#/garden/skill_test")
    while not page.evaluate(QUIET):
        page.clock.run_for(1000)
    settle(page)


def keeps_nothing(page: Page) -> None:
    """The page says so where campaigns are kept, and once over the form."""
    go(page, "campaigns")
    expect(page.locator('[data-slot="campaigns"] [role=alert]')).to_contain_text("keeps nothing")
    expect(page.locator('[data-stays="never"]')).to_be_visible()
    page.evaluate("location.hash = '#/garden/skill_test'")
    is_said_once(page, "lasts only until the page is closed")


def test_where_nothing_at_all_is_to_be_had(page: Page, site: Site, tmp_path: Path) -> None:
    page.add_init_script(NOTHING_AT_ALL)
    open_ready(page, site.address + "#/garden/skill_test")
    plays(page, tmp_path)
    keeps_nothing(page)


def test_a_storage_that_never_answers(page: Page, site: Site) -> None:
    page.add_init_script(NO_STORAGE["never answers"])
    opened(page, site)
    keeps_nothing(page)


def test_without_turns(page: Page, site: Site) -> None:
    page.add_init_script(NO_TURNS["locks never answer"])
    opened(page, site)
    is_said_once(page, "Keep Tableside open in one tab only")
    expect(page.locator("[data-entry]")).to_have_count(1)


def test_without_a_manager_of_storage(page: Page, site: Site, tmp_path: Path) -> None:
    """`persist` and `estimate` only tell how long things last: saving needs neither."""
    page.add_init_script(
        f"""
StorageManager.prototype.persist = () => {{ {REFUSE} }};
StorageManager.prototype.persisted = async () => {{ {REFUSE} }};
StorageManager.prototype.estimate = () => {{ {REFUSE} }};"""
    )
    open_ready(page, site.address + "#/garden/skill_test")
    plays(page, tmp_path)
    go(page, "campaigns")
    expect(page.locator('[data-stays="unknown"]')).to_be_visible()
    begun = page.locator("form[data-campaigns=new]")
    begun.locator("[name=name]").fill("Harvest")
    begun.locator("button").click()
    expect(page.locator(".campaign-name", has_text="Harvest")).to_be_visible()
    settle(page)
    expect(page.locator("[data-trouble]")).to_be_hidden()
    expect(page.locator("[data-lacks]")).to_be_hidden()
