"""The side effects of the page of campaigns answer also if the browser refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from app.update.campaigns.effects import CheckFile
from app.update.messages.effects import FileRefused
from tests.sync.test_sessions import browser

__all__ = ["browser"]


def test_a_file_that_the_browser_cannot_read_is_refused(browser: Callable[[str], Any]) -> None:
    """A folder that is dropped comes as a file."""
    files = browser("app.browser.campaigns.file_handlers")
    files.JsException = RuntimeError

    async def read() -> bytes:
        raise files.JsException("NotFoundError")

    handle = SimpleNamespace(arrayBuffer=read)
    (answer,) = asyncio.run(files.HANDLERS[CheckFile](None, CheckFile(handle)))
    assert answer == FileRefused((("the whole file", files.UNREADABLE),))
