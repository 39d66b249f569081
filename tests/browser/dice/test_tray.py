"""Plain dice, alone and in a game: tapped, typed, corrected, rolled, entered, starred."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import open_ready, settle, wait_for
from tests.serving import Site

pytestmark = pytest.mark.browser

BARE = '[data-view="dice/roll"]'
AMONG = '[data-view="prism/dice"]'


def test_dice_of_no_game_and_in_a_game(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/dice")
    view = page.locator(BARE)
    line, result = view.locator('[name="notation"]'), view.locator("[data-result]")
    expect(line).to_have_attribute("placeholder", "4d6kh3 + 2")
    # Tapped together; the meaning is shown under the field.
    for key in ("d6", "d6", "d6", "d6", "kh"):
        view.locator(f'[data-write="{key}"]').click()
        settle(page)
    expect(line).to_have_value("4d6kh3")
    expect(view.locator("[data-plainly]")).to_have_text("The highest 3 of 4d6.")
    # Keys that cannot follow are disabled.
    expect(view.locator('[data-write="!"]')).to_have_attribute("aria-disabled", "true")
    expect(view.locator('[data-write="+"]')).to_have_attribute("aria-disabled", "false")
    # An ambiguous line offers both meanings; a tap chooses one.
    line.fill("3d6<=12")
    expect(view.locator(".offer b")).to_have_text(["(3d6) <= 12", "3d6cs<=12"])
    view.locator(".offer").first.click()
    expect(line).to_have_value("(3d6) <= 12")
    expect(view.locator("[data-odds][data-grade=made]")).to_have_attribute("data-p", "20/27")
    # A fault is marked at its place, and nothing is lost.
    line.fill("4d6kh")
    expect(view.locator(".misread-said")).to_contain_text("Add a number after “kh”, e.g. 4d6kh3")
    assert view.locator("[data-misread]").get_attribute("data-at") == "6"
    # Enter rolls; the address, the journal and the history have the dice.
    line.fill("4d6kh3 + 2")
    line.press("Enter")
    settle(page)
    expect(result).to_have_attribute("data-grade", "rolled")
    assert view.locator("[data-result] .die").count() == 4
    assert view.locator("[data-result] .die.is-struck").count() == 1
    wait_for(page, "location.hash.startsWith('#/dice/roll?notation=4d6kh3')")
    expect(page.locator("[data-entry]").first).to_contain_text("Dice: 4d6kh3 + 2")
    history = view.locator(".quick-roll")
    expect(history.first).to_contain_text("4d6kh3 + 2")
    # Physical dice are typed in; an exploding die asks for one more face.
    line.fill("2d6! vs 12")
    settle(page)
    expect(view.locator("[data-odds][data-grade=made]")).to_have_attribute("data-p", "23/108")
    view.locator('[data-do="enter"]').click()
    page.keyboard.type("651")
    expect(result).to_have_attribute("data-success", "true")
    expect(result.locator("[data-verdict]")).to_have_text("12 against 12")
    # Named and starred, the line is rolled again by one tap.
    view.locator('[name="name"]').fill("Fireball")
    settle(page)
    view.locator("[data-form-star]").click()
    settle(page)
    favourites = view.locator(".quicks", has_text="Favourites")
    expect(favourites).to_contain_text("Fireball")
    line.fill("d20")
    settle(page)
    favourites.locator(".quick-roll").click()
    settle(page)
    expect(line).to_have_value("2d6! vs 12")
    expect(result).to_have_count(1)
    # In a game the dice go into its journal.
    page.evaluate("location.hash = '#/prism'")
    settle(page)
    page.locator('[data-view="prism"] [data-tab="dice"]').click()
    settle(page)
    page.locator(f'{AMONG} [name="notation"]').fill("d% + 20")
    page.keyboard.press("Enter")
    settle(page)
    expect(page.locator(f"{AMONG} [data-result]")).to_have_count(1)
    expect(page.locator("[data-entry]").first).to_contain_text("Dice: d% + 20")
    expect(page.locator("[data-entry]", has_text="Fireball")).to_have_count(0)
