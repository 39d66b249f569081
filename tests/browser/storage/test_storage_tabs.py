"""Several tabs at once: one is the writer, the others follow, and any of them can take over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.storage.test_storage import workshop
from tests.browser.support.driving import SOON_S, wait_for
from tests.browser.support.storing import Lab, run, start
from tests.browser.support.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Sets a value of the scene; the result is "stored" or the name of the error.
SET = """
name, value = json.loads(given)
from app.browser.storage.databases import StorageError
try:
    builtins.journal = await store.append(journal, SceneSet({name: value}))
    result = "stored"
except StorageError as error:
    result = type(error).__name__
result
"""
SCENE = "journal = await store.load(journal.campaign)\njson.dumps(dict(journal.state.scene))"


#: Counts the waiting requests for the writer's lock.
WAITING = """() => navigator.locks.query().then(({ pending }) =>
    pending.filter(({ name }) => name === "tableside-writer").length)"""

__all__ = ["workshop"]


class Tabs:
    """Three tabs that tests share; the third has a process of its own, which compiles Python."""

    def __init__(self, one_process: Lab, own_process: Lab) -> None:
        self._labs = [one_process, one_process, own_process]
        self._pages: dict[int, Page] = {}

    def open(self, index: int) -> Page:
        """Open this tab, a new one if it was open; return its page."""
        self.close(index)
        page = self._pages[index] = self._labs[index].open()
        start(page)
        run(page, LISTENING)
        return page

    def close(self, *indexes: int) -> None:
        for index in indexes:
            if index in self._pages:
                self._pages.pop(index).close()

    def begin(self, *indexes: int) -> list[Page]:
        """Begin a campaign in these tabs alone: the first is the writer, the others follow."""
        self.close(*({0, 1, 2} - {*indexes}))
        pages = [self._pages.get(index) or self.open(index) for index in indexes]
        wait_for_writer(pages)
        run(pages[0], BEGIN)
        for page in pages[1:]:
            wait_until(page, "store.is_writer", False)
            run(page, LISTENING)
        return pages


#: Opens the last campaign and records the store's notifications.
LISTENING = """
builtins.journal = await store.current("garden")
builtins.heard = []
from app.browser.storage.checksummed_rows import Heard
store.heard = Heard(role=heard.append, change=heard.append)
None
"""
BEGIN = """
await store.take_over()
builtins.journal = await store.append(store.begin("garden"))
None
"""


@pytest.fixture(scope="module")
def tabs(site: Site, workshop: Workshop) -> Iterator[Tabs]:
    three = Tabs(Lab(site, workshop.context, workshop.open), Lab(site, workshop.context))
    yield three
    three.close(0, 1, 2)


def put(page: Page, name: str, value: int) -> Any:
    return run(page, SET, [name, value])


def wait_until(page: Page, code: str, wanted: Any) -> None:
    """Run the code again and again until it returns the wanted value."""
    end = time.monotonic() + SOON_S
    while (value := run(page, code)) != wanted:
        assert time.monotonic() < end, f"{value} instead of {wanted}"
        time.sleep(0.02)


def wait_for_writer(pages: list[Page]) -> Page:
    """Wait until one of the tabs is the writer; return its page."""
    end = time.monotonic() + SOON_S
    while True:
        for page in pages:
            if run(page, "store.is_writer"):
                return page
        assert time.monotonic() < end, "no tab is the writer"
        time.sleep(0.02)


def test_the_players_screen_hands_the_writers_role_to_the_gm(tabs: Tabs) -> None:
    """A game master's reopened tab becomes the writer again, although the screen stayed open."""
    tabs.close(0, 1, 2)
    screen = tabs.open(2)
    run(screen, "import js\njs.location.hash = '#/garden/table'\nNone")
    assert put(screen, "a", 1) == "stored"
    master = tabs.open(0)
    wait_until(master, "store.is_writer", True)  # on a slow machine it is a reader at first
    wait_until(screen, "store.is_writer", False)
    assert put(master, "b", 2) == "stored"
    wait_until(screen, SCENE, {"a": 1, "b": 2})
    other = tabs.open(1)
    assert run(other, "store.is_writer") is False
    tabs.close(0)
    wait_until(screen, "store.is_writer", True)
    run(screen, "import js\njs.location.hash = ''\nNone")


