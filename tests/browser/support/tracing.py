"""What the browser tells of its own work: its trace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.browser.support.driving import settle


class Trace:
    """The events of these categories, from now on until they are asked for."""

    def __init__(self, page: Page, session: CDPSession, categories: Sequence[str]) -> None:
        self._page, self._session = page, session
        self._events: list[dict[str, Any]] = []
        self._ended = False
        session.on("Tracing.dataCollected", lambda told: self._events.extend(told["value"]))
        session.on("Tracing.tracingComplete", self._complete)
        config = {
            "includedCategories": [*categories],
            "excludedCategories": ["*"],
            "traceBufferSizeInKb": 400_000,
        }
        session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})

    def _complete(self, _: object) -> None:
        self._ended = True

    def events(self) -> list[dict[str, Any]]:
        """All of them; nothing is told any more."""
        self._session.send("Tracing.end")
        while not self._ended:
            settle(self._page)
        return self._events
