"""A new version on the host is offered and installed as a whole; until then the old stays.

`tests/build/test_versions.py` checks how a service worker handles failing files, without a browser.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from building.addresses import content_hash
from building.service_worker.offline_list import sha256
from tests.browser.support.driving import (
    OFFLINE_READY,
    Trouble,
    open_ready,
    wait_for,
    wait_for_start,
)
from tests.browser.support.workshop import open_popup
from tests.serving import Site, named

pytestmark = [pytest.mark.browser, pytest.mark.uncached]

#: Shows a window again after two hours; returns the state of the new version's worker.
RETURN_LATER = """async () => {
    const { now } = Date;
    globalThis.hours = (globalThis.hours ?? 0) + 2;
    Date.now = () => now() + hours * 3_600_000;
    const registration = await navigator.serviceWorker.getRegistration();
    const found = new Promise((resolve) => {
        const follow = () => {
            const { installing } = registration;
            installing?.addEventListener("statechange", () => resolve(installing.state));
        };
        follow(); // the browser itself may have checked just now
        registration.addEventListener("updatefound", follow);
    });
    document.dispatchEvent(new Event("visibilitychange"));
    const timeout = new Promise((resolve) => setTimeout(resolve, 60_000));
    const state = await Promise.race([found, timeout]);
    Date.now = now;
    return state;
}"""

#: The waiting worker does not get the first request to take over.
LOSE_FIRST_REQUEST = """() => {
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (message, ...rest) {
        if (message.type === "activate") ServiceWorker.prototype.postMessage = postMessage;
        else postMessage.call(this, message, ...rest);
    };
}"""

#: Why the accepted version waits, for the report of a failure.
STATE = """async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
    const states = [installing, waiting, active].map((worker) => worker?.state);
    return { ...document.documentElement.dataset, states };
}"""

NOTICE = "[data-update]"
STYLE = "static/css/print.css"
ONE_CACHE = "caches.keys().then((names) => names.length === 1)"


def make_newer(folder: Path) -> None:
    """Change the page and a style sheet, and update the service worker's list to match."""
    index, worker = folder / "index.html", folder / "sw.js"
    html, listed = index.read_text("utf-8"), worker.read_text("utf-8")
    before = sha256(index)
    style = named(folder, STYLE)
    other = folder / STYLE
    other.write_bytes(style.read_bytes() + b"/* newer */")
    other = other.rename(other.with_name(f"print.{content_hash(other)}.css"))
    html = html.replace("<title>", "<title>newer ").replace(style.name, other.name)
    index.write_text(html, "utf-8")
    listed = re.sub(rf'(?<=/){style.name}": "\w+"', f'{other.name}": "{sha256(other)}"', listed)
    listed = listed.replace(before, sha256(index))
    worker.write_text(listed.replace('VERSION = "', 'VERSION = "next-'), "utf-8")
    style.unlink()


def replace(folder: Path, by: Path) -> None:
    shutil.rmtree(folder)
    shutil.copytree(by, folder)


def is_newer(page: Page) -> bool:
    return "newer" in page.title()


def take(page: Page) -> None:
    """Take the offered version and wait until its page has started and is cached."""
    expect(page.locator(NOTICE)).to_be_visible()
    try:
        with page.expect_event("load"):
            page.locator('[data-do="update"]').click()
    except TimeoutError as error:
        raise AssertionError(page.evaluate(STATE)) from error
    assert wait_for_start(page) == "ready"
    wait_for(page, OFFLINE_READY)


def test_versions_change_as_a_whole(
    new_tab: Callable[[], Page], trouble: Trouble, site: Site, tmp_path: Path
) -> None:
    first, second, folder = tmp_path / "first", tmp_path / "second", tmp_path / "host"
    for each in (first, second, folder):
        shutil.copytree(site.folder, each)
    make_newer(second)
    style, other_style = named(first, STYLE).name, named(second, STYLE).name
    with Site(folder) as host:
        page = new_tab()
        open_ready(page, host.address)
        wait_for(page, OFFLINE_READY)
        page.reload()
        wait_for(page, OFFLINE_READY)

        # A file arrives damaged: nothing is offered, and the old version stays.
        replace(folder, second)
        host.once[f"/static/css/{other_style}"] = b"something else"
        (folder / "static" / "css" / other_style).rename(folder / "aside")
        assert page.evaluate(RETURN_LATER) == "redundant"
        expect(page.locator(NOTICE)).to_be_hidden()

        # Complete: the version is offered and waits, also while another tab starts.
        (folder / "aside").rename(folder / "static" / "css" / other_style)
        assert page.evaluate(RETURN_LATER) == "installed"
        expect(page.locator(NOTICE)).to_be_visible()
        other = open_popup(page)
        open_ready(other, host.address)
        assert not is_newer(other)

        # Accepted: it takes over. Another window goes on with the old version's files, which the
        # host no longer has, until it accepts, too; by then the host is stopped.
        take(page)
        assert is_newer(page)
        status = f"fetch('./static/css/{style}').then((answer) => answer.status)"
        assert other.evaluate(status) == 200
        assert not is_newer(other)
        page.close()
        host.stop()
        take(other)
        assert is_newer(other)
        wait_for(other, ONE_CACHE)

        # The host goes back to the first version.
        host.start()
        replace(folder, first)
        assert other.evaluate(RETURN_LATER) == "installed"
        other.evaluate(LOSE_FIRST_REQUEST)
        take(other)
        assert not is_newer(other)
    assert [each for each in trouble.found if "404" not in each] == []


def test_a_first_visit_goes_on_with_its_own_files(
    broken_page: Page, site: Site, tmp_path: Path
) -> None:
    """Files that were not loaded yet are cached when the host changes its version."""
    second, folder = tmp_path / "second", tmp_path / "host"
    for each in (second, folder):
        shutil.copytree(site.folder, each)
    make_newer(second)
    style = named(folder, STYLE).name
    with Site(folder) as host:
        page = broken_page
        open_ready(page, host.address)
        wait_for(page, OFFLINE_READY)
        wait_for(page, "!!navigator.serviceWorker.controller")
        replace(folder, second)
        status = f"fetch('./static/css/{style}').then((answer) => answer.status)"
        assert page.evaluate(status) == 200
        expect(page.locator(NOTICE)).to_be_hidden()


def test_a_first_visit_during_which_the_host_changes_is_offered_to_reload(
    broken_page: Page, site: Site, tmp_path: Path
) -> None:
    second, folder = tmp_path / "second", tmp_path / "host"
    for each in (second, folder):
        shutil.copytree(site.folder, each)
    make_newer(second)
    with Site(folder) as host:
        page = broken_page
        page.goto(host.address)
        assert wait_for_start(page) == "ready"
        replace(folder, second)  # before anything of the first version is cached
        assert not is_newer(page)
        take(page)
        assert is_newer(page)
        expect(page.locator(NOTICE)).to_be_hidden()
