"""Render index.html and check it against its own Content-Security-Policy."""

from __future__ import annotations

import json
import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path

from app.systems import games
from building.addresses import Addresses, content_hash
from building.page.help import help_context
from building.page.rulebook import rulebooks
from building.page.templates import page_environment, page_module
from building.page.views import insert_views, write_views
from building.paths import ROOT

# Nothing inline, no eval, no foreign origin. (WebAssembly needs a word of its own.) Text becomes
# elements or a worker's address in one place only, where the browser can see to that.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; require-trusted-types-for 'script'; trusted-types tableside"
)


def policy(sync: str = "") -> str:
    """Return the page's policy. sync: the one other origin that it may connect to, or ""."""
    return POLICY.replace("connect-src 'self'", f"connect-src 'self' {sync}") if sync else POLICY


# The scripts that start Python, with their indirect imports, which must be loaded first.
START = (
    "pyodide/tableside.js",
    "pyodide/loading.js",
    "pyodide/pyodide.js",
    "pyodide/restore_snapshot.js",
    "pyodide/snapshot.js",
    "pyodide/chunks.js",
    "vendor/idb.js",
)

# An address within the page's own folder, as written in the template.
ADDRESS = re.compile(r'\b(?P<kind>href|src)="(?:\./)?(?P<path>[\w][\w./-]*\.\w+)"')


def render_page(version: str, pyscript: str, addresses: Addresses, sync: str) -> str:
    """Return index.html, once all its files are in the build, and write its views.

    sync: the server for tables over the net, empty where there is none. Raises PageError.
    """
    page = page_module()
    context: dict[str, object] = page.context() if page is not None else {}
    settings = pyscript_settings(addresses)
    build = {
        "version": version,
        # It names every chunk of Python, if indirectly.
        "content": content_hash(addresses.dist / addresses.of("pyodide/tableside.js")),
        "policy": policy(sync),
        "sync": sync,
        "pyscript": pyscript,
        "start": " ".join(
            (
                *map(addresses.of, START),
                addresses.as_it_is(imported_script(pyscript, addresses.dist)),
            )
        ),
        "python": addresses.of("pyodide/pyodide.asm.wasm"),
        "snapshot": f"{addresses.of('pyodide/make_snapshot.js')}.snapshot",
        "settings": _json(settings),
        "plugins": _json({"plugins": settings["plugins"]}),
    }
    template = page_environment().get_template("index.html")
    books = rulebooks(games().values())
    html = template.render({**context, **help_context(), "rulebooks": books, "build": build})
    html = ADDRESS.sub(lambda match: f'{match["kind"]}="{addresses.of(match["path"])}"', html)
    check_page(html, sync)
    return write_views(html, addresses)


def imported_script(pyscript: str, dist: Path) -> str:
    """Return the path of the script that PyScript's first script imports."""
    (script,) = (dist / pyscript).parent.glob("core-*.js")
    return script.relative_to(dist).as_posix()


def pyscript_settings(addresses: Addresses) -> dict[str, object]:
    """Return pyscript.toml with content-named files."""
    settings = tomllib.loads((ROOT / "pyscript.toml").read_text(encoding="utf-8"))
    settings["interpreter"] = addresses.of(settings["interpreter"])
    for section in (settings, settings["js_modules"]):
        for table in ("files", "main"):
            if table in section:
                named = {addresses.of(path): target for path, target in section[table].items()}
                section[table] = named
    return settings


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


class PageError(Exception):
    """A fault of index.html, in one sentence."""


def check_page(html: str, sync: str = "") -> None:
    """Check that the page has nothing that its own policy forbids. Raises PageError."""
    checker = _Checker()
    checker.feed(insert_views(html))
    checker.close()
    if checker.wrong:
        raise PageError("; ".join(checker.wrong))
    if checker.policies != [policy(sync)]:
        raise PageError(f"index.html must carry the policy once: {checker.policies}")


class _Checker(HTMLParser):
    """Collector of faults, with their lines."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.policies: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        # A script of type "py" is text to the browser: PyScript reads it, nothing executes it.
        if tag == "script" and "src" not in attributes and attributes.get("type") != "py":
            self._say("an inline script")
        if tag == "style":
            self._say("an inline style sheet")
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self._say(f"the attribute {name}= on <{tag}>")
            if name in ("href", "src", "action") and _is_foreign(value or ""):
                self._say_foreign(tag, attributes, name, value)
        if (
            tag == "meta"
            and (attributes.get("http-equiv") or "").lower() == "content-security-policy"
        ):
            self.policies.append(attributes.get("content"))

    def _say_foreign(
        self, tag: str, attributes: dict[str, str | None], name: str, value: str | None
    ) -> None:
        # A link to follow is not a request of the page.
        if tag != "a":
            self._say(f"a foreign or absolute address, {name}={value}")

    def _say(self, fault: str) -> None:
        line, _ = self.getpos()
        self.wrong.append(f"index.html has {fault} (line {line} of the rendered page)")


def _is_foreign(address: str) -> bool:
    """Tell whether an address is not relative, a fragment, or data."""
    if address.startswith(("#", "data:")):
        return False
    return address.startswith("/") or re.match(r"[a-z][a-z0-9+.-]*:", address, re.I) is not None
