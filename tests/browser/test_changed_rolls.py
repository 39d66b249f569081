"""A changed roll in the page: the old outcome falls away, and what it did can be taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.driving import settle
from tests.browser.fighting import OPEN, AtThePage
from tests.fights import Fight
from tests.fights.showing import Part
from tests.serving import Site

pytestmark = pytest.mark.browser


def test_the_new_outcome_takes_the_place_of_the_old_one(running: Page, site: Site) -> None:
    """P73: a fall becomes an arrival; the slump that was applied is taken back."""
    table = AtThePage(running, site, Part(Fight("prism", "change", {}, []), 0, 0))
    table.do({"join": "players"})
    # 4 - 96 - 60 + 35 - 4 + 110 - 60 = -71: a slump, and a fall that nobody has applied yet.
    fall = {"roll": "prism.run", "who": "Ysolde Marr", "pick": "Running", "dice": [4, 96, 60]}
    table.do({**fall, "put": {"pace": "2"}, "apply": [0]})
    # 95 + 81 = 176
    came = table.do({"follow": "prism.plot_change_roll", "put": {"new_value": "95"}, "apply": True})
    assert came["grade"] == "critical-success"
    assert came["back"] == ["Ysolde Marr: Streak: covers Running, state Slump"]
    # The old card proposes nothing any more, and offers to be changed no more either.
    table.tracker.go("run")
    old = running.locator(f"{OPEN} [data-result][data-gone]")
    old.wait_for()
    assert old.locator('[data-do="apply"]').count() == 0
    assert old.locator(".follows").count() == 0
    assert old.locator(".effects .gone").all_inner_texts() == ["falls away"]
    old.locator('[data-do="take-back"]').click()
    settle(running)
    assert old.locator(".take-back").count() == 0
    assert old.locator(".effects .gone").all_inner_texts() == ["falls away"] * 2
    badges = table.seen("badges", ["Ysolde Marr"])["Ysolde Marr"]
    assert badges == ["Phase 25", "HP 38 of 38", "Plot points 2"]
