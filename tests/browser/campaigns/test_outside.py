"""A reminder to save to a file, and a chosen file that is kept up to date by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.widgets.campaigns.outside import MUCH
from tests.browser.campaigns.test_campaigns import go
from tests.browser.support.driving import open_ready, settle, wait_for
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

#: A file of the page's own in the place of one that a person chooses.
CHOSEN = """
globalThis.showSaveFilePicker = async () => {
  const folder = await navigator.storage.getDirectory();
  return folder.getFileHandle("evening.json", { create: true });
};"""

#: What an earlier test has left there.
NONE_YET = """async () => {
  const folder = await navigator.storage.getDirectory();
  await folder.removeEntry("evening.json").catch(() => {});
}"""

#: How many entries the file holds; none to be read in the moment in which it is written anew.
HELD = """(async () => {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle("evening.json");
  let text;
  try {
    text = await (await handle.getFile()).text();
  } catch (fault) {
    if (fault.name !== "NotReadableError") throw fault;
    return null;
  }
  const campaigns = JSON.parse(text || '{"campaigns": []}').campaigns;
  return campaigns.reduce((sum, each) => sum + each.entries.length, 0);
})()"""


def roll(page: Page) -> None:
    go(page, "garden/skill_test")
    page.locator('[data-view="garden/skill_test"] [data-do="roll"]').click()
    settle(page)


def test_what_happens_is_kept_in_a_file_or_to_be_saved(page: Page, site: Site) -> None:
    page.add_init_script(CHOSEN)
    open_ready(page, site.address)
    page.evaluate(NONE_YET)
    roll(page)
    go(page, "campaigns")
    page.locator('[data-do="file-choose"]').click()
    file = page.locator("[data-kept-file]")
    expect(file).to_have_attribute("data-kept-file", "kept")
    expect(file).to_contain_text("evening.json")
    assert page.evaluate(HELD) == 2  # it began, and one roll
    roll(page)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as if put away
    settle(page)
    wait_for(page, f"{HELD}.then((held) => held === 3)")
    open_ready(page, site.address)
    settle(page)
    roll(page)
    wait_for(page, f"{HELD}.then((held) => held === 4)")  # a few seconds later, by itself
    go(page, "campaigns")
    expect(page.locator('[data-fact="outside"]')).to_have_attribute("data-well", "yes")
    page.locator('[data-do="file-stop"]').click()
    expect(file).to_have_attribute("data-kept-file", "none")
    much_that_happened_is_to_be_saved_but_not_in_a_fight(page)


def much_that_happened_is_to_be_saved_but_not_in_a_fight(page: Page) -> None:
    """Without a file, now."""
    go(page, "wasteland")
    tracker = Tracker(page, "wasteland")
    counter = page.locator('[data-purse="gm_ap"]')
    for by in ("1", "-1"):
        button = counter.locator(f'[data-by="{by}"]')
        expect(button).to_be_enabled()
        button.evaluate(
            "(button, times) => { for (let n = 0; n < times; n++) button.click(); }", MUCH // 2
        )
        settle(page)
    reminder = page.locator("[data-reminder]")
    tracker.go("encounter")
    tracker.tap('[data-do="encounter-begin"]')
    tracker.quick("raider, hp 7")
    go(page, "wasteland")
    expect(reminder).to_have_count(0)
    tracker.go("encounter")
    tracker.panel("more")
    tracker.tap('[data-do="encounter-end"]')
    go(page, "wasteland")
    expect(reminder).to_contain_text("entries aren’t backed up")
    reminder.locator('[data-do="remind-later"]').click()
    expect(reminder).to_have_count(0)
    go(page, "campaigns")
    expect(reminder).to_have_count(0)
