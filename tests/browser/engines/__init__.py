"""Three engines: the same page driven in each of them, by one small interface (`driver.py`).

with started("Firefox", playwright, folder) as browser:
    Scene("evening", browser, site, folder).play()
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

#: Those that are there; the others are told of at the end of the run.
ENGINES = [
    name for name in ("Chromium", "Firefox", "WebKitGTK") if name not in find_engines.missing()
]


#: On a crowded machine WebKit, once in some dozen evenings, takes an address within WebAssembly's
#: memory for one beyond it. The page starts Python again then and says so
#: (static/js/crash_recovery.js); what was tapped at that moment did not happen.
MEMORY_LOST = "Out of bounds memory access"


#: Firefox complains of each connection that waits for somebody who does not come.
NOBODY_CAME = "ICE failed, add a STUN server"


class MemoryLost(Exception):
    """The engine did so: what came after is no fault of the page."""


@contextmanager
def started(
    engine: str, playwright: Playwright, folder: Path, chromium: str | None = None
) -> Iterator[Browser]:
    """That engine on an empty profile in that folder; at the end it had nothing to complain of.

    chromium: which Chromium that is, else the one that people have. MemoryLost if that happened.
    """
    profile = folder / "profile"
    profile.mkdir()
    made: Browser
    if engine == "WebKitGTK":
        made = WebKitBrowser(profile)
    else:
        chromium = chromium or find_chromium.find_full()
        path = find_engines.firefox() if engine == "Firefox" else chromium
        assert path
        made = PlaywrightBrowser(playwright, engine.lower(), path, profile)
    try:
        yield made
    finally:
        made.quit()
        complaints = [each for each in made.complaints() if NOBODY_CAME not in each]
        if any(MEMORY_LOST in each for each in complaints):
            raise MemoryLost(*complaints)
    assert complaints == []
