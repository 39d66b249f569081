"""Devices in browsers of their own, each with its own profile and process.

They open the built page; tests run Python in its interpreter, with the page's own modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright

from tests.browser.support.devices import WITHOUT_COPY
from tests.browser.support.driving import Trouble, open_ready, run
from tests.browser.support.killable import Killable
from tests.serving import Site


class Device:
    """A browser with the page open."""

    def __init__(self, playwright: Playwright, site: Site, folder: Path, *flags: str) -> None:
        self._playwright, self._site = playwright, site
        self._folder, self._flags = folder, flags
        self.begin()

    def begin(self) -> None:
        """Open the browser and the page in it, also again after `kill`."""
        self._chromium = Killable(self._folder, *self._flags)
        self.context = self._chromium.connect(self._playwright).contexts[0]
        self.context.add_init_script(WITHOUT_COPY)
        self.trouble = Trouble(self.context)
        self.page: Page = self.context.new_page()
        open_ready(self.page, self._site.address)

    def run(self, code: str, given: Any = None) -> Any:
        """Run Python; return the value of its last line. It can use `given` and await."""
        return run(self.page, code, given)

    def kill(self) -> None:
        """Kill the browser, as a system does that needs its memory."""
        self._chromium.kill()


@contextmanager
def devices(
    playwright: Playwright, site: Site, folder: Path, *flags: tuple[str, ...]
) -> Iterator[list[Device]]:
    """Yield one device for each set of flags; check their faults at the end."""
    started: list[Device] = []
    try:
        for index, each in enumerate(flags):
            started.append(Device(playwright, site, folder / f"device {index}", *each))
        yield started
    finally:
        for device in started:
            device.kill()
    found = [words for device in started for words in device.trouble.found]
    assert not found, "\n".join(found)
