"""A small page for the store alone: the built site's own Pyodide, its idb, and the app.

Nothing else runs there, so a test can start it in a second, run Python in it, and kill it. A start
of Python takes far longer than the rest of a test. Tests can therefore close the store and open it
again in the same Python; the new store gets nothing from the old one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.browser.support.driving import wait_for
from tests.browser.support.workshop import CLEAR
from tests.serving import Site, named

PAGE = (
    """<!doctype html><html data-state="loading"><script type="module" src="./lab.js"></script>"""
)

SCRIPT = """
import { loadPyodide } from "./PYODIDE";
import * as idb from "./IDB";
const pyodide = await loadPyodide({});
pyodide.registerJsModule("idb", idb);
pyodide.pyimport("app.browser.platform.lazy_import").install();
pyodide.pyimport("app.browser.platform.methods").install();
await tablesideChunks.all();
globalThis.run = async (code, given) => {
  const names = pyodide.globals.get("dict")();
  names.set("given", given ?? "null");
  try {
    return { value: await pyodide.runPythonAsync(code, { globals: names }) ?? null };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
};
document.documentElement.dataset.state = "ready";
"""

#: The file for each placeholder in `SCRIPT`.
FILES = {"PYODIDE": "pyodide/tableside.js", "IDB": "vendor/idb.js"}


class Lab:
    """Opens store pages, each in a process of its own unless `new_tab` makes the tabs."""

    def __init__(
        self, site: Site, context: BrowserContext, new_tab: Callable[[], Page] | None = None
    ) -> None:
        self.site = site
        self.address = f"{site.address}lab.html"
        self.context = context
        self._new_tab = new_tab or context.new_page
        script = SCRIPT
        for word, path in FILES.items():
            script = script.replace(
                word, named(site.folder, path).relative_to(site.folder).as_posix()
            )
        site.beside |= {"lab.html": PAGE.encode(), "lab.js": script.encode()}

    def open(self) -> Page:
        page = self._new_tab()
        page.goto(self.address)
        return self.ready(page)

    def ready(self, page: Page) -> Page:
        wait_for(page, "document.documentElement.dataset.state === 'ready'")
        return page

    def open_empty(self) -> Page:
        """Open a tab of the same origin that runs no script."""
        page = self._new_tab()
        page.goto(f"{self.site.address}version.json")
        return page


def run(page: Page, code: str, given: Any = None) -> Any:
    """Run Python; return the value of its last line, with JSON decoded. An error fails the test.

    The code can use `given`, as JSON text, and await.
    """
    reply = page.evaluate("([code, given]) => run(code, given)", [code, json.dumps(given)])
    assert "error" not in reply, reply["error"]
    value = reply["value"]
    return json.loads(value) if isinstance(value, str) and value[:1] in "[{" else value


def start(page: Page) -> None:
    """Open the store as `builtins.store`; close the one that was open."""
    run(page, LEAVE)
    run(page, START)


def open_empty_store(lab: Lab, page: Page) -> None:
    """Delete all stored data and open the store, on a page that other tests may have used."""
    if page.url != lab.address:
        page.goto(lab.address)
        lab.ready(page)
    run(page, LEAVE)
    page.evaluate(CLEAR)
    start(page)


#: Closes the store as closing its tab would.
LEAVE = """
import asyncio, builtins, js
store = builtins.__dict__.pop("store", None)
if store is not None:
    store.heard = type(store.heard)()
    await store.database.close()
    store._tabs.close()
    while (await js.navigator.locks.query()).held.length:
        await asyncio.sleep(0)
"""

START = """
import builtins, json
from app.browser.storage.store import open_store
from app.campaign.facts import Rolled, SceneSet
from app.systems import games
builtins.json, builtins.builtins = json, builtins
builtins.SceneSet, builtins.Rolled = SceneSet, Rolled
from app.browser.storage import backup_copy
backup_copy.PATIENCE_S = 60.0  # a slow machine must not skip the backup copy
builtins.store = await open_store(games())
None
"""
