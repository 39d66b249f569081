"""A changed roll in the page: the old outcome falls away, and what it did can be taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.driving import open_ready
from tests.browser.table import Table
from tests.serving import Site

pytestmark = pytest.mark.browser

RUN = {"bonus": "35", "enc_mv": "57", "pace": "2"}


def test_the_new_outcome_takes_the_place_of_the_old_one(page: Page, site: Site) -> None:
    """P73: a fall becomes a walk in the park; the slump that was applied is taken back."""
    table = Table(page)
    open_ready(page, f"{site.address}#/prism")
    table.open("prism/run", RUN)
    table.do("enter")
    table.type(4, 96, 60, sides=100)  # 4 - 96 - 60 + 35 + 110 - 60 = -67
    assert table.result() == ("extraordinary-failure", "false")
    table.one('[data-do="apply"][data-effect="0"]').click()
    table.wait_entries(2)
    table.one(".follows a").first.click()
    table.path = "prism/plot_change_roll"
    table.wait_for("form[data-procedure]")
    assert {name: table.texts()[name] for name in ("base", "reading", "enc_mv", "pace")} == {
        "base": "85",
        "reading": "run",
        "enc_mv": "57",
        "pace": "2",
    }
    table.put("new_value", "95")
    table.put("plot_points", "1")
    table.do("roll")
    assert table.result() == ("critical-success", "true")  # 95 + 85 = 180
    assert table.wait_for(".take-back li").count() == 1
    # The old card proposes nothing any more, and offers to be changed no more either.
    table.open("prism/run")
    table.wait_for("[data-result][data-gone]")
    assert not table.shows('[data-do="apply"]')
    assert not table.shows(".follows")
    assert table.one(".effects .gone").all_inner_texts() == ["falls away"]
    table.do("take-back")
    table.wait_gone(".take-back")
    assert table.one(".effects .gone").all_inner_texts() == ["falls away"] * 2
    assert [entry["undone"] for entry in table.entries()] == [False, True, False]
