"""Several devices at one table: each a browser of its own, with its own profile and process.

The page is the built one; Python is run in its own interpreter, by the very modules that it uses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright

from tests.browser.support.driving import Trouble, open_ready, run
from tests.browser.support.killable import Killable
from tests.serving import Site


class Device:
    """A browser with the page in it."""

    def __init__(self, playwright: Playwright, site: Site, folder: Path, *flags: str) -> None:
        self._playwright, self._site = playwright, site
        self._folder, self._flags = folder, flags
        self.begin()

    def begin(self) -> None:
        """Open the browser, and the page in it: also again after it was killed."""
        self._chromium = Killable(self._folder, *self._flags)
        self.context = self._chromium.connect(self._playwright).contexts[0]
        self.trouble = Trouble(self.context)
        self.page: Page = self.context.new_page()
        open_ready(self.page, self._site.address)

    def run(self, code: str, given: Any = None) -> Any:
        """What the Python says in its last line; it finds `given`, and may await."""
        return run(self.page, code, given)

    def kill(self) -> None:
        """End the browser as a system would that needs its memory."""
        self._chromium.kill()


@contextmanager
def devices(
    playwright: Playwright, site: Site, folder: Path, *flags: tuple[str, ...]
) -> Iterator[list[Device]]:
    """As many as there are sets of flags; none of them may have found anything wrong."""
    started: list[Device] = []
    try:
        for place, each in enumerate(flags):
            started.append(Device(playwright, site, folder / f"device {place}", *each))
        yield started
    finally:
        for device in started:
            device.kill()
    found = [words for device in started for words in device.trouble.found]
    assert not found, "\n".join(found)
