"""The page works from web servers with different habits, all serving the same build.

The server counts the requests of a first visit, so those of the service worker are included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import (
    OFFLINE_READY,
    Trouble,
    open_ready,
    wait_for,
    wait_for_start,
)
from tests.browser.support.workshop import Workshop
from tests.browser.test_views import NO_WORKER
from tests.serving import Site, named

pytestmark = [pytest.mark.browser, pytest.mark.uncached]

UNKNOWN = "application/octet-stream"
NO_SNIFF = {"X-Content-Type-Options": "nosniff"}

#: A folder with spaces in its name.
FOLDER = "/games at the table/"


@dataclass(frozen=True)
class Host:
    """A web server and its habits."""

    #: The arguments of its `Site`.
    answers: dict[str, Any] = field(default_factory=dict)
    #: The path of the page on it.
    at: str = "/"
    #: The kinds of files that a first visit requests twice.
    twice: frozenset[str] = frozenset()


#: If a host forbids caching, the service worker requests these files again after the browser.
SCRIPTS_AND_PAGE = frozenset({".js", ".css", ".html", "/", ".svg", ".webmanifest", ".woff2"})

HOSTS = {
    "an old stock nginx without tags, the page by its file name alone": Host(
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
    "without caching, in a folder": Host(
        {"cache_control": "no-store", "validates": False, "types": {".wasm": "text/plain"}},
        at=FOLDER,
        twice=SCRIPTS_AND_PAGE,
    ),
    "cached for a year, compressed, the page by its folder alone": Host(
        {
            "cache_control": "max-age=31536000, immutable",
            "compressed": True,
            "redirects": {"/index.html": "/"},
        }
    ),
}


def test_every_host_will_do(
    uncached_workshop: Workshop, trouble: Trouble, site: Site, tmp_path: Path
) -> None:
    for name, host in HOSTS.items():
        folder = tmp_path / "a host"
        (folder / host.at.strip("/")).parent.mkdir(parents=True, exist_ok=True)
        if host.at == "/":
            folder = site.folder
        else:
            (folder / host.at.strip("/")).symlink_to(site.folder)
        with Site(folder, **host.answers) as served:
            page = uncached_workshop.open()
            check_first_visit(page, served, host, name)
            assert trouble.found == [], name
            check_visit_without_host(page, served, host, name)
            # Requests to the stopped host fail, which is no fault of the page.
            found = trouble.found.copy()
            assert [each for each in found if "Failed to load resource" not in each] == [], name
            uncached_workshop.clear()
            trouble.found.clear()


def check_first_visit(page: Page, served: Site, host: Host, name: str) -> None:
    """Check that a first visit requests only the files in `host.twice` twice, all others once."""
    open_ready(page, address(served, host))
    wait_for(page, OFFLINE_READY)
    repeated = {path: times for path, times in requests(served).items() if times > 1}
    assert {path for path in repeated if ending(path) not in host.twice} == set(), name
    assert all(times == 2 for times in repeated.values()), (name, repeated)


def check_visit_without_host(page: Page, served: Site, host: Host, name: str) -> None:
    """Stop the host and check that the page starts without it."""
    served.stop()
    page.goto(address(served, host) + "index.html?from=home#/")
    assert wait_for_start(page) == "ready", name


def address(served: Site, host: Host) -> str:
    return served.address.rstrip("/") + host.at.replace(" ", "%20")


def requests(served: Site) -> Counter[str]:
    """Count the requests by path, without redirects and the browser's own requests for icons."""
    return Counter(
        {
            path: times
            for path, times in served.asked.items()
            if "/icons/" not in path and path not in ("/favicon.ico", *served.redirects)
        }
    )


def ending(path: str) -> str:
    return Path(path).suffix or "/"


# ---- Messages about faulty hosts ------------------------------------------------------------


def test_a_fault_of_the_host_is_named(new_tab: Callable[[], Page], own_site: Site) -> None:
    def open_tab() -> Page:
        page = new_tab()
        # A page that fails to start is cached all the same, and would answer in place of the host.
        page.add_init_script(NO_WORKER)
        return page

    def check_message(words: str) -> None:
        page = open_tab()
        page.goto(own_site.address)
        assert wait_for_start(page) == "failed", words
        # Some faults are known only from the browser's own list of requests.
        expect(page.locator("body")).to_contain_text(words)
        expect(page.locator("[data-view]:visible h1").first).to_be_visible()
        page.close()

    # A script that others import is missing.
    trusted = named(own_site.folder, "static/js/trusted.js")
    text = trusted.read_bytes()
    trusted.unlink()
    check_message("Tableside couldn’t load its scripts")
    trusted.write_bytes(text)
    # The host answers with the page in place of a missing file.
    app = named(own_site.folder, "pyodide/python.bin")
    right = app.read_bytes()
    app.write_bytes((own_site.folder / "index.html").read_bytes())
    check_message(f"{app.name} arrives damaged")
    # A damaged file that the browser would cache is downloaded again.
    own_site.cache_control = "max-age=31536000, immutable"
    app.write_bytes(right)
    own_site.once[f"/pyodide/{app.name}"] = right[:-1000] + bytes(1000)
    check_message(f"{app.name} was damaged and has been downloaded again")
    open_ready(open_tab(), own_site.address)


def test_scripts_that_are_none_are_named(broken_page: Page, own_site: Site) -> None:
    """Scripts with a wrong MIME type are refused by the browser, and the page shows a message."""
    page = broken_page
    own_site.types[".js"] = UNKNOWN
    page.goto(own_site.address)
    assert wait_for_start(page) == "failed"
    expect(page.locator("[data-unscripted]")).to_be_visible()
    # If even the first script is refused, the style sheet shows the message after a delay.
    own_site.headers |= NO_SNIFF
    own_site.validates = False
    page.reload()
    message = page.locator("[data-unscripted]")
    expect(message).to_be_hidden()
    delay = "(element) => element.getAnimations()[0].effect.getTiming().delay"
    assert message.evaluate(delay) == 20_000
    message.evaluate("(element) => element.getAnimations()[0].finish()")
    expect(message).to_be_visible()


def test_without_a_promise_that_cannot_be_kept(page: Page, own_site: Site) -> None:
    """If the service worker fails, the page still starts, and says that it won't work offline."""
    worker = own_site.folder / "sw.js"
    worker.write_text("throw new Error('no')", "utf-8")
    open_ready(page, own_site.address)
    expect(page.locator("[data-offline-promise]")).to_contain_text("it won’t work offline")


def test_a_failed_installation_is_reported(broken_page: Page, own_site: Site) -> None:
    """The first installation fails, since the host lacks a file that the start does not need."""
    next((own_site.folder / "static" / "icons").glob("*.png")).unlink()
    open_ready(broken_page, own_site.address)
    expect(broken_page.locator("[data-offline-promise]")).to_contain_text("it won’t work offline")
