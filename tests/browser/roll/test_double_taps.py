"""Double taps: the second tap never hits a button that has appeared under the finger."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.roll.test_quick_taps import tap
from tests.browser.support.driving import settle
from tests.browser.support.table import Table
from tests.browser.support.tracking import Tracker

pytestmark = pytest.mark.browser

#: Covers a tapped button with another one, as a redraw may.
COVER_ON_TAP = """(at) => at.addEventListener("click", () => {
    const other = document.createElement("button");
    other.type = "button";
    other.dataset.do = "nothing-yet";
    other.title = 0;
    other.style.cssText = "position: fixed; inset: 0; z-index: 99; opacity: 0.5";
    other.addEventListener("click", () => { other.title = 1 + Number(other.title) });
    document.body.append(other);
}, { once: true })"""

#: Redraws the buttons below a result and moves them up by more than their height.
REDRAW = """(buttons) => {
    const fresh = buttons.cloneNode(true);
    buttons.replaceWith(fresh);
    fresh.style.transform = "translateY(-120px)"; // scrolling does not follow this
}"""

COVER = '[data-do="nothing-yet"]'


def _middle(button: Locator) -> tuple[float, float]:
    """Scroll an element into view and return its middle."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """Touch taps with a given gap in milliseconds.

    Each event carries its own time, since a busy machine may send it later.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def tap(self, button: Locator, times: int = 2, gap: int = 120) -> None:
        self.tap_at(*[_middle(button)] * times, gap=gap)

    def tap_at(self, *places: tuple[float, float], gap: int = 120) -> None:
        begun = time.time()
        for number, (x, y) in enumerate(places):
            if number:
                self.page.wait_for_timeout(gap)
            when = begun + number * gap / 1000
            for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
                event = {"type": kind, "touchPoints": points, "timestamp": when}
                self.session.send("Input.dispatchTouchEvent", event)
        settle(self.page)


@pytest.fixture
def finger(running: Page) -> Iterator[Finger]:
    touch = Finger(running)
    running.wait_for_timeout(350)  # a tap of an earlier test is too old to be the first of two
    yield touch
    touch.session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_a_button_that_appears_under_a_finger_waits(finger: Finger) -> None:
    page = finger.page
    Table(page).open("garden/skill_test")
    less = page.locator('[data-view="garden/skill_test"] [data-do="step"]').first
    less.evaluate(COVER_ON_TAP)
    finger.tap(less)
    cover = page.locator(COVER)
    expect(cover).to_have_attribute("title", "0")
    page.wait_for_timeout(350)  # by then a person has seen it
    finger.tap(cover, times=1)
    expect(cover).to_have_attribute("title", "1")
    finger.tap(cover, times=3, gap=60)  # the same button, unchanged: each tap counts
    expect(cover).to_have_attribute("title", "4")
    cover.evaluate("at => at.remove()")


def test_two_taps_in_two_places_are_no_double_tap(finger: Finger) -> None:
    """A wide button, and at its other end one that appears: it is aimed at, however soon."""
    page = finger.page
    Table(page).open("garden/skill_test")
    roll = page.locator('[data-view="garden/skill_test"] [data-do="roll"]')
    roll.evaluate(COVER_ON_TAP)
    page.wait_for_timeout(350)
    x, y = _middle(roll)
    finger.tap_at((x - 30, y), (x + 30, y))
    expect(page.locator(COVER)).to_have_attribute("title", "1")
    page.locator(COVER).evaluate("at => at.remove()")


def test_a_keyboard_does_not_wait(finger: Finger) -> None:
    page = finger.page
    Table(page).open("garden/skill_test")
    less = page.locator('[data-view="garden/skill_test"] [data-do="step"]').first
    less.evaluate(COVER_ON_TAP)
    finger.tap(less, times=1)
    cover = page.locator(COVER)
    cover.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(cover).to_have_attribute("title", "2")
    cover.evaluate("at => at.remove()")


