"""What would help most, beside the chances: by keyboard, in a room of its own, gone with a roll."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_ready, settle, wait_for
from tests.browser.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

VIEW = '[data-view="wasteland/attack"]'
SHOT = (
    "weapon_class=small-guns&attribute=7&skill=3&target_range=medium&defense=2&called_location=head"
)
READY = f"""(() => {{
    const slot = document.querySelector('{VIEW} [data-slot="helps"]');
    return !slot.hasAttribute("aria-busy") && slot.querySelector(".helps");
}})()"""
PLACES = f"""[...document.querySelectorAll('{VIEW} .odds-more, {VIEW} [data-slot="spread"]')]
    .map((part) => part.getBoundingClientRect().top)"""


def test_what_helps_is_taken_line_by_line(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/wasteland/attack?{SHOT}")
    view = page.locator(VIEW)
    slot = view.locator('[data-slot="helps"]')
    # Its room is kept before its lines are known, and stays as it is with them.
    wait_for(page, READY)
    height = slot.evaluate("slot => slot.getBoundingClientRect().height")
    lines = view.locator(".help-line")
    expect(lines.first).to_be_visible()
    slot.evaluate("slot => { window.lines = [...slot.childNodes]; slot.replaceChildren(); }")
    assert slot.evaluate("slot => slot.getBoundingClientRect().height") == height
    slot.evaluate("slot => slot.append(...window.lines)")
    # Each is a button in a list that says the whole of it.
    assert view.locator("ol.help-lines > li > button").count() == lines.count() > 3
    name = str(lines.first.get_attribute("aria-label"))
    assert "likelier" in name
    assert view.locator(".help-best").count() == 1
    # A tap says in the field what the line says; the focus stays in the list.
    stood = view.locator("[data-odds-success]").first.inner_text()
    lines.first.focus()
    words, text = lines.first.get_attribute("data-input"), lines.first.get_attribute("data-text")
    page.keyboard.press("Enter")
    settle(page)
    wait_for(page, READY)
    assert view.locator(f'[name="{words}"]').input_value() == text
    assert view.locator("[data-odds-success]").first.inner_text() != stood
    assert page.evaluate("document.activeElement.closest('.helps') !== null")
    # More of them unfold, and stay so.
    slot.evaluate("slot => { slot.querySelector('details')?.setAttribute('open', '') }")
    # What cannot be said yet is no list.
    view.locator('[name="attribute"]').fill("")
    settle(page)
    wait_for(page, READY)
    expect(lines).to_have_count(0)
    view.locator('[name="attribute"]').fill("7")
    settle(page)
    wait_for(page, READY)
    assert lines.count() > 0
    # Where the dice have fallen nothing helps any more; the next form has its list again.
    view.locator('[data-do="roll"]').click()
    settle(page)
    expect(slot).to_be_hidden()
    view.locator('[name="skill"]').fill("4")
    settle(page)
    wait_for(page, READY)
    assert lines.count() > 0


def test_a_shot_over_the_fight_is_aimed_by_a_tap(page: Page, site: Site) -> None:
    """It takes the minor action of the turn; a second one would cost what the pool has not."""
    open_ready(page, f"{site.address}#/wasteland")
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("1 raider, hp 7")
    passes = tracker.board.locator('[data-do="turn-pass"]')
    tracker.after(passes.click)
    while not tracker.who().startswith("Mara"):
        tracker.after(passes.click)
    menu = tracker.menu(tracker.current())
    menu.locator('[data-procedure-of="wasteland.attack"]').first.click()
    settle(page)
    view = page.locator(f"{VIEW}[data-over]")
    for name, value in (("target_range", "close"), ("defense", "1")):
        chip = view.locator(f'[data-fact="{name}"][aria-expanded="false"]')
        if chip.count():
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
    assert any("Aim" in each for each in tracker.badges(tracker.current()))
