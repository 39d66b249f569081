"""Fixtures that open the built page in a real Chromium.

`site` serves the page, and `page` is an empty tab of an empty profile. `running` is a tab on the
started page, shared by all tests of a file. A console error, an uncaught exception or a request to
any other host fails the test that used `page` or `running`. A test that breaks something on
purpose uses `broken_page`, which does not check for them.

A first start compiles ten megabytes of WebAssembly, which takes longer than the rest of it. Most
tests therefore share a profile that has stored the page before, and its stored data are cleared
after each test (`workshop.py`). A test of a first visit is marked `uncached`: the page itself is
deleted, too, but not Python's compiled WebAssembly. A test marked `fresh` has a new profile, and so
have the tests of a file marked `brief`: in their browser, Chromium compiles Python's WebAssembly
only once. The second, optimizing compilation takes longer than the rest of such a start.
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

# A container's small /dev/shm makes tabs crash. The last flags keep Chromium from contacting its
# vendor's servers.
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


#: Leaves hardly any memory for pixels, so that Chromium draws hardly any: that is a sixth of its
#: work. Layout, sizes, colours and hits stay; a test that takes a screenshot needs a browser
#: without this flag.
HARDLY_DRAWN = "--force-gpu-mem-available-mb=1"

#: Makes Chromium compile WebAssembly once, without a second, optimizing compilation.
COMPILED_ONCE = "--js-flags=--liftoff-only"

#: Tables over the net need a NATS server; `pytest_terminal_summary` names it if it is missing.
collect_ignore = ["sync/test_net.py"] if "Tables over the net" in find_engines.missing() else []


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[Site]:
    """Yield the served page, one for all tests; `site.address` ends with a slash."""
    with Site(dist) as served:
        yield served


@pytest.fixture
def own_site(site: Site, tmp_path: Path) -> Iterator[Site]:
    """Yield a served copy of the page that a test may stop or damage."""
    folder = tmp_path / "below" / "a folder"
    shutil.copytree(site.folder, folder)
    with Site(folder) as served:
        yield served


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Yield the one driver of all tests: a process cannot have a second."""
    with sync_playwright() as started:
        yield started


@contextmanager
def chromium(playwright: Playwright, *flags: str) -> Iterator[Browser]:
    """Yield the Chromium of the tests, and close it afterwards. flags: more command line flags."""
    path = find()
    assert path, "no Chromium: `make test` installs one or says how"
    expect.set_options(timeout=SOON_S * 1000)
    arguments = [*ARGUMENTS, HARDLY_DRAWN, *flags]
    started = playwright.chromium.launch(executable_path=path, args=arguments)
    yield started
    started.close()


def brief_chromium(playwright: Playwright, *flags: str) -> AbstractContextManager[Browser]:
    """Return a Chromium for profiles that live for seconds. flags: more command line flags."""
    return chromium(playwright, COMPILED_ONCE, *flags)


@pytest.fixture(scope="session")
def lasting_browser(playwright: Playwright) -> Iterator[Browser]:
    """Yield the browser that holds the profile shared by most tests."""
    with chromium(playwright) as started:
        yield started


@pytest.fixture(scope="session")
def brief_browser(playwright: Playwright) -> Iterator[Browser]:
    """Yield the browser for all profiles that live for seconds."""
    with brief_chromium(playwright) as started:
        yield started


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Browser:
    """Return the browser of most tests, or in a file marked `brief` that of short profiles."""
    is_brief = request.node.get_closest_marker("brief")
    found: Browser = request.getfixturevalue("brief_browser" if is_brief else "lasting_browser")
    return found


@pytest.fixture(scope="session")
def workshop(lasting_browser: Browser, site: Site) -> Iterator[Workshop]:
    """Yield the profile of the tests that share only the page itself."""
    with Workshop(lasting_browser, site) as workshop:
        yield workshop


@pytest.fixture(scope="session")
def other_workshop(lasting_browser: Browser, site: Site) -> Iterator[Workshop]:
    """Yield a second profile, for the pages that all tests of a file share."""
    with Workshop(lasting_browser, site) as workshop:
        yield workshop


@pytest.fixture(scope="session")
def uncached_workshop(lasting_browser: Browser, site: Site) -> Iterator[Workshop]:
    """Yield a profile for first visits; its tabs share the compiled Pyodide."""
    with Workshop(lasting_browser, site, keeps=False) as workshop:
        yield workshop


@pytest.fixture
def context(request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """Yield a profile without stored data; in a test marked `fresh`, a new profile."""
    if request.node.get_closest_marker("fresh"):
        brief_browser: Browser = request.getfixturevalue("brief_browser")
        new_context = brief_browser.new_context()
        yield new_context
        new_context.close()
        return
    workshop = _workshop(request)
    yield workshop.context
    workshop.clear()


@pytest.fixture
def new_tab(request: pytest.FixtureRequest, context: BrowserContext) -> Callable[[], Page]:
    """Return a function that opens an empty tab of `context`."""
    if request.node.get_closest_marker("fresh"):
        return context.new_page
    return _workshop(request).open


def _workshop(request: pytest.FixtureRequest) -> Workshop:
    is_uncached = request.node.get_closest_marker("uncached")
    found: Workshop = request.getfixturevalue("uncached_workshop" if is_uncached else "workshop")
    return found


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
    """Yield the faults of all tabs of `context` so far."""
    faults = Trouble(context)
    yield faults
    faults.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the engines and servers that are missing here, at the end of the run."""
    for lack in find_engines.lacks():
        terminalreporter.write_line(lack.words, yellow=True)
