"""The service worker's list: every file of the build, with the hash of its very bytes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from building.service_worker import sha256

# The worker itself, which the browser keeps; and a note for people and tools.
NOT_LISTED = {"sw.js", "version.json"}


@pytest.fixture
def listed(dist: Path) -> dict[str, dict[str, str]]:
    text = (dist / "sw.js").read_text(encoding="utf-8")
    found = re.search(r"const FILES = (\{.*?\n\});", text, re.DOTALL)
    assert found
    files: dict[str, dict[str, str]] = json.loads(found[1])
    return files


def test_is_complete(dist: Path, listed: dict[str, dict[str, str]]) -> None:
    there = {path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file()}
    assert set(listed) == there - NOT_LISTED


def test_hashes_are_right(dist: Path, listed: dict[str, dict[str, str]]) -> None:
    assert {path: sha256(dist / path) for path in listed} == {
        path: entry["sha256"] for path, entry in listed.items()
    }


def test_addresses_are_the_ones_the_page_asks_for(
    dist: Path, listed: dict[str, dict[str, str]]
) -> None:
    """Otherwise the first visit would fetch a file twice.

    A script is asked for by the page, or by a script beside it that imports it.
    """
    html = (dist / "index.html").read_text(encoding="utf-8")
    for script in sorted((dist / "static").glob("*.js")):
        html += script.read_text(encoding="utf-8").replace('from "./', 'from "./static/')
    styles = (dist / "static" / "tableside.css").read_text(encoding="utf-8")
    for entry in listed.values():
        path, _, named = entry["address"].partition("?")
        if path.startswith("./static/") or path == "./app.zip":
            asked = html if not path.endswith(".woff2") else styles.replace('"./', '"./static/')
            assert f"{path}?{named}" in asked


def test_version_says_which_build_it_is(dist: Path) -> None:
    said = json.loads((dist / "version.json").read_text(encoding="utf-8"))
    assert f'const VERSION = "{said["content"]}"' in (dist / "sw.js").read_text(encoding="utf-8")
    assert re.fullmatch(r"\d+\.\d+\.\d+", said["version"])
