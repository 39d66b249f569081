"""One profile for test after test: what is stored goes with each, what was compiled stays.

Its tabs share a process with one that stands still and holds the compiled Pyodide; so a start
there takes a third of what it takes where nothing was ever opened.
"""

from __future__ import annotations

from types import TracebackType

from playwright.sync_api import Browser, Error, Page

from tests.browser.driving import SOON_S, wait_for
from tests.serving import Site

HOLD = "async (file) => { window.held = await WebAssembly.compileStreaming(fetch(file)); }"

#: The tabs that were closed have let go of what they held.
LET_GO = "navigator.locks.query().then(({ held }) => !held.length)"

#: Everything that a page can leave behind.
CLEAR = """async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) {
        await new Promise((done, failed) => {
            const request = indexedDB.deleteDatabase(name);
            request.onsuccess = done;
            request.onerror = failed;
        });
    }
    const workers = await navigator.serviceWorker.getRegistrations();
    await Promise.all(workers.map((each) => each.unregister()));
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}"""


class Workshop:
    """A profile, and the tab that stands still in it."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self._browser = browser
        self._site = site
        self._begin()

    def _begin(self) -> None:
        self.context = self._browser.new_context()
        self._keeper = self.context.new_page()
        # A file without a policy, and without a script.
        self._keeper.goto(f"{self._site.address}version.json")
        (compiled,) = self._site.folder.rglob("*.wasm")
        self._keeper.evaluate(HOLD, compiled.relative_to(self._site.folder).as_posix())

    def open(self) -> Page:
        """An empty tab, in the process of the one that stands still."""
        return opened_by(self._keeper)

    def clear(self) -> None:
        """Close the others, and forget what they stored."""
        for page in self.context.pages:
            if page is not self._keeper:
                page.close()
        try:
            wait_for(self._keeper, LET_GO, SOON_S)
            self._keeper.evaluate(CLEAR)
        except Error:  # a tab whose process ended took this one with it
            self.context.close()
            self._begin()

    def __enter__(self) -> Workshop:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.context.close()


def opened_by(page: Page) -> Page:
    """An empty tab that this one opens."""
    with page.expect_popup() as opening:
        page.evaluate("() => void window.open('about:blank')")
    return opening.value
