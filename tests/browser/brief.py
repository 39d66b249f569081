"""A browser for first visits: each lives for seconds, in a profile that was never used.

To compile Python's WebAssembly a second time, better, is of no use there: it takes longer than all
the rest of such a start.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Playwright, expect

from building.find_chromium import find
from tests.browser.conftest import ARGUMENTS
from tests.browser.driving import SOON_S

#: Chromium's word for it.
COMPILED_ONCE = "--js-flags=--liftoff-only"


@contextmanager
def brief(playwright: Playwright) -> Iterator[Browser]:
    """The Chromium of the other tests, but for that."""
    path = find()
    assert path, "no Chromium: `make test` installs one or says how"
    expect.set_options(timeout=SOON_S * 1000)
    started = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, COMPILED_ONCE])
    yield started
    started.close()
