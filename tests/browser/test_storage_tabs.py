"""Several tabs at once: one writes, the others follow, and any of them can take over."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.storing import Lab, run, start
from tests.browser.test_storage import workshop
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


__all__ = ["workshop"]


@pytest.fixture
def lab(site: Site, context: BrowserContext, new_tab: Callable[[], Page]) -> Lab:
    return Lab(site, context, new_tab)


@pytest.fixture
def apart(site: Site, context: BrowserContext, lab: Lab) -> Lab:
    """Opens tabs of the same profile in processes of their own: each compiles Python anew, so of
    the tabs of a test one is such a one."""
    return Lab(site, context)


def opened(lab: Lab) -> Page:
    """A tab with the store open on the last campaign, and a list of what it was told."""
    page = lab.open()
    start(page)
    run(
        page,
        """
builtins.journal = await store.current("garden")
builtins.heard = []
from app.browser.storage.sealed_rows import Heard
store.heard = Heard(role=heard.append, change=heard.append)
None
""",
    )
    return page


def put(page: Page, name: str, value: int) -> Any:
    return run(page, SET, [name, value])


def until(page: Page, code: str, wanted: Any) -> None:
    """Waits until the code says what is wanted."""
    end = time.monotonic() + 10
    while (came := run(page, code)) != wanted:
        assert time.monotonic() < end, f"{came} instead of {wanted}"
        time.sleep(0.02)


def test_the_second_tab_follows_live_and_cannot_write(lab: Lab, apart: Lab) -> None:
    first = opened(lab)
    assert put(first, "a", 1) == "stored"
    second = opened(apart)
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


def test_the_players_screen_gives_way_to_whoever_comes(lab: Lab, apart: Lab) -> None:
    """A game master who reloads goes on writing, though the screen was there all the while."""
    screen = opened(lab)
    run(screen, "import js\njs.location.hash = '#/garden/table'\nNone")
    assert put(screen, "a", 1) == "stored"
    master = opened(apart)
    assert run(master, "store.is_writer") is True
    assert run(screen, "store.is_writer") is False
    assert put(master, "b", 2) == "stored"
    until(screen, SCENE, {"a": 1, "b": 2})
    other = opened(lab)
    assert run(other, "store.is_writer") is False
    master.close()
    until(screen, "store.is_writer", True)


def test_taking_over_among_three(lab: Lab, apart: Lab) -> None:
    first = opened(lab)
    put(first, "a", 1)
    second, third = opened(lab), opened(apart)
    run(third, "await store.take_over()")
    assert [run(page, "store.is_writer") for page in (first, second, third)] == [False, False, True]
    assert put(third, "b", 2) == "stored"
    assert put(first, "x", 0) == "NotWriter"
    until(first, SCENE, {"a": 1, "b": 2})
    until(second, SCENE, {"a": 1, "b": 2})
    # And back again, and on by closing: the next in line writes.
    run(first, "await store.take_over()")
    assert put(first, "c", 3) == "stored"
    until(third, "store.is_writer", False)
    first.close()
    until(second, "store.is_writer", True)
    assert put(second, "d", 4) == "stored"
    until(third, SCENE, {"a": 1, "b": 2, "c": 3, "d": 4})


def test_a_frozen_writer_loses_the_lock(lab: Lab, apart: Lab) -> None:
    first = opened(apart)
    put(first, "a", 1)
    second = opened(lab)
    # It answers nobody for longer than anyone waits.
    first.evaluate("setTimeout(() => { const end = Date.now() + 5000; while (Date.now() < end); })")
    run(second, "await store.take_over()")
    assert put(second, "b", 2) == "stored"
    until(first, "store.is_writer", False)
    assert put(first, "x", 0) == "NotWriter"
    until(first, SCENE, {"a": 1, "b": 2})


def test_tabs_acting_at_once_never_overwrite_each_other(lab: Lab, apart: Lab) -> None:
    first = opened(lab)
    put(first, "start", 0)
    pages = [first, opened(lab), opened(apart)]
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
