"""A decision shows its exact chances: they move no layout, and no player sees them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.core.odds.policies import POLICIES, by_policy
from app.systems import games
from tests.browser.support.driving import settle
from tests.browser.support.table import Table

pytestmark = pytest.mark.browser

#: Target number 11, faces up to 3 count twice; 2 successes are needed, both dice may go again.
TEST = {"attribute": "8", "skill": "3", "tagged": "true", "difficulty": "2", "rerolls": "2"}

#: Types the last face; returns the height of the decision and the number of known chances.
TYPED = """() => {
    const view = document.querySelector('[data-view="wasteland/skill_test"]');
    view.querySelector('[data-do="face"][data-face="8"]').click();
    const { height } = view.querySelector(".playing").getBoundingClientRect();
    return [height, view.querySelectorAll(".worth-percent").length];
}"""


def test_a_decision_with_typed_dice_and_one_that_is_hidden(running: Page) -> None:
    table = Table(running)
    table.open("wasteland/skill_test", TEST)
    settle(running)
    # The chances by policy are beside the odds.
    table.more_odds()
    bound = (
        games()["wasteland"]
        .procedures["wasteland.skill_test"]
        .bind({"attribute": 8, "skill": 3, "tagged": True, "difficulty": 2, "rerolls": 2})
    )
    for policy in POLICIES:
        shown = table.one(f'[data-policy="{policy}"]').get_attribute("data-p")
        assert shown == str(by_policy(bound, policy).chances.success)
    # The chances of each pick come a moment after the decision and move nothing.
    table.do("enter")
    table.one('[data-face="13"]').click()
    height, known = running.evaluate(TYPED)
    assert known == 0
    settle(running)
    picked, none = table.one('[data-worth="picked"]'), table.one('[data-worth="none"]')
    expect(picked.locator(".worth-percent")).to_have_text("55.0%")
    expect(picked.locator(".worth-best")).to_be_visible()
    expect(none.locator(".worth-percent")).to_have_text("0%")
    after = table.one(".playing").bounding_box()
    assert after is not None
    assert abs(after["height"] - height) < 1
    # Other dice are picked one by one, or as one of the best combinations.
    table.one('[data-do="place"][data-place="2"]').click()
    expect(picked.locator(".worth-percent")).to_have_text("43.8%")
    table.one('[data-do="picks"][data-places="2"]').click()
    expect(table.one('[data-do="place"][data-place="1"]')).to_have_attribute(
        "aria-pressed", "false"
    )
    expect(picked.locator(".worth-percent")).to_have_text("15.0%")
    table.one('[data-choice="reroll"][data-value="picked"]').click()
    settle(running)
    expect(table.one('[data-die="0"]')).to_be_visible()
    # In a hidden roll only the game master sees the chances.
    table.do("cancel")
    table.do("hidden")
    expect(picked.locator(".worth-percent")).to_be_visible()
    table.open("wasteland/table")
    settle(running)
    screen = running.locator('[data-view="wasteland/table"]')
    expect(screen).to_contain_text("Players’ screen")
    assert screen.locator(".worth, .picks, [data-choice], [data-policies]").count() == 0
    assert "%" not in screen.inner_text()
    table.open("wasteland/skill_test")
    table.one('[data-choice="reroll"][data-value="none"]').click()
    settle(running)
    expect(table.one("[data-result]")).to_have_count(0)
