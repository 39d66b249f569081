"""The same evening in every engine that is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.engines import ENGINES, MemoryLost, started
from tests.browser.engines.scene import Scene
from tests.serving import Site

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("engine", ENGINES)
def test_an_evening(engine: str, playwright: Playwright, site: Site, tmp_path: Path) -> None:
    try:
        play(engine, playwright, site, tmp_path / "first")
    except MemoryLost:
        play(engine, playwright, site, tmp_path / "again")


def play(engine: str, playwright: Playwright, site: Site, folder: Path) -> None:
    folder.mkdir()
    with Site(site.folder) as served, started(engine, playwright, folder) as browser:
        Scene("evening", browser, served, folder).play()
