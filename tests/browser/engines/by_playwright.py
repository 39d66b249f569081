"""Chromium and Firefox, driven by Playwright.

Firefox is the system's own, controlled over WebDriver BiDi.
"""

from __future__ import annotations

import os
import shlex
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, Playwright

from tests.browser.conftest import ARGUMENTS, COMPILED_ONCE, HARDLY_DRAWN
from tests.browser.engines.driver import SIZE, download
from tests.browser.support.driving import PATIENCE_S, SOON_S, Trouble

#: Firefox lives for seconds: compiling all WebAssembly a second time would not pay.
BRIEF: dict[str, str | float | bool] = {"javascript.options.wasm_optimizingjit": False}

#: Replaces itself with the browser and writes down the process id, by which it can be killed.
STARTER = """#!/bin/sh
echo $$ > {pid}
exec {browser} "$@"
"""


class PlaywrightBrowser:
    """A browser driven by Playwright.

    engine: Playwright's name of it; path: the program; folder: for the profile.
    """

    def __init__(self, playwright: Playwright, engine: str, path: str, folder: Path) -> None:
        self._playwright = playwright
        self._engine = engine
        self._folder = folder
        self._starter = folder / "browser"
        self._pid = folder / "pid"
        self._starter.write_text(
            STARTER.format(pid=shlex.quote(str(self._pid)), browser=shlex.quote(path))
        )
        self._starter.chmod(0o755)
        self._context: BrowserContext | None = None
        self._trouble: Trouble | None = None
        self._complaints: list[str] = []

    def open(self) -> PlaywrightTab:
        if self._context is None:
            self._context = self._start()
            self._trouble = Trouble(self._context)
        tab = FirefoxTab if self._engine == "firefox" else PlaywrightTab
        return tab(self._context.new_page(), self._folder)

    def _start(self) -> BrowserContext:
        if self._engine == "firefox":
            started = self._playwright.firefox.launch_persistent_context(
                self._folder / "profile",
                channel="moz-firefox",
                downloads_path=self._folder / "downloads",
                executable_path=self._starter,
                firefox_user_prefs=BRIEF,
                viewport=SIZE,  # type: ignore[arg-type]
            )
        else:
            started = self._playwright.chromium.launch_persistent_context(
                self._folder / "profile",
                args=[*ARGUMENTS, HARDLY_DRAWN, COMPILED_ONCE],
                executable_path=self._starter,
                viewport=SIZE,  # type: ignore[arg-type]
            )
        started.set_default_timeout(SOON_S * 1000)
        started.set_default_navigation_timeout(PATIENCE_S * 1000)
        return started

    def quit(self) -> None:
        self._collect_complaints()
        if self._context is not None:
            self._context.close()
        self._context = None

    def kill(self) -> None:
        self._collect_complaints()
        os.killpg(int(self._pid.read_text()), signal.SIGKILL)
        if self._context is not None:
            with suppress(Error):  # the driver may know by now that it has ended
                self._context.close()
        self._context = None

    def complaints(self) -> list[str]:
        self._collect_complaints()
        complaints, self._complaints = self._complaints, []
        return complaints

    def _collect_complaints(self) -> None:
        if self._trouble is not None:
            self._complaints += self._trouble.found
            self._trouble.found.clear()


class PlaywrightTab:
    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self._downloads = folder / "downloads"

    def go(self, address: str) -> None:
        self.page.goto(address)

    def reload(self) -> None:
        self.page.reload()

    def close(self) -> None:
        self.page.close()

    def run(self, function: str, *given: Any) -> Any:
        return self.page.evaluate(f"(given) => ({function})(...given)", list(given))

    def tap(self, selector: str) -> None:
        self._visible(selector).click()

    def fill(self, selector: str, text: str) -> None:
        self._visible(selector).fill(text)

    def type(self, keys: str) -> None:
        self.page.keyboard.type(keys)

    def load(self, selector: str, file: Path) -> None:
        self.page.locator(selector).set_input_files(file)

    def save(self, selector: str, folder: Path) -> Path:
        with self.page.expect_download() as started:
            self.tap(selector)
        path = folder / started.value.suggested_filename
        started.value.save_as(path)
        return path

    def paper(self) -> bytes:
        return self.page.pdf(format="A4", prefer_css_page_size=False)

    def picture(self) -> bytes:
        return self.page.screenshot()

    def _visible(self, selector: str) -> Locator:
        return self.page.locator(selector).locator("visible=true").first


class FirefoxTab(PlaywrightTab):
    """A tab of Firefox, with workarounds for Playwright over WebDriver BiDi."""

    def save(self, selector: str, folder: Path) -> Path:
        # Playwright gets no event for a download that the page's script starts.
        return download(lambda: self.tap(selector), self._downloads, folder)

    def paper(self) -> bytes:
        # Playwright passes inches on as the centimetres of WebDriver BiDi.
        return self.page.pdf(width="21in", height="29.7in")
