"""The built page in a real Chromium, which must find nothing to complain about.

`site` is the page being served, `page` an empty tab of an empty profile, `running` a tab on the
started page that all tests of a file share. A console error, an uncaught exception or a request
to any other host fails the test that used one of them; a test that breaks something on purpose
uses `broken_page`, which tells but does not judge.

A first start compiles ten megabytes of WebAssembly, which costs more than all the rest of it. So
the profile of most tests is one in which somebody was before, emptied of what they left
(`workshop.py`); a test of what a first visit does is marked `fresh`. A file in which profiles live
for seconds is marked `brief`: Python's WebAssembly is compiled once there, and not a second time,
better, which takes longer than all the rest of such a start.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from building.checks import find_engines
from building.checks.find_chromium import find
from tests.browser.support.driving import SOON_S, Trouble, open_ready
from tests.browser.support.workshop import Workshop
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


#: Chromium's word for it: WebAssembly is compiled once.
COMPILED_ONCE = "--js-flags=--liftoff-only"

#: Tables over the net need a server; where there is none that is said last of all.
collect_ignore = ["sync/test_net.py"] if "Tables over the net" in find_engines.missing() else []


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[Site]:
    """Served for all tests; `site.address` ends with a slash."""
    with Site(dist) as served:
        yield served


@pytest.fixture
def own_site(site: Site, tmp_path: Path) -> Iterator[Site]:
    """A copy to stop or to damage."""
    folder = tmp_path / "below" / "a folder"
    shutil.copytree(site.folder, folder)
    with Site(folder) as served:
        yield served


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The one driver of all tests: there can be no second in a process."""
    with sync_playwright() as started:
        yield started


@contextmanager
def chromium(playwright: Playwright, *flags: str) -> Iterator[Browser]:
    """The Chromium of the tests, until it is done with; flags: what is asked of it besides."""
    path = find()
    assert path, "no Chromium: `make test` installs one or says how"
    expect.set_options(timeout=SOON_S * 1000)
    started = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, *flags])
    yield started
    started.close()


def brief(playwright: Playwright, *flags: str) -> AbstractContextManager[Browser]:
    """One for profiles that live for seconds; flags: what is asked of it besides."""
    return chromium(playwright, COMPILED_ONCE, *flags)


@pytest.fixture(scope="session")
def lasting_browser(playwright: Playwright) -> Iterator[Browser]:
    """The one in which the profile lives that test after test is in."""
    with chromium(playwright) as started:
        yield started


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Browser]:
    """That one; in a file marked `brief` its own."""
    if not request.node.get_closest_marker("brief"):
        yield request.getfixturevalue("lasting_browser")
        return
    with brief(playwright) as started:
        yield started


@pytest.fixture(scope="module")
def other_browser(playwright: Playwright) -> Iterator[Browser]:
    """The guests' browser: another process than the host's."""
    with brief(playwright) as started:
        yield started


@pytest.fixture(scope="session")
def workshop(lasting_browser: Browser, site: Site) -> Iterator[Workshop]:
    """Where the tests that share nothing but the page itself open their tabs."""
    with Workshop(lasting_browser, site) as made:
        yield made


@pytest.fixture(scope="session")
def other_workshop(lasting_browser: Browser, site: Site) -> Iterator[Workshop]:
    """Where the pages are that all tests of a file share: beside those that come and go."""
    with Workshop(lasting_browser, site) as made:
        yield made


@pytest.fixture
def context(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    """A profile in which nothing is stored; in which nothing was ever opened, if marked `fresh`."""
    if request.node.get_closest_marker("fresh"):
        made = browser.new_context()
        yield made
        made.close()
        return
    workshop: Workshop = request.getfixturevalue("workshop")
    yield workshop.context
    workshop.clear()


@pytest.fixture
def new_tab(request: pytest.FixtureRequest, context: BrowserContext) -> Callable[[], Page]:
    """Opens an empty tab of that profile."""
    if request.node.get_closest_marker("fresh"):
        return context.new_page
    workshop: Workshop = request.getfixturevalue("workshop")
    return workshop.open


@pytest.fixture
def tab(new_tab: Callable[[], Page]) -> Page:
    return new_tab()


@pytest.fixture
def page(tab: Page, trouble: Trouble) -> Iterator[Page]:
    yield tab
    assert not trouble.found, "\n".join(trouble.found)


@pytest.fixture(scope="module")
def started(other_workshop: Workshop, site: Site) -> Iterator[tuple[Page, Trouble]]:
    trouble = Trouble(other_workshop.context)
    page = other_workshop.open()
    open_ready(page, site.address)
    yield page, trouble
    trouble.close()
    other_workshop.clear()


@pytest.fixture
def running(started: tuple[Page, Trouble]) -> Iterator[Page]:
    page, trouble = started
    yield page
    found = trouble.found.copy()
    trouble.found.clear()
    assert not found, "\n".join(found)


@pytest.fixture
def broken_page(tab: Page) -> Page:
    return tab


@pytest.fixture
def trouble(context: BrowserContext) -> Iterator[Trouble]:
    """What went wrong so far in any tab of this profile."""
    heard = Trouble(context)
    yield heard
    heard.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Last of all, what could not be tested here."""
    for lack in find_engines.lacks():
        terminalreporter.write_line(lack.words, yellow=True)