def test_the_second_tab_follows_live_and_cannot_write(tabs: Tabs) -> None:
    (first,) = tabs.begin(2)
    assert put(first, "a", 1) == "stored"
    second = tabs.open(0)
    assert run(second, "store.is_writer") is False
    assert run(second, SCENE) == {"a": 1}
    assert put(second, "b", 2) == "NotWriter"
    assert put(first, "c", 3) == "stored"
    wait_until(second, SCENE, {"a": 1, "c": 3})
    wait_until(second, "journal.campaign in heard", True)  # news may follow what is stored
    run(first, "await store.set('theme', 'dark')")
    wait_until(second, "json.dumps(store.settings)", {"theme": "dark"})
    run(first, "builtins.journal = await store.undo(journal)\nNone")
    wait_until(second, SCENE, {"a": 1})


#: Takes over with a shorter wait for the writer.
TAKE_OVER = """
from app.browser.storage import tabs
patience, tabs.PATIENCE_S = tabs.PATIENCE_S, 0.3
await store.take_over()
tabs.PATIENCE_S = patience
"""


def test_a_frozen_writer_loses_the_lock(tabs: Tabs) -> None:
    first, second = tabs.begin(2, 0)
    errors: list[str] = []
    first.on("console", lambda each: errors.append(each.text) if each.type == "error" else None)
    put(first, "a", 1)
    # A dialog blocks it for longer than the other tab waits.
    with first.expect_event("dialog") as asking:
        first.evaluate("setTimeout(() => confirm('frozen'))")
    run(second, TAKE_OVER)
    assert run(second, "store._tabs._yielded.is_set()") is False
    assert put(second, "b", 2) == "stored"
    asking.value.dismiss()
    wait_until(first, "store.is_writer", False)
    assert put(first, "x", 0) == "NotWriter"
    wait_until(first, SCENE, {"a": 1, "b": 2})
    for _ in range(2):  # the browser's own garbage holds Python's
        first.context.new_cdp_session(first).send("HeapProfiler.collectGarbage")
        run(first, "import gc\ngc.collect()\nNone")
    assert not errors, "the task that held the lock is left over"


def test_tabs_acting_at_once_never_overwrite_each_other(tabs: Tabs) -> None:
    first, *_ = pages = tabs.begin(0, 1, 2)
    put(first, "start", 0)
    stored = {"start": 0}
    for turn in range(12):
        page = pages[turn % 3]
        if turn % 2:
            run(page, "await store.take_over()")
        # All three write at the same moment; only the writer succeeds.
        for number, each in enumerate(pages):
            each.evaluate(
                """([code, given]) => { window.reply = run(code, given) }""",
                [SET, f'["t{turn}-{number}", {turn}]'],
            )
        for number, each in enumerate(pages):
            reply = each.evaluate("window.reply")
            if reply["value"] == "stored":
                stored[f"t{turn}-{number}"] = turn
    assert len(stored) > 10
    for page in pages:
        wait_until(page, SCENE, stored)
    # Besides these there is only the start of the campaign.
    assert run(first, "(await store.load(journal.campaign)).n") == len(stored) + 1


def test_taking_over_among_three(tabs: Tabs) -> None:
    first, second, third = pages = tabs.begin(0, 1, 2)
    put(first, "a", 1)
    run(third, "await store.take_over()")
    assert [run(page, "store.is_writer") for page in pages] == [False, False, True]
    assert put(third, "b", 2) == "stored"
    assert put(first, "x", 0) == "NotWriter"
    wait_until(first, SCENE, {"a": 1, "b": 2})
    wait_until(second, SCENE, {"a": 1, "b": 2})
    # The first takes over again; when it closes, a waiting tab becomes the writer.
    run(first, "await store.take_over()")
    assert put(first, "c", 3) == "stored"
    wait_until(third, "store.is_writer", False)
    wait_for(first, f"({WAITING})().then((n) => n === 2)")  # one request for each tab
    tabs.close(0)
    heir = wait_for_writer([second, third])
    assert put(heir, "d", 4) == "stored"
    wait_until(third if heir is second else second, SCENE, {"a": 1, "b": 2, "c": 3, "d": 4})
