"""One profile for many tests: each test's stored data are deleted, the cached page stays.

Its tabs share a process with an idle tab that holds the compiled Pyodide. The idle tab stores the
page for offline use and the snapshot of Python's memory (static/js/snapshot.js). Each start is then
that of a later visit and takes a quarter of the time of a first one.
"""

from __future__ import annotations

from types import TracebackType
from urllib.parse import urljoin

from playwright.sync_api import Browser, Error, Page

from tests.browser.support.driving import SOON_S, wait_for
from tests.browser.support.snapshots import store_shared_snapshot
from tests.serving import Site

HOLD = "async (file) => { window.held = await WebAssembly.compileStreaming(fetch(file)); }"

#: Stores the page for offline use: a page would register the same worker after its first start.
INSTALL = """async () => {
    const registration = await navigator.serviceWorker.register("./sw.js", {
        updateViaCache: "none",
    });
    while (registration.active?.state !== "activated") {
        await new Promise((done) => setTimeout(done, 20));
    }
}"""

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


class Workshop:
    """A profile, and the idle tab in it that holds the compiled Pyodide."""

    def __init__(self, browser: Browser, site: Site, keeps: bool = True) -> None:
        """keeps: whether the page itself stays cached when stored data are deleted."""
        self._browser = browser
        self._keeps = keeps
        self._site = site
        self._begin()

    def _begin(self) -> None:
        # The servers of the tests have self-signed certificates.
        self.context = self._browser.new_context(ignore_https_errors=True)
        self._keeper = self.context.new_page()
        # A file without a policy, and without a script.
        self._keeper.goto(f"{self._site.address}version.json")
        (compiled,) = self._site.folder.rglob("*.wasm")
        self._keeper.evaluate(HOLD, compiled.relative_to(self._site.folder).as_posix())
        if self._keeps:
            self._keeper.evaluate(INSTALL)
            store_shared_snapshot(self._keeper, self._site)

    def open(self) -> Page:
        """Open an empty tab in the process of the idle one."""
        return open_popup(self._keeper)

    def clear(self) -> None:
        """Close all other tabs and delete their stored data."""
        try:
            assert not self._keeper.evaluate(CLOCK), "a test that sets the clock is marked fresh"
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
