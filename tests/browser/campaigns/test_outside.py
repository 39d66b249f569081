"""A reminder to save to a file, and a chosen file that is kept up to date by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.campaigns.test_campaigns import go
from tests.browser.support.driving import open_ready, run, settle, wait_for
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Replaces the file picker: it returns a private file of the page.
CHOSEN = """
globalThis.showSaveFilePicker = async () => {
  const folder = await navigator.storage.getDirectory();
  return folder.getFileHandle("evening.json", { create: true });
};"""

#: Removes the file of an earlier test.
NONE_YET = """async () => {
  const folder = await navigator.storage.getDirectory();
  await folder.removeEntry("evening.json").catch(() => {});
}"""

#: The number of entries in the file; null while it is being rewritten.
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


#: The number of entries from which on a reminder shows here; tests of values check the real one.
MUCH = 20


def roll(page: Page) -> None:
    go(page, "garden/skill_test")
    page.locator('[data-view="garden/skill_test"] [data-do="roll"]').click()
    settle(page)


def test_entries_are_written_to_a_chosen_file_or_a_reminder_asks_to_save_them(
    page: Page, site: Site
) -> None:
    page.add_init_script(CHOSEN)
    open_ready(page, site.address)
    page.evaluate(NONE_YET)
    roll(page)
    go(page, "campaigns")
    page.locator('[data-do="file-choose"]').click()
    file = page.locator("[data-kept-file]")
    expect(file).to_have_attribute("data-kept-file", "kept")
    expect(file).to_contain_text("evening.json")
    assert page.evaluate(HELD) == 2  # the start of the campaign, and one roll
    roll(page)
    page.evaluate(
        "document.dispatchEvent(new Event('visibilitychange'))"
    )  # as when the page is hidden
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
    check_reminder(page)


def check_reminder(page: Page) -> None:
    """Check that without a file many entries show a reminder, but not during a fight."""
    run(page, "from app.widgets.campaigns import outside; outside.MUCH = given", MUCH)
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
