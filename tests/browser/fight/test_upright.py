"""The fight on an upright tablet, and beside it the players' screen, with much to show."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import HISTORY_SETTLED, open_ready, settle
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

#: The heights of all visible fields of the form of a step.
HEIGHTS = """form => [...form.querySelectorAll("input:not([type=hidden]), select")]
    .map((each) => each.getBoundingClientRect().height)"""


def test_much_has_room(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    open_ready(page, f"{site.address}#/wasteland")
    tracker = Tracker(page, "wasteland")
    for _ in range(2):  # of one name, they are shown with the whole of it
        tracker.samples()
    tracker.begin("3 raiders, hp 7")
    board = tracker.board
    tracker.after(board.locator('[data-do="turn-pass"]').click)

    # A list of combatants in a form makes no field beside it taller.
    board.locator('[data-act="ready"]').click()
    form = board.locator("form[data-step=act]")
    expect(form).to_be_visible()
    assert max(form.evaluate(HEIGHTS)) <= 60

    # The main button has room for a due roll, however long the names are.
    tracker.step("act", action="attack", whom="raider-1")
    tracker.clear()
    main = board.locator(".due-first .main").bounding_box()
    assert main
    assert main["width"] >= 180

    # Many dice leave the order of turns in sight, in any window.
    tracker.wait(HISTORY_SETTLED)
    page.evaluate("location.hash = '#/wasteland/damage?weapon_class=small-guns&damage_rating=24'")
    settle(page)
    tracker.after(page.locator("[data-view]:not([hidden]) [data-do=roll]").click)
    tracker.go("table")
    for size in ((820, 1180), (1180, 820), (1920, 1080)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".screen-dice > .die").last).to_be_in_viewport(ratio=0.9)
        for combatant in page.locator(".screen-order li").all()[:2]:
            expect(combatant).to_be_in_viewport(ratio=0.9)
