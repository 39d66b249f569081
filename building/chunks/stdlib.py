"""The standard library as the page carries it: only reachable modules."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable

from building.chunks.reachable import CUT, PYODIDES_OWN, Library, is_in, module_name
from building.compile.compiler import Compiled, Source
from building.paths import PYODIDE


def library_modules(stock: Iterable[Compiled], roots: Iterable[Compiled]) -> list[Compiled]:
    """Return the modules of the compiled library that the roots lead to."""
    library = Library(stock)
    return [library.modules[name] for name in sorted(library.reach(roots))]


def stock_sources() -> list[Source]:
    """Return the modules of the standard library in Pyodide's archive that may be reached.

    Pyodide's own modules keep their docstrings: it reads them when it starts.
    """
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".py"))
        return [
            Source(name, archive.read(name), "docstrings" if _is_pyodides(name) else "nothing")
            for name in names
            if not is_in(module_name(name), CUT)
        ]


def _is_pyodides(name: str) -> bool:
    return is_in(module_name(name), PYODIDES_OWN)
