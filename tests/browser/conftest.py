"""The built page in a real Chromium, which must find nothing to complain about.

`site` is the page being served, `page` an empty tab of a fresh profile, `running` a tab on the
started page that all tests of a file share. A console error, an uncaught exception or a request
to any other host fails the test that used one of them; a test that breaks something on purpose
uses `broken_page`, which tells but does not judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from building.find_chromium import find
from tests.browser.driving import SOON_S, Trouble, open_ready
from tests.serving import Site

# A container's small /dev/shm makes tabs crash. The last ones keep Chromium from calling home,
# which is no business of a test.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[Site]:
    """Served for all tests; `site.address` ends with a slash."""
    with Site(dist) as served:
        yield served


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The one driver of all tests: there can be no second in a process."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = find()
    assert path, "no Chromium: `make test` installs one or says how"
    expect.set_options(timeout=SOON_S * 1000)
    started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    yield started
    started.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile: nothing stored, nothing cached, no service worker."""
    made = browser.new_context()
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, trouble: Trouble) -> Iterator[Page]:
    yield context.new_page()
    assert not trouble.found, "\n".join(trouble.found)


@pytest.fixture(scope="module")
def started(browser: Browser, site: Site) -> Iterator[tuple[Page, Trouble]]:
    context = browser.new_context()
    trouble = Trouble(context)
    page = context.new_page()
    open_ready(page, site.address)
    yield page, trouble
    context.close()


@pytest.fixture
def running(started: tuple[Page, Trouble]) -> Iterator[Page]:
    page, trouble = started
    yield page
    found = trouble.found.copy()
    trouble.found.clear()
    assert not found, "\n".join(found)


@pytest.fixture
def broken_page(context: BrowserContext, trouble: Trouble) -> Page:
    return context.new_page()


@pytest.fixture
def trouble(context: BrowserContext) -> Trouble:
    """What went wrong so far in any tab of this profile."""
    return Trouble(context)
