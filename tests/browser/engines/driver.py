"""A browser and its tabs, as a test of every engine drives them.

A browser keeps its profile when it ends, so it can be quit or killed and started again. What a tab
is asked and told goes by CSS selectors; of several elements the first that can be seen is meant.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from tests.browser.support.driving import SOON_S

#: The size of a window, in CSS pixels: a tablet that lies on the table.
SIZE = {"width": 1180, "height": 900}


class Tab(Protocol):
    """One page, as a person uses it."""

    def go(self, address: str) -> None: ...
    def reload(self) -> None: ...
    def close(self) -> None: ...

    def run(self, function: str, *given: Any) -> Any:
        """What a JavaScript function comes to in the page, given these; a promise is awaited."""

    def tap(self, selector: str) -> None: ...
    def fill(self, selector: str, text: str) -> None:
        """Write the text in the place of what stands in that field."""

    def type(self, keys: str) -> None:
        """Press these keys, wherever the focus is led by them."""

    def load(self, selector: str, file: Path) -> None:
        """Choose the file in that field."""

    def save(self, selector: str, folder: Path) -> Path:
        """Tap what gives a file; where it lies."""

    def paper(self) -> bytes:
        """What the page would be on paper (A4), as a PDF."""

    def picture(self) -> bytes:
        """What it looks like, as a PNG."""


class Browser(Protocol):
    """A browser on a profile of its own; it starts with the first tab that is opened."""

    def open(self) -> Tab: ...
    def quit(self) -> None: ...
    def kill(self) -> None:
        """It ends in the middle of whatever it does."""

    def complaints(self) -> list[str]:
        """Everything that a good page never does, in plain words; each is told once."""


def soon(ask: Callable[[], Any], *patient: type[Exception]) -> Any:
    """The first true answer; until then asking may fail in one of these ways."""
    end = time.monotonic() + SOON_S
    while True:
        fault: Exception | None = None
        try:
            if answer := ask():
                return answer
        except patient as said:
            fault = said
        assert time.monotonic() < end, fault or "nothing came"
        time.sleep(0.02)


def came(file: Path) -> bool:
    """Whether it is there, and nothing more of it comes."""
    size = file.stat().st_size
    time.sleep(0.1)
    return 0 < size == file.stat().st_size


def downloaded(doing: Callable[[], None], place: Path, folder: Path) -> Path:
    """What comes of doing it to where the browser keeps its downloads, moved to that folder."""
    before = set(place.glob("*"))
    doing()

    def file() -> Path | None:
        new = [each for each in place.glob("*") if each not in before]
        return new[0] if len(new) == 1 and came(new[0]) else None

    found: Path = soon(file, FileNotFoundError)
    return found.rename(folder / found.name)
