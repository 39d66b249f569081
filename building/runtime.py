"""Pyodide as the page carries it, and the modules before it: for PyScript, and in a worker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from building.addresses import Addresses
from building.archive import write_archive
from building.packages import Contents, package_contents
from building.paths import CACHE, PYODIDE
from building.stdlib import library_files
from building.vendor import copy_pyodide

#: What is made of each module here.
MADE = {"interpreter.mjs": "tableside.js", "worker.mjs": "worker.js"}


def write_runtime(
    dist: Path, app: Contents, addresses: Addresses, cache_folder: Path = CACHE
) -> None:
    """`pyodide/` as published but for its files' names, and what is made here for that app."""
    loader = copy_pyodide(dist / "pyodide", addresses)
    packages = package_contents(cache_folder)
    library = library_files(app.compiled + packages.compiled, cache_folder)
    write_archive(dist / "pyodide" / "python.bin", library | packages.files | app.files)
    lock = _read_json("pyodide-lock.json") | {"packages": {}}
    values = {
        "./{loader}": loader,
        "./{python}": addresses.beside("pyodide/python.bin"),
        '"{lock}"': json.dumps(lock, sort_keys=True),
    }
    for source, name in MADE.items():
        text = filled(source, values)
        (dist / "pyodide" / name).write_text(text, encoding="utf-8")


def filled(source: str, values: Mapping[str, str]) -> str:
    """A module with what stands in its braces; RuntimeError if the runtime is not among that."""
    text = Path(__file__).with_name(source).read_text(encoding="utf-8")
    for name, value in values.items():
        if name not in text:
            raise RuntimeError(f"building/{source} must contain {name}")
        text = text.replace(name, value)
    return text


def _read_json(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((PYODIDE / name).read_text(encoding="utf-8"))
    return content
