"""The data health section on the page: its facts, its check by one tap, and its width."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.campaigns.test_campaigns import begin, go, opened, sample, saved
from tests.browser.campaigns.test_campaigns_in_need import roll
from tests.browser.support.driving import open_ready, settle
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Changes the text of one entry, but not its checksum.
DAMAGE = """async () => {
  const opening = indexedDB.open("tableside");
  await new Promise((done) => { opening.onsuccess = done; });
  const writing = opening.result.transaction("entries", "readwrite");
  const store = writing.objectStore("entries");
  const asking = store.getAll();
  asking.onsuccess = () => {
    const row = asking.result.find((each) => each.key[1] === 2);
    store.put({ ...row, text: row.text + " " });
  };
  await new Promise((done) => { writing.oncomplete = done; });
  opening.result.close();
}"""

#: Makes the storage manager refuse to answer.
SILENT = """for (const name of ["estimate", "persisted", "persist"]) {
  StorageManager.prototype[name] = () => Promise.reject(new Error("not here"));
}"""


def check_fact(page: Page, id: str, well: str, words: str) -> None:
    found = page.locator(f'[data-fact="{id}"]')
    expect(found).to_have_attribute("data-well", well)
    expect(found).to_contain_text(words)


def test_how_safe_it_all_is(page: Page, site: Site, tmp_path: Path) -> None:
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    opened(page, "Harvest")
    sample(page, site, "garden")
    go(page, "campaigns")
    check_fact(page, "stored", "yes", "1 campaign with 2 entries")
    check_fact(page, "outside", "no", "Not backed up yet.")
    check_fact(page, "backups", "no", "None yet")
    page.locator("[data-do=backup-now]").click()
    check_fact(page, "backups", "yes", "1 backup")
    saved(page, "[data-do=save-everything]", tmp_path)
    check_fact(page, "outside", "yes", "Everything")
    roll(page)
    go(page, "campaigns")
    check_fact(page, "outside", "no", "“Harvest”: 1 entry since")
    page.locator("[data-do=health-check]").click()
    expect(page.locator(".verdict")).to_contain_text("All good")
    # The check finds damage and gives advice; it changes nothing, and rolls go on.
    page.evaluate(DAMAGE)
    # Text is typed in between, so that this tap on the same button counts as a new one.
    page.locator("form[data-campaigns=new] [name=name]").fill("Another")
    page.locator("[data-do=health-check]").click()
    expect(page.locator(".verdict")).to_contain_text("1 problem found")
    expect(page.locator("[data-checked] .faults")).to_contain_text("Entry 2 is damaged")
    expect(page.locator("[data-checked] .faults")).to_contain_text("backup")
    roll(page)
    for width in (390, 768, 1180):
        page.set_viewport_size({"width": width, "height": 900})
        go(page, "campaigns")
        settle(page)
        too_wide = "document.documentElement.scrollWidth > innerWidth"
        assert not page.evaluate(too_wide), width


def test_a_browser_that_does_not_say_how_safe_it_is(page: Page, site: Site) -> None:
    page.add_init_script(SILENT)
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    check_fact(page, "stays", "unknown", "Unknown.")
    check_fact(page, "stored", "unknown", "doesn’t tell how much space")
    page.locator("[data-do=health-check]").click()
    expect(page.locator(".verdict")).to_contain_text("All good")
