"""The standard library as the page carries it: compiled, and only reachable modules."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

from building.chunks.reachable import PYODIDES_OWN, Library, is_in, module_name
from building.compile.compiler import Compiled, Source, compile_sources
from building.paths import CACHE, PYODIDE


def library_modules(roots: Iterable[Compiled], cache_folder: Path = CACHE) -> list[Compiled]:
    """Return the modules that the roots lead to."""
    library = Library(compile_sources(stock_sources(), cache_folder))
    return [library.modules[name] for name in sorted(library.reach(roots))]


def stock_sources() -> list[Source]:
    """Return every module of the standard library in Pyodide's archive.

    Pyodide's own modules keep their docstrings: it reads them when it starts.
    """
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".py"))
        return [
            Source(name, archive.read(name), "docstrings" if _is_pyodides(name) else "nothing")
            for name in names
        ]


def _is_pyodides(name: str) -> bool:
    return is_in(module_name(name), PYODIDES_OWN)
