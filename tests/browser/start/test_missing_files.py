"""The store opens even if Python's later files are missing or damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.campaigns.test_campaigns import go
from tests.browser.search.test_search import search
from tests.browser.support.devices import WITHOUT_COPY, rows_of
from tests.browser.support.driving import open_ready, settle, wait_for
from tests.serving import Site, named

pytestmark = [pytest.mark.browser, pytest.mark.uncached]

ROLL_PATH = "garden/skill_test"
ROLLED = f'[data-view="{ROLL_PATH}"]'
BACK = "dispatchEvent(new Event('online'))"
#: Divides the pauses before a repeated request (building/chunks/chunks.mjs) by twenty.
SHORT_PAUSES = """{
    const original = setTimeout;
    globalThis.setTimeout = (action, wait, ...given) =>
        original(action, [500, 2000, 8000].includes(wait) ? wait / 20 : wait, ...given);
}"""


#: The page says that it is not stored for offline use.
NOT_CACHED = """document.querySelector("[data-offline-promise]")
    .textContent.includes("won’t work offline")"""


@pytest.fixture(autouse=True)
def short_pauses(broken_page: Page) -> None:
    broken_page.add_init_script(SHORT_PAUSES)


@pytest.fixture
def uncopied_page(broken_page: Page) -> Page:
    """Return a page that does not store itself for offline use."""
    broken_page.add_init_script(WITHOUT_COPY)
    return broken_page


def roll(page: Page) -> None:
    """Roll in the open form and wait for the result."""
    page.locator(f'{ROLLED} [data-do="roll"]').click()
    settle(page)
    expect(page.locator(f"{ROLLED} [data-result]")).to_be_visible()


def spoil(file: Path, way: str) -> bytes:
    """Delete the file or cut it in half; return its original content."""
    content = file.read_bytes()
    if way == "missing":
        file.unlink()
    else:
        file.write_bytes(content[: len(content) // 2])
    return content


def count_stored(page: Page) -> int:
    return len(json.loads(page.evaluate(rows_of("entries"))))


@pytest.mark.parametrize("archive", ["later", "prism"])
def test_the_store_opens_without_a_later_file_and_goes_on_when_it_comes(
    broken_page: Page, own_site: Site, archive: str
) -> None:
    """The file is missing on a first visit, and damaged on the next, which finds the entries."""
    page, file = broken_page, named(own_site.folder, f"pyodide/{archive}.bin")
    rolls = 2 if archive == "prism" else 3
    stored = 0
    for visit, way in enumerate(("missing", "damaged")):
        content = spoil(file, way)
        page.goto("about:blank")
        open_ready(page, own_site.address + "#/garden/skill_test")
        expect(page.locator("[data-entry]")).to_have_count(visit * rolls)
        roll(page)
        expect(page.locator("[data-entry]")).to_have_count(visit * rolls + 1)
        # A roll is stored, and at first the start of the campaign.
        assert count_stored(page) == stored + (1 if visit else 2)
        notice = page.locator("[data-missing]")
        expect(notice).to_contain_text(file.name)
        expect(notice.get_by_role("button")).to_be_visible()
        roll(page)
        expect(page.locator("[data-entry]")).to_have_count(visit * rolls + 2)
        go(page, "campaigns")
        expect(page.locator("[data-campaign]")).to_have_count(2 if visit and rolls == 2 else 1)
        expect(page.locator("[data-trouble]")).to_be_hidden()
        go(page, "prism/rules")
        expect(page.locator("[data-trouble]")).to_be_hidden()
        path = "prism/open_roll" if archive == "prism" else "garden/skill_test"
        go(page, path)
        page.locator(f'[data-view="{path}"] [data-do="roll"]').click()
        # Without all files the page is not cached, which the second visit relies on.
        wait_for(page, NOT_CACHED)
        # The file is back on the host.
        file.write_bytes(content)
        page.evaluate(BACK)
        expect(notice).to_be_hidden()
        settle(page)
        expect(page.locator(f'[data-view="{path}"] [data-result]')).to_be_visible()
        search(page, "theme dark")
        expect(page.locator("[role=option]").first).to_be_visible()
        expect(page.locator("[data-trouble]")).to_be_hidden()
        stored = count_stored(page)
    # Both visits stored all their rolls, in a campaign of each game.
    assert stored == 2 * 3 + (2 if archive == "prism" else 1)


def test_a_line_with_a_fault_opens_before_the_file_with_the_advice(
    uncopied_page: Page, own_site: Site
) -> None:
    page, file = uncopied_page, named(own_site.folder, "pyodide/later.bin")
    content = spoil(file, "missing")
    open_ready(page, own_site.address + "#/striker/line_action?text=chk(15)")
    form = page.locator('[data-view="striker/line_action"]')
    fault = form.locator("[data-fault=text]")
    expect(fault).to_contain_text("E03 at 8")
    expect(fault).not_to_contain_text("Try:")
    expect(page.locator("[data-missing]")).to_contain_text(file.name)
    file.write_bytes(content)
    page.evaluate(BACK)
    expect(page.locator("[data-misread]")).to_contain_text("Try: chk(15) = d20")
    form.locator("[name=text]").fill("chk(15) = d20")
    settle(page)
    form.locator('[data-do="roll"]').click()
    settle(page)
    expect(page.locator("[data-entry]")).to_have_count(1)
    expect(page.locator("[data-trouble]")).to_be_hidden()


@pytest.mark.parametrize("opened", ["", ROLL_PATH])
def test_a_roll_waits_for_the_file_of_the_first_roll(
    uncopied_page: Page, own_site: Site, opened: str
) -> None:
    page, file = uncopied_page, named(own_site.folder, "pyodide/play.bin")
    content = spoil(file, "missing")
    open_ready(page, f"{own_site.address}#/{opened}")
    notice = page.locator("[data-missing]")
    expect(notice).to_contain_text(file.name)
    if not opened:
        page.evaluate(f"location.hash = '#/{ROLL_PATH}'")
    page.locator(f'{ROLLED} [data-do="roll"]').click()
    expect(page.locator(f"{ROLLED} form")).to_have_attribute("data-pending", "roll")
    file.write_bytes(content)
    page.evaluate(BACK)
    expect(notice).to_be_hidden()
    expect(page.locator(f"{ROLLED} [data-result]")).to_be_visible()
    expect(page.locator("[data-entry]")).to_have_count(1)
    expect(page.locator("[data-trouble]")).to_be_hidden()


def test_a_page_opened_at_a_game_that_does_not_come_goes_on_without_it(
    uncopied_page: Page, own_site: Site
) -> None:
    page, file = uncopied_page, named(own_site.folder, "pyodide/garden.bin")
    content = spoil(file, "missing")
    open_ready(page, own_site.address + "#/garden/skill_test")
    expect(page.locator("[data-missing]")).to_contain_text(file.name)
    go(page, "campaigns")
    form = page.locator("form[data-campaigns=new]")
    expect(form.locator("option[value=garden]")).to_have_count(0)
    form.locator("[name=name]").fill("Harvest")
    form.locator("button").click()
    expect(page.locator(".campaign-name")).to_have_text(["Harvest"])
    file.write_bytes(content)
    page.evaluate("location.hash = '#/garden/skill_test'")
    page.locator(f"{ROLLED} [name=skill_level]").fill("4")
    page.locator(f'{ROLLED} [data-do="roll"]').click()
    expect(page.locator(f"{ROLLED} form")).to_have_attribute("data-pending", "roll")
    page.evaluate(BACK)
    expect(page.locator(f"{ROLLED} [data-result]")).to_be_visible()
    expect(page.locator("[data-missing]")).to_be_hidden()
    expect(page.locator(f"{ROLLED} form")).not_to_have_attribute("data-pending", "roll")
    expect(page.locator(f"{ROLLED} [name=skill_level]")).to_have_value("4")
    expect(page.locator("[data-entry]")).to_have_count(1)
    settle(page)
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(2)
    expect(page.locator("[data-trouble]")).to_be_hidden()
