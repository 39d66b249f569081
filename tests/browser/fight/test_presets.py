"""A game master sets a fight up from presets: chosen, named, added, again, saved, removed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import open_ready
from tests.browser.support.tracking import Tracker
from tests.browser.test_accessibility import BEYOND, SMALL
from tests.browser.test_states import AXE, LOOK
from tests.serving import Site

pytestmark = pytest.mark.browser


def test_from_presets_to_a_fight_and_back(running: Page, site: Site) -> None:
    page, tracker = running, Tracker(running, "wasteland")
    tracker.samples()
    tracker.go("encounter")
    tracker.tap('[data-do="encounter-begin"]')
    board = tracker.board

    # Two of one kind and one of another, one taken back; nobody joins before it is said.
    raider = board.locator('[data-do="preset-more"][data-preset="raider"]')
    for _ in range(3):
        raider.click()
    board.locator('[data-do="preset-less"]').click()
    board.locator('[data-do="preset-more"][data-preset="wild-dog"]').click()
    chips = board.locator(".preset-chip")
    expect(chips).to_have_text(["Raider 1", "Raider 2", "Wild dog"])
    expect(raider).to_contain_text("×2")
    assert tracker.names() == []
    tracker.tap('[data-do="presets-add"]')
    assert tracker.names() == ["Raider 1", "Raider 2", "Wild dog"]

    # One undo takes them all back; the same again goes on with the numbers.
    board.locator('[data-do="undo"]').click()
    expect(board.locator(".order [data-place]")).to_have_count(0)
    tracker.tap('[data-do="preset-group"][data-label="Easy"]')
    assert tracker.names() == ["Raider 1", "Raider 2"]
    tracker.panel("join")
    tracker.tap('[data-do="preset-again"]')
    assert tracker.names() == [f"Raider {n}" for n in (1, 2, 3, 4)]

    # Their weapons are on their sheets.
    menu = tracker.menu("raider-1")
    expect(menu.locator('[data-procedure-of="wasteland.attack"]').first).to_contain_text("Pipe gun")

    # One of them is saved, and stands among the others after a reload.
    tracker.after(menu.locator('[data-do="preset-save"]').click)
    expect(menu.locator('[data-do="preset-save"]')).to_contain_text("Saved")
    page.reload()
    open_ready(page, f"{site.address}#/wasteland/encounter")
    own = tracker.panel("join").locator(".preset", has_text="your own")
    expect(own).to_have_count(1)
    own.locator('[data-do="preset-more"]').click()
    tracker.tap('[data-do="presets-add"]')
    assert tracker.names()[-1] == "Raider 5"
    tracker.after(own.locator('[data-do="preset-remove"]').click)
    expect(own).to_have_count(0)


def test_presets_by_keyboard(running: Page) -> None:
    """The search shows what is meant, Enter chooses the first of it, and the focus stays."""
    page, tracker = running, Tracker(running, "striker")
    tracker.samples()
    tracker.go("encounter")
    tracker.tap('[data-do="encounter-begin"]')
    tracker.board.locator("[name=search]").focus()
    page.keyboard.type("GUARD station")
    shown = tracker.board.locator(".preset:visible")
    expect(shown).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    chips = tracker.board.locator(".preset-chip")
    expect(chips).to_have_text(["Station guard 1", "Station guard 2"])
    expect(shown).to_have_count(1)
    assert page.evaluate("document.activeElement.name") == "search"
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(chips).to_have_count(3)
    assert page.evaluate("document.activeElement.dataset.do") == "preset-more"
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(chips).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.do") == "preset-more"
    tracker.board.locator("[name=search]").fill("nothing like it")
    expect(tracker.board.locator("[data-none]")).to_be_visible()


def test_presets_for_large_fingers_and_every_reader(running: Page) -> None:
    page, tracker = running, Tracker(running, "prism")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(AXE.read_text("utf-8"))
    tracker.samples()
    tracker.begin("goblin; Someone with quite a long name of their own")
    long = next(id for id in tracker.order() if id.startswith("someone"))
    tracker.after(tracker.menu(long).locator('[data-do="preset-save"]').click)
    tracker.panel("join")
    for place in (1, 4, 4):
        tracker.board.locator('[data-do="preset-more"]').nth(place).click()
    expect(tracker.board.locator(".preset-chip")).to_have_count(3)
    found = {}
    for width in (360, 1180):
        page.set_viewport_size({"width": width, "height": 820})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found[f"{width} {scheme}: faults"] = page.evaluate(LOOK)
        found[f"{width}: small"] = page.evaluate(SMALL)
        found[f"{width}: beyond"] = [] if page.evaluate(BEYOND) <= 0 else [page.evaluate(BEYOND)]
    assert {what: each for what, each in found.items() if each} == {}
