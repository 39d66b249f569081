"""Pyodide as the page carries it, and the modules around it, for PyScript and for workers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from building.addresses import Addresses
from building.archive import write_archive
from building.methods import with_methods
from building.packages import Contents, package_contents
from building.paths import CACHE, PYODIDE
from building.shelves import FIRST, held, shelved
from building.stdlib import library_modules
from building.vendor import copy_pyodide

#: Output names of the modules here, each after the modules that it names.
MADE = {
    "shelves.mjs": "shelves.js",
    "loading.mjs": "loading.js",
    "memory.mjs": "memory.js",
    "maker.mjs": "maker.js",
    "restoring.mjs": "restoring.js",
    "interpreter.mjs": "tableside.js",
    "worker.mjs": "worker.js",
}


def write_runtime(
    dist: Path, app: Contents, addresses: Addresses, cache_folder: Path = CACHE
) -> None:
    """Write `pyodide/`: the published files, renamed, and the modules generated for that app."""
    runtime = dist / "pyodide"
    loader, script = copy_pyodide(runtime, addresses)
    packages = package_contents(cache_folder)
    library = library_modules(app.compiled + packages.compiled, cache_folder)
    others = library + packages.compiled
    compiled = with_methods(app.compiled, others, cache_folder) + others
    files = app.files | packages.files | {module.name: module.pyc for module in compiled}
    archives = shelved(files, compiled)
    for name, content in archives.items():
        write_archive(runtime / f"{name}.bin", content)
    lock = _read_json("pyodide-lock.json") | {"packages": {}}
    deferred = {name: addresses.beside(f"pyodide/{name}.bin") for name in archives if name != FIRST}
    values = {
        "./{loader}": loader,
        "./{script}": script,
        '{"archives": 0}': json.dumps(deferred),
        '{"modules": 0}': json.dumps(held(archives)),
        "./{python}": addresses.beside("pyodide/python.bin"),
        '"{lock}"': json.dumps(lock, sort_keys=True),
    }
    for source, name in MADE.items():
        path = runtime / name
        path.write_text(filled(source, values), encoding="utf-8")
        values[f"./{{{path.stem}}}"] = addresses.beside(f"pyodide/{name}")


def filled(source: str, values: Mapping[str, str]) -> str:
    """Return a module with its placeholders filled; RuntimeError for an unknown one."""
    text = Path(__file__).with_name(source).read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(name, value)
    unknown = re.search(r"\./\{\w+\}|\"\{\w+\}\"", text)
    if unknown:
        raise RuntimeError(f"building/{source}: what is {unknown[0]}?")
    return text


def _read_json(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((PYODIDE / name).read_text(encoding="utf-8"))
    return content
