"""A reload with a result on the table: who rolled, with what, at whom and what came stand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_ready, wait_for_start, wait_for_stored_play
from tests.browser.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

FORM = '[data-view="wasteland/damage"]'


def test_a_result_that_is_not_applied_stands_over_a_reload(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/wasteland/characters")
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    page.evaluate("location.hash = '#/wasteland/damage'")
    form = page.locator(FORM)
    who, target, pick = (
        form.locator(each) for each in ('[data-role="self"]', '[data-role="target"]', "[data-pick]")
    )
    who.select_option(index=1)
    own = who.input_value()
    expect(target.locator(f'option[value="{own}"]')).to_have_count(0)
    target.select_option(index=1)
    pick.select_option(index=1)
    cast = who.input_value(), target.input_value(), pick.input_value()
    tracker.after(form.locator('[data-do="roll"]').click)
    said = form.locator("[data-result]")
    expect(said.locator('[data-do="undo"]')).to_be_visible()
    grade, faces = said.get_attribute("data-grade"), said.locator(".die b").all_inner_texts()
    wait_for_stored_play(page, said.get_attribute("data-of-entry") or "no entry")
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(said.locator('[data-do="undo"]')).to_be_visible()
    assert said.get_attribute("data-grade") == grade
    assert said.locator(".die b").all_inner_texts() == faces
    assert (who.input_value(), target.input_value(), pick.input_value()) == cast
    # It can be undone from there, and after the next reload it is gone for good.
    tracker.after(said.locator('[data-do="undo"]').click, 0)
    expect(said).to_have_count(0)
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(said).to_have_count(0)
