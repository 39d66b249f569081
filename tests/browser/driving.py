"""Drives the page: opens it, waits for what it says of itself, notes what goes wrong."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

# Far beyond any start on a slow machine; a test that waits this long has failed.
PATIENCE_S = 60.0

#: What happens within a moment on a good machine; a crowded one may take its time.
SOON_S = 20.0

STATE = "document.documentElement.dataset.state"
KEPT_FOR_OFFLINE = "document.documentElement.dataset.offline === 'ready'"


def wait_for(page: Page, expression: str, seconds: float = PATIENCE_S) -> Any:
    """The first true value of a JavaScript expression.

    Playwright's own `wait_for_function` evaluates text within the page, which its
    Content-Security-Policy forbids; asking again and again from outside is allowed.
    """
    until = time.monotonic() + seconds
    while not (value := page.evaluate(expression)):
        assert time.monotonic() < until, f"still not true after {seconds} s: {expression}"
        time.sleep(0.02)
    return value


def wait_for_start(page: Page) -> str:
    """`ready` or `failed`, once it is one of them."""
    return str(wait_for(page, f"({STATE} ?? 'loading') !== 'loading' && {STATE}"))


# A moment later: by then a tap has been heard and a view opened.
QUIET = """new Promise((told) => setTimeout(() =>
    told(!("busy" in document.documentElement.dataset))))"""


def settle(page: Page) -> None:
    """Waits until everything asked for so far is done, and stored where it is to be stored."""
    wait_for(page, QUIET)


def open_ready(page: Page, address: str) -> None:
    """Opens that address and waits until a roll is possible."""
    page.goto(address)
    state = wait_for_start(page)
    assert state == "ready", boot_message(page)


def boot_message(page: Page) -> str:
    """What the page says of a start that failed."""
    return page.locator("[data-boot-message]").first.inner_text()


class Trouble:
    """Everything in one profile that a good page never does, in plain words."""

    def __init__(self, context: BrowserContext) -> None:
        self.found: list[str] = []
        self.foreign: list[str] = []
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.found.append(f"console error: {message.text}")

    def _error(self, error: WebError) -> None:
        self.found.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("data", "blob") or parts.hostname == "localhost":
            return
        self.foreign.append(request.url)
        self.found.append(f"request to another host: {request.url}")
