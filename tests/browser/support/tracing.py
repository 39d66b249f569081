"""Records a trace of the browser's own work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.browser.support.driving import settle


class Trace:
    """Records the events of these categories until `events` is called."""

    def __init__(self, page: Page, session: CDPSession, categories: Sequence[str]) -> None:
        self._page, self._session = page, session
        self._events: list[dict[str, Any]] = []
        self._ended = False
        session.on("Tracing.dataCollected", lambda data: self._events.extend(data["value"]))
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
        """Stop recording; return all events."""
        self._session.send("Tracing.end")
        while not self._ended:
            settle(self._page)
        return self._events
