"""Several tabs at once: one writes, the others follow, and any of them can take over."""

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

#: Sets a value of the scene, and says what came of it.
SET = """
name, value = json.loads(given)
from app.browser.storage.databases import StorageError
try:
    builtins.journal = await store.append(journal, SceneSet({name: value}))
    said = "stored"
except StorageError as fault:
    said = type(fault).__name__
said
"""
SCENE = "journal = await store.load(journal.campaign)\njson.dumps(dict(journal.state.scene))"


#: How many requests to write wait in line.
WAITING = """() => navigator.locks.query().then(({ pending }) =>
    pending.filter(({ name }) => name === "tableside-writer").length)"""

__all__ = ["workshop"]


class Tabs:
    """Three tabs, which go on from test to test; the third in a process of its own, where Python
    is compiled anew."""

    def __init__(self, together: Lab, apart: Lab) -> None:
        self._labs = [together, together, apart]
        self._pages: dict[int, Page] = {}

    def opened(self, place: int) -> Page:
        """One that has just been opened."""
        self.close(place)
        page = self._pages[place] = self._labs[place].open()
        start(page)
        run(page, LISTENING)
        return page

    def close(self, *places: int) -> None:
        for place in places:
            if place in self._pages:
                self._pages.pop(place).close()

    def begun(self, *places: int) -> list[Page]:
        """Those alone, on a fresh campaign: the first of them writes, the others follow."""
        self.close(*({0, 1, 2} - {*places}))
        pages = [self._pages.get(place) or self.opened(place) for place in places]
        writer(pages)
        run(pages[0], BEGUN)
        for page in pages[1:]:
            until(page, "store.is_writer", False)
            run(page, LISTENING)
        return pages


#: On the last campaign, with a list of what it is told.
LISTENING = """
builtins.journal = await store.current("garden")
builtins.heard = []
from app.browser.storage.checksummed_rows import Heard
store.heard = Heard(role=heard.append, change=heard.append)
None
"""
BEGUN = """
await store.take_over()
builtins.journal = await store.append(store.begin("garden"))
None
"""


@pytest.fixture(scope="module")
def tabs(site: Site, workshop: Workshop) -> Iterator[Tabs]:
    made = Tabs(Lab(site, workshop.context, workshop.open), Lab(site, workshop.context))
    yield made
    made.close(0, 1, 2)


def put(page: Page, name: str, value: int) -> Any:
    return run(page, SET, [name, value])


def until(page: Page, code: str, wanted: Any) -> None:
    """Waits until the code says what is wanted."""
    end = time.monotonic() + SOON_S
    while (came := run(page, code)) != wanted:
        assert time.monotonic() < end, f"{came} instead of {wanted}"
        time.sleep(0.02)


def writer(pages: list[Page]) -> Page:
    """The one that writes, once one does."""
    end = time.monotonic() + SOON_S
    while True:
        for page in pages:
            if run(page, "store.is_writer"):
                return page
        assert time.monotonic() < end, "nobody writes"
        time.sleep(0.02)


def test_the_players_screen_gives_way_to_whoever_comes(tabs: Tabs) -> None:
    """A game master who reloads goes on writing, though the screen was there all the while."""
    tabs.close(0, 1, 2)
    screen = tabs.opened(2)
    run(screen, "import js\njs.location.hash = '#/garden/table'\nNone")
    assert put(screen, "a", 1) == "stored"
    master = tabs.opened(0)
    until(master, "store.is_writer", True)  # on a slow machine it reads for a moment
    until(screen, "store.is_writer", False)
    assert put(master, "b", 2) == "stored"
    until(screen, SCENE, {"a": 1, "b": 2})
    other = tabs.opened(1)
    assert run(other, "store.is_writer") is False
    tabs.close(0)
    until(screen, "store.is_writer", True)
    run(screen, "import js\njs.location.hash = ''\nNone")


def test_the_second_tab_follows_live_and_cannot_write(tabs: Tabs) -> None:
    (first,) = tabs.begun(2)
    assert put(first, "a", 1) == "stored"
    second = tabs.opened(0)
    assert run(second, "store.is_writer") is False
    assert run(second, SCENE) == {"a": 1}
    assert put(second, "b", 2) == "NotWriter"
    assert put(first, "c", 3) == "stored"
    until(second, SCENE, {"a": 1, "c": 3})
    assert run(second, "journal.campaign in heard") is True
    run(first, "await store.set('theme', 'dark')")
    until(second, "json.dumps(store.settings)", {"theme": "dark"})
    run(first, "builtins.journal = await store.undo(journal)\nNone")
    until(second, SCENE, {"a": 1})


#: With less patience than it has.
TAKEN_OVER = """
from app.browser.storage import tabs
patience, tabs.PATIENCE_S = tabs.PATIENCE_S, 0.3
await store.take_over()
tabs.PATIENCE_S = patience
"""


def test_a_frozen_writer_loses_the_lock(tabs: Tabs) -> None:
    first, second = tabs.begun(2, 0)
    put(first, "a", 1)
    # It answers nobody for longer than anyone waits: until what it asks is answered.
    with first.expect_event("dialog") as asking:
        first.evaluate("setTimeout(() => confirm('frozen'))")
    run(second, TAKEN_OVER)
    assert run(second, "store._tabs._yielded.is_set()") is False
    assert put(second, "b", 2) == "stored"
    asking.value.dismiss()
    until(first, "store.is_writer", False)
    assert put(first, "x", 0) == "NotWriter"
    until(first, SCENE, {"a": 1, "b": 2})


def test_tabs_acting_at_once_never_overwrite_each_other(tabs: Tabs) -> None:
    first, *_ = pages = tabs.begun(0, 1, 2)
    put(first, "start", 0)
    stored = {"start": 0}
    for turn in range(12):
        page = pages[turn % 3]
        if turn % 2:
            run(page, "await store.take_over()")
        # All three act in the same moment; only the writer's counts.
        for number, each in enumerate(pages):
            each.evaluate(
                """([code, given]) => { window.came = run(code, given) }""",
                [SET, f'["t{turn}-{number}", {turn}]'],
            )
        for number, each in enumerate(pages):
            came = each.evaluate("window.came")
            if came["value"] == "stored":
                stored[f"t{turn}-{number}"] = turn
    assert len(stored) > 10
    for page in pages:
        until(page, SCENE, stored)
    # The start of the campaign, and nothing else that nobody was told of.
    assert run(first, "(await store.load(journal.campaign)).n") == len(stored) + 1


def test_taking_over_among_three(tabs: Tabs) -> None:
    first, second, third = pages = tabs.begun(0, 1, 2)
    put(first, "a", 1)
    run(third, "await store.take_over()")
    assert [run(page, "store.is_writer") for page in pages] == [False, False, True]
    assert put(third, "b", 2) == "stored"
    assert put(first, "x", 0) == "NotWriter"
    until(first, SCENE, {"a": 1, "b": 2})
    until(second, SCENE, {"a": 1, "b": 2})
    # And back again, and on by closing: one that waits in line writes.
    run(first, "await store.take_over()")
    assert put(first, "c", 3) == "stored"
    until(third, "store.is_writer", False)
    wait_for(first, f"({WAITING})().then((n) => n === 2)")  # nobody stands there twice
    tabs.close(0)
    heir = writer([second, third])
    assert put(heir, "d", 4) == "stored"
    until(third if heir is second else second, SCENE, {"a": 1, "b": 2, "c": 3, "d": 4})
