"""One profile for many tests: each test's stored data are deleted, the cached page stays.

Its tabs share a process with an idle tab that holds the compiled Pyodide. The page stays cached for
offline use, and so does the snapshot of Python's memory (static/js/snapshot.js). A start is then
that of a later visit and takes a quarter of the time of a first one.
"""

from __future__ import annotations

from types import TracebackType
from typing import ClassVar
from urllib.parse import urljoin

from playwright.sync_api import Browser, Error, Page

from tests.browser.support.driving import SOON_S, open_ready, wait_for
from tests.browser.support.snapshots import (
    Snapshot,
    make_snapshot,
    read_snapshot,
    store_snapshot,
)
from tests.serving import Site

HOLD = "async (file) => { window.held = await WebAssembly.compileStreaming(fetch(file)); }"

#: The closed tabs have released their locks.
RELEASED = "navigator.locks.query().then(({ held }) => !held.length)"

#: Deletes everything that a person can store in a page, and its backup copy.
CLEAR = """async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) {
        await new Promise((done, failed) => {
            const request = indexedDB.deleteDatabase(name);
            request.onsuccess = done;
            request.onerror = failed;
        });
    }
    for (const name of await caches.keys()) {
        if (name.startsWith("tableside-net")) await caches.delete(name);
    }
}"""

#: A test has set the clock (`page.clock`), which then holds for every tab of the profile.
CLOCK = "'__pwClock' in globalThis"

#: The number of tests from which on making a snapshot pays.
MANY = 2


class Workshop:
    """A profile, and the idle tab in it that holds the compiled Pyodide."""

    #: The snapshot made by the first profile of each site, for all other profiles.
    _snapshots: ClassVar[dict[str, Snapshot]] = {}

    def __init__(self, browser: Browser, site: Site, keeps: bool = True) -> None:
        """keeps: whether the page itself stays cached when stored data are deleted."""
        self._browser = browser
        self._keeps = keeps
        self._site = site
        self._begin()

    def _begin(self) -> None:
        self._used = 0
        self.context = self._browser.new_context()
        self._keeper = self.context.new_page()
        # A file without a policy, and without a script.
        self._keeper.goto(f"{self._site.address}version.json")
        (compiled,) = self._site.folder.rglob("*.wasm")
        self._keeper.evaluate(HOLD, compiled.relative_to(self._site.folder).as_posix())

    def open(self) -> Page:
        """Open an empty tab in the process of the idle one."""
        return open_popup(self._keeper)

    def clear(self) -> None:
        """Close all other tabs and delete their stored data."""
        self._used += 1
        try:
            assert not self._keeper.evaluate(CLOCK), "a test that sets the clock is marked fresh"
            self._empty()
            if self._keeps and self._used == MANY:
                self._keep_snapshot()
                self._empty()
        except Error:  # a tab's process has ended, and with it the idle tab
            self._begin_anew()

    def _begin_anew(self) -> None:
        self.context.close()
        self._begin()

    def _empty(self) -> None:
        pages = [page for page in self.context.pages if page.url.startswith("http")]
        visited = {urljoin(page.url, "/") for page in pages}
        for page in self.context.pages:
            if page is not self._keeper:
                page.close()
        wait_for(self._keeper, RELEASED, SOON_S)
        self._keeper.evaluate(CLEAR)
        if not self._keeps:
            self._forget(visited)

    def _forget(self, origins: set[str]) -> None:
        """Delete the cached page itself, also that of other hosts, which keep it in memory."""
        session = self.context.new_cdp_session(self._keeper)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.send("Network.clearBrowserCache")
        session.detach()

    def _keep_snapshot(self) -> None:
        """Store the snapshot that every later start uses, as in a returning visitor's browser."""
        page = self.open()
        open_ready(page, self._site.address)
        snapshot = self._snapshots.get(self._site.address)
        if snapshot is None:
            assert make_snapshot(page) in ("kept", "used")
            self._snapshots[self._site.address] = read_snapshot(page)
        else:
            store_snapshot(page, self._site, snapshot)

    def __enter__(self) -> Workshop:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.context.close()


def open_popup(page: Page) -> Page:
    """Open an empty tab from this page; return it."""
    with page.expect_popup() as popup:
        page.evaluate("() => void window.open('about:blank')")
    return popup.value
