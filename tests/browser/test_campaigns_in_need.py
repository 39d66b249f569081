"""The page in need: newer data, another tab that writes, no more room, names full of markup."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from app.campaign.values import seal
from tests.browser.driving import open_ready
from tests.browser.test_campaigns import ODD, begin, card, entries, go, opened, sample, saved
from tests.browser.test_storage import DUMP, NEWER_LAYOUT
from tests.serving import Site

pytestmark = pytest.mark.browser

ROLLED = '[data-view="garden/skill_test"]'


def roll(page: Page) -> None:
    """Roll in the form of the skill test, and see a result."""
    go(page, "garden/skill_test")
    page.locator(f'{ROLLED} [data-do="roll"]').click()
    expect(page.locator(f"{ROLLED} [data-result]")).to_be_visible()


# --- newer data ---

#: The format's row says a higher version, sealed as it should be.
NEWER_FORMAT = """async ([text, sum]) => {
  const opening = indexedDB.open("tableside");
  await new Promise((done) => { opening.onsuccess = done; });
  const writing = opening.result.transaction("meta", "readwrite");
  writing.objectStore("meta").put({ key: "format", text, sum });
  await new Promise((done) => { writing.oncomplete = done; });
  opening.result.close();
}"""


@pytest.mark.parametrize("way", ["layout", "format"])
def test_newer_data_are_shown_saved_and_not_touched(
    page: Page, site: Site, tmp_path: Path, way: str
) -> None:
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(1)
    if way == "layout":
        page.goto(site.address + "version.json")  # beside the app, which would give way to it
        page.evaluate(NEWER_LAYOUT)
    else:
        text = '{"format":2,"app":"9.9.9"}'
        page.evaluate(NEWER_FORMAT, [text, seal(text)])
    before = page.evaluate(DUMP)
    page.goto("about:blank")
    open_ready(page, site.address + "#/garden")
    expect(page.locator("[data-notice]")).to_contain_text("newer Tableside")
    expect(page.locator("[data-entry]")).to_have_count(1)
    # What is tried is refused in words, and the roll itself is still shown.
    roll(page)
    expect(page.locator("[data-notice]")).to_contain_text("newer Tableside")
    expect(page.locator("[data-entry]")).to_have_count(1)
    go(page, "campaigns")
    expect(page.locator('[data-slot="campaigns"] [role=alert]')).to_contain_text("newer Tableside")
    expect(card(page, "Harvest")).to_be_visible()
    path = saved(page, "[data-do=save-everything]", tmp_path)
    assert len(json.loads(path.read_text())["stores"]["entries"]) == 2
    page.goto(site.address + "version.json")
    assert page.evaluate(DUMP) == before


# --- two tabs ---


def test_a_second_tab_follows_live_and_takes_over(
    page: Page, site: Site, context: BrowserContext
) -> None:
    open_ready(page, site.address + "#/garden/characters")
    other = context.new_page()
    open_ready(other, site.address + "#/garden/characters")
    notice = other.locator("[data-other-tab]")
    expect(notice).to_be_visible()
    expect(page.locator("[data-other-tab]")).to_be_hidden()
    # The very first thing that happens is followed, and so is what comes after.
    sample(page, site, "garden")
    expect(other.locator("[data-entry]")).to_have_count(1)
    expect(other.locator("[data-character]")).to_have_count(1)
    roll(page)
    expect(other.locator("[data-entry]")).to_have_count(2)
    page.locator("[data-undo-last]:visible").first.click()
    expect(other.locator("[data-entry][data-undone]")).to_have_count(1)
    # What is tried here is refused in words; nothing is shown as kept.
    roll(other)
    expect(other.locator("[data-notice]")).to_contain_text("another tab")
    expect(other.locator("[data-entry]")).to_have_count(2)
    notice.locator("[data-do=take-over]").click()
    expect(notice).to_be_hidden()
    expect(page.locator("[data-other-tab]")).to_be_visible()
    roll(other)
    expect(other.locator("[data-entry]")).to_have_count(3)
    expect(page.locator("[data-entry]")).to_have_count(3)
    assert entries(page) == entries(other)
    # A campaign begun there is in the list here.
    go(page, "campaigns")
    go(other, "campaigns")
    begin(other, "prism", "Elsewhere")
    expect(card(page, "Elsewhere")).to_be_visible()


# --- no more room ---

#: Rows that nobody reads take all the room there is, the last few hundred characters too.
FILL_UP = """async () => {
  const opening = indexedDB.open("tableside");
  await new Promise((done) => { opening.onsuccess = done; });
  const db = opening.result;
  let count = 0;
  for (const size of [20000, 1000, 100]) {
    for (let stored = true; stored; count++) {
      const codes = Array.from(crypto.getRandomValues(new Uint16Array(size)));
      const text = codes.map((each) => String.fromCharCode(each % 50000 + 40)).join("");
      const writing = db.transaction("plays", "readwrite");
      writing.objectStore("plays").put({ key: `full ${count}`, text });
      stored = await new Promise((done) => {
        writing.oncomplete = () => done(true);
        writing.onabort = () => done(false);
      });
    }
  }
  db.close();
}"""


def test_a_full_disk_is_said_and_everything_can_still_be_saved(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    context = browser.new_context(service_workers="block")  # its files would take the room first
    page = context.new_page()
    page.goto(site.address + "version.json")
    session = context.new_cdp_session(page)
    origin = site.address.rstrip("/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 300_000})
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    page.locator("[data-do=backup-now]").click()
    expect(page.locator("[data-backup]")).to_have_count(1)
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(1)
    page.evaluate(FILL_UP)
    roll(page)
    expect(page.locator("[data-notice]")).to_contain_text("no more room")
    expect(page.locator("[data-entry]")).to_have_count(1)
    go(page, "campaigns")
    path = saved(page, "[data-do=save-everything]", tmp_path)
    (kept,) = json.loads(path.read_text())["campaigns"]
    assert [entry["fact"]["kind"] for entry in kept["entries"]] == ["started", "rolled"]
    # Nothing is deleted unasked when no copy of it could be made.
    here = card(page, "Harvest")
    here.locator("summary").click()
    here.locator("[data-do=campaign-delete]").click()
    here.locator("[data-do=campaign-delete-yes]").click()
    expect(here.locator(".ask")).to_contain_text("no room for a backup")
    here.locator("[data-do=ask-no]").click()
    expect(here).to_be_visible()
    # Room can be made, by a backup that is no longer wanted.
    page.locator("[data-do=backup-delete]").click()
    page.locator("[data-do=backup-delete-yes]").click()
    expect(page.locator("[data-backup]")).to_have_count(0)
    context.close()


# --- names full of markup ---

#: Nothing of these names became an element, or ran.
CLEAN = """() => document.title !== "hit" && !document.querySelector("img[src=x]")"""


def test_names_full_of_markup_are_text_everywhere_and_in_print(page: Page, site: Site) -> None:
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", ODD)
    opened(page, ODD)
    address = sample(page, site, "garden")[2:]
    sheet = page.locator('[data-view="garden/character"]')
    sheet.locator("[data-do=sheet-edit]").click()
    field = sheet.locator("form[data-sheet] [name=name]")
    field.fill(ODD)
    field.blur()
    expect(sheet.locator("h1")).to_have_text(ODD)
    sheet.locator("[data-do=sheet-edit]").click()
    roll(page)
    views = ("campaigns", "garden", "garden/characters", address, "garden/skill_test")
    for media in ("screen", "print"):
        page.emulate_media(media=media)  # type: ignore[arg-type]
        for path in views:
            go(page, path)
            page.wait_for_timeout(150)
            assert page.evaluate(CLEAN), (media, path)
        assert len(page.pdf()) > 1000
    go(page, address)
    expect(sheet.locator("h1")).to_be_visible()
    expect(sheet.locator("h1")).to_have_text(ODD)
    expect(page.locator("[data-campaign-open]")).to_have_text(ODD)
