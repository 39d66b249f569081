"""One build for all tests that only look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serving import build_into


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_into(tmp_path_factory.mktemp("built"))
