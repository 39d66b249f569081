"""Chromium and Firefox, driven by Playwright.

Firefox is the one that the system has, spoken to over WebDriver BiDi.
"""

from __future__ import annotations

import os
import shlex
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, Playwright

from tests.browser.conftest import ARGUMENTS, COMPILED_ONCE
from tests.browser.engines.driver import SIZE, downloaded
from tests.browser.support.driving import PATIENCE_S, SOON_S, Trouble

#: Firefox lives for seconds: to compile all WebAssembly a second time is of no use.
BRIEF: dict[str, str | float | bool] = {"javascript.options.wasm_optimizingjit": False}

#: Runs the browser in its own place, so that the one to be killed is known.
STARTER = """#!/bin/sh
echo $$ > {pid}
exec {browser} "$@"
"""


class PlaywrightBrowser:
    """`engine` is Playwright's name, `path` the program, `folder` where the profile is kept."""

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
        self._told: list[str] = []

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
                args=[*ARGUMENTS, COMPILED_ONCE],
                executable_path=self._starter,
                viewport=SIZE,  # type: ignore[arg-type]
            )
        started.set_default_timeout(SOON_S * 1000)
        started.set_default_navigation_timeout(PATIENCE_S * 1000)
        return started

    def quit(self) -> None:
        self._hear()
        if self._context is not None:
            self._context.close()
        self._context = None

    def kill(self) -> None:
        self._hear()
        os.killpg(int(self._pid.read_text()), signal.SIGKILL)
        if self._context is not None:
            with suppress(Error):  # the driver may have heard of its end by now
                self._context.close()
        self._context = None

    def complaints(self) -> list[str]:
        self._hear()
        told, self._told = self._told, []
        return told

    def _hear(self) -> None:
        if self._trouble is not None:
            self._told += self._trouble.found
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
        self._seen(selector).click()

    def fill(self, selector: str, text: str) -> None:
        self._seen(selector).fill(text)

    def type(self, keys: str) -> None:
        self.page.keyboard.type(keys)

    def load(self, selector: str, file: Path) -> None:
        self.page.locator(selector).set_input_files(file)

    def save(self, selector: str, folder: Path) -> Path:
        with self.page.expect_download() as waiting:
            self.tap(selector)
        path = folder / waiting.value.suggested_filename
        waiting.value.save_as(path)
        return path

    def paper(self) -> bytes:
        return self.page.pdf(format="A4", prefer_css_page_size=False)

    def picture(self) -> bytes:
        return self.page.screenshot()

    def _seen(self, selector: str) -> Locator:
        return self.page.locator(selector).locator("visible=true").first


class FirefoxTab(PlaywrightTab):
    """What Playwright does otherwise over WebDriver BiDi."""

    def save(self, selector: str, folder: Path) -> Path:
        """It does not hear of what the page itself gives to download."""
        return downloaded(lambda: self.tap(selector), self._downloads, folder)

    def paper(self) -> bytes:
        """Of Playwright's inches WebDriver BiDi makes centimetres."""
        return self.page.pdf(width="21in", height="29.7in")
