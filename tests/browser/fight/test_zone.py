"""Up to twelve targets in one roll: each is chosen, prefilled, and changed separately."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import open_ready, settle
from tests.browser.support.fighting import OPEN
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser


def test_a_blast_hits_all_targets_in_its_form(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/wasteland")
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("10 raiders, hp 6, dr 1")
    ids = tracker.order()
    tracker.go("blast")
    form, cast = page.locator(f"{OPEN} form"), page.locator(f"{OPEN} .cast")
    pickers = cast.locator("[data-role^=target]")
    # One picker at first; as long as all have a target, there is one more, up to twelve.
    for number, id in enumerate(ids, 1):
        expect(pickers).to_have_count(number)
        cast.locator(f"[data-role=target{number}]").select_option(id)
        settle(page)
    expect(pickers).to_have_count(12)
    expect(form.locator("[name=targets]")).to_have_value("12")
    assert form.locator("[name=target_dr]").input_value().count("\n") == 11
    # The last target is removed: the form counts one less, and its picker stays.
    cast.locator("[data-role=target12]").select_option("")
    expect(form.locator("[name=targets]")).to_have_value("11")
    expect(pickers).to_have_count(12)
    assert len(form.locator("[name=target_hp]").input_value().split(",")) == 11
    form.locator("[name=weapon_class]").select_option("explosives")
    form.locator("[name=damage_rating]").fill("30")
    form.locator("[name=bonus_dice]").fill("10")
    tracker.after(form.locator("[data-do=roll]").click)
    result = page.locator(f"{OPEN} [data-result]")
    assert result.get_attribute("data-grade") == "critical-defeat"
    tracker.after(result.get_by_text("Apply all").click)
    # Eleven of the twelve are at 0 HP: 40 combat dice do more damage than any of them has HP.
    tracker.go("encounter")
    down = [id for id in ids if any("HP 0 of" in badge for badge in tracker.badges(id))]
    assert down == ids[:11]
