"""Hosts as they are: each serves the same build in its own way, and the page works from all.

What a first visit asks for is counted where it arrives, so the service worker's requests too.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.support.driving import (
    KEPT_FOR_OFFLINE,
    Trouble,
    open_ready,
    wait_for,
    wait_for_start,
)
from tests.serving import Site, named

pytestmark = [pytest.mark.browser, pytest.mark.fresh, pytest.mark.brief]

UNKNOWN = "application/octet-stream"
NO_SNIFF = {"X-Content-Type-Options": "nosniff"}

#: By each host's own name for the page.
FOLDER = "/games at the table/"


@dataclass(frozen=True)
class Host:
    """How it answers, where the page lies on it, and what of it is asked for more than once."""

    answers: dict[str, Any] = field(default_factory=dict)
    at: str = "/"
    twice: frozenset[str] = frozenset()


#: A host that forbids to keep anything has to be asked again for what only the browser has seen.
SCRIPTS_AND_PAGE = frozenset({".js", ".css", ".html", "/", ".svg", ".webmanifest", ".woff2"})

HOSTS = {
    "a stock nginx of some years ago, asked again by no tag, the page by its file alone": Host(
        {
            "types": {
                ".wasm": UNKNOWN,
                ".webmanifest": UNKNOWN,
                ".js": "application/javascript",
                ".bin": "text/plain",
            },
            "headers": NO_SNIFF,
            "cache_control": "no-cache",
            "validates": False,
            "redirects": {"/": "/index.html"},
        }
    ),
    "never the same file twice, in a folder": Host(
        {"cache_control": "no-store", "validates": False, "types": {".wasm": "text/plain"}},
        at=FOLDER,
        twice=SCRIPTS_AND_PAGE,
    ),
    "for a year, compressed, the page by its folder alone": Host(
        {
            "cache_control": "max-age=31536000, immutable",
            "compressed": True,
            "redirects": {"/index.html": "/"},
        }
    ),
}


def test_every_host_will_do(browser: Browser, site: Site, tmp_path: Path) -> None:
    for name, host in HOSTS.items():
        folder = tmp_path / "a host"
        (folder / host.at.strip("/")).parent.mkdir(parents=True, exist_ok=True)
        if host.at == "/":
            folder = site.folder
        else:
            (folder / host.at.strip("/")).symlink_to(site.folder)
        with Site(folder, **host.answers) as served:
            context = browser.new_context()
            trouble = Trouble(context)
            page = context.new_page()
            visit(page, served, host, name)
            assert trouble.found == [], name
            visit_without(page, served, host, name)
            # What it asks for after this host is gone, or was asking for then, is no fault of it.
            found = trouble.found.copy()
            assert [each for each in found if "Failed to load resource" not in each] == [], name
            context.close()


def visit(page: Page, served: Site, host: Host, name: str) -> None:
    """A first visit, which asks for no file twice."""
    open_ready(page, address(served, host))
    wait_for(page, KEPT_FOR_OFFLINE)
    again = {path: times for path, times in asked(served).items() if times > 1}
    assert {path for path in again if ending(path) not in host.twice} == set(), name
    assert all(times == 2 for times in again.values()), (name, again)


def visit_without(page: Page, served: Site, host: Host, name: str) -> None:
    """One without the host."""
    served.stop()
    page.goto(address(served, host) + "index.html?from=home#/")
    assert wait_for_start(page) == "ready", name


def address(served: Site, host: Host) -> str:
    return served.address.rstrip("/") + host.at.replace(" ", "%20")


def asked(served: Site) -> Counter[str]:
    """But for what the browser asks for by itself, and for redirects."""
    return Counter(
        {
            path: times
            for path, times in served.asked.items()
            if "/icons/" not in path and path not in ("/favicon.ico", *served.redirects)
        }
    )


def ending(path: str) -> str:
    return Path(path).suffix or "/"


# ---- What cannot work says why --------------------------------------------------------------


@pytest.fixture
def own(site: Site, tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "own"
    shutil.copytree(site.folder, folder)
    with Site(folder) as served:
        yield served


def test_what_a_host_does_wrong_is_named(browser: Browser, own: Site) -> None:
    # A page that failed has itself kept all the same, and would take what the next one is to get.
    context = browser.new_context(service_workers="block")

    def said(words: str) -> None:
        page = context.new_page()
        page.goto(own.address)
        assert wait_for_start(page) == "failed", words
        # Also where only the browser's own list of files tells.
        expect(page.locator("body")).to_contain_text(words)
        expect(page.locator("[data-view]:visible h1").first).to_be_visible()
        page.close()

    # One is missing of those that the others need.
    trusted = named(own.folder, "static/js/trusted.js")
    text = trusted.read_bytes()
    trusted.unlink()
    said("Tableside couldn’t load its scripts")
    trusted.write_bytes(text)
    # A file of another kind stands in for every one that is missing.
    app = named(own.folder, "pyodide/python.bin")
    right = app.read_bytes()
    app.write_bytes((own.folder / "index.html").read_bytes())
    said(f"{app.name} arrives damaged")
    # A damaged one that the browser would keep is fetched anew.
    own.cache_control = "max-age=31536000, immutable"
    app.write_bytes(right)
    own.once[f"/pyodide/{app.name}"] = right[:-1000] + bytes(1000)
    said(f"{app.name} was damaged and has been downloaded again")
    open_ready(context.new_page(), own.address)
    context.close()


def test_scripts_that_are_none_are_named(context: BrowserContext, own: Site) -> None:
    """Nothing of ours runs where the browser refuses them, and the page says so all the same."""
    page = context.new_page()
    own.types[".js"] = UNKNOWN
    page.goto(own.address)
    assert wait_for_start(page) == "failed"
    expect(page.locator("[data-unscripted]")).to_be_visible()
    # Where not even the first is taken, the style sheet says so when its time has come.
    own.headers |= NO_SNIFF
    own.validates = False
    page.reload()
    said = page.locator("[data-unscripted]")
    expect(said).to_be_hidden()
    delay = "(element) => element.getAnimations()[0].effect.getTiming().delay"
    assert said.evaluate(delay) == 20_000
    said.evaluate("(element) => element.getAnimations()[0].finish()")
    expect(said).to_be_visible()


def test_without_a_promise_that_cannot_be_kept(page: Page, own: Site) -> None:
    """A worker that the browser refuses: the page is played in, and says what that means."""
    worker = own.folder / "sw.js"
    worker.write_text("throw new Error('no')", "utf-8")
    open_ready(page, own.address)
    expect(page.locator("[data-offline-promise]")).to_contain_text("it won’t work offline")
