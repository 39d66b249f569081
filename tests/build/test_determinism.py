"""The same files give the same bytes, whatever was compiled before and in whatever order."""

from __future__ import annotations

from pathlib import Path

from building.service_worker import sha256
from tests.serving import build_into


def test_two_builds_are_identical(dist: Path, tmp_path: Path) -> None:
    """The second one starts with nothing kept from the first."""
    again = build_into(tmp_path, cache_folder=tmp_path / "cache")
    assert digests(again) == digests(dist)


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): sha256(path) for path in files}
