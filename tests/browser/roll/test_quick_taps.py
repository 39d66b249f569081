"""Several taps before the first one is stored: each of them counts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.driving import open_ready, settle
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser


def tap(page: Page, buttons: Locator, times: int = 1) -> None:
    """Click each of the buttons `times` times, within one task of the page."""
    expect(buttons.first).to_be_enabled()
    buttons.evaluate_all(
        """(all, times) => {
            for (const each of all) for (let n = 0; n < times; n++) each.click();
        }""",
        times,
    )
    settle(page)


def test_every_tap_counts_on_a_sheet_and_beside_it(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/trueworld/characters")
    tracker = Tracker(page, "trueworld")
    tracker.samples()
    sheet = page.locator('[data-view="trueworld/character"]')
    boosts = sheet.locator('[data-do="record-switch"]')
    before = boosts.evaluate_all("all => all.map((each) => each.ariaPressed)")
    assert len(before) > 1
    tap(page, boosts)
    after = boosts.evaluate_all("all => all.map((each) => each.ariaPressed)")
    assert after == ["false" if each == "true" else "true" for each in before]

    grit = sheet.locator('[data-track="grit"]')
    expect(grit.locator("b")).to_have_text("2")
    tap(page, grit.locator('[data-by="1"]'), 3)
    expect(grit.locator("b")).to_have_text("5")
    boxes = sheet.locator('[data-track="stress"] .box')
    tap(page, boxes.nth(1), 3)  # fills two boxes, frees the second, fills it again
    expect(sheet.locator('[data-track="stress"] .is-full')).to_have_count(2)

    sheet.locator('[data-do="sheet-edit"]').click()
    records = sheet.locator('[data-list="specializations"] [data-record]')
    count = records.count()
    tap(page, sheet.locator('[data-list="specializations"] [data-do="record-add"]'), 2)
    expect(records).to_have_count(count + 2)
    first = records.first.locator("input").first.input_value()
    tap(page, records.first.locator('[data-do="record-down"]'), 2)
    expect(records.nth(2).locator("input").first).to_have_value(first)
    tap(page, records.nth(2).locator('[data-do="record-remove"]'), 2)
    expect(records).to_have_count(count + 1)
    expect(sheet.locator("[data-sheet-fault]")).to_have_text("this entry no longer exists")

    tracker.go("characters")
    people = page.locator('[data-view="trueworld/characters"] .person')
    third = people.nth(1).inner_text()
    tap(page, page.locator('[data-view="trueworld/characters"] [data-sample="0"]'))
    tracker.go("characters")
    expect(people).to_have_count(3)
    tap(page, people.nth(1).locator('[data-do="character-down"]'), 2)
    assert people.nth(2).inner_text() == third


def test_every_tap_counts_on_the_scene_and_in_an_encounter(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/wasteland")
    counter = page.locator('[data-purse="group_ap"]')
    expect(counter.locator("b")).to_have_text("0")
    tap(page, counter.locator('[data-by="1"]'), 5)
    expect(counter.locator("b")).to_have_text("5")

    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("3 raiders, hp 7")
    tap(page, counter.locator('[data-by="-1"]'), 2)
    expect(counter.locator("b")).to_have_text("3")
    order = tracker.order()
    place = tracker.menu(order[3], "manage")
    tap(page, place.locator('[data-do="place-up"]'), 2)
    assert tracker.order().index(order[3]) == 1
    tracker.clear()
    tap(page, page.locator("[data-undo-last]").first, 3)
    expect(counter.locator("b")).to_have_text("4")
    assert tracker.order() == order