def test_two_taps_on_roll_are_one_roll_and_five_on_a_counter_five(finger: Finger) -> None:
    page = finger.page
    inputs = {"skill_level": "3", "attribute": "2", "target_number": "6"}
    table = Table(page).open("garden/skill_test", inputs)
    entries = page.locator("[data-entry]")
    before = entries.count()
    finger.tap(table.one('[data-do="roll"]'))
    expect(entries).to_have_count(before + 1)
    page.wait_for_timeout(350)
    finger.tap(table.one('[data-do="roll"]'), times=1)
    expect(entries).to_have_count(before + 2)

    Table(page).open("wasteland")
    counter = page.locator('.purse[data-purse="group_ap"]')
    points = int(counter.locator("b").inner_text())
    finger.tap(counter.locator('[data-by="1"]'), times=5, gap=80)
    expect(counter.locator("b")).to_have_text(str(points + 5))


def test_a_press_of_the_mouse_counts_that_also_ends_the_typing_in_a_field(running: Page) -> None:
    """The field is stored and its row redrawn while the mouse button is down."""
    Tracker(running, "wasteland").new_character()
    record = running.locator('[data-view]:not([hidden]) [data-list="skills"] .record').first
    record.locator("input[inputmode]").fill("3")
    switch = record.locator("[role=switch]")
    running.mouse.move(*_middle(switch))
    running.mouse.down()
    running.wait_for_timeout(150)
    running.mouse.up()
    settle(running)
    expect(switch).to_be_checked()
    expect(record.locator("input[inputmode]")).to_have_value("3")


def test_a_press_counts_for_a_button_that_is_drawn_anew_elsewhere(running: Page) -> None:
    """*Apply* moves when the roll is stored and *Undo* appears before it."""
    Table(running).open("garden/apply_damage", {"damage": "7"})
    view = running.locator('[data-view="garden/apply_damage"]')
    view.locator('[data-do="roll"]').click()
    settle(running)
    apply = view.locator('[data-result] [data-do="apply"].main')
    running.mouse.move(*_middle(apply))
    running.mouse.down()
    view.locator(".result-do").evaluate(REDRAW)
    running.mouse.up()
    expect(running.locator("[data-notice]")).to_contain_text("Choose who rolls first.")


def test_two_taps_that_end_a_turn_end_one(finger: Finger) -> None:
    """This holds by touch and for two clicks in one task; two on *Apply* apply once, too."""
    page = finger.page
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("2 raiders, hp 7")
    tracker.physical_dice()
    pass_turn = tracker.board.locator('[data-do="turn-pass"]')
    for _ in range(3):
        if tracker.current():
            break
        tracker.tap('[data-do="turn-pass"]')
    count, before = tracker.entries(), tracker.current()
    page.wait_for_timeout(350)  # the last tap was on the same button
    finger.tap(pass_turn)
    assert tracker.entries() == count + 1
    assert tracker.current() != before
    tap(page, pass_turn, 2)
    assert tracker.entries() == count + 2

    act = tracker.board.locator('.actions.is-large [data-do="act"]:not([aria-disabled="true"])')
    while not act.count():
        tracker.tap('[data-do="turn-pass"]')
    act.first.click()
    settle(page)
    result = page.locator("[data-over] [data-result]")
    tracker.throw(hits=True)
    expect(result).to_be_visible()
    count = tracker.entries()
    # closed and applied in one task, the roll is only closed
    page.evaluate(
        """() => {
            const apply = document.querySelector("section[data-over] .result-do [data-do=apply]");
            document.querySelector("[data-do=over-close]").click();
            apply.click();
        }"""
    )
    settle(page)
    expect(page.locator("section[data-over]")).to_have_count(0)
    assert tracker.entries() == count
    tracker.reopen()
    settle(page)
    tap(page, page.locator('section[data-over] .result-do [data-do="apply"]'), 2)
    assert tracker.entries() == count + 1
    expect(page.locator("[data-trouble]")).to_be_hidden()
