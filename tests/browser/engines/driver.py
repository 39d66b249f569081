"""The interface of a browser and its tabs, for tests in every engine.

A browser keeps its profile when it ends, so it can be quit or killed and started again. Tabs find
elements by CSS selectors; of several elements they take the first visible one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from tests.browser.support.driving import SOON_S

#: The size of a window, in CSS pixels: a tablet in landscape orientation.
SIZE = {"width": 1180, "height": 900}


class Tab(Protocol):
    """One page, as a person uses it."""

    def go(self, address: str) -> None: ...
    def reload(self) -> None: ...
    def close(self) -> None: ...

    def run(self, function: str, *given: Any) -> Any:
        """Call a JavaScript function in the page; return its result, with a promise awaited."""

    def tap(self, selector: str) -> None: ...
    def fill(self, selector: str, text: str) -> None:
        """Replace the text of a field."""

    def type(self, keys: str) -> None:
        """Press these keys in the focused element."""

    def load(self, selector: str, file: Path) -> None:
        """Choose a file in a file field."""

    def save(self, selector: str, folder: Path) -> Path:
        """Tap an element that downloads a file; return the path of the file."""

    def paper(self) -> bytes:
        """Print the page on A4; return the PDF."""

    def picture(self) -> bytes:
        """Take a screenshot; return the PNG. Chromium may leave parts of it undrawn."""


class Browser(Protocol):
    """A browser on a profile of its own; it starts with the first tab that is opened."""

    def open(self) -> Tab: ...
    def quit(self) -> None: ...
    def kill(self) -> None:
        """Kill the browser's processes at once."""

    def complaints(self) -> list[str]:
        """Return the new faults of the page since the last call."""


def poll(ask: Callable[[], Any], *expected: type[Exception]) -> Any:
    """Call a function until its result is true; return it. expected: errors that mean "not yet"."""
    end = time.monotonic() + SOON_S
    while True:
        fault: Exception | None = None
        try:
            if answer := ask():
                return answer
        except expected as error:
            fault = error
        assert time.monotonic() < end, fault or "still nothing"
        time.sleep(0.02)


def is_complete(file: Path) -> bool:
    """Return whether the file has content and does not grow any more."""
    size = file.stat().st_size
    time.sleep(0.1)
    return 0 < size == file.stat().st_size


def download(start: Callable[[], None], downloads: Path, folder: Path) -> Path:
    """Start a download and move its file from the browser's downloads to a folder; return it."""
    before = set(downloads.glob("*"))
    start()

    def file() -> Path | None:
        new = [each for each in downloads.glob("*") if each not in before]
        return new[0] if len(new) == 1 and is_complete(new[0]) else None

    found: Path = poll(file, FileNotFoundError)
    return found.rename(folder / found.name)
