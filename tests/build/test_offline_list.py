"""The service worker's list: every file of the build, with the hash of its bytes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from building.service_worker.offline_list import sha256

# The worker itself, which the browser stores; and the version, for people and tools.
NOT_LISTED = {"sw.js", "version.json"}


#: Addresses of the page itself, the same in every version.
LASTING = {"index.html"}


@pytest.fixture
def listed(dist: Path) -> dict[str, str]:
    text = (dist / "sw.js").read_text(encoding="utf-8")
    match = re.search(r"const FILES = (\{.*?\n\});", text, re.DOTALL)
    assert match
    files: dict[str, str] = json.loads(match[1])
    return files


def test_is_complete(dist: Path, listed: dict[str, str]) -> None:
    built = {path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file()}
    assert set(listed) == built - NOT_LISTED


def test_hashes_are_right(dist: Path, listed: dict[str, str]) -> None:
    assert listed == {path: sha256(dist / path) for path in listed}


def test_every_name_says_the_content(listed: dict[str, str]) -> None:
    """So no two versions of a file share a name, and each can be cached for ever."""
    for path in set(listed) - LASTING:
        # PyScript's own files are in a folder named by their content.
        inner = re.fullmatch(r"pyscript/[0-9a-f]{12}/[\w.-]+", path)
        assert inner or f".{listed[path][:12]}." in path, path


def test_version_says_which_build_it_is(dist: Path) -> None:
    record = json.loads((dist / "version.json").read_text(encoding="utf-8"))
    assert f'const VERSION = "{record["content"]}"' in (dist / "sw.js").read_text(encoding="utf-8")
    assert re.fullmatch(r"\d+\.\d+\.\d+", record["version"])
