"""A fight on a phone: no message is covered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fight.test_presets import another_fight

pytestmark = pytest.mark.browser

#: Whether the middle of an element is what a tap there would hit.
ON_TOP = """(element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_a_refused_step_says_so_in_its_panel(running: Page) -> None:
    running.set_viewport_size({"width": 390, "height": 844})
    tracker = another_fight(running, "trueworld")
    tracker.tap('[data-do="join-all"]')
    tracker.tap('.fight-bar [data-do="turn-pass"]')
    tamsin = tracker.order()[1]

    _, button = tracker.step_button("acted", tamsin)
    button.click()
    fault = tracker.menu(tamsin).locator('[data-fault="panel"]')
    expect(fault).to_contain_text("no pending roll")
    assert fault.evaluate(ON_TOP)
