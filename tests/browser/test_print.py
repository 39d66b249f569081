"""On paper: a sheet on one page, ink on white, boxes crossed; a game master's tables on two."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from app.systems import games
from tests.browser.driving import open_ready, settle
from tests.browser.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

PAPERS = ("A4", "Letter")


def pages(page: Page, paper: str) -> int:
    pdf = page.pdf(format=paper, prefer_css_page_size=False)
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def styled(page: Page, selector: str, name: str, part: str = "") -> set[str]:
    found: list[str] = page.locator(selector).evaluate_all(
        "(all, [name, part]) => all.map((each) => getComputedStyle(each, part || null)[name])",
        [name, part],
    )
    return set(found)


def test_every_games_sheet_prints_on_one_page_as_ink_on_white(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/wasteland/characters")
    for game in games():
        tracker = Tracker(page, game)
        tracker.go("characters")
        view = page.locator(f'[data-view="{game}/characters"]')
        tracker.after(view.locator('[data-sample="0"]').click)
        sheet = f'[data-view="{game}/character"]'
        page.locator(f"{sheet} h1").wait_for()
        page.emulate_media(media="print", color_scheme="dark")
        assert [pages(page, paper) for paper in PAPERS] == [1, 1], game
        assert styled(page, ".bar", "display") == {"none"}
        assert styled(page, "body", "color") == {"rgb(0, 0, 0)"}
        assert styled(page, f"{sheet} .sheet-head", "backgroundImage") == {"none"}
        assert styled(page, f"{sheet} .line-label", "color") == {"rgb(0, 0, 0)"}
        assert styled(page, f"{sheet} .box.is-full", "content", "::after") <= {'"✕"'}
        # Blocks alone, and no button of any kind.
        for part in (".sheet-head", ".lines", ".line-row", ".derived"):
            assert styled(page, f"{sheet} {part}", "display") <= {"block"}, part
        assert styled(page, f"{sheet} .sheet-do", "display") == {"none"}
        page.emulate_media(media="screen", color_scheme="light")


def test_a_game_masters_page_of_tables_prints_on_two_pages(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/garden/tables")
    page.evaluate("window.print = () => { window.printed = true; }")
    for id, game in games().items():
        page.evaluate(f"location.hash = '#/{id}/tables'")
        settle(page)
        view = page.locator(f'[data-view="{id}/tables"]')
        button = view.locator('[data-do="print-needed"]')
        button.click()
        assert page.evaluate("window.printed")
        page.emulate_media(media="print")
        shown = view.locator(".table:visible").evaluate_all(
            "all => all.map((each) => each.dataset.table)"
        )
        assert sorted(shown) == sorted(game.screen)
        page.emulate_media(media="null")  # paper is paper, the window a window
        for paper in PAPERS:
            button.click()  # once something was printed, all is printed again
            assert pages(page, paper) <= 2, (id, paper)
        assert page.locator("html[data-print]").count() == 0
