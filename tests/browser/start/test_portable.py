"""The page as a single file, opened from a folder of the device without a web server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from building.checks import find_chromium
from building.page.portable import render_portable
from tests.browser.engines import ENGINES, launch
from tests.browser.engines.scene import Stage
from tests.browser.start.test_withheld import NO_INDEXED_DB
from tests.browser.support.driving import open_ready

pytestmark = [pytest.mark.browser, pytest.mark.fresh, pytest.mark.brief]

#: WebKit is the engine of tablets, which cannot open a page from a folder.
WITH_FOLDERS = [each for each in ENGINES if each != "WebKitGTK"]


@pytest.fixture(scope="module")
def one_file(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page as one file, alone in its folder."""
    file = tmp_path_factory.mktemp("a stick") / "tableside.html"
    file.write_text(render_portable(dist), encoding="utf-8")
    return file


def test_it_asks_for_nothing_beside_it(one_file: Path) -> None:
    text = one_file.read_text(encoding="utf-8")
    requests = re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="(?!data:|#)([^"]*)"', text)
    assert requests == []
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert "unsafe-inline" not in policy
    assert "'self'" not in policy.replace("&#x27;", "'")


@pytest.mark.parametrize("engine", WITH_FOLDERS)
def test_it_plays_from_a_folder(
    engine: str, playwright: Playwright, one_file: Path, tmp_path: Path
) -> None:
    with launch(engine, playwright, tmp_path, find_chromium.find()) as browser:
        Stage(browser, one_file.as_uri(), tmp_path).play("one-file")


def test_where_nothing_is_kept_it_says_so(browser: Browser, one_file: Path) -> None:
    context = browser.new_context()
    context.add_init_script(NO_INDEXED_DB)
    page = context.new_page()
    open_ready(page, f"{one_file.as_uri()}#/garden/skill_test")
    page.locator("[data-do=roll]:visible").click()
    expect(page.locator("[data-lacks]")).to_contain_text("download a copy before closing")
    context.close()
