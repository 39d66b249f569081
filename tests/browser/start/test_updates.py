"""Another version on the host: announced, taken over whole when told, and the old one until then.

What a worker does with every file that fails is tests/build/test_versions.py; here it is a browser.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from building.addresses import content_hash
from building.service_worker.offline_list import sha256
from tests.browser.support.driving import (
    KEPT_FOR_OFFLINE,
    Trouble,
    open_ready,
    wait_for,
    wait_for_start,
)
from tests.browser.support.workshop import opened_by
from tests.serving import Site, named

pytestmark = [pytest.mark.browser, pytest.mark.fresh]

#: A window that stood open for hours is looked at again; what becomes of the version it finds.
LOOKED_AT_LATER = """async () => {
    const { now } = Date;
    globalThis.hours = (globalThis.hours ?? 0) + 2;
    Date.now = () => now() + hours * 3_600_000;
    const registration = await navigator.serviceWorker.getRegistration();
    const found = new Promise((told) => {
        const follow = () => {
            const { installing } = registration;
            installing?.addEventListener("statechange", () => told(installing.state));
        };
        follow(); // the browser itself may have looked just now
        registration.addEventListener("updatefound", follow);
    });
    document.dispatchEvent(new Event("visibilitychange"));
    const state = await Promise.race([found, new Promise((told) => setTimeout(told, 60_000))]);
    Date.now = now;
    return state;
}"""

NOTICE = "[data-update]"
STYLE = "static/css/print.css"
ONE_KEPT = "caches.keys().then((names) => names.length === 1)"


def make_newer(folder: Path) -> None:
    """Another page and another style, and the list to match."""
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
    """Tap on what is offered, and wait for the page as it is then."""
    expect(page.locator(NOTICE)).to_be_visible()
    with page.expect_event("load"):
        page.locator('[data-do="update"]').click()
    assert wait_for_start(page) == "ready"
    wait_for(page, KEPT_FOR_OFFLINE)


def test_versions_come_and_go_whole(browser: Browser, site: Site, tmp_path: Path) -> None:
    first, second, folder = tmp_path / "first", tmp_path / "second", tmp_path / "host"
    for each in (first, second, folder):
        shutil.copytree(site.folder, each)
    make_newer(second)
    style, other_style = named(first, STYLE).name, named(second, STYLE).name
    context = browser.new_context()
    trouble = Trouble(context)
    with Site(folder) as host:
        page = context.new_page()
        open_ready(page, host.address)
        wait_for(page, KEPT_FOR_OFFLINE)
        page.reload()
        wait_for(page, KEPT_FOR_OFFLINE)

        # Damaged on the way: nothing is offered, and the old one is there.
        replace(folder, second)
        host.once[f"/static/css/{other_style}"] = b"something else"
        (folder / "static" / "css" / other_style).rename(folder / "aside")
        assert page.evaluate(LOOKED_AT_LATER) == "redundant"
        expect(page.locator(NOTICE)).to_be_hidden()

        # Whole: it is offered and waits, also while the page starts again.
        (folder / "aside").rename(folder / "static" / "css" / other_style)
        assert page.evaluate(LOOKED_AT_LATER) == "installed"
        expect(page.locator(NOTICE)).to_be_visible()
        other = opened_by(page)
        open_ready(other, host.address)
        assert not is_newer(other)

        # Told, it takes over; another window goes on with the files of the old one, which the host
        # has no more, until it is told too: by then the host is away.
        take(page)
        assert is_newer(page)
        asked = f"fetch('./static/css/{style}').then((answer) => answer.status)"
        assert other.evaluate(asked) == 200
        assert not is_newer(other)
        page.close()
        host.stop()
        take(other)
        assert is_newer(other)
        wait_for(other, ONE_KEPT)

        # The host goes back.
        host.start()
        replace(folder, first)
        assert other.evaluate(LOOKED_AT_LATER) == "installed"
        take(other)
        assert not is_newer(other)
    assert [each for each in trouble.found if "404" not in each] == []
    context.close()


def test_a_first_visit_goes_on_with_its_own_files(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    """The host has another version by then: what was not loaded yet is there all the same."""
    second, folder = tmp_path / "second", tmp_path / "host"
    for each in (second, folder):
        shutil.copytree(site.folder, each)
    make_newer(second)
    style = named(folder, STYLE).name
    context = browser.new_context()
    with Site(folder) as host:
        page = context.new_page()
        open_ready(page, host.address)
        wait_for(page, KEPT_FOR_OFFLINE)
        wait_for(page, "!!navigator.serviceWorker.controller")
        replace(folder, second)
        asked = f"fetch('./static/css/{style}').then((answer) => answer.status)"
        assert page.evaluate(asked) == 200
        expect(page.locator(NOTICE)).to_be_hidden()
    context.close()


def test_a_first_visit_during_which_the_host_changes_is_offered_to_reload(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    second, folder = tmp_path / "second", tmp_path / "host"
    for each in (second, folder):
        shutil.copytree(site.folder, each)
    make_newer(second)
    context = browser.new_context()
    with Site(folder) as host:
        page = context.new_page()
        page.goto(host.address)
        assert wait_for_start(page) == "ready"
        replace(folder, second)  # before anything of the first one is kept
        assert not is_newer(page)
        take(page)
        assert is_newer(page)
        expect(page.locator(NOTICE)).to_be_hidden()
    context.close()
