"""Print: a sheet on one page, black on white, boxes crossed; a GM's tables on two."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from app.systems import games
from tests.browser.support.driving import settle, wait_for
from tests.browser.support.tracking import Tracker

pytestmark = pytest.mark.browser

PAPERS = ("A4", "Letter")


#: The texts that reach beyond the left or right edge of the paper.
CUT = """(all) => all.filter((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const { left, right, width } = words.getBoundingClientRect();
    return width && (left < -0.5 || right > innerWidth + 0.5);
}).map((each) => each.textContent)"""


@pytest.fixture
def page(running: Page) -> Iterator[Page]:
    """Yield the page that all tests share, and leave it as on a screen."""
    yield running
    running.emulate_media(media="null", color_scheme="null")
    running.set_viewport_size({"width": 1280, "height": 720})


def count_pages(page: Page, paper: str) -> int:
    pdf = page.pdf(format=paper, prefer_css_page_size=False)
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def computed_styles(page: Page, selector: str, name: str, part: str = "") -> set[str]:
    values: list[str] = page.locator(selector).evaluate_all(
        "(all, [name, part]) => all.map((each) => getComputedStyle(each, part || null)[name])",
        [name, part],
    )
    return set(values)


def test_every_games_sheet_prints_on_one_page_as_ink_on_white(page: Page) -> None:
    for game in games():
        tracker = Tracker(page, game)
        tracker.go("characters")
        view = page.locator(f'[data-view="{game}/characters"]')
        tracker.after(view.locator('[data-sample="0"]').click)
        sheet = f'[data-view="{game}/character"]'
        page.locator(f"{sheet} h1").wait_for()
        page.emulate_media(media="print", color_scheme="dark")
        assert [count_pages(page, paper) for paper in PAPERS] == [1, 1], game
        assert computed_styles(page, ".bar", "display") == {"none"}
        assert computed_styles(page, "body", "color") == {"rgb(0, 0, 0)"}
        assert computed_styles(page, f"{sheet} .sheet-head", "backgroundImage") == {"none"}
        assert computed_styles(page, f"{sheet} .line-label", "color") == {"rgb(0, 0, 0)"}
        assert computed_styles(page, f"{sheet} .box.is-full", "content", "::after") <= {'"✕"'}
        # Only blocks, and no buttons.
        for part in (".sheet-head", ".lines", ".line-row", ".derived"):
            assert computed_styles(page, f"{sheet} {part}", "display") <= {"block"}, part
        assert computed_styles(page, f"{sheet} .sheet-do", "display") == {"none"}
        page.emulate_media(media="screen", color_scheme="light")


def test_a_game_masters_page_of_tables_prints_on_two_pages(page: Page) -> None:
    page.evaluate("window.print = () => { window.printed = true; }")
    for id, game in games().items():
        page.evaluate(f"location.hash = '#/{id}/tables'")
        settle(page)
        view = page.locator(f'[data-view="{id}/tables"]')
        button = view.locator('[data-do="print-needed"]')
        button.click()
        wait_for(page, "window.printed")
        page.evaluate("delete window.printed")
        page.emulate_media(media="print")
        shown = view.locator(".table:visible").evaluate_all(
            "all => all.map((each) => each.dataset.table)"
        )
        assert sorted(shown) == sorted(game.screen)
        page.emulate_media(media="null")  # page.pdf() uses the print styles by itself
        for paper in PAPERS:
            button.click()  # printing resets the choice of tables
            assert count_pages(page, paper) <= 2, (id, paper)
        assert page.locator("html[data-print]").count() == 0


def test_paper_shows_content_and_no_controls(page: Page) -> None:
    page.set_viewport_size({"width": 718, "height": 1000})  # as wide as A4 within its margins
    tracker = Tracker(page, "striker")
    tracker.samples()
    sheet = '[data-view="striker/character"]'
    page.emulate_media(media="print")
    assert computed_styles(page, f"{sheet} .rule-chips", "display") == {"none"}
    # A line of notation has the width of the paper.
    widths = page.locator(f"{sheet} .lines > .line:has(.record-line)").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().width)"
    )
    assert widths
    assert min(widths) > 600
    assert computed_styles(page, f"{sheet} .record-line summary", "minHeight") == {"0px"}
    # The journal has no empty boxes.
    tracker.go("journal")
    boxes = page.locator('[data-view="striker/journal"] :is(.card, .part)').evaluate_all(
        "all => all.filter((each) => each.checkVisibility()).map((each) => each.innerText.trim())"
    )
    assert all(boxes)
    assert not any("Download" in box for box in boxes)
    # The form of a new note stays on screen.
    tracker.go("notes")
    notes = '[data-view="striker/notes"]'
    assert computed_styles(page, f'{notes} [data-note=""]', "display") == {"none"}
    # The choice of rolls stays on screen.
    tracker.go("luck")
    asked = '[data-view="striker/luck"] .past-asked'
    assert computed_styles(page, asked, "display") == {"none"}
    # Quick rolls are not printed.
    page.emulate_media(media="screen")
    tracker = Tracker(page, "garden")
    tracker.samples()
    tracker.after(page.locator('[data-view="garden/character"] .line-roll').first.click)
    tracker.go("characters")
    page.locator('[data-view="garden/characters"] .person-link').last.click()
    settle(page)
    page.emulate_media(media="print")
    assert computed_styles(page, '[data-view="garden/character"] .quicks', "display") == {"none"}
    # No word of a table begins left of the paper, and no id of a rule stands beside its name.
    for game in games():
        tracker = Tracker(page, game)
        tracker.go("tables")
        view = page.locator(f'[data-view="{game}/tables"]')
        cut = view.locator(":is(td, th, h2):visible").evaluate_all(CUT)
        assert cut == [], game
        assert computed_styles(page, f'[data-view="{game}/tables"] .rule-chips', "display") <= {
            "none"
        }
