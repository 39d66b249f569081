"""A device of a table with a browser that can be killed and restarted on the same page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Playwright

from tests.browser.conftest import HARDLY_DRAWN
from tests.browser.support.devices import CHANNELS, WITHOUT_COPY, Device
from tests.browser.support.driving import Trouble
from tests.browser.support.killable import Killable


class KillableDevice(Device):
    """A device in a browser of its own, with its profile on the disk."""

    def __init__(self, playwright: Playwright, address: str, folder: Path) -> None:
        self._playwright, self._folder = playwright, folder
        self.address = address
        self._begin()

    def _begin(self) -> None:
        # The servers of the tests have self-signed certificates.
        self._chromium = Killable(self._folder, "--ignore-certificate-errors", HARDLY_DRAWN)
        self.context = self._chromium.connect(self._playwright).contexts[0]
        for script in (CHANNELS, WITHOUT_COPY):
            self.context.add_init_script(script)
        self.trouble = Trouble(self.context)
        self.page = self.context.new_page()

    def kill(self) -> None:
        """Kill the browser without a chance to send or write anything, then reopen the page."""
        address, found = self.page.url, self.trouble.found
        self._chromium.kill()
        self._begin()
        self.trouble.found = found
        self.open(address)

    def end(self) -> None:
        if self._chromium.process.poll() is None:
            self._chromium.kill()
