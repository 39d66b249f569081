"""One profile for test after test: what is stored goes with each; the page itself stays.

Its tabs share a process with one that stands still and holds the compiled Pyodide, the page is kept
there as it is for use without a network, and so is Python's memory (static/js/snapshot.js): a start
is that of a later visit, and takes a fourth of what it takes where nothing was ever opened.
"""

from __future__ import annotations

from types import TracebackType
from typing import ClassVar

from playwright.sync_api import Browser, Error, Page

from tests.browser.support.driving import SOON_S, open_ready, wait_for
from tests.browser.support.snapshots import Kept, given, made, taken
from tests.serving import Site

HOLD = "async (file) => { window.held = await WebAssembly.compileStreaming(fetch(file)); }"

#: The tabs that were closed have let go of what they held.
LET_GO = "navigator.locks.query().then(({ held }) => !held.length)"

#: Everything that somebody can leave behind in a page, and the net below it.
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

#: And the page itself.
FORGET = """async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    await Promise.all(workers.map((each) => each.unregister()));
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}"""

#: A test has set the clock (`page.clock`), which then stands so in every tab of the profile.
CLOCK = "'__pwClock' in globalThis"

#: From so many tests on it pays to have the memory kept.
MANY = 2


class Workshop:
    """A profile, and the tab that stands still in it."""

    #: What the first of them has kept of Python's memory, by site, for all others.
    _memories: ClassVar[dict[str, Kept]] = {}

    def __init__(self, browser: Browser, site: Site, keeps: bool = True) -> None:
        """keeps: whether the page itself stays, else it is forgotten with all that is stored."""
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
        """An empty tab, in the process of the one that stands still."""
        return opened_by(self._keeper)

    def clear(self) -> None:
        """Close the others, and forget what they stored."""
        self._used += 1
        try:
            if self._keeper.evaluate(CLOCK):
                self._begin_anew()
                return
            self._empty()
            if self._keeps and self._used == MANY:
                self._keep_memory()
                self._empty()
        except Error:  # a tab whose process ended took this one with it
            self._begin_anew()

    def _begin_anew(self) -> None:
        self.context.close()
        self._begin()

    def _empty(self) -> None:
        for page in self.context.pages:
            if page is not self._keeper:
                page.close()
        wait_for(self._keeper, LET_GO, SOON_S)
        self._keeper.evaluate(CLEAR)
        if not self._keeps:
            self._keeper.evaluate(FORGET)

    def _keep_memory(self) -> None:
        """What every later start begins with, as in a browser that was here before."""
        page = self.open()
        open_ready(page, self._site.address)
        kept = self._memories.get(self._site.address)
        if kept is None:
            assert made(page) in ("kept", "used")
            self._memories[self._site.address] = taken(page)
        else:
            given(page, self._site, kept)

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
