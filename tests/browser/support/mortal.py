"""A device at a table whose whole browser can be killed, and begins again where it was."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Playwright

from tests.browser.support.devices import CHANNELS, Device
from tests.browser.support.driving import Trouble
from tests.browser.support.killable import Killable


class Mortal(Device):
    """A browser of its own, with its profile on the disk."""

    def __init__(self, playwright: Playwright, address: str, folder: Path) -> None:
        self._playwright, self._folder = playwright, folder
        self.address = address
        self._begin()

    def _begin(self) -> None:
        # A server of a test vouches for itself.
        self._chromium = Killable(self._folder, "--ignore-certificate-errors")
        self.context = self._chromium.connect(self._playwright).contexts[0]
        self.context.add_init_script(CHANNELS)
        self.trouble = Trouble(self.context)
        self.page = self.context.new_page()

    def kill(self) -> None:
        """With no chance to say or to write anything more; and begin again where it was."""
        where, found = self.page.url, self.trouble.found
        self._chromium.kill()
        self._begin()
        self.trouble.found = found
        self.open(where)

    def end(self) -> None:
        if self._chromium.process.poll() is None:
            self._chromium.kill()
