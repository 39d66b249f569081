"""Pyodide as the page carries it, with the module that stands before it for PyScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from building.addresses import Addresses
from building.archive import write_zip
from building.packages import Contents, package_contents
from building.paths import CACHE, PYODIDE
from building.stdlib import library_files
from building.vendor import copy_pyodide

SOURCE = Path(__file__).with_name("interpreter.mjs")


def write_runtime(
    dist: Path, app: Contents, addresses: Addresses, cache_folder: Path = CACHE
) -> None:
    """`pyodide/` as published but for its files' names, and what is made here for that app."""
    loader = copy_pyodide(dist / "pyodide", addresses)
    packages = package_contents(cache_folder)
    library = library_files(app.compiled + packages.compiled, cache_folder)
    write_zip(dist / "pyodide" / "python_stdlib.zip", library | packages.files)
    lock = _read_json("pyodide-lock.json") | {"packages": {}}
    stdlib = addresses.beside("pyodide/python_stdlib.zip")
    text = SOURCE.read_text(encoding="utf-8")
    for name, value in {
        "./{loader}": loader,
        "./{stdlib}": stdlib,
        '"{lock}"': json.dumps(lock, sort_keys=True),
    }.items():
        if name not in text:
            raise RuntimeError(f"building/interpreter.mjs must contain {name}")
        text = text.replace(name, value)
    (dist / "pyodide" / "tableside.js").write_text(text, encoding="utf-8")


def _read_json(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((PYODIDE / name).read_text(encoding="utf-8"))
    return content
