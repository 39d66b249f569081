"""Campaigns at risk: newer data, a deleted database, a second tab, a full disk, odd names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.campaigns.test_campaigns import (
    ODD,
    begin,
    card,
    copies,
    entries,
    go,
    load,
    opened,
    sample,
    saved,
)
from tests.browser.storage.test_storage import DUMP, LOSE, NEWER_LAYOUT, REFUSED_ANEW
from tests.browser.support.driving import open_ready, settle, unfold
from tests.serving import Site

pytestmark = pytest.mark.browser

ROLLED = '[data-view="garden/skill_test"]'


def roll(page: Page) -> None:
    """Roll a skill test and check that a result shows."""
    go(page, "garden/skill_test")
    page.locator(f'{ROLLED} [data-do="roll"]').click()
    settle(page)
    expect(page.locator(f"{ROLLED} [data-result]")).to_be_visible()


# --- newer data ---


def test_newer_data_are_shown_saved_and_not_touched(page: Page, site: Site, tmp_path: Path) -> None:
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(1)
    page.goto(site.address + "version.json")  # beside the app, which would give way to it
    page.evaluate(NEWER_LAYOUT)
    before = page.evaluate(DUMP)
    page.goto("about:blank")
    open_ready(page, site.address + "#/garden")
    expect(page.locator("[data-notice]")).to_contain_text("saved by a newer version")
    expect(page.locator("[data-entry]")).to_have_count(1)
    # A roll is not stored, as a notice says, but its result is still shown.
    roll(page)
    expect(page.locator("[data-notice]")).to_contain_text("saved by a newer version")
    expect(page.locator("[data-entry]")).to_have_count(1)
    go(page, "campaigns")
    expect(page.locator('[data-slot="campaigns"] [role=alert]')).to_contain_text(
        "saved by a newer version"
    )
    expect(card(page, "Harvest")).to_be_visible()
    path = saved(page, "[data-do=save-everything]", tmp_path)
    assert len(json.loads(path.read_text())["stores"]["entries"]) == 2
    page.goto(site.address + "version.json")
    assert page.evaluate(DUMP) == before


# --- a deleted database ---


def test_stored_data_survive_a_database_deleted_in_another_tab(
    page: Page, site: Site, new_tab: Callable[[], Page], tmp_path: Path
) -> None:
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(1)
    other = new_tab()
    other.goto(site.address + "version.json")
    other.evaluate(LOSE)
    expect(page.locator("[data-notice]")).to_contain_text("restored from a second copy")
    go(page, "campaigns")
    expect(card(page, "Harvest")).to_be_visible()
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(2)
    # If the browser refuses a new database, the open campaign can be downloaded.
    page.evaluate(REFUSED_ANEW)
    other.evaluate(LOSE)
    expect(page.locator("[data-lacks]")).to_contain_text("download a copy before closing")
    go(page, "campaigns")
    expect(card(page, "Harvest")).to_be_visible()
    path = saved(page, "[data-do=save-everything]", tmp_path)
    (campaign,) = json.loads(path.read_text())["campaigns"]
    assert campaign["document"]["name"] == "Harvest"
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(3)
    expect(page.locator("[data-trouble]")).to_be_hidden()


# --- two tabs ---


def test_a_second_tab_follows_live_and_takes_over(
    page: Page, site: Site, context: BrowserContext
) -> None:
    """The open campaign, the list and the backups follow the other tab without a reload."""
    open_ready(page, site.address + "#/campaigns")
    other = context.new_page()
    open_ready(other, site.address + "#/campaigns")
    notice = other.locator("[data-other-tab]")
    expect(notice).to_be_visible()
    expect(page.locator("[data-other-tab]")).to_be_hidden()
    begin(page, "garden", "Harvest")
    expect(other.locator("[data-campaign-open]")).to_have_text("Harvest")
    page.locator("[data-do=backup-now]").click()
    expect(copies(other)).to_have_count(1)
    begin(page, "garden", "Later")
    expect(card(other, "Later").locator(".mark")).to_be_visible()
    copies(page).locator("[data-do=backup-restore]").click()
    page.locator("[data-do=backup-restore-yes]").click()
    expect(page.locator(".campaign-name")).to_have_text(["Harvest"])
    expect(other.locator(".campaign-name")).to_have_text(["Harvest"])
    expect(card(other, "Harvest").locator(".mark")).to_be_visible()
    expect(copies(other)).to_have_count(2)
    card(page, "Harvest").locator("summary").click()
    card(page, "Harvest").locator("[data-do=campaign-delete]").click()
    page.locator("[data-do=campaign-delete-yes]").click()
    expect(other.locator("[data-campaign]")).to_have_count(0)
    # The first entry is followed, and so are later ones.
    go(other, "garden/characters")
    sample(page, site, "garden")
    expect(other.locator("[data-entry]")).to_have_count(1)
    expect(other.locator(".person[data-character]")).to_have_count(1)
    roll(page)
    expect(other.locator("[data-entry]")).to_have_count(2)
    page.locator("[data-undo-last]:visible").first.click()
    expect(other.locator("[data-entry][data-undone]")).to_have_count(1)
    # A roll here is refused with a notice, and no entry is shown.
    roll(other)
    expect(other.locator("[data-notice]")).to_contain_text("another tab")
    expect(other.locator("[data-entry]")).to_have_count(2)
    # The result says so, too, and offers to save the roll.
    result = other.locator(f"{ROLLED} [data-result]")
    expect(result).to_contain_text("Not saved: open in another tab")
    expect(result.locator("[data-do=use-tab]")).to_be_in_viewport()
    result.locator("[data-do=save-roll]").click()
    expect(result.locator("[data-unsaved]")).to_have_count(0)
    expect(notice).to_be_hidden()
    expect(page.locator("[data-other-tab]")).to_be_visible()
    expect(other.locator("[data-entry]")).to_have_count(3)
    expect(page.locator("[data-entry]")).to_have_count(3)
    assert entries(page) == entries(other)
    # A campaign begun there is in the list here.
    go(page, "campaigns")
    go(other, "campaigns")
    begin(other, "prism", "Elsewhere")
    expect(card(page, "Elsewhere")).to_be_visible()


def save_harvest(page: Page, site: Site, folder: Path) -> Path:
    """Save a campaign with a character to a file and return its path."""
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    opened(page, "Harvest")
    sample(page, site, "garden")
    go(page, "campaigns")
    card(page, "Harvest").locator("summary").click()
    return saved(page, "[data-campaign] [data-do=campaign-save]:visible", folder)


def choose_mode(page: Page, name: str) -> None:
    page.locator(f"[data-loaded] [data-mode={name}]").click()
    expect(page.locator(f"[data-mode={name}]")).to_have_attribute("aria-pressed", "true")


def test_an_import_while_another_tab_writes_loses_nothing(
    page: Page, site: Site, new_tab: Callable[[], Page], tmp_path: Path
) -> None:
    path = save_harvest(page, site, tmp_path)
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(2)
    other = new_tab()
    open_ready(other, site.address + "#/campaigns")
    panel, do = load(other, path), other.locator("[data-do=import-go]")
    choose_mode(other, "replace")
    expect(panel).to_contain_text("Replaces campaign")
    # Confirmed while the other tab writes, it is refused with a message and can be retried.
    do.click()
    expect(other.locator("[data-campaigns-said]")).to_contain_text("another tab")
    expect(do).to_be_visible()
    # Entries that the other tab wrote after the preview are not overwritten unseen.
    roll(page)
    expect(other.locator("[data-entry]")).to_have_count(3)
    other.locator("[data-do=take-over]").click()
    expect(other.locator("[data-other-tab]")).to_be_hidden()
    do.click()
    expect(other.locator("[data-campaigns-said]")).to_contain_text("Your data changed meanwhile")
    expect(other.locator("[data-entry]")).to_have_count(3)
    expect(copies(other)).to_have_count(0)
    choose_mode(other, "replace")
    do.click()
    expect(other.locator("[data-campaigns-said]")).to_contain_text("Imported.")
    expect(other.locator("[data-entry]")).to_have_count(1)
    expect(page.locator("[data-entry]")).to_have_count(1)
    # The backup made before the import has all three; the other tab sees them restored.
    go(page, "campaigns")
    unfold(other)
    other.locator("[data-do=backup-restore]").first.click()
    other.locator("[data-do=backup-restore-yes]").click()
    expect(other.locator("[data-entry]")).to_have_count(3)
    expect(page.locator("[data-entry]")).to_have_count(3)
    expect(copies(page)).to_have_count(2)


def test_a_field_typed_while_another_tab_writes_waits_for_done(
    page: Page, site: Site, new_tab: Callable[[], Page]
) -> None:
    open_ready(page, site.address + "#/garden/characters")
    sample(page, site, "garden")
    other = new_tab()
    open_ready(other, site.address + "#/garden/characters")
    other.locator(".person a").first.click()
    sheet, done = other.locator('[data-view="garden/character"]'), '[data-do="sheet-edit"]'
    body, edit = sheet.locator('form[data-sheet] [name="body"]'), sheet.locator(done)
    edit.click()
    body.fill("7")
    for _ in range(2):
        edit.click()
        settle(other)
        expect(sheet.locator('[data-fault="body"]')).to_have_text("Not saved yet.")
        expect(body).to_have_value("7")
        expect(body).to_be_focused()
    expect(other.locator("[data-notice]")).to_be_visible()
    other.locator("[data-do=take-over]").click()
    expect(other.locator("[data-other-tab]")).to_be_hidden()
    expect(other.locator("[data-notice]")).to_be_hidden()
    settle(other)
    edit.click()
    expect(sheet.locator("form[data-sheet]")).to_have_count(0)
    expect(other.locator("[data-entry]").first).to_contain_text("Body: 7")


# --- undo after all that ---


def test_undo_after_an_import_and_a_restore_and_redo_after_a_reload(
    page: Page, site: Site, tmp_path: Path
) -> None:
    path = save_harvest(page, site, tmp_path)
    record = json.loads(path.read_text())
    part = record["campaign"]
    part["entries"] = []  # a version of another device, with changes of its own
    next(iter(part["document"]["characters"].values()))["name"] = "Somebody Else"
    path.write_text(json.dumps(record))
    load(page, path)
    choose_mode(page, "merge")
    page.locator("[data-do=import-go]").click()
    listed, undone = page.locator("[data-entry]"), page.locator("[data-entry][data-undone]")
    expect(listed).to_have_count(2)
    undo, redo = page.locator("[data-undo-last]:visible").first, page.locator("[data-do=redo]")
    undo.click()
    expect(undone).to_have_count(1)
    go(page, "garden/characters")
    here = page.locator('[data-view="garden/characters"]')
    expect(here).not_to_contain_text("Somebody Else")
    redo.first.click()
    expect(here).to_contain_text("Somebody Else")
    # Restore the backup made before the import, and undo there.
    go(page, "campaigns")
    page.locator("[data-do=backup-restore]").first.click()
    page.locator("[data-do=backup-restore-yes]").click()
    expect(page.locator("[data-campaigns-said]")).to_contain_text("Backup restored.")
    expect(listed).to_have_count(1)
    undo.click()
    expect(undone).to_have_count(1)
    go(page, "garden/characters")
    expect(here).to_contain_text("No characters yet")
    redo.first.click()
    expect(here.locator(".person[data-character]")).to_have_count(1)
    for count in (2, 3):
        roll(page)
        expect(listed).to_have_count(count)
    for count in (1, 2, 3):
        undo.click()
        expect(undone).to_have_count(count)
    page.reload()
    open_ready(page, site.address + "#/garden/characters")
    expect(undone).to_have_count(3)
    for count in (2, 1, 0):
        redo.first.click()
        expect(undone).to_have_count(count)
    expect(redo.first).to_be_disabled()
    expect(here.locator(".person[data-character]")).to_have_count(1)


# --- an impatient thumb ---


def tap_thrice(button: Locator, way: str) -> None:
    """Tap three times: in one task of the page, or as fast as a finger can."""
    if way == "at once":
        button.evaluate("button => { button.click(); button.click(); button.click(); }")
    else:
        button.click(click_count=3)


def test_an_impatient_thumb_does_nothing_twice(page: Page, site: Site, tmp_path: Path) -> None:
    open_ready(page, site.address + "#/campaigns")
    names, backups = page.locator(".campaign-name"), copies(page)
    form = page.locator("form[data-campaigns=new]")
    form.locator("[name=name]").fill("Harvest")
    tap_thrice(form.locator("button"), "one by one")
    settle(page)
    expect(names).to_have_text(["Harvest"])
    tap_thrice(page.locator("[data-do=backup-now]"), "at once")
    settle(page)
    expect(backups).to_have_count(1)
    card(page, "Harvest").locator("summary").click()
    path = saved(page, "[data-campaign] [data-do=campaign-save]:visible", tmp_path)
    tap_thrice(card(page, "Harvest").locator("[data-do=campaign-duplicate]"), "one by one")
    settle(page)
    expect(names).to_have_count(2)
    expect(backups).to_have_count(2)
    load(page, path)
    choose_mode(page, "add")
    tap_thrice(page.locator("[data-do=import-go]"), "at once")
    settle(page)
    expect(names).to_have_count(3)
    expect(page.locator("[data-campaigns-said]")).to_contain_text("Imported.")
    here = card(page, "Harvest (copy)")
    here.locator("summary").click()
    here.locator("[data-do=campaign-delete]").click()
    tap_thrice(here.locator("[data-do=campaign-delete-yes]"), "at once")
    settle(page)
    expect(names).to_have_text(["Harvest", "Harvest"])
    expect(page.locator("[data-campaigns-said]")).to_contain_text("newest backup still has it")
    # It does: repeated taps make no more backups.
    expect(backups).to_have_count(3)
    page.locator("[data-do=backup-restore]").first.click()
    tap_thrice(page.locator("[data-do=backup-restore-yes]"), "one by one")
    settle(page)
    expect(names).to_have_count(3)
    opened(page, "Harvest (copy)")
    # Three hasty taps are one roll, and two slow taps are two more. A roll is applied once, and
    # three undos take back three entries.
    listed, undone = page.locator("[data-entry]"), page.locator("[data-entry][data-undone]")
    go(page, "garden/characters")
    page.locator('[data-view="garden/characters"] [data-sample="0"]').click()
    settle(page)
    go(page, "garden/apply_damage?damage=22&damage_type=wound&location=limb")
    view = page.locator('[data-view="garden/apply_damage"]')
    view.locator('[data-role="self"]').select_option(label="Rowan Vale")
    settle(page)
    before = listed.count()
    tap_thrice(view.locator("[data-do=roll]"), "one by one")
    expect(listed).to_have_count(before + 1)
    for count in (2, 3):
        page.wait_for_timeout(350)
        view.locator("[data-do=roll]").first.click()
        expect(listed).to_have_count(before + count)
    settle(page)
    tap_thrice(view.locator("[data-do=apply]").last, "one by one")
    settle(page)
    expect(listed).to_have_count(before + 4)
    tap_thrice(page.locator("[data-undo-last]:visible").first, "at once")
    expect(undone).to_have_count(3)


# --- a full disk ---

#: Fills the quota with unused rows, down to the last few hundred characters.
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
    brief_browser: Browser, site: Site, tmp_path: Path
) -> None:
    # The files of a service worker would fill the quota first.
    context = brief_browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(site.address + "version.json")
    session = context.new_cdp_session(page)
    origin = site.address.rstrip("/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 300_000})
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    page.locator("[data-do=backup-now]").click()
    expect(copies(page)).to_have_count(1)
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(1)
    page.evaluate(FILL_UP)
    roll(page)
    expect(page.locator("[data-notice]")).to_contain_text("Out of space")
    expect(page.locator("[data-entry]")).to_have_count(1)
    go(page, "campaigns")
    path = saved(page, "[data-do=save-everything]", tmp_path)
    (campaign,) = json.loads(path.read_text())["campaigns"]
    assert [entry["fact"]["kind"] for entry in campaign["entries"]] == ["started", "rolled"]
    # If there is no room for a backup, deleting asks again.
    here = card(page, "Harvest")
    here.locator("summary").click()
    here.locator("[data-do=campaign-delete]").click()
    here.locator("[data-do=campaign-delete-yes]").click()
    expect(here.locator(".ask")).to_contain_text("Not enough space for a backup")
    here.locator("[data-do=ask-no]").click()
    expect(here).to_be_visible()
    # Deleting an old backup makes room.
    page.locator("[data-do=backup-delete]").click()
    page.locator("[data-do=backup-delete-yes]").click()
    expect(copies(page)).to_have_count(0)
    context.close()


# --- names full of markup ---

#: Whether no part of the names became an element or ran.
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
    views = ("campaigns", "garden", "garden/characters", "garden/skill_test")
    for path in (*views, address):
        go(page, path)
        assert page.evaluate(CLEAN), path
    page.emulate_media(media="print")
    assert len(page.pdf()) > 1000
    assert page.evaluate(CLEAN)
    expect(sheet.locator("h1")).to_be_visible()
    expect(sheet.locator("h1")).to_have_text(ODD)
    expect(page.locator("[data-campaign-open]")).to_have_text(ODD)
