"""The same session, and the same table of two devices, in every installed engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.engines import ENGINES, MemoryLost, launch
from tests.browser.engines.driver import Browser
from tests.browser.engines.scene import Scene
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Debian builds WebKitGTK without WebRTC, which devices in one room connect with.
WITH_WEBRTC = [each for each in ENGINES if each != "WebKitGTK"]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_evening(engine: str, playwright: Playwright, site: Site, tmp_path: Path) -> None:
    def scene(browser: Browser, folder: Path) -> None:
        with Site(site.folder) as served:
            Scene("evening", browser, served, folder).play()

    play(engine, playwright, tmp_path, scene)


@pytest.mark.parametrize("engine", WITH_WEBRTC)
def test_a_table_of_two_devices(
    engine: str, playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    def scene(browser: Browser, folder: Path) -> None:
        with Site(site.folder) as phone:  # another port has a store of its own
            Scene("table", browser, site, folder, phone.address).play()

    play(engine, playwright, tmp_path, scene)


def play(
    engine: str, playwright: Playwright, folder: Path, scene: Callable[[Browser, Path], None]
) -> None:
    """Play a scene; once more in a new profile if the engine lost WebAssembly's memory."""
    for name in ("first", "again"):
        (folder / name).mkdir()
        try:
            with launch(engine, playwright, folder / name) as browser:
                scene(browser, folder / name)
        except MemoryLost:
            if name == "again":
                raise
        else:
            return
