"""Statistics: named dice are judged by their faces, and the luck of an evening is shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.campaigns.test_campaigns import go
from tests.browser.support.driving import open_ready, settle
from tests.browser.support.table import Table
from tests.serving import Site

pytestmark = pytest.mark.browser

SKILL = {"skill_level": "3", "attribute": "2", "target_number": "6"}


def test_a_die_with_a_name_and_the_luck_of_an_evening(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/garden/skill_test")
    table = Table(page)
    settle(page)

    # The name is typed once; Enter returns the cursor to the die.
    table.open("garden/skill_test", SKILL).do("enter")
    table.one(".die-name summary").click()
    name = table.one("[data-dice-named]")
    name.fill("the red d6")
    name.press("Enter")
    assert table.focused_die() == 0
    table.type(5, 5, 2)
    assert table.result()[0] == "yes"

    # The next dice of that size keep the name; other dice are counted apart.
    table.do("again")
    table.open("garden/skill_test", {**SKILL, "target_number": "4"}).do("enter")
    assert table.one("[data-dice-named]").input_value() == "the red d6"
    table.type(1, 1, 2)
    table.result()
    go(page, "garden/fair")
    view = page.locator('[data-view="garden/fair"]')
    red = view.locator('[data-die-named="the red d6"]')
    expect(red).to_contain_text("6 rolls")
    expect(red).to_have_attribute("data-verdict", "Too few rolls yet")
    expect(view.locator('[data-die-named^="Tableside"]')).to_contain_text("3 rolls")

    # All five rolls count for the table; a secret one counts once the GM includes it.
    table.open("garden/skill_test", SKILL).do("roll")
    table.do("again")
    table.open("garden/skill_test", SKILL).do("hidden")
    go(page, "garden/journal")
    page.locator('[data-view="garden/journal"] a[href="#/garden/luck"]').click()
    settle(page)
    luck = page.locator('[data-view="garden/luck"]')
    overall = luck.locator('[data-luck="Everybody"]')
    expect(overall).to_contain_text("5 rolls")
    expect(overall.locator("[data-luck-share]")).to_contain_text("%")
    for link in overall.locator("dl a").all():
        assert link.evaluate("link => link.offsetHeight") >= 44
    luck.locator('[data-do="past-hidden"]').click()
    settle(page)
    expect(overall).to_contain_text("6 rolls")
    assert page.evaluate("document.activeElement.dataset.do") == "past-hidden"
    luck.locator('[data-do="past-of"][data-of="game"]').click()
    settle(page)
    expect(overall).to_contain_text("6 rolls")

    # The best roll leads into the journal.
    luck.locator("[data-seek]").first.click()
    settle(page)
    expect(page.locator('[data-view="garden/journal"] .is-sought')).to_be_visible()
