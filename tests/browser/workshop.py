"""One profile for test after test: what is stored goes with each, what was compiled stays.

Its tabs share a process with one that stands still and holds the compiled Pyodide; so a start
there takes a third of what it takes where nothing was ever opened.
"""

from __future__ import annotations

from types import TracebackType

from playwright.sync_api import Browser, Page

from tests.serving import Site

HOLD = "async (file) => { window.held = await WebAssembly.compileStreaming(fetch(file)); }"

#: Everything that a page can leave behind, once the tabs that used it have let go of it.
CLEAR = """async () => {
    const others = async () => (await navigator.locks.query()).held.length;
    while (await others()) await new Promise((next) => setTimeout(next));
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
        self.context = browser.new_context()
        self._keeper = self.context.new_page()
        # A file without a policy, and without a script.
        self._keeper.goto(f"{site.address}version.json")
        (compiled,) = site.folder.rglob("*.wasm")
        self._keeper.evaluate(HOLD, compiled.relative_to(site.folder).as_posix())

    def open(self) -> Page:
        """An empty tab, in the process of the one that stands still."""
        return opened_by(self._keeper)

    def clear(self) -> None:
        """Close the others, and forget what they stored."""
        for page in self.context.pages:
            if page is not self._keeper:
                page.close()
        self._keeper.evaluate(CLEAR)

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
