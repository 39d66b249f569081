"""Drive the page: open it, wait for its state, and record its faults."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request, WebError

#: Longer than any start on a slow machine; a test that waits this long has failed.
PATIENCE_S = 60.0

#: Enough for anything that is immediate on a good machine, if the machine is busy.
SOON_S = 20.0

STATE = "document.documentElement.dataset.state"

#: The router has chosen the view to show. Before the first script, nothing says that it has not.
ROUTED = "document.readyState !== 'loading' && !('booting' in document.documentElement.dataset)"

OFFLINE_READY = "document.documentElement.dataset.offline === 'ready'"


# Polls within the page, because a call from outside costs more than the expression itself. An
# error is thrown only at the end: right after a page is committed, its document has no element.
LOOK = """(patience) => new Promise((resolve, reject) => {
    const until = performance.now() + patience;
    const look = async () => {
        let value, fault;
        try {
            value = await (EXPRESSION);
        } catch (error) {
            fault = error;
        }
        if (!value && performance.now() <= until) setTimeout(look, 20);
        else if (fault) reject(fault);
        else resolve(value);
    };
    look();
})"""

#: Playwright's errors when the page navigated meanwhile.
NAVIGATED = ("Execution context was destroyed", "because of a navigation")


def wait_for(page: Page, expression: str, seconds: float = PATIENCE_S) -> Any:
    """Wait for a true value of a JavaScript expression (or of its promise), and return it.

    Playwright's own `wait_for_function` evaluates text within the page, which the page's
    Content-Security-Policy forbids. A function evaluated once from outside is allowed.
    """
    until = time.monotonic() + seconds
    while True:
        remaining = until - time.monotonic()
        assert remaining > 0, f"still not true after {seconds} s: {expression}"
        try:
            value = page.evaluate(LOOK.replace("EXPRESSION", expression), remaining * 1000)
        except Error as fault:  # the page navigated: evaluate it on the next one
            if not any(words in fault.message for words in NAVIGATED):
                raise
        else:
            assert value, f"still not true after {seconds} s: {expression}"
            return value


#: The stored record of the open play, as text.
STORED_PLAY = """new Promise((resolve, reject) => {
    const opening = indexedDB.open("tableside");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const db = opening.result;
        const request = db.transaction("plays").objectStore("plays").get("current");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => { db.close(); resolve(JSON.stringify(request.result ?? "")); };
    };
})"""


def wait_for_stored_play(page: Page, *words: str) -> None:
    """Wait until the stored open play contains these words: it is stored in the background."""
    has_all = f"(text) => {json.dumps(words)}.every((each) => text.includes(each))"
    wait_for(page, f"{STORED_PLAY}.then({has_all})")


#: The Python of a started page (building/page/render.py names the module that provides it).
ITS_PYTHON = """await import(new URL(
    document.querySelector("meta[name=tableside-start]").content.split(" ")[0], document.baseURI
  )).then(({ loadPyodide }) => loadPyodide({ stdout: console.log, stderr: console.error }))"""


#: Runs Python in the page, for at most `patience` milliseconds.
RUN = """async ([code, given, patience]) => {
  const python = ITS_PYTHON;
  const names = python.globals.get("dict")();
  names.set("given", given);
  const timeout = new Promise((_, fail) =>
    setTimeout(() => fail(new Error(`still running: ${code}`)), patience));
  try {
    const value = await Promise.race([python.runPythonAsync(code, { globals: names }), timeout]);
    return { value: value ?? null };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
}""".replace("ITS_PYTHON", ITS_PYTHON)


def run(page: Page, code: str, given: Any = None) -> Any:
    """Run Python in the page; return the value of its last line. It can use `given` and await."""
    code = f"import json\ngiven = json.loads(given)\n{code}"
    reply = page.evaluate(RUN, [code, json.dumps(given), PATIENCE_S * 1000])
    assert "error" not in reply, reply["error"]
    return reply["value"]


def wait_for_start(page: Page) -> str:
    """Wait for the end of the start; return its state, `ready` or `failed`."""
    return str(wait_for(page, f"({STATE} ?? 'loading') !== 'loading' && {STATE}"))


# After a task of its own: by then a tap has been handled and a view opened.
QUIET = """new Promise((resolve) => setTimeout(() =>
    resolve(!("busy" in document.documentElement.dataset))))"""

#: Waits, within an async function of the page, until the page is not busy.
UNTIL_QUIET = f"while (!await {QUIET});"


#: The page has left the history entries of closed dialogs and menus (static/js/layers.js). A
#: pending step back would undo a change of the address.
HISTORY_SETTLED = """(history.state?.layers ?? []).length <=
    JSON.parse(document.documentElement.dataset.layers ?? "[]").length
    + document.querySelectorAll(
        "dialog[open], details[data-games][open], details[data-journal-more][open],"
        + " details.line-more[open], details.sheet-more[open]").length"""


def settle(page: Page) -> None:
    """Wait until the page has done everything asked for so far, and stored it."""
    wait_for(page, QUIET)


def open_ready(page: Page, address: str) -> None:
    """Open an address and wait until a roll is possible."""
    page.goto(address)
    state = wait_for_start(page)
    assert state == "ready", boot_message(page)


def boot_message(page: Page) -> str:
    """Return the page's message about a failed start."""
    return page.locator("[data-boot-message]").first.inner_text()


class Trouble:
    """Records the faults of all pages of a profile: errors, and requests to other hosts."""

    def __init__(self, context: BrowserContext) -> None:
        self.found: list[str] = []
        self.foreign: list[str] = []
        self._context = context
        self._listeners: dict[str, Any] = {
            "console": self._console,
            "weberror": self._error,
            "request": self._request,
        }
        for event, listener in self._listeners.items():
            context.on(event, listener)  # type: ignore[call-overload]

    def close(self) -> None:
        """Stop recording: other tests use the profile from now on."""
        for event, listener in self._listeners.items():
            self._context.remove_listener(event, listener)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.found.append(f"console error: {message.text}")

    def _error(self, error: WebError) -> None:
        self.found.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("data", "blob", "file") or parts.hostname == "localhost":
            return
        self.foreign.append(request.url)
        self.found.append(f"request to another host: {request.url}")


def show_rules(page: Page) -> None:
    """Show the rule ids beside labels, by the switch below a form."""
    page.evaluate(
        "() => document.querySelector('html:not([data-rules]) [data-rules-switch]')?.click()"
    )
    page.locator("html[data-rules]").wait_for(state="attached")


#: The folded parts of a view: new campaigns and backups, sample characters.
FOLDS = "details:is([data-key=transfer], [data-key=new-campaign], [data-fold=ready])"


def unfold(page: Page, selector: str = FOLDS) -> None:
    """Open these folded parts of the open view."""
    page.evaluate(
        """(selector) => document.querySelectorAll(`[data-view]:not([hidden]) ${selector}`)
            .forEach((each) => { each.open = true; })""",
        selector,
    )
    settle(page)
