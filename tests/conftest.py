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
