"""A sheet on paper: one page, ink on white, full boxes crossed, nothing over the name."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.driving import open_ready
from tests.browser.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def styled(page: Page, selector: str, name: str, part: str = "") -> list[str]:
    found: list[str] = page.locator(selector).evaluate_all(
        "(all, [name, part]) => all.map((each) => getComputedStyle(each, part || null)[name])",
        [name, part],
    )
    return found


def test_a_sheet_prints_on_one_page_as_ink_on_white(page: Page, site: Site) -> None:
    page.emulate_media(color_scheme="dark")
    open_ready(page, f"{site.address}#/wasteland/characters")
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("2 raiders hp 7")
    tracker.go("characters")
    page.locator('[data-view="wasteland/characters"] .person a').first.click()
    sheet = '[data-view="wasteland/character"]'
    page.locator(f"{sheet} h1").wait_for()
    page.emulate_media(media="print", color_scheme="dark")
    assert styled(page, ".purses", "display") == ["none"]
    assert styled(page, "body", "color") == ["rgb(0, 0, 0)"]
    full = styled(page, f"{sheet} .box.is-full", "content", "::after")
    assert set(full) == {'"✕"'}
    assert pages(page.pdf(format="A4", prefer_css_page_size=True)) == 1
