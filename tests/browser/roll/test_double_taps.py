"""A finger that taps twice: the second tap is never meant of what has come under it."""

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

#: Puts another button in the place of one that is tapped, as a drawing does.
GIVES_WAY = """(at) => at.addEventListener("click", () => {
    const other = document.createElement("button");
    other.type = "button";
    other.dataset.do = "nothing-yet";
    other.title = 0;
    other.style.cssText = "position: fixed; inset: 0; z-index: 99; opacity: 0.5";
    other.addEventListener("click", () => { other.title = 1 + Number(other.title) });
    document.body.append(other);
}, { once: true })"""

#: Draws the buttons below a result anew, and moves them up by more than their height.
DRAWN_ANEW = """(buttons) => {
    const fresh = buttons.cloneNode(true);
    buttons.replaceWith(fresh);
    fresh.style.transform = "translateY(-120px)"; // scrolling does not follow this
}"""

COVER = '[data-do="nothing-yet"]'


def _middle(where: Locator) -> tuple[float, float]:
    """Where it is tapped, once it is in sight."""
    where.scroll_into_view_if_needed()
    box = where.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """Taps by touch, so many milliseconds after each other.

    Every event tells its time itself: a crowded machine may send it later.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def taps(self, where: Locator, times: int = 2, gap: int = 120) -> None:
        x, y = _middle(where)
        at = {"x": x, "y": y}
        begun = time.time()
        for number in range(times):
            if number:
                self.page.wait_for_timeout(gap)
            when = begun + number * gap / 1000
            for kind, points in (("touchStart", [at]), ("touchEnd", [])):
                told = {"type": kind, "touchPoints": points, "timestamp": when}
                self.session.send("Input.dispatchTouchEvent", told)
        settle(self.page)


@pytest.fixture
def finger(running: Page) -> Iterator[Finger]:
    made = Finger(running)
    running.wait_for_timeout(350)  # what was tapped before is no first tap of this one
    yield made
    made.session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_a_button_that_appears_under_a_finger_waits(finger: Finger) -> None:
    page = finger.page
    Table(page).open("garden/skill_test")
    less = page.locator('[data-view="garden/skill_test"] [data-do="step"]').first
    less.evaluate(GIVES_WAY)
    finger.taps(less)
    cover = page.locator(COVER)
    expect(cover).to_have_attribute("title", "0")
    page.wait_for_timeout(350)  # by then it has been seen
    finger.taps(cover, times=1)
    expect(cover).to_have_attribute("title", "1")
    finger.taps(cover, times=3, gap=60)  # the same button, unchanged: each of them counts
    expect(cover).to_have_attribute("title", "4")
    cover.evaluate("at => at.remove()")


def test_a_keyboard_does_not_wait(finger: Finger) -> None:
    page = finger.page
    Table(page).open("garden/skill_test")
    less = page.locator('[data-view="garden/skill_test"] [data-do="step"]').first
    less.evaluate(GIVES_WAY)
    finger.taps(less, times=1)
    cover = page.locator(COVER)
    cover.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(cover).to_have_attribute("title", "2")
    cover.evaluate("at => at.remove()")


def test_two_taps_on_roll_are_one_roll_and_five_on_a_counter_five(finger: Finger) -> None:
    page = finger.page
    said = {"skill_level": "3", "attribute": "2", "target_number": "6"}
    table = Table(page).open("garden/skill_test", said)
    entries = page.locator("[data-entry]")
    there = entries.count()
    finger.taps(table.one('[data-do="roll"]'))
    expect(entries).to_have_count(there + 1)
    page.wait_for_timeout(350)
    finger.taps(table.one('[data-do="roll"]'), times=1)
    expect(entries).to_have_count(there + 2)

    Table(page).open("wasteland")
    counter = page.locator('[data-purse="group_ap"]')
    stood = int(counter.locator("b").inner_text())
    finger.taps(counter.locator('[data-by="1"]'), times=5, gap=80)
    expect(counter.locator("b")).to_have_text(str(stood + 5))


def test_a_press_of_the_mouse_counts_that_also_ends_the_typing_in_a_field(running: Page) -> None:
    """The field is taken, and its row drawn anew, while the button of the mouse is held down."""
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
    """As *Apply*, once the roll is stored and *Undo* stands before it."""
    Table(running).open("garden/apply_damage", {"damage": "7"})
    view = running.locator('[data-view="garden/apply_damage"]')
    view.locator('[data-do="roll"]').click()
    settle(running)
    apply = view.locator('[data-result] [data-do="apply"].main')
    running.mouse.move(*_middle(apply))
    running.mouse.down()
    view.locator(".result-do").evaluate(DRAWN_ANEW)
    running.mouse.up()
    expect(running.locator("[data-notice]")).to_contain_text("Choose who rolls first.")


def test_two_taps_that_end_a_turn_end_one(finger: Finger) -> None:
    """By a finger, and both before anything is drawn; so do two that apply."""
    page = finger.page
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("2 raiders, hp 7")
    tracker.physical_dice()
    onward = tracker.board.locator('[data-do="turn-pass"]')
    for _ in range(3):
        if tracker.current():
            break
        tracker.tap('[data-do="turn-pass"]')
    there, before = tracker.entries(), tracker.current()
    page.wait_for_timeout(350)  # the last tap was on the same button
    finger.taps(onward)
    assert tracker.entries() == there + 1
    assert tracker.current() != before
    tap(page, onward, 2)
    assert tracker.entries() == there + 2

    act = tracker.board.locator('.actions.is-large [data-do="act"]:not([aria-disabled="true"])')
    while not act.count():
        tracker.tap('[data-do="turn-pass"]')
    act.first.click()
    settle(page)
    result = page.locator("[data-over] [data-result]")
    tracker.throw(hits=True)
    expect(result).to_be_visible()
    there = tracker.entries()
    # put away and applied in one moment: it is put away
    page.evaluate(
        """() => {
            const apply = document.querySelector("section[data-over] .result-do [data-do=apply]");
            document.querySelector("[data-do=over-close]").click();
            apply.click();
        }"""
    )
    settle(page)
    expect(page.locator("section[data-over]")).to_have_count(0)
    assert tracker.entries() == there
    page.locator('[data-do="reopen"]').first.click()
    settle(page)
    tap(page, page.locator('section[data-over] .result-do [data-do="apply"]'), 2)
    assert tracker.entries() == there + 1
    expect(page.locator("[data-trouble]")).to_be_hidden()
