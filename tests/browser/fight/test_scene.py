"""The central scene: pick a game, see the odds, roll, type dice, undo, and go offline."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from playwright.sync_api import Page, Route, expect

from app.core.games import find
from app.core.odds.odds import chances
from app.core.play.play import by_hand
from app.systems import games
from app.widgets.roll.result.results import card
from tests.browser.support.devices import WITHOUT_COPY
from tests.browser.support.driving import (
    OFFLINE_READY,
    open_ready,
    settle,
    wait_for,
    wait_for_start,
)
from tests.browser.support.table import Table
from tests.serving import Site

pytestmark = pytest.mark.browser

SKILL_TEST = find(games(), "garden.skill_test")


@pytest.fixture
def own_server(site: Site) -> Iterator[Site]:
    """Yield the same page from a server that can be stopped."""
    with Site(site.folder) as served:
        yield served


def exact(**inputs: int) -> dict[str, Fraction]:
    """Return every row of the result table with its exact chance."""
    found = chances(SKILL_TEST.bind(inputs)).grades
    return {grade.id: found.get(grade.id, Fraction(0)) for grade in SKILL_TEST.grades}


def check_result(table: Table) -> None:
    """Check that the result matches the rules for the dice that it shows."""
    grade, success = table.result()
    play = by_hand(
        SKILL_TEST.bind({"skill_level": 3, "attribute": 2, "target_number": 6}), table.faces()
    )
    expected = card(SKILL_TEST, play)
    assert (grade, success) == (expected.grade.id, expected.success)
    assert table.one("[data-result] .grade").inner_text() == expected.grade.words
    steps = [" ".join(part for part in step if part) for step in expected.steps]
    shown = table.one("[data-result] .sum-part").all_inner_texts()
    assert [" ".join(step.split()) for step in shown] == steps
    cited = table.one("[data-result] [data-rule]").evaluate_all(
        "chips => chips.map((chip) => chip.dataset.rule)"
    )
    assert cited == list(expected.rules)


@pytest.mark.uncached
def test_the_scene(page: Page, own_server: Site) -> None:
    table = Table(page)
    page.set_viewport_size({"width": 820, "height": 1180})
    open_ready(page, own_server.address)
    page.locator("[data-games] summary").click()
    page.locator('[data-game-link="garden"]').click()
    page.locator("main").get_by_role("link", name="Skill test").first.click()
    table.path = "garden/skill_test"
    expect(table.view).to_be_visible()

    # The odds follow every change.
    table.field("skill_level").fill("3")
    table.field("attribute").fill("2")
    table.field("target_number").fill("6")
    assert table.odds() == exact(skill_level=3, attribute=2, target_number=6)
    assert len(table.odds()) == 7
    table.field("target_number").fill("8")
    assert table.odds() == exact(skill_level=3, attribute=2, target_number=8)
    beside_roll, headline = table.one(".do-chance b"), table.one(".headline b")
    assert beside_roll.text_content() == headline.text_content() == "14.8%"
    assert beside_roll.is_visible()
    table.field("target_number").fill("1000")
    settle(page)
    assert not beside_roll.is_visible()
    table.field("target_number").fill("6")
    assert table.odds() == exact(skill_level=3, attribute=2, target_number=6)

    # Roll.
    table.do("roll")
    check_result(table)
    table.wait_entries(1)

    # Type the dice instead: as many keys as dice.
    table.do("enter")
    page.keyboard.type("552")
    assert table.result() == ("yes", "true")
    assert table.faces() == [5, 5, 2]
    check_result(table)
    assert "8" in table.one("[data-result] .is-total").first.inner_text().split()
    after, before = table.wait_entries(2)
    assert after["words"] == "Yes"
    assert after["what"].endswith("· 8")
    assert (after["undone"], before["undone"]) == (False, False)

    # Undo removes the result; the journal keeps the undone entry.
    table.wait_for('[data-result] [data-do="undo"]')
    table.do("undo")
    table.wait_gone("[data-result]")
    table.wait("!!document.querySelector('[data-entry][data-undone]')")
    assert [entry["undone"] for entry in table.entries()] == [True, False]

    # A reload keeps the rolls offline.
    wait_for(page, OFFLINE_READY)
    table.wait("location.hash.includes('target_number=6')")
    own_server.stop()
    page.reload()
    assert wait_for_start(page) == "ready"
    assert [entry["undone"] for entry in table.wait_entries(2)] == [True, False]
    assert table.texts()["skill_level"] == "3"
    assert table.odds() == exact(skill_level=3, attribute=2, target_number=6)
    table.do("roll")
    check_result(table)
    table.wait_entries(3)
    table.do("enter")
    table.type(5, 5, 2)
    assert table.result() == ("yes", "true")
    assert table.wait_entries(4)[0]["words"] == "Yes"


@pytest.mark.uncached  # else a service worker answers with cached files
def test_taps_before_the_end_of_loading_are_done_as_soon_as_possible(
    page: Page, site: Site
) -> None:
    page.add_init_script(WITHOUT_COPY)
    table = Table(page)
    # The files that Python starts with, and those that are fetched after the start.
    routes: dict[str, list[Route]] = {"python": [], "later": []}
    page.route("**/python.*.bin", lambda route: routes["python"].append(route))
    page.route("**/later.*.bin", lambda route: routes["later"].append(route))
    page.goto(f"{site.address}#/garden/skill_test?skill_level=3", wait_until="commit")
    table.path = "garden/skill_test"
    wait_for(page, "!!document.querySelector('[data-view=\"garden/skill_test\"]:not([hidden])')")
    table.one('.stepper:has([name="skill_level"]) [data-do="step"][data-by="1"]').click()
    table.one('[data-do="roll"]').click()
    assert table.one("form[data-pending]").count() == 1
    # A menu closes after a tap in it.
    page.locator("[data-journal-more] > summary").click()
    page.locator('[data-do="journal-text"]').click()
    expect(page.locator("[data-journal-more]")).not_to_have_attribute("open", "")
    while not routes["python"]:
        page.wait_for_timeout(20)
    routes["python"][0].continue_()
    assert wait_for_start(page) == "ready"
    # A roll waits only for its own game.
    table.one("[data-result]").wait_for()
    assert len(table.faces()) == 4
    assert table.one("form[data-pending]").count() == 0
    # The code for a scan is not loaded yet.
    scan = table.one('.odds-do [data-do="scan"]')
    table.one(".odds-fold > summary").click()
    scan.click()
    table.one('[data-do="roll"]').click()
    wait_for(page, "performance.getEntriesByType('resource').some((e) => /prism[.]/.test(e.name))")
    assert scan.get_attribute("aria-expanded") == "false"
    assert len(routes["later"]) == 1, "an import for a roll had to fetch it synchronously"
    with page.expect_download():
        routes["later"][0].continue_()
    expect(scan).to_have_attribute("aria-expanded", "true")
    assert len(table.wait_entries(2)) == 2
