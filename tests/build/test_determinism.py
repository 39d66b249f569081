"""The same sources give the same bytes, whichever modules are already compiled."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from building.paths import CACHE
from building.service_worker.offline_list import sha256
from tests.serving import build_into

#: One in so many modules is compiled again: all of them would take most of a minute.
ONE_IN = 25


def test_two_builds_are_identical(dist: Path, tmp_path: Path) -> None:
    """One of them lacks some compiled modules, and compiles them beside other modules."""
    cache = tmp_path / "cache"
    (cache / "compiled").mkdir(parents=True)
    dice = random.Random(7)
    for path in sorted((CACHE / "compiled").glob("*.json")):
        if dice.randrange(ONE_IN):
            for each in (path.with_suffix(".pyc"), path):
                shutil.copy(each, cache / "compiled")
    alone = build_into(tmp_path, cache_folder=cache)
    assert digests(alone) == digests(dist)


def digests(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): sha256(path) for path in files}
