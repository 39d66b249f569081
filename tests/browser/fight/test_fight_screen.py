"""The fight on one screen: its taps, and no scrolling on a tablet in landscape orientation."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import open_ready
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

#: How far the page can scroll.
SCROLL_RANGE = "document.documentElement.scrollHeight - innerHeight"


def test_one_screen_for_eight(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1180, "height": 820})
    open_ready(page, f"{site.address}#/wasteland")
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("6 raiders, hp 7")
    board = tracker.board
    passes = board.locator('[data-do="turn-pass"]')
    tracker.after(passes.click)
    assert len(tracker.order()) == 8
    assert page.evaluate(SCROLL_RANGE) <= 0
    expect(passes).to_be_in_viewport(ratio=1)

    # Hit points: tap the number, type the change, tap.
    board.locator('[data-here="raider-1"] [data-do="meter"]').click()
    tracker.wait("document.activeElement.name === 'by'")
    page.keyboard.type("3")
    tracker.after(board.locator('[data-do="meter-down"]').click)
    expect(board.locator('[data-here="raider-1"] .meter-now b')).to_have_text("4")

    # A weapon rolls at once, over the fight; Escape moves the focus to the end of the turn.
    weapon = board.locator(".action.is-large:not(.is-barred)").first
    expect(weapon.locator(".chance")).to_contain_text("%")
    tracker.after(weapon.click)
    over = page.locator("[data-view][data-over]")
    expect(over.locator("[data-result]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(over).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.do") == "turn-pass"

    # A barred action gives its reason, also when it is focused by keyboard.
    fold = board.locator(".barred")
    barred = fold.locator(".action[aria-disabled=true]").first
    expect(barred).to_be_hidden()
    expect(board.locator(".acting .action[aria-disabled=true]:visible")).to_have_count(0)
    fold.locator("summary").click()
    barred.focus()
    reason = page.locator(f"#{barred.get_attribute('aria-describedby')}")
    expect(reason).to_be_visible()
    assert reason.inner_text()
    fold.locator("summary").click()

    # One tap and one entry lead to the next turn; unchanged elements are not drawn again.
    before, line = tracker.current(), '[data-here="raider-2"] .meter-now'
    board.locator(line).evaluate("element => { element.isTheSame = true; }")
    tracker.after(passes.click)
    assert tracker.current() != before
    assert board.locator(line).evaluate("element => element.isTheSame")
    assert page.evaluate("document.activeElement.dataset.do") == "turn-pass"
    assert page.evaluate(SCROLL_RANGE) <= 0

    # On a phone scrolled down, the end of a turn scrolls to the name of the next combatant.
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    name = board.locator(".turn-who")
    expect(name).not_to_be_in_viewport()
    before = name.inner_text()
    tracker.after(lambda: passes.evaluate("button => button.click()"))
    expect(name).to_be_in_viewport()
    expect(name).not_to_have_text(before)

    # The result of a roll is above its buttons, which are at the bottom of the window.
    tracker.after(weapon.click)
    outcome, buttons = (over.locator(each).bounding_box() for each in (".outcome", ".result-do"))
    assert outcome
    assert buttons
    assert 0 <= outcome["y"] <= buttons["y"] - outcome["height"]
    bottom = "document.querySelector('[data-over] .result-do').getBoundingClientRect().bottom"
    # After the sheet's animation; it scrolls by whole pixels.
    tracker.wait(f"Math.abs({bottom} - 740) < 1")
