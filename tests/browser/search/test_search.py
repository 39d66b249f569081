"""Finding things: the search, stars, rolls repeated by one tap, and letter keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.support.driving import settle, wait_for
from tests.browser.support.table import Table
from tests.serving import Site

pytestmark = pytest.mark.browser

SEARCHES = "document.documentElement.dataset.search === 'ready'"
FOUND = "document.querySelectorAll('[data-palette] .hit').length"


@pytest.fixture
def table(running: Page) -> Table:
    wait_for(running, SEARCHES)
    return Table(running)


def search(page: Page, text: str) -> None:
    page.keyboard.press("/")
    expect(page.locator("[data-find]")).to_be_focused()
    page.keyboard.type(text)
    settle(page)


def test_the_search_is_a_combobox_that_opens_and_rolls(table: Table) -> None:
    page = table.page
    table.open("wasteland/characters")
    table.one('[data-sample="0"]').click()
    settle(page)
    search(page, "mara lock")
    field, first = page.locator("[data-find]"), page.locator(".hit").first
    assert "Lockpick" in first.inner_text()
    assert field.get_attribute("role") == "combobox"
    assert field.get_attribute("aria-activedescendant") == first.get_attribute("id")
    assert first.get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowDown")
    second = page.locator(".hit").nth(1)
    assert field.get_attribute("aria-activedescendant") == second.get_attribute("id")
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    # Shift and Enter rolls at once, with the character of the hit.
    page.keyboard.press("Shift+Enter")
    table.path = "wasteland/skill_test"
    table.wait_for("[data-result]")
    assert not page.locator("[data-palette]").is_visible()
    assert table.one('[data-role="self"] option:checked').inner_text().startswith("Mara")
    # A number goes into the field that takes it; Enter opens.
    page.keyboard.press("Control+k")
    page.keyboard.type("fall 12 m")
    settle(page)
    page.keyboard.press("Enter")
    table.path = "garden/fall"
    table.wait("location.hash.startsWith('#/garden/fall')")
    settle(page)
    assert table.field("metres").input_value() == "12"
    # A row of a table, a rule, a setting; Escape closes and leaves everything as it is.
    for text, kind in (
        ("super stimpak", "Row"),
        ("called shot", "Rule"),
        ("theme dark", "Setting"),
    ):
        search(page, text)
        table.wait(f"{FOUND} > 0")
        assert page.locator(".hit .hit-kind").first.inner_text() == kind
        page.keyboard.press("Escape")
    search(page, "theme dark")
    page.keyboard.press("Enter")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    search(page, "theme system")
    page.keyboard.press("Enter")


def test_a_line_of_dice_is_found_from_the_page_of_dice(table: Table) -> None:
    page = table.page
    table.open("garden/dice", {"notation": "2d6"})
    search(page, "3d8")
    page.keyboard.press("Enter")
    table.wait("location.hash.endsWith('notation=3d8')")
    settle(page)
    assert table.one('[name="notation"]').input_value() == "3d8"


def test_a_star_keeps_a_form_and_one_tap_rolls_it_again(table: Table) -> None:
    page = table.page
    table.open("garden/fall", {"metres": "9"})
    page.keyboard.press("r")
    table.wait_for("[data-result]")
    settle(page)
    page.keyboard.press("k")
    settle(page)
    assert table.one("[data-form-star]").get_attribute("aria-pressed") == "true"
    table.open("garden")
    card = table.wait_for(".quick").first
    assert "Fall" in card.inner_text()
    assert "9" in card.inner_text()
    entries = page.locator("[data-entry]").count()
    card.locator(".quick-roll").click()
    table.path = "garden/fall"
    table.wait_for("[data-result]")
    settle(page)
    assert page.locator("[data-entry]").count() == entries + 1
    assert table.field("metres").input_value() == "9"
    # The star can be removed on the page of the game.
    table.open("garden")
    table.one('.quicks [data-do="star"][aria-pressed="true"]').first.click()
    settle(page)
    assert table.one('.quicks [data-do="star"][aria-pressed="true"]').count() == 0
    assert table.one(".quick").count() == 1  # it is still the last roll


def test_a_line_of_a_sheet_gets_a_star_and_its_character_finds_it_there(table: Table) -> None:
    page = table.page
    table.open("striker/characters")
    table.one('[data-sample="0"]').click()
    settle(page)
    table.path = "striker/character"
    table.wait_for(".line .line-more > summary").first.click()
    table.wait_for(".line .star").first.click()
    settle(page)
    assert table.one('.line .star[aria-pressed="true"]').count() == 1
    table.wait_for('[data-slot="quick"] .quick-roll').click()
    table.wait("location.hash !== '' && !location.hash.includes('/character/')")
    settle(page)
    assert (
        page.locator("[data-view]:not([hidden]) [data-form-star][aria-pressed=true]").count() == 1
    )


def test_letters_are_keys_unless_a_field_has_the_focus_or_they_are_off(table: Table) -> None:
    page = table.page
    table.open("garden/jump")
    page.keyboard.press("?")
    keys = page.locator("[data-keys-dialog]")
    expect(keys).to_be_visible()
    assert "Roll" in keys.inner_text()
    page.locator("[data-keys-on]").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    settle(page)
    assert not table.shows("[data-result]")
    page.keyboard.press("?")
    expect(keys).not_to_be_visible()  # off includes this key; a button opens the list as well
    page.evaluate("document.querySelector('[data-keys-on]').click()")
    table.field("athletics").focus()
    page.keyboard.type("r")
    assert not table.shows("[data-result]")
    table.field("athletics").blur()
    page.keyboard.press("Shift+R")
    settle(page)
    assert not table.shows("[data-result]")
    table.one('[data-do="roll"]').hover()
    assert table.one('[data-do="roll"]').get_attribute("aria-keyshortcuts") == "R"


def test_before_python_forms_are_found_by_their_titles(browser: Browser, site: Site) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/tableside.*.js", lambda route: route.abort())
    page.goto(site.address)
    page.keyboard.press("/")
    page.keyboard.type("skill te")
    assert "Skill test" in page.locator(".hit").first.inner_text()
    assert "Still loading" in page.locator("[data-find-said]").inner_text()
    page.keyboard.press("Enter")
    wait_for(page, "location.hash === '#/garden/skill_test'")
    # A search that is opened while a view loads stays open when it arrives.
    held = list[Route]()
    page.route("**/views/striker*", lambda route: held.append(route))
    with page.expect_request("**/views/striker*"):
        page.evaluate("location.hash = '#/striker/tables'")
    page.keyboard.press("/")
    page.keyboard.type("fa")
    expect(page.locator(".hit").first).to_be_visible()
    for each in held:
        each.continue_()
    expect(page.locator('[data-view="striker/tables"]')).to_be_visible()
    expect(page.locator("[data-find]")).to_be_focused()
    page.go_back()
    expect(page.locator("[data-find]")).not_to_be_visible()
    context.close()
