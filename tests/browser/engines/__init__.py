"""Three browser engines behind one small interface (`driver.py`).

with launch("Firefox", playwright, folder) as browser:
    Stage(browser, site, folder).play("evening")
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from building.checks import find_chromium, find_engines
from tests.browser.engines.by_playwright import PlaywrightBrowser
from tests.browser.engines.by_webdriver import WebKitBrowser

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

    from tests.browser.engines.driver import Browser

#: The installed engines; the end of the test run names the others.
ENGINES = [
    name for name in ("Chromium", "Firefox", "WebKitGTK") if name not in find_engines.missing()
]


#: On a busy machine, about once in some dozen runs, WebKit takes an address within WebAssembly's
#: memory for one out of bounds. The page then restarts Python with a message
#: (static/js/crash_recovery.js), and the tap of that moment is lost.
MEMORY_LOST = "Out of bounds memory access"


#: Firefox logs this for each connection that no device joins.
ICE_FAILED = "ICE failed, add a STUN server"


class MemoryLost(Exception):
    """The engine lost WebAssembly's memory: the faults after it are not the page's."""


@contextmanager
def launch(
    engine: str, playwright: Playwright, folder: Path, chromium: str | None = None
) -> Iterator[Browser]:
    """Launch an engine on an empty profile in this folder; check its faults at the end.

    chromium: the path of the Chromium to use, else the full one. Raises MemoryLost if the engine
    lost WebAssembly's memory.
    """
    profile = folder / "profile"
    profile.mkdir()
    browser: Browser
    if engine == "WebKitGTK":
        browser = WebKitBrowser(profile)
    else:
        chromium = chromium or find_chromium.find_full()
        path = find_engines.firefox() if engine == "Firefox" else chromium
        assert path
        browser = PlaywrightBrowser(playwright, engine.lower(), path, profile)
    try:
        yield browser
    finally:
        browser.quit()
        complaints = [
            complaint for complaint in browser.complaints() if ICE_FAILED not in complaint
        ]
        if any(MEMORY_LOST in complaint for complaint in complaints):
            raise MemoryLost(*complaints)
    assert complaints == []
