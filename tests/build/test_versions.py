"""The service worker between two versions: it always serves a whole one.

The tests run building/service_worker/sw.js with a simulated browser, host and caches
(run_worker.mjs).
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from building.service_worker.offline_list import SOURCE

RUN = Path(__file__).with_name("run_worker.mjs")

OLD: dict[str, Any] = {
    "version": "1",
    "files": {
        "index.html": "the first page",
        "app.000000000001.zip": "the first app",
        "same.000000000000.js": "a script of both",
        "static/look.000000000001.css": "as it looked first",
    },
}
NEW: dict[str, Any] = {
    "version": "2",
    "files": {
        "index.html": "the next page",
        "app.000000000002.zip": "the next app",
        "same.000000000000.js": "a script of both",
        "static/look.000000000002.css": "as it looks now",
        "more.000000000002.js": "what there was not",
    },
}
#: The files that an update fetches: those that only the new version has.
FILES_NEXT: dict[str, str] = NEW["files"]
FETCHED = sorted(set(FILES_NEXT) - {"same.000000000000.js"})

Step = dict[str, Any]
BEGIN: list[Step] = [
    {"install": OLD, "host": OLD["files"]},
    {"activate": True},
    {"started": "a", "windows": ["a"]},
]


def run_steps(*steps: Step) -> list[Any]:
    run = subprocess.run(
        ["node", str(RUN), str(SOURCE)],
        input=json.dumps(steps),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    results: list[Any] = json.loads(run.stdout)
    return results


def request_all(version: Step) -> Step:
    """Return a step that requests every file of a version, without a host."""
    return {"ask": list(version["files"])}


def test_a_first_install_asks_for_each_file_once_and_keeps_it() -> None:
    installed, _, _, stored = run_steps(*BEGIN, request_all(OLD))
    assert installed == {"installed": True, "asked": sorted(OLD["files"])}
    assert stored == OLD["files"]


def test_an_update_fetches_only_new_files() -> None:
    *_, installed, before, _, after = run_steps(
        *BEGIN,
        {"install": NEW, "host": NEW["files"]},
        request_all(OLD),
        {"activate": True},
        request_all(NEW),
    )
    assert installed == {"installed": True, "asked": FETCHED}
    assert before == OLD["files"], "until it takes over"
    assert after == NEW["files"]


@pytest.mark.parametrize("path", FETCHED)
def test_with_any_file_not_as_it_should_be_the_old_one_stays(path: str) -> None:
    rest = {name: text for name, text in FILES_NEXT.items() if name != path}
    *_, missing, broken, _, stored, repaired, _, new = run_steps(
        *BEGIN,
        {"install": NEW, "host": rest},
        {"install": NEW, "host": FILES_NEXT, "broken": [path]},
        {"started": "a", "windows": ["a"]},
        request_all(OLD),
        {"install": NEW, "host": FILES_NEXT},
        {"activate": True},
        request_all(NEW),
    )
    assert not missing["installed"]
    assert not broken["installed"]
    assert stored == OLD["files"]
    assert repaired == {"installed": True, "asked": [path]}, "the rest was kept"
    assert new == FILES_NEXT


def test_interrupted_after_any_file_the_rest_is_fetched_later() -> None:
    for number in range(len(FETCHED)):
        *_, stopped, before, resumed, _, after = run_steps(
            *BEGIN,
            {"install": NEW, "host": NEW["files"], "after": number},
            request_all(OLD),
            {"install": NEW, "host": NEW["files"]},
            {"activate": True},
            request_all(NEW),
        )
        assert not stopped["installed"]
        assert before == OLD["files"]
        assert resumed["installed"]
        assert sorted(stopped["asked"] + resumed["asked"]) == FETCHED, "each of them once"
        assert after == NEW["files"]


def test_a_window_of_the_old_version_keeps_its_files_until_it_is_closed() -> None:
    update = [*BEGIN, {"install": NEW, "host": NEW["files"]}, {"activate": True}]
    of_both = {"ask": ["app.000000000001.zip", "app.000000000002.zip", "index.html"]}
    *_, open_still, others, closed, after = run_steps(
        *update,
        {"started": "b", "windows": ["a", "b"]},
        of_both,
        {"started": "b", "windows": ["b"]},
        of_both,
    )
    assert open_still["caches"] == 2
    assert others == {
        "app.000000000001.zip": "the first app",
        "app.000000000002.zip": "the next app",
        "index.html": "the next page",
    }
    assert closed["caches"] == 1
    assert after["app.000000000001.zip"] is None


def test_with_caches_that_cannot_be_read_the_host_answers() -> None:
    *_, answers = run_steps(*BEGIN, {**request_all(OLD), "unreadable": True})
    assert answers == OLD["files"]


def test_a_waiting_version_is_not_deleted() -> None:
    *_, _, _, after = run_steps(
        *BEGIN,
        {"install": NEW, "host": NEW["files"]},
        {"started": "a", "windows": ["a"]},
        {"activate": True},
        request_all(NEW),
    )
    assert after == NEW["files"]


def test_a_host_may_go_back() -> None:
    """It may do so before or after the next version takes over; a failed try loses nothing."""
    updated: list[Step] = [*BEGIN, {"install": NEW, "host": NEW["files"]}]
    back: Step = {"install": OLD, "host": OLD["files"]}
    *_, returned, _, stored = run_steps(*updated, back, {"activate": True}, request_all(OLD))
    assert returned == {"installed": True, "asked": []}
    assert stored == OLD["files"]

    active: list[Step] = [*updated, {"activate": True}, {"started": "a", "windows": ["a"]}]
    *_, failed, new, returned, _, stored = run_steps(
        *active,
        {**back, "broken": ["index.html"]},
        request_all(NEW),
        back,
        {"activate": True},
        request_all(OLD),
    )
    assert not failed["installed"]
    assert new == NEW["files"]
    assert returned["installed"]
    assert stored == OLD["files"]
