"""What a roll proposes is aimed where the dice fell, whatever has been applied of it since."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.fighting import OPEN, AtThePage
from tests.fights import Fight
from tests.fights.showing import Part
from tests.serving import Site

pytestmark = pytest.mark.browser

LOCK = {"roll": "prism.static_maneuver", "who": "Ysolde Marr"}


def test_what_is_applied_stays_so_and_moves_nothing_else(running: Page, site: Site) -> None:
    table = AtThePage(running, site, Part(Fight("prism", "lock", {}, []), 0, 0))
    table.do({"join": "players"})
    left = running.locator(f"{OPEN} [data-result] [data-do=apply][data-effect]")
    # 20 + 62 - 4 = 78: a failure, counted on the sheet under the skill's name.
    table.do({**LOCK, "pick": "Pick Locks", "dice": [20], "apply": True})
    assert left.count() == 0
    # 99 + 96 + 40 + 62 - 4 - 25 = 268: the count ends, and with it the entry that was rolled from.
    again = {**LOCK, "pick": "Again: Pick Locks", "dice": [99, 96, 40]}
    table.do({**again, "apply": [0]})
    assert left.count() == 1
    table.tracker.after(left.click)
    assert left.count() == 0
    badges = table.seen("badges", ["Ysolde Marr"])["Ysolde Marr"]
    assert badges[2:] == ["In the zone: Pick Locks", "Plot points 3"]
