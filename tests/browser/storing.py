"""A small page for the store alone: the built site's own Pyodide, its idb, and the app's sources.

Nothing else runs there, so a test can start it in a second, run Python in it, and kill it.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

from building.paths import ROOT
from tests.browser.driving import wait_for
from tests.serving import Site

PAGE = (
    """<!doctype html><html data-state="loading"><script type="module" src="./lab.js"></script>"""
)

SCRIPT = """
import { loadPyodide } from "./pyodide/tableside.mjs";
import * as idb from "./vendor/idb.js";
const pyodide = await loadPyodide({});
pyodide.registerJsModule("idb", idb);
const zip = await (await fetch("./sources.zip")).arrayBuffer();
pyodide.unpackArchive(zip, "zip");
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


def sources() -> bytes:
    """The app as it stands in the tree, without what needs the page."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path in sorted((ROOT / "app").rglob("*")):
            if path.suffix in {".py", ".md"} and "__pycache__" not in path.parts:
                archive.write(path, path.relative_to(ROOT))
    return made.getvalue()


class Lab:
    """Opens such pages and runs Python in them."""

    def __init__(self, site: Site, context: BrowserContext) -> None:
        self.address = f"{site.address}lab.html"
        self.context = context
        self._zip = sources()
        context.route("**/lab.html", lambda route: _give(route, "text/html", PAGE))
        context.route("**/lab.js", lambda route: _give(route, "text/javascript", SCRIPT))
        context.route("**/sources.zip", lambda route: _give(route, "application/zip", self._zip))

    def open(self) -> Page:
        page = self.context.new_page()
        page.goto(self.address)
        wait_for(page, "document.documentElement.dataset.state === 'ready'")
        return page


def _give(route: Route, kind: str, body: str | bytes) -> None:
    route.fulfill(status=200, content_type=kind, body=body)


def run(page: Page, code: str, given: Any = None) -> Any:
    """What the Python says in its last line (JSON text is read); its fault fails the test.

    The code finds `given` as JSON text, and may await.
    """
    came = page.evaluate("([code, given]) => run(code, given)", [code, json.dumps(given)])
    assert "error" not in came, came["error"]
    value = came["value"]
    return json.loads(value) if isinstance(value, str) and value[:1] in "[{" else value


def start(page: Page) -> None:
    """Open the store there; it stands as `builtins.store` for what is run later."""
    run(page, START)


START = """
import builtins, json
from app.browser.storage.store import open_store
from app.campaign.facts import Rolled, SceneSet
from app.systems import games
builtins.json, builtins.builtins = json, builtins
builtins.SceneSet, builtins.Rolled = SceneSet, Rolled
builtins.store = await open_store(games(), "lab")
None
"""
