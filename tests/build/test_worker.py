"""The other Pythons work from the very files that the page is made of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.serving import named


def asked_by(path: Path) -> set[Path]:
    """The files that a module of the runtime leads to: what it names, and what that names."""
    text = path.read_text(encoding="utf-8")
    asked = {
        (path.parent / found).resolve() for found in re.findall(r'"(\.\.?/[\w./-]+\.\w+)"', text)
    }
    assert all(each.is_file() for each in asked)
    within = (each for each in asked if each.suffix == ".js" and "pyodide." not in each.name)
    return asked.union(*map(asked_by, within))


@pytest.mark.parametrize("name", ["worker", "make_snapshot"])
def test_a_worker_asks_for_the_files_of_the_page(dist: Path, name: str) -> None:
    worker = named(dist, f"pyodide/{name}.js")
    page = named(dist, "pyodide/tableside.js")
    assert asked_by(worker) <= asked_by(page)
    assert named(dist, "pyodide/python.bin") in asked_by(worker)


@pytest.mark.parametrize("name", ["worker", "make_snapshot"])
def test_the_page_knows_the_workers_by_their_names(dist: Path, name: str) -> None:
    worker, gate = named(dist, f"pyodide/{name}.js"), named(dist, "static/js/trusted.js")
    assert f'"./pyodide/{worker.name}"' in gate.read_text(encoding="utf-8")
