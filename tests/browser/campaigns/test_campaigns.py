"""Campaigns, files, backups and links: one device saves them, another reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.support.driving import (
    HISTORY_SETTLED,
    Trouble,
    open_ready,
    settle,
    unfold,
    wait_for,
)
from tests.browser.support.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser

#: A hostile name with markup and quotes.
ODD = "<img src=x onerror=\"document.title='hit'\"> & 'Co'"


@pytest.fixture
def another_device(other_workshop: Workshop) -> Iterator[Page]:
    """Yield an empty tab of another profile; assert that it reported no trouble."""
    trouble = Trouble(other_workshop.context)
    yield other_workshop.open()
    trouble.close()
    other_workshop.clear()
    assert not trouble.found, "\n".join(trouble.found)


def begin(page: Page, game: str, name: str) -> None:
    settle(page)
    unfold(page)
    form = page.locator("form[data-campaigns=new]")
    form.locator("[name=game]").select_option(game)
    form.locator("[name=name]").fill(name)
    form.locator("button").click()
    settle(page)
    expect(page.locator(".campaign-name", has_text=name)).to_be_visible()


def card(page: Page, name: str) -> Any:
    return page.locator("[data-campaign]").filter(has=page.get_by_text(name, exact=True))


def opened(page: Page, name: str) -> None:
    """Open a campaign from the list and check that it replaces the list."""
    card(page, name).locator("[data-do=campaign-open]").click()
    settle(page)
    expect(page.locator("[data-campaign-open]")).to_have_text(name)
    expect(page.locator('[data-view="campaigns"]')).to_be_hidden()


def sample(page: Page, site: Site, game: str) -> str:
    """Add a sample character to the open campaign and return its address."""
    go(page, f"{game}/characters")
    page.locator("[data-do=character-sample]:visible").first.click()
    settle(page)
    expect(page.locator("[data-do=character-share]")).to_be_visible()
    return str(page.evaluate("location.hash"))


def go(page: Page, path: str) -> None:
    wait_for(page, HISTORY_SETTLED)
    page.evaluate("path => { location.hash = '#/' + path }", path)
    settle(page)
    unfold(page)
    if path == "campaigns":
        expect(page.locator("form[data-campaigns=new]")).to_be_visible()


def copies(page: Page) -> Locator:
    """Return the backups without automatic ones, which a slow machine may add."""
    return page.locator("[data-backup]").filter(has_not_text="by itself")


def entries(page: Page) -> list[str]:
    """Return the texts of all entries, by text_content: a background tab has no layout."""
    return [str(each) for each in page.locator("[data-entry] .entry-what").all_text_contents()]


def saved(page: Page, button: str, folder: Path) -> Path:
    """Tap a button and return the path of the downloaded file."""
    unfold(page)
    with page.expect_download() as waiting:
        page.locator(button).first.click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    if page.locator('[data-view="campaigns"]:visible').count():
        expect(page.locator("[data-campaigns-said]")).to_contain_text(path.name)
    return path


def load(page: Page, path: Path) -> Any:
    """Choose a file to import and return the panel that describes it."""
    page.locator("[data-file]").set_input_files(path)
    settle(page)
    panel = page.locator("[data-loaded]")
    expect(panel).to_contain_text(path.name)
    return panel


def two_campaigns(page: Page, site: Site) -> None:
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    begin(page, "garden", ODD)
    opened(page, ODD)
    sample(page, site, "garden")
    go(page, "campaigns")
    opened(page, "Harvest")


def test_two_campaigns(page: Page, site: Site, tmp_path: Path) -> None:
    """The checks share one page; only the last one adds a campaign."""
    two_campaigns(page, site)
    check_separate_journals(page, site)
    check_storage_notice(page)
    check_phone_layout(page)
    check_broken_file(page, tmp_path)
    check_dropped_file(page, tmp_path)


def check_separate_journals(page: Page, site: Site) -> None:
    """Check that each campaign has its own journal and a reload reopens the open one."""
    assert entries(page) == []
    go(page, "garden/characters")
    expect(page.locator('[data-view="garden/characters"]')).to_contain_text("No characters yet")
    page.reload()
    open_ready(page, site.address + "#/garden/characters")
    expect(page.locator("[data-campaign-open]")).to_have_text("Harvest")
    go(page, "campaigns")
    expect(card(page, "Harvest").locator(".mark")).to_have_count(1)
    expect(page.locator("[data-campaign] .mark")).to_have_count(1)
    opened(page, ODD)
    expect(page.locator("[data-entry]")).to_have_count(1)
    assert page.title() != "hit"


def test_a_campaign_is_renamed_doubled_and_deleted(page: Page, site: Site) -> None:
    two_campaigns(page, site)
    check_refresh_keeps_typed_text(page)
    card(page, "Harvest").locator("summary").click()
    form = card(page, "Harvest").locator("form")
    form.locator("input").fill("Autumn")
    form.locator("button").click()
    expect(page.locator("[data-campaign-open]")).to_have_text("Autumn")
    card(page, "Autumn").locator("summary").click()
    card(page, "Autumn").locator("[data-do=campaign-duplicate]").click()
    expect(card(page, "Autumn (copy)")).to_be_visible()
    card(page, "Autumn").locator("[data-do=campaign-delete]").click()
    ask = card(page, "Autumn").locator(".ask")
    expect(ask).to_contain_text("Download first")
    ask.locator("[data-do=ask-no]").click()
    expect(page.locator(".ask")).to_have_count(0)
    card(page, "Autumn").locator("[data-do=campaign-delete]").click()
    card(page, "Autumn").locator("[data-do=campaign-delete-yes]").click()
    expect(page.locator("[data-campaign]")).to_have_count(2)
    # The backup made before the deletion restores it.
    page.locator("[data-do=backup-restore]").first.click()
    page.locator("[data-do=backup-restore-yes]").click()
    expect(page.locator("[data-campaign]")).to_have_count(3)
    expect(card(page, "Autumn")).to_be_visible()


def test_everything_saved_is_there_on_another_device(
    page: Page, site: Site, another_device: Page, tmp_path: Path
) -> None:
    two_campaigns(page, site)
    go(page, "campaigns")
    opened(page, ODD)
    before = entries(page)
    assert before
    go(page, "campaigns")
    path = saved(page, "[data-do=save-everything]", tmp_path)
    other = another_device
    open_ready(other, site.address + "#/campaigns")
    panel = load(other, path)
    expect(panel).to_contain_text("Harvest")
    expect(other.locator("[data-campaign]")).to_have_count(0)
    panel.locator("[data-do=import-go]").click()
    expect(other.locator("[data-campaign]")).to_have_count(2)
    opened(other, ODD)
    assert entries(other) == before
    assert other.title() != "hit"
    # The same file again would change nothing.
    go(other, "campaigns")
    expect(load(other, path)).to_contain_text("Already up to date")


def test_a_file_is_taken_that_was_being_chosen_while_the_list_changed(
    page: Page, site: Site, tmp_path: Path
) -> None:
    open_ready(page, site.address + "#/campaigns")
    begin(page, "garden", "Harvest")
    path = saved(page, "[data-do=save-everything]", tmp_path)
    choosing = page.locator("[data-file]").element_handle()
    begin(page, "garden", "Autumn")
    choosing.set_input_files(path)
    expect(page.locator("[data-loaded]")).to_contain_text(path.name)
    # The same file again, after the import was cancelled.
    page.locator("[data-do=import-cancel]").click()
    expect(page.locator("[data-loaded]")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-file]").scroll_into_view_if_needed()
    heading = load(page, path).locator("h2")
    expect(heading).to_be_in_viewport()
    expect(heading).to_be_focused()


def check_refresh_keeps_typed_text(page: Page) -> None:
    """Check that a refreshed list, as after an automatic backup, keeps typed text."""
    go(page, "campaigns")
    name = page.locator("form[data-campaigns=new] [name=name]")
    name.fill("Half a na")
    card(page, "Harvest").locator("summary").click()
    other = card(page, "Harvest").locator("form [name=name]")
    other.fill("Harvest the")
    before = copies(page).count()
    page.locator("[data-do=backup-now]").evaluate("(button) => button.click()")
    expect(copies(page)).to_have_count(before + 1)
    settle(page)
    expect(name).to_have_value("Half a na")
    expect(other).to_have_value("Harvest the")
    expect(other).to_be_focused()
    name.fill("")
    other.fill("Harvest")
    card(page, "Harvest").locator("summary").click()
    expect(other).to_be_hidden()


def check_storage_notice(page: Page) -> None:
    """Check that the page says whether the browser keeps campaigns, and how full it is."""
    go(page, "campaigns")
    expect(page.locator("[data-stays]")).to_be_visible()
    if page.locator('[data-stays="no"]').count():
        page.locator("[data-do=storage-stay]").click()
        settle(page)
        expect(page.locator('[data-stays="yes"], [data-stays="no"]')).to_be_visible()
    expect(page.locator('[data-slot="campaigns"] progress')).to_be_visible()


def check_phone_layout(page: Page) -> None:
    """Check that the list fits a phone and its controls are large enough."""
    usual = page.viewport_size
    assert usual
    page.set_viewport_size({"width": 360, "height": 740})
    more = card(page, ODD).locator("summary")
    more.click()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    small = page.evaluate(
        """[...document.querySelectorAll('[data-view="campaigns"] *')]
  .filter((each) => each.matches("button, summary, select, input"))
  .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 43.9)
  .map((each) => each.outerHTML)"""
    )
    assert small == []
    more.click()
    page.set_viewport_size(usual)


#: The browser cannot read files; and it can again.
UNREADABLE = """() => {
  window.read = Blob.prototype.arrayBuffer;
  Blob.prototype.arrayBuffer = async () => { throw new DOMException("gone", "NotFoundError"); };
}"""
READABLE = "() => { Blob.prototype.arrayBuffer = window.read; }"


def check_broken_file(page: Page, tmp_path: Path) -> None:
    """Check that a broken file names its faults and changes nothing."""
    go(page, "campaigns")
    card(page, "Harvest").locator("summary").click()
    path = saved(page, "[data-campaign] [data-do=campaign-save]:visible", tmp_path)
    record = json.loads(path.read_text())
    record["campaign"]["document"]["hours"] = "<b>many</b>"
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(record))
    panel = load(page, broken)
    expect(panel).to_contain_text("Can’t import this file")
    expect(panel.locator('[data-fault-at="/campaign/document/hours"]')).to_be_visible()
    expect(panel.locator("[data-do=import-go]")).to_have_count(0)
    no_json = tmp_path / "no.json"
    no_json.write_text("{")
    expect(load(page, no_json)).to_contain_text("Not a Tableside file")
    # As of a folder, or of a file that was moved.
    page.evaluate(UNREADABLE)
    expect(load(page, no_json)).to_contain_text("It may be a folder")
    page.evaluate(READABLE)
    panel.locator("[data-do=import-cancel]").click()
    expect(page.locator("[data-loaded]")).to_have_count(0)
    expect(page.locator("[data-campaign]")).to_have_count(2)
    expect(copies(page)).to_have_count(0)


def check_dropped_file(page: Page, tmp_path: Path) -> None:
    """Check that a dropped file is shown and its import makes a backup."""
    card(page, ODD).locator("summary").click()
    path = saved(page, "[data-campaign] [data-do=campaign-save]:visible", tmp_path)
    go(page, "garden/skill_test")  # on any page
    is_taken = page.evaluate(
        """text => {
  const held = new DataTransfer();
  held.items.add(new File([text], "dropped.json"));
  const event = new DragEvent("drop", { dataTransfer: held, bubbles: true, cancelable: true });
  document.querySelector("h1").dispatchEvent(event);
  return event.defaultPrevented;
}""",
        path.read_text(),
    )
    assert is_taken, "or the browser would open it in the page's place"
    panel = page.locator("[data-loaded]")
    expect(panel).to_contain_text("dropped.json")
    panel.locator("[data-mode=add]").click()
    expect(panel).to_contain_text("Adds campaign")
    panel.locator("[data-do=import-go]").click()
    expect(page.locator("[data-campaign]")).to_have_count(3)
    expect(copies(page)).to_have_count(1)


def test_a_character_travels_in_a_link_and_in_a_file(
    page: Page, site: Site, another_device: Page, tmp_path: Path, context: BrowserContext
) -> None:
    open_ready(page, site.address + "#/garden/characters")
    sample(page, site, "garden")
    name = page.locator('[data-view="garden/character"] h1').inner_text()
    page.locator(".sheet-more summary").click()
    path = saved(page, "[data-do=character-save]:visible", tmp_path)
    page.locator("[data-do=character-share]").click()
    dialog = page.locator("[data-share-dialog]")
    expect(dialog.locator(".qr svg")).to_be_visible()
    # The link has the width of the dialog, less its padding.
    inner = dialog.evaluate(
        "each => each.clientWidth - 2 * parseFloat(getComputedStyle(each).paddingLeft)"
    )
    assert dialog.locator("[data-share-link]").evaluate("each => each.offsetWidth") == inner
    href = dialog.locator("[data-share-link]").input_value()
    other = another_device
    open_ready(other, href)
    expect(other.locator("[data-arrival]")).to_contain_text(name)
    other.locator("[data-do=link-add]").click()
    expect(other.locator('[data-view="garden/character"] h1')).to_have_text(name)
    other.locator("[data-do=character-share]").click()
    expect(other.locator("[data-share-dialog] [data-share-link]")).to_have_value(href)
    other.keyboard.press("Escape")
    go(other, "campaigns")
    panel = load(other, path)
    panel.locator("[data-do=import-go]").click()
    go(other, "garden/characters")
    expect(other.locator(".person[data-character]")).to_have_count(2)


def test_a_damaged_link_says_so(page: Page, site: Site) -> None:
    open_ready(page, site.address + "#/import?c=nonsense")
    view = page.locator('[data-view="import"]')
    expect(view).to_contain_text("the whole link")
    expect(view).to_contain_text("damaged link")
    expect(view.locator("[data-do=link-add]")).to_have_count(0)


#: Changes the newest entry by one letter without updating its checksum.
SPOIL = """async () => {
  const opening = indexedDB.open("tableside");
  await new Promise((done) => { opening.onsuccess = done; });
  const writing = opening.result.transaction("entries", "readwrite");
  const store = writing.objectStore("entries");
  const reading = store.getAll();
  reading.onsuccess = () => {
    const row = reading.result.at(-1);
    store.put({ ...row, text: row.text + " " });
  };
  await new Promise((done) => { writing.oncomplete = done; });
  opening.result.close();
}"""


def test_a_damaged_entry_is_told_of_and_can_be_saved(
    page: Page, site: Site, tmp_path: Path
) -> None:
    open_ready(page, site.address + "#/garden/characters")
    sample(page, site, "garden")
    page.evaluate(SPOIL)
    page.reload()
    open_ready(page, site.address + "#/garden/characters")
    expect(page.locator("[data-notice]")).to_contain_text("1 damaged record was skipped")
    go(page, "campaigns")
    expect(page.locator("[data-set-aside]")).to_contain_text("1 damaged record")
    path = saved(page, "[data-do=save-set-aside]", tmp_path)
    (entry,) = json.loads(path.read_text())["set_aside"]
    assert entry["store"] == "entries"
