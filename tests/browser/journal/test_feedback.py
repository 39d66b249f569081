"""Toasts with Undo, notices that close with their page, a question before a deletion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.support.driving import open_ready, settle, wait_for
from tests.browser.support.tab_clock import TabClock
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}

#: The main buttons that the toast covers.
COVERED = """() => {
    const own = document.querySelector("[data-toast]").getBoundingClientRect();
    return [...document.querySelectorAll(".primary, [data-do=roll], [data-do=turn-pass]")]
        .filter((each) => each.checkVisibility()).filter((each) => {
            const box = each.getBoundingClientRect();
            return box.left < own.right && box.right > own.left
                && box.top < own.bottom && box.bottom > own.top;
        }).map((each) => each.textContent);
}"""

#: Draws a main button where the toast is; tells whether the toast covers it.
OVER_THE_TOAST = """() => {
    const { left, top } = document.querySelector("[data-toast]").getBoundingClientRect();
    const button = Object.assign(document.createElement("button"), { className: "primary" });
    Object.assign(button.style, { position: "fixed", left: `${left}px`, top: `${top}px` });
    button.textContent = "Late";
    document.body.append(button);
    return Math.abs(button.getBoundingClientRect().left - left) < 1;
}"""


def test_a_toast_undoes_its_own_change_and_covers_no_main_button(page: Page, site: Site) -> None:
    page.set_viewport_size(PHONE)
    open_ready(page, f"{site.address}#/garden/characters")
    view = page.locator('[data-view="garden/characters"]')
    toast = page.locator("[data-toast]")
    page.get_by_role("button", name="Rowan Vale").first.click()
    settle(page)
    expect(toast).to_be_visible()
    expect(toast).to_contain_text("Rowan Vale added")
    expect(page.locator("[data-spoken]")).to_contain_text("Rowan Vale")
    assert page.evaluate(COVERED) == []
    page.evaluate("location.hash = '#/garden/apply_damage?damage=7'")
    form = page.locator('[data-view="garden/apply_damage"]')
    form.locator('[data-role="self"]').select_option(label="Rowan Vale")
    form.locator('[data-do="roll"]').click()
    form.locator('[data-result] [data-do="apply"]').last.click()
    settle(page)
    expect(toast).to_contain_text("Applied")
    wait_for(page, "new Promise((done) => setTimeout(() => done(true), 400))")
    assert page.evaluate(COVERED) == []
    page.evaluate("location.hash = '#/garden/characters'")
    toast.locator('[data-do="undo-entry"]').click()
    settle(page)
    expect(toast).to_be_hidden()
    expect(page.locator("[data-entry][data-undone]")).to_have_count(1)
    expect(view.locator(".person")).to_have_count(1)


def test_a_toast_gives_way_to_a_main_button_that_comes_after_it(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    open_ready(page, f"{site.address}#/wasteland/characters")
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("3 raiders")
    page.locator("[data-toast]").dispatch_event("pointerenter")  # its timer pauses
    tracker.tap('[data-do="turn-pass"]')
    wait_for(page, "new Promise((done) => setTimeout(() => done(true), 500))")
    assert page.locator("[data-toast]").is_visible()
    assert page.evaluate(COVERED) == []
    # One that is drawn there later, by no tap, is free soon, too.
    assert page.evaluate(OVER_THE_TOAST)
    wait_for(page, f"!({COVERED})().length")


def test_a_toast_goes_by_itself_by_its_cross_and_by_escape(page: Page, site: Site) -> None:
    clock = TabClock(page)
    open_ready(page, f"{site.address}#/garden/characters")
    settle(page)
    toast = page.locator("[data-toast]")

    def show() -> None:
        page.evaluate(
            "document.dispatchEvent(new CustomEvent('tableside:toast',"
            " { detail: { words: 'Mara added', n: 2 } }))"
        )
        expect(toast).to_be_visible()

    show()
    clock.advance(7.5)
    assert toast.is_visible()
    clock.advance(1)
    expect(toast).to_be_hidden()
    show()
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_be_hidden()
    show()
    toast.locator('[data-do="undo-entry"]').focus()
    clock.advance(20)
    assert toast.is_visible()  # a toast with the focus stays
    page.keyboard.press("Escape")
    expect(toast).to_be_hidden()


def test_a_notice_leaves_by_its_cross_and_with_a_change_or_its_page(page: Page, site: Site) -> None:
    open_ready(page, site.address)
    tracker = Tracker(page, "garden")
    tracker.samples()
    page.set_viewport_size({"width": 390, "height": 600})  # the result is far below the top
    form = page.locator('[data-view="garden/apply_damage"]')
    notice = page.locator("[data-notice]")
    for leave in ("cross", "change", "page"):
        page.evaluate("location.hash = '#/garden/apply_damage?damage=7'")
        form.locator('[data-role="self"]').select_option("")
        form.locator('[data-do="roll"]').click()
        settle(page)  # the last result may still be there
        form.locator('[data-result] [data-do="apply"]').last.click()
        expect(notice).to_contain_text("Choose who rolls first.")
        assert page.evaluate("scrollY") > 200
        expect(notice).to_be_in_viewport(ratio=1)
        if leave == "cross":
            notice.get_by_role("button", name="Close").click()
        elif leave == "change":
            form.locator('[data-role="self"]').select_option(label="Rowan Vale")
            form.locator('[data-do="roll"]').click()
            settle(page)
            form.locator('[data-result] [data-do="apply"]').last.click()
        else:
            page.evaluate("location.hash = '#/garden/characters'")
        expect(notice).to_be_hidden()


def test_a_fighter_is_deleted_after_a_question_alone(page: Page, site: Site) -> None:
    open_ready(page, site.address)
    tracker = Tracker(page, "garden")
    tracker.samples()
    tracker.go("encounter")
    tracker.tap('[data-do="encounter-begin"]')
    tracker.tap('[data-do="join-all"]')
    tracker.go("characters")
    page.get_by_role("link", name="Rowan Vale").first.click()
    sheet = page.locator('[data-view="garden/character"]')
    more = sheet.locator(".sheet-more > summary")
    more.click()
    sheet.locator('[data-do="character-remove-ask"]').click()
    question = sheet.locator("[data-ask-remove]")
    expect(question).to_contain_text("Rowan Vale is in the fight")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    expect(more).to_be_focused()
    more.click()
    sheet.locator('[data-do="character-remove-ask"]').click()
    question.get_by_role("button", name="Delete").click()
    expect(page.locator("[data-toast]")).to_contain_text("Rowan Vale deleted")
