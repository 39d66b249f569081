"""The help and About, and the hints of a first visit."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from app import VERSION
from building.page.help import CHANGELOG, sections, topics
from tests.browser.support.devices import WITHOUT_COPY
from tests.browser.support.driving import ROUTED, open_ready, settle, wait_for, wait_for_start
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

HINT = "[data-view]:not([hidden]) [data-hint]:visible"


def test_every_topic_has_an_address_and_is_searched(running: Page) -> None:
    page = running
    page.locator("[data-games] > summary").click()
    page.locator(".games").get_by_role("link", name="Help", exact=True).click()
    view = page.locator('[data-view="help"]')
    expect(view.locator("h1")).to_have_text("Help")
    assert view.locator(".topic h2").all_inner_texts() == [topic.title for topic in topics()]
    # The contents lead to a topic, whose address can be saved.
    view.locator(".contents a", has_text="Physical dice").click()
    expect(view.locator("#help-physical-dice")).to_be_in_viewport()
    assert page.evaluate("location.hash") == "#/help/physical-dice"
    # A word finds topics on the page, and in the search of everything.
    view.locator("[data-search]").fill("hotel")
    expect(view.locator(".topic:visible h2")).to_have_text(["When something goes wrong"])
    page.evaluate("location.hash = '#/'")
    settle(page)
    page.keyboard.press("/")
    page.keyboard.type("moving to another tablet")
    hit = page.locator('.hit[href="#/help/backups-and-moving-to-another-tablet"]')
    expect(hit).to_contain_text("Help")
    hit.click()
    expect(view.locator("#help-backups-and-moving-to-another-tablet h2")).to_be_in_viewport()


def test_about_says_version_changes_and_licences(running: Page) -> None:
    page = running
    page.locator("[data-games] > summary").click()
    page.locator(".games").get_by_role("link", name="About", exact=True).click()
    view = page.locator('[data-view="about"]')
    expect(view.locator(".lede")).to_contain_text(f"Version {VERSION}")
    title, text = next(section for section in sections(CHANGELOG) if section[1].strip())
    news = view.locator("section", has_text="What’s new").first
    expect(news.locator("h2")).to_contain_text(re.sub(r"[\[\]]", "", title))
    first = re.sub(r"\s+", " ", re.search(r"^- (.+?)$", text, re.MULTILINE)[1])  # type: ignore[index]
    expect(news.locator("li").first).to_be_hidden()
    news.locator("summary").first.click()
    expect(news.locator("li:visible").first).to_contain_text(first[:30].split("`")[0])
    expect(view).to_contain_text("Chris Beckett")
    expect(view).to_contain_text("MPL-2.0")


def _pass_after_form(route: Route, page: Page) -> None:
    wait_for(page, "!!document.querySelector('[data-view]:not([hidden]) [data-procedure]')")
    route.continue_()


@pytest.mark.uncached
def test_scripts_that_arrive_after_the_view_know_it(broken_page: Page, site: Site) -> None:
    page = broken_page
    page.add_init_script(WITHOUT_COPY)
    for name in ("hints", "rulebook", "navigation"):
        page.route(f"**/static/js/{name}.*.js", partial(_pass_after_form, page=page))
    open_ready(page, f"{site.address}#/wasteland/skill_test")
    expect(page.locator(HINT)).to_contain_text("Tap My dice")
    expect(page.locator(".places [aria-current]")).to_have_text("Roll")


@pytest.mark.uncached
def test_a_menu_that_is_opened_before_its_script_arrives_stays_open(
    broken_page: Page, site: Site
) -> None:
    page = broken_page
    page.add_init_script(WITHOUT_COPY)

    def pass_after_menu(route: Route) -> None:
        wait_for(page, ROUTED)
        page.locator("[data-games] > summary").click()
        route.continue_()

    page.route("**/static/js/navigation.*.js", pass_after_menu)
    open_ready(page, site.address)
    settle(page)
    expect(page.locator(".games")).to_be_visible()
    page.locator('[data-game-link="prism"]').click()
    expect(page.locator(".games")).to_be_hidden()


def test_a_hint_is_shown_once_where_it_applies(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/wasteland/skill_test")
    hint = page.locator(HINT)
    expect(hint).to_contain_text("Tap My dice")
    hint.scroll_into_view_if_needed()
    expect(hint).to_be_in_viewport()
    settle(page)
    page.evaluate("location.hash = '#/wasteland/attack'")  # all forms share it
    wait_for(page, "!document.querySelector('[data-view=\"wasteland/attack\"]').hidden")
    expect(hint).to_have_count(0)
    # A closed hint does not come back, nor one that was shown before.
    tracker = Tracker(page, "wasteland")
    tracker.go("characters")
    tracker.after(page.locator('[data-sample="0"]:visible').click)
    expect(hint).to_contain_text("Tap a line")
    hint.locator('[data-do="hint-close"]').click()
    expect(hint).to_have_count(0)
    tracker.go("encounter")
    expect(hint).to_have_count(0)  # there is no name yet
    tracker.begin("1 raider, hp 7")
    expect(hint).to_contain_text("Tap a name")
    page.reload()
    wait_for_start(page)
    tracker.go("characters")
    for path in ("skill_test", "encounter"):
        tracker.go(path)
        expect(hint).to_have_count(0)
    tracker.go("characters")
    page.locator("[data-character] a[href*='/character/']").first.click()
    settle(page)
    expect(hint).to_have_count(0)
