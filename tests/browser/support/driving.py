"""Drives the page: opens it, waits for what it says of itself, notes what goes wrong."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request, WebError

# Far beyond any start on a slow machine; a test that waits this long has failed.
PATIENCE_S = 60.0

#: What happens within a moment on a good machine; a crowded one may take its time.
SOON_S = 20.0

STATE = "document.documentElement.dataset.state"
KEPT_FOR_OFFLINE = "document.documentElement.dataset.offline === 'ready'"


# Asked again and again within the page: each question from outside would cost more than the answer.
# An error is thrown only when the time is over: right after a page is committed, its document has
# no element yet.
LOOK = """(patience) => new Promise((told, failed) => {
    const until = performance.now() + patience;
    const look = async () => {
        let value, fault;
        try {
            value = await (EXPRESSION);
        } catch (error) {
            fault = error;
        }
        if (!value && performance.now() <= until) setTimeout(look, 20);
        else if (fault) failed(fault);
        else told(value);
    };
    look();
})"""

#: What Playwright says when the page went elsewhere meanwhile.
WENT_ON = ("Execution context was destroyed", "because of a navigation")


def wait_for(page: Page, expression: str, seconds: float = PATIENCE_S) -> Any:
    """The first true value of a JavaScript expression (or of its promise).

    Playwright's own `wait_for_function` evaluates text within the page, which its
    Content-Security-Policy forbids; one that comes as text from outside, once, is allowed.
    """
    until = time.monotonic() + seconds
    while True:
        left = until - time.monotonic()
        assert left > 0, f"still not true after {seconds} s: {expression}"
        try:
            value = page.evaluate(LOOK.replace("EXPRESSION", expression), left * 1000)
        except Error as fault:  # another page came: the question is asked there
            if not any(words in fault.message for words in WENT_ON):
                raise
        else:
            assert value, f"still not true after {seconds} s: {expression}"
            return value


#: What is stored of the play that stands open, as text.
STORED_PLAY = """new Promise((told, failed) => {
    const opening = indexedDB.open("tableside");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
        const db = opening.result;
        const asked = db.transaction("plays").objectStore("plays").get("current");
        asked.onerror = () => failed(asked.error);
        asked.onsuccess = () => { db.close(); told(JSON.stringify(asked.result ?? "")); };
    };
})"""


def wait_for_stored_play(page: Page, *words: str) -> None:
    """Until the play that stands open is stored with these in it: it is stored beside the rest."""
    said = f"(text) => {json.dumps(words)}.every((each) => text.includes(each))"
    wait_for(page, f"{STORED_PLAY}.then({said})")


#: In a page that has started: its Python (building/page/render.py names the module that gives it).
ITS_PYTHON = """await import(new URL(
    document.querySelector("meta[name=tableside-start]").content.split(" ")[0], document.baseURI
  )).then(({ loadPyodide }) => loadPyodide({ stdout: console.log, stderr: console.error }))"""


#: Runs Python there, for so many milliseconds at most.
RUN = """async ([code, given, patience]) => {
  const python = ITS_PYTHON;
  const names = python.globals.get("dict")();
  names.set("given", given);
  const tired = new Promise((_, fail) =>
    setTimeout(() => fail(new Error(`still at it: ${code}`)), patience));
  try {
    const value = await Promise.race([python.runPythonAsync(code, { globals: names }), tired]);
    return { value: value ?? null };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
}""".replace("ITS_PYTHON", ITS_PYTHON)


def run(page: Page, code: str, given: Any = None) -> Any:
    """The value of the last line of this Python in that page; it finds `given`, and may await."""
    code = f"import json\ngiven = json.loads(given)\n{code}"
    came = page.evaluate(RUN, [code, json.dumps(given), PATIENCE_S * 1000])
    assert "error" not in came, came["error"]
    return came["value"]


def wait_for_start(page: Page) -> str:
    """`ready` or `failed`, once it is one of them."""
    return str(wait_for(page, f"({STATE} ?? 'loading') !== 'loading' && {STATE}"))


# A moment later: by then a tap has been heard and a view opened.
QUIET = """new Promise((told) => setTimeout(() =>
    told(!("busy" in document.documentElement.dataset))))"""

#: Goes on there, within an async function of the page, once that is so.
UNTIL_QUIET = f"while (!await {QUIET});"


#: The history entries of closed dialogs and menus have been left (static/js/layers.js). A step back
#: that is under way would undo a change of the address.
LEFT = """(history.state?.layers ?? []).length <=
    JSON.parse(document.documentElement.dataset.layers ?? "[]").length
    + document.querySelectorAll(
        "dialog[open], details[data-games][open], details[data-journal-more][open],"
        + " details.line-more[open]").length"""


def settle(page: Page) -> None:
    """Waits until everything asked for so far is done, and stored where it is to be stored."""
    wait_for(page, QUIET)


def open_ready(page: Page, address: str) -> None:
    """Opens that address and waits until a roll is possible."""
    page.goto(address)
    state = wait_for_start(page)
    assert state == "ready", boot_message(page)


def boot_message(page: Page) -> str:
    """What the page says of a start that failed."""
    return page.locator("[data-boot-message]").first.inner_text()


class Trouble:
    """Everything in one profile that a good page never does, in plain words."""

    def __init__(self, context: BrowserContext) -> None:
        self.found: list[str] = []
        self.foreign: list[str] = []
        self._context = context
        self._heard: dict[str, Any] = {
            "console": self._console,
            "weberror": self._error,
            "request": self._request,
        }
        for what, hears in self._heard.items():
            context.on(what, hears)  # type: ignore[call-overload]

    def close(self) -> None:
        """Hear no more: the profile goes on to others."""
        for what, hears in self._heard.items():
            self._context.remove_listener(what, hears)

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
        "() => document.querySelector('[data-rules-switch][aria-pressed=false]')?.click()"
    )
    page.locator("html[data-rules]").wait_for(state="attached")


#: What a place keeps folded: new campaigns and backups, sample characters.
FOLDS = "details:is([data-key=transfer], [data-key=new-campaign], [data-fold=ready])"


def unfold(page: Page, selector: str = FOLDS) -> None:
    """Open these folds of the open view."""
    page.evaluate(
        """(selector) => document.querySelectorAll(`[data-view]:not([hidden]) ${selector}`)
            .forEach((each) => { each.open = true; })""",
        selector,
    )
    settle(page)
