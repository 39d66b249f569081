"""Text that was typed and not used yet stands in its field again after a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import open_ready, settle, wait_for_start
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser


def _reload(page: Page) -> None:
    settle(page)
    page.reload()
    assert wait_for_start(page) == "ready"
    settle(page)


def test_a_reload_keeps_unsaved_text(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/garden/notes")
    Tracker(page, "garden").go("notes")
    view = page.locator('[data-view="garden/notes"]')
    new, stored = view.locator('form[data-note=""]'), view.locator(".kept-note")
    new.locator("textarea").fill("The mill is watched.")
    _reload(page)
    expect(new.locator("textarea")).to_have_value("The mill is watched.")
    new.locator('[data-do="note-keep"]').click()
    expect(stored.locator("[data-note-text]")).to_have_text("The mill is watched.")

    # A saved text does not come back, one in a note that was being changed does.
    stored.locator('[data-do="note-edit"]').click()
    stored.locator("textarea").fill("The mill is empty.")
    _reload(page)
    expect(new.locator("textarea")).to_have_value("")
    expect(stored.locator("textarea")).to_have_value("The mill is empty.")
    stored.locator('[data-do="note-edit"]').click()
    expect(stored.locator("[data-note-text]")).to_have_text("The mill is watched.")

    # In a sheet that was being edited.
    tracker = Tracker(page, "garden")
    tracker.new_character()
    sheet = page.locator('[data-view="garden/character"]')
    field = sheet.locator("form[data-sheet] textarea, form[data-sheet] input[type=text]").first
    field.press_sequentially("Ada")
    _reload(page)
    expect(field).to_be_visible()
    expect(field).to_have_value("Ada")
    settle(page)

    # In an entry of its lists, too: here one that the sheet refuses.
    add = sheet.locator('[data-do="record-add"][data-key="add-weapons"]')
    add.evaluate("at => { const fold = at.closest('details'); if (fold) fold.open = true; }")
    tracker.after(add.click)
    damage = sheet.locator('form[data-record="0"] [name="dv"]')
    damage.fill("9999")
    damage.blur()
    _reload(page)
    expect(damage).to_have_value("9999")
    expect(sheet.locator('form[data-record="0"] [data-fault="dv"]')).to_contain_text("DV is 9999")

    page.evaluate("location.hash = '#/campaigns'")
    name = page.locator("#new-campaign-name")
    page.locator('details[data-key="new-campaign"] summary').click()
    name.fill("The mill")
    _reload(page)
    expect(name).to_be_visible()
    expect(name).to_have_value("The mill")


def test_a_reload_keeps_the_open_form_of_a_fight(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/trueworld/encounter")
    tracker = Tracker(page, "trueworld")
    tracker.samples()
    tracker.begin("2 wolves")
    actor, other = tracker.order()[:2]
    form = tracker.fill_step("arrange", "", {"order": f"{other},{actor}"})
    tracker.reload()
    for number, picked in ("1", other), ("2", actor):
        expect(form.locator(f'[data-value="{picked}"] b')).to_have_text(number)
    tracker.clear()

    given = {"at_risk": "The bridge", "position": "advantage", "has_risk": "false"}
    form = tracker.fill_step("set_difficulty", actor, given)
    tracker.reload()
    expect(form.locator('[name="at_risk"]')).to_have_value("The bridge")
    expect(form.locator('[name="position"]')).to_have_value("advantage")
    expect(form.locator('[name="has_risk"]')).not_to_be_checked()
    # A form that was closed is not open again.
    form.locator('[data-do="step-close"]').click()
    expect(form).to_have_count(0)
    tracker.reload()
    expect(form).to_have_count(0)
