"""Pyodide as the page carries it, and the modules around it, for PyScript and for workers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from building.addresses import Addresses
from building.archive import write_cached_archive
from building.chunks.chunks import FIRST, chunk_of_modules, split_into_chunks
from building.chunks.packages import app_contents, package_contents
from building.chunks.stdlib import library_modules, stock_sources
from building.compile.compiler import compile_sources
from building.compile.methods import add_methods
from building.paths import BUILDING, PYODIDE
from building.vendor.copies import copy_pyodide

#: Output names of the modules of building/, each after the modules that it names.
MODULES = {
    "chunks/chunks.mjs": "chunks.js",
    "runtime/loading.mjs": "loading.js",
    "snapshot/snapshot.mjs": "snapshot.js",
    "snapshot/make_snapshot.mjs": "make_snapshot.js",
    "snapshot/restore_snapshot.mjs": "restore_snapshot.js",
    "runtime/interpreter.mjs": "tableside.js",
    "runtime/worker.mjs": "worker.js",
}


def write_runtime(dist: Path, addresses: Addresses, cache_folder: Path) -> None:
    """Write `pyodide/`: the published files, renamed, and the modules generated for the app."""
    runtime = dist / "pyodide"
    loader, script = copy_pyodide(runtime, addresses)
    app, packages = app_contents(), package_contents()
    # All in one run, as a Pyodide takes three seconds to start.
    ours, theirs, stock = compile_sources(
        app.sources, packages.sources, stock_sources(), cache_folder=cache_folder
    )
    others = library_modules(stock, ours + theirs) + theirs
    compiled = add_methods(ours, others, cache_folder) + others
    files = app.files | packages.files | {module.name: module.pyc for module in compiled}
    chunks = split_into_chunks(files, compiled)
    for name, content in chunks.items():
        write_cached_archive(runtime / f"{name}.bin", content, cache_folder)
    lock = _read_json("pyodide-lock.json") | {"packages": {}}
    deferred = {name: addresses.beside(f"pyodide/{name}.bin") for name in chunks if name != FIRST}
    values = {
        "./{loader}": loader,
        "./{script}": script,
        '{"chunks": 0}': json.dumps(deferred),
        '{"modules": 0}': json.dumps(chunk_of_modules(chunks)),
        "./{python}": addresses.beside("pyodide/python.bin"),
        '"{lock}"': json.dumps(lock, sort_keys=True),
        '"{library}"': json.dumps(library_path(lock["info"]["python"])),
    }
    for source, name in MODULES.items():
        path = runtime / name
        path.write_text(fill_placeholders(source, values), encoding="utf-8")
        values[f"./{{{path.stem}}}"] = addresses.beside(f"pyodide/{name}")


def library_path(python: str) -> str:
    """Return the path at which Pyodide stores its library: `3.14.2` -> `/lib/python314.zip`."""
    major, minor, *_ = python.split(".")
    return f"/lib/python{major}{minor}.zip"


def fill_placeholders(source: str, values: Mapping[str, str]) -> str:
    """Return a module with its placeholders filled; RuntimeError for an unknown one."""
    text = (BUILDING / source).read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(name, value)
    unknown = re.search(r"\./\{\w+\}|\"\{\w+\}\"", text)
    if unknown:
        raise RuntimeError(f"building/{source}: what is {unknown[0]}?")
    return text


def _read_json(name: str) -> dict[str, Any]:
    content: dict[str, object] = json.loads((PYODIDE / name).read_text(encoding="utf-8"))
    return content
