"""A character's sheet on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_ready
from tests.browser.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser


def test_the_buttons_beside_a_number_write_it_on_the_sheet(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/striker/characters")
    page.locator('[data-view="striker/characters"] [data-sample="0"]').click()
    sheet = page.locator('[data-view="striker/character"]')
    sheet.locator('[data-do="sheet-edit"]').click()
    field = sheet.locator('form[data-sheet] [name="hp"]')
    before = int(field.input_value())
    field.locator("xpath=..").locator('[data-do="step"][data-by="-1"]').click()
    expect(page.locator("[data-entry]")).to_have_count(2)
    expect(sheet.locator('form[data-sheet] [name="hp"]')).to_have_value(str(before - 1))


def test_only_the_sheet_that_is_edited_stands_open_for_it(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/striker/characters")
    Tracker(page, "striker").samples()
    sheet = page.locator('[data-view="striker/character"]')
    sheet.locator('[data-do="sheet-edit"]').click()
    expect(sheet.locator("form[data-sheet]").first).to_be_visible()
    mine = sheet.locator("h1").inner_text()
    page.go_back()
    others = page.locator('[data-view="striker/characters"] .person a')
    others.filter(has_not_text=mine).first.click()
    expect(sheet.locator("h1")).not_to_have_text(mine)
    expect(sheet.locator("form[data-sheet]")).to_have_count(0)
    page.go_back()
    others.filter(has_text=mine).first.click()
    expect(sheet.locator("h1")).to_have_text(mine)
    expect(sheet.locator("form[data-sheet]")).to_have_count(0)


def test_what_changes_a_sheet_waits_until_it_is_known_whose(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/garden/characters")
    tracker = Tracker(page, "garden")
    tracker.samples()
    page.evaluate("location.hash = '#/garden/apply_damage?damage=7'")
    form = page.locator('[data-view="garden/apply_damage"]')
    form.locator('[data-role="self"]').select_option("")
    form.locator('[data-do="roll"]').click()
    apply = form.locator('[data-result] [data-do="apply"]').last
    apply.click()
    notice = page.locator("[data-notice]")
    expect(notice).to_contain_text("Nobody is chosen for who rolls")
    expect(apply).to_be_visible()
    form.locator('[data-role="self"]').select_option(label="Rowan Vale")
    tracker.after(apply.click)
    expect(form.locator("[data-result] .done")).to_have_text("applied")


def test_boosts_are_invoked_in_the_form_and_on_the_sheet(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/trueworld/characters")
    page.locator('[data-view="trueworld/characters"] [data-sample="1"]').click()
    sheet = page.locator('[data-view="trueworld/character"]')
    sheet.locator('.line-more:has([data-place-of="specializations/1"]) summary').click()
    sheet.locator('a[data-place-of="specializations/1"]').first.click()
    form = page.locator('[data-view="trueworld/action_roll"]')
    expect(form.locator('[name="ability_die"]')).to_have_value("d8")
    expect(form.locator('[name="boost_dice"]')).to_have_value("0")
    kit = form.locator('[data-do="record-switch"]', has_text="Surgeon’s Kit")
    kit.click()
    expect(page.locator("[data-entry]")).to_have_count(2)
    expect(kit).to_have_attribute("aria-pressed", "true")
    expect(form.locator('[name="boost_dice"]')).to_have_value("1")
    expect(form.locator('[name="ability_die"]')).to_have_value("d8")
    page.go_back()
    switch = sheet.locator('[data-do="record-switch"]').nth(1)
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(page.locator("[data-entry]")).to_have_count(3)
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_help_from_a_sheet_goes_to_whoever_is_named_and_then_into_their_roll(
    page: Page, site: Site
) -> None:
    open_ready(page, f"{site.address}#/trueworld")
    tracker = Tracker(page, "trueworld")
    tracker.samples()
    tracker.go("characters")
    page.get_by_role("link", name="Ysolde Marr").first.click()
    sheet = page.locator('[data-view="trueworld/character"]')
    sheet.get_by_label("More of Courier").click()
    sheet.get_by_role("link", name="Courier, to help").click()
    form = page.locator('[data-view="trueworld/teamwork"]')
    form.locator('[data-role="receiver"]').select_option(label="Tamsin Okoro")
    form.locator('[data-do="enter"]').click()
    page.keyboard.type("33")
    expect(form.locator("[data-result]")).to_have_attribute("data-grade", "helpful")
    tracker.after(form.locator('[data-do="apply"]').last.click)
    form.locator(".follows .roll-button").first.click()
    action = page.locator('[data-view="trueworld/action_roll"]')
    assert tracker.cast() == {"self": "Tamsin Okoro"}
    expect(action.locator('[name="teamwork_dice"]')).to_have_value("1")
    action.locator('[data-do="enter"]').click()
    page.keyboard.type("241")
    tracker.after(action.locator('[data-do="apply"]').last.click)
    expect(action.locator('[name="teamwork_dice"]')).to_have_value("1")  # as it was rolled
    tracker.go("characters")
    page.get_by_role("link", name="Ysolde Marr").first.click()
    grit = sheet.locator('[data-track="grit"] b')
    expect(grit).to_have_text("2")
