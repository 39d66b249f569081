"""A browser for first visits: each page lives for seconds, in a profile that was never used.

To compile Python's WebAssembly a second time, better, is of no use there: it takes longer than all
the rest of such a start.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from playwright.sync_api import Browser, Playwright

from tests.browser.conftest import chromium

#: Chromium's word for it.
COMPILED_ONCE = "--js-flags=--liftoff-only"


def brief(playwright: Playwright, *flags: str) -> AbstractContextManager[Browser]:
    """The Chromium of the other tests, but for that; flags: what is asked of it besides."""
    return chromium(playwright, COMPILED_ONCE, *flags)
