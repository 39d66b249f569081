"""Helps, which improve the odds, in a roll over a fight (alone: `test_rolling.py`)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import open_ready, settle, wait_for
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

VIEW = '[data-view="wasteland/attack"]'
READY = f"""(() => {{
    const slot = document.querySelector('{VIEW} [data-slot="helps"]');
    return !slot.hasAttribute("aria-busy") && slot.querySelector(".helps");
}})()"""


def test_a_shot_over_the_fight_is_aimed_by_a_tap(page: Page, site: Site) -> None:
    """Aiming takes the turn's minor action; the pool cannot pay for a second one."""
    open_ready(page, f"{site.address}#/wasteland")
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("1 raider, hp 7")
    passes = tracker.board.locator('[data-do="turn-pass"]')
    tracker.after(passes.click)
    while not tracker.current_name().startswith("Mara"):
        tracker.after(passes.click)
    menu = tracker.menu(tracker.current(), "skills")
    menu.locator('[data-procedure-of="wasteland.attack"]').first.click()
    settle(page)
    view = page.locator(f"{VIEW}[data-over]")
    for name, value in (("target_range", "close"), ("defense", "1")):
        chip = view.locator(f'[data-fact="{name}"][aria-expanded="false"]')
        if chip.count():
            if not chip.is_visible():
                view.locator(".facts-fold > summary").click()
            chip.click()
        field = view.locator(f'[name="{name}"]')
        is_list = field.evaluate("field => field.tagName") == "SELECT"
        field.select_option(value) if is_list else field.fill(value)
    settle(page)
    wait_for(page, READY)
    aim = view.locator('.help-line[data-input="aim"]')
    tracker.after(aim.click)
    wait_for(page, READY)
    assert view.locator('[name="aim"]').is_checked()
    expect(aim).to_have_count(0)
    assert any("Aim" in badge for badge in tracker.badges(tracker.current()))
