"""A fight on a phone: long texts leave room, and no message or heading is covered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fight.test_presets import another_fight
from tests.browser.support.driving import settle

pytestmark = pytest.mark.browser

#: As long as an intention may be.
LONG = ("Swing across the hold on the rope and cut the net over the captain " * 5)[:300]

#: Whether a line of an element's text lies under the button that closes the roll.
COVERED = """(element) => {
    const cross = document.querySelector(".over-close").getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].some((box) => box.right > cross.left
        && box.left < cross.right && box.bottom > cross.top && box.top < cross.bottom);
}"""

#: Whether the middle of an element is what a tap there would hit.
ON_TOP = """(element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""

#: The pixels between an element and the lower edge of the window.
BELOW = "(element) => innerHeight - element.getBoundingClientRect().bottom"

#: Shows a toast with Undo.
TOAST = """() => document.dispatchEvent(new CustomEvent("tableside:toast",
    { detail: { words: "Applied", n: 1, campaign: "" } }))"""


def test_long_texts_and_faults_are_readable(running: Page) -> None:
    running.set_viewport_size({"width": 390, "height": 844})
    tracker = another_fight(running, "trueworld")
    tracker.tap('[data-do="join-all"]')
    tracker.tap('.fight-bar [data-do="turn-pass"]')
    ysolde, tamsin = tracker.order()

    # A refused step says so in the panel that it was taken from.
    _, button = tracker.step_button("acted", tamsin)
    button.click()
    fault = tracker.menu(tamsin).locator('[data-fault="panel"]')
    expect(fault).to_contain_text("no pending roll")
    assert fault.evaluate(ON_TOP)
    assert tracker.menu(tamsin).evaluate(BELOW) == 0

    # The bar keeps its height, and the roll its headings, whatever the roll is called.
    tracker.step("intend", ysolde, intention=LONG)
    tracker.step("set_difficulty", ysolde, difficulty="d4")
    tracker.clear()
    assert tracker.board.locator(".fight-bar").evaluate("bar => bar.offsetHeight") <= 110
    tracker.board.locator('.fight-bar [data-do="due-roll"]').click()
    over = running.locator("[data-over] .view[data-over]")
    over.wait_for()
    assert not over.locator(".cast-due").evaluate(COVERED)
    over.locator('[data-do="enter"]').click()
    for face in ("7", "3"):
        over.locator(f'[data-face="{face}"]:visible').click()
        settle(running)
    expect(over.locator(".verdict-words")).to_have_text("Complete success")
    assert not over.locator(".verdict-words").evaluate(COVERED)

    # A change that is applied now can be undone from its message.
    running.evaluate(TOAST)
    assert running.locator('[data-toast] [data-do="undo-entry"]').evaluate(ON_TOP)


def test_a_turn_names_its_target_and_a_roll_its_weapon_and_the_page_keeps_its_place(
    running: Page,
) -> None:
    running.set_viewport_size({"width": 360, "height": 740})
    tracker = another_fight(running, "striker")
    tracker.tap('[data-do="join-all"]')
    board = tracker.board
    tracker.panel("join")
    tracker.tap('[data-do="preset-group"] >> text=Easy')
    tracker.clear()
    for _ in range(3):
        tracker.tap('.fight-bar [data-do="turn-pass"]')
    assert tracker.current_name() == "Raider 1"
    aim = board.locator("[data-aim]")
    expect(aim).to_have_text("Target: Dara Voss")
    running.evaluate("scrollTo(0, 0)")
    board.locator('.order [data-do="aim"] >> text=Kel Arrun').click()
    expect(aim).to_have_text("Target: Kel Arrun")
    settle(running)
    assert running.evaluate("scrollY") == 0

    # A preset's weapon is no line of a sheet: the roll takes its name from the line.
    tracker.physical_dice()
    board.locator('.actions.is-large [data-do="act"] >> text=pistol').click()
    over = running.locator(".view[data-over]")
    expect(over.locator(".playing .grade")).to_have_text("Raider 1 · Roll a line: pistol")
    tracker.throw(hits=False)
    expect(over.locator(".cast-with:not(.is-custom) option:checked")).to_have_text("pistol")
    running.evaluate("scrollTo(0, 0)")
    over.locator(".result-do .main").click()
    expect(over).to_have_count(0)
    settle(running)
    assert running.evaluate("scrollY") == 0
    expect(board.locator(".round-again").first).to_have_text(
        "Critical fail Roll a line: pistol · 1"
    )

    # The button knows the combatant: what is left to write has the focus.
    expect(aim).to_have_count(0)
    board.locator('[data-do="act"][data-act="note"]').click()
    expect(board.locator('form[data-step="note"] [name="text"]')).to_be_focused()
