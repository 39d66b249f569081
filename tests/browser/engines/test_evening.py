"""The same session, and the same table of two devices, in every installed engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright

from tests.browser.engines import ENGINES, MemoryLost, launch
from tests.browser.engines.driver import Browser
from tests.browser.engines.scene import Stage
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Debian builds WebKitGTK without WebRTC, which devices in one room connect with.
WITH_WEBRTC = [each for each in ENGINES if each != "WebKitGTK"]


#: Between the scenes: each begins a fight of its own.
END_OF_FIGHT: list[dict[str, Any]] = [
    {"does": "goes online", "device": "online"},
    {
        "does": "ends the fight of the evening",
        "at": "#/striker/encounter",
        "tap": ["[data-panel=more]", "[data-do=encounter-end]"],
        "see": {"[data-do=encounter-begin]": True},
    },
]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_evening_and_a_table_of_two_devices(
    engine: str, playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    """The table follows in the same tab, as a browser and its first visit take longest."""

    def scenes(browser: Browser, folder: Path) -> None:
        # The evening stops its own host; the phone's has another port, thus a store of its own.
        with Site(site.folder) as served:
            stage = Stage(browser, served, folder, site.address)
            stage.play("evening")
            if engine in WITH_WEBRTC:
                stage.act(*END_OF_FIGHT)
                stage.play("table")

    play(engine, playwright, tmp_path, scenes)


def play(
    engine: str, playwright: Playwright, folder: Path, scenes: Callable[[Browser, Path], None]
) -> None:
    """Play the scenes; once more in a new profile if the engine lost WebAssembly's memory."""
    for name in ("first", "again"):
        (folder / name).mkdir()
        try:
            with launch(engine, playwright, folder / name) as browser:
                scenes(browser, folder / name)
        except MemoryLost:
            if name == "again":
                raise
        else:
            return
