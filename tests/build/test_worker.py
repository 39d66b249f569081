"""The other Python works from the very files that the page is made of."""

from __future__ import annotations

import re
from pathlib import Path


def asked_by(path: Path) -> set[Path]:
    """The files that a module of the runtime asks for by name."""
    text = path.read_text(encoding="utf-8")
    return {
        (path.parent / found).resolve() for found in re.findall(r'"(\.\.?/[\w./-]+\.\w+)"', text)
    }


def test_the_worker_asks_for_the_files_of_the_page(dist: Path) -> None:
    (worker,) = (dist / "pyodide").glob("worker.*.js")
    (page,) = (dist / "pyodide").glob("tableside.*.js")
    assert asked_by(worker) == asked_by(page)
    assert all(path.is_file() for path in asked_by(worker))


def test_the_page_knows_the_worker_by_its_name(dist: Path) -> None:
    (worker,) = (dist / "pyodide").glob("worker.*.js")
    (gate,) = (dist / "static").glob("trusted.*.js")
    assert f'"./pyodide/{worker.name}"' in gate.read_text(encoding="utf-8")
