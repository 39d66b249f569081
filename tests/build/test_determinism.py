"""The same files give the same bytes, whatever was compiled before and in whatever order."""

from __future__ import annotations

from pathlib import Path

import pytest

from building.service_worker import sha256
from tests.serving import build_into


def test_two_builds_are_identical(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """One of them starts with nothing kept from any other, while another process makes the one for
    all tests: so that is asked for last."""
    alone = build_into(tmp_path, cache_folder=tmp_path / "cache")
    shared: Path = request.getfixturevalue("dist")
    assert digests(alone) == digests(shared)


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): sha256(path) for path in files}
