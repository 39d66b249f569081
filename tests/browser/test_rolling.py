"""A roll as one goes through it: what is known is a line, and one tap goes on to what follows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_ready, settle, wait_for_start, wait_for_stored_play
from tests.browser.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

ATTACK = '[data-view="wasteland/attack"]'
DAMAGE = '[data-view="wasteland/damage"]'


def test_an_attack_with_a_sheet_and_its_damage(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/wasteland/characters")
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    page.set_viewport_size({"width": 820, "height": 1180})
    page.evaluate("location.hash = '#/wasteland/attack'")
    view = page.locator(ATTACK)
    for each in ('[data-role="self"]', '[data-role="target"]', "[data-pick]"):
        tracker.after(lambda each=each: view.locator(each).select_option(index=1), 0)  # type: ignore[misc]
    # What the sheets say is a line of chips; what somebody decides now stays open.
    chips = view.locator("[data-fact]")
    expect(view.locator('[data-fact="attribute"]')).to_be_visible()
    expect(view.locator('[name="attribute"]')).to_be_hidden()
    expect(view.locator('[name="bought_dice"]')).to_be_visible()
    # Roll is in sight without scrolling.
    box = view.locator('[data-do="roll"]').bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 1180
    # A tap edits a fact in its place, another one puts it back.
    view.locator('[data-fact="attribute"]').click()
    expect(view.locator('[name="attribute"]')).to_be_focused()
    view.locator('[data-fact="attribute"]').click()
    expect(view.locator('[name="attribute"]')).to_be_hidden()
    # Everything else is behind the last chip; nothing that cannot matter is shown.
    view.locator("[data-more-said]").click()
    expect(view.locator('[name="attribute"]')).to_be_visible()
    expect(view.locator('[name="free_dice"]')).to_be_visible()
    expect(view.locator('[name="assist_crits"]')).to_be_hidden()
    view.locator("[data-more-said]").click()
    assert chips.count() > 3
    # Who, with what and against whom is there again after a reload.
    settle(page)
    names = [view.locator(each).input_value() for each in ("[data-pick]", '[data-role="target"]')]
    wait_for_stored_play(page, *names)
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(view.locator('[data-fact="attribute"]')).to_be_visible()
    again = [view.locator(each).input_value() for each in ("[data-pick]", '[data-role="target"]')]
    assert again == names
    # A hit says where; one tap applies what it changes and rolls the damage.
    view.locator('[data-do="enter"]').click()
    page.keyboard.type("1\n1\n")
    page.keyboard.type("10\n")
    result = view.locator("[data-result]")
    expect(result.locator("[data-verdict]")).to_have_text("Left arm")
    expect(view.locator("[data-needle]")).to_have_attribute("visibility", "visible")
    onward = result.locator('[data-do="next"]')
    expect(onward).to_have_text("Apply, and roll damage: 4 CD")
    onward.click()
    hit = page.locator(f"{DAMAGE} [data-result]")
    expect(hit).to_be_visible()
    expect(page.locator(f'{DAMAGE} [data-fact="location"]')).to_contain_text("left arm")
    settle(page)
    tracker.go("attack")
    expect(view.locator("[data-result] .done").first).to_have_text("applied")


def test_what_one_has_in_hand_on_a_tablet(page: Page, site: Site) -> None:
    """Roll again, and nobody as a target of what has none."""
    open_ready(page, f"{site.address}#/garden/skill_test?skill_level=3&attribute=2&target_number=6")
    view = page.locator('[data-view="garden/skill_test"]')
    view.locator('[data-do="roll"]').click()
    expect(view.locator("[data-result] [data-verdict]")).to_be_visible()
    expect(view.locator('[data-role="target"]')).to_have_count(0)
    settle(page)
    before = page.locator("[data-entry]").count()
    view.locator('[data-do="again"]').click()
    settle(page)
    assert page.locator("[data-entry]").count() == before + 1
