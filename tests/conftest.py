"""One build for all tests that look at it, however many processes run them."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.serving import build_into

# How long a case takes is measured by `make bench`; a busy machine is no fault.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


#: Files that take longest: begun first, so that two processes end together.
LONGEST = (
    "tests/build/test_determinism.py",
    "tests/browser/engines/test_evening.py",
    "tests/browser/test_fights.py",
    "tests/browser/test_long_tasks.py",
    "tests/browser/test_storage.py",
    "tests/browser/test_states.py",
    "tests/browser/test_campaigns_in_need.py",
    "tests/browser/test_accessibility.py",
    "tests/browser/test_encounter.py",
    "tests/browser/test_withheld.py",
    "tests/browser/test_notation.py",
    "tests/browser/test_campaigns.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is not one of these comes after them, as it was."""
    order = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.nodeid.partition("::")[0], len(order)))


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built page: made by whoever needs it first, while the others wait."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent  # each worker has a folder of its own in it
    made = shared / "built"
    with (shared / "built.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            half = shared / "half-built"
            half.mkdir()
            build_into(half)
            half.rename(made)
    return made / "dist"
