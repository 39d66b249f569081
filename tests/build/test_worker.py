"""The Pythons of the workers load the same files as the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.serving import named


def files_of(path: Path) -> set[Path]:
    """Return the files that a module of the runtime names, directly or through others."""
    text = path.read_text(encoding="utf-8")
    files = {
        (path.parent / name).resolve() for name in re.findall(r'"(\.\.?/[\w./-]+\.\w+)"', text)
    }
    assert all(file.is_file() for file in files)
    within = (file for file in files if file.suffix == ".js" and "pyodide." not in file.name)
    return files.union(*map(files_of, within))


@pytest.mark.parametrize("name", ["worker", "make_snapshot"])
def test_a_worker_asks_for_the_files_of_the_page(dist: Path, name: str) -> None:
    worker = named(dist, f"pyodide/{name}.js")
    page = named(dist, "pyodide/tableside.js")
    assert files_of(worker) <= files_of(page)
    assert named(dist, "pyodide/python.bin") in files_of(worker)


@pytest.mark.parametrize("name", ["worker", "make_snapshot"])
def test_the_page_knows_the_workers_by_their_names(dist: Path, name: str) -> None:
    worker, gate = named(dist, f"pyodide/{name}.js"), named(dist, "static/js/trusted.js")
    assert f'"./pyodide/{worker.name}"' in gate.read_text(encoding="utf-8")
