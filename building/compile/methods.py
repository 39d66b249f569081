"""Compiled methods of our dataclasses, stored in the .pyc of their modules.

Python generates and compiles them each time such a class is created: two thirds of the time in
which the page imports the app. Here the app is imported once, in the very Pyodide that will run it,
and the compiled methods are stored beside the code (app/browser/platform/methods.py uses them).
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path

from building.archive import open_archive, write_archive, zip_files
from building.compile.compiler import Compiled, compiler_key, run_inside

INSIDE = Path(__file__).with_name("methods_inside.py")


def add_methods(ours: list[Compiled], others: list[Compiled], cache_folder: Path) -> list[Compiled]:
    """Return our modules with methods, in the order given. CompileError where that fails.

    others: all modules that they import.
    """
    cache = cache_folder / "methods" / _key(ours, others)
    if not cache.exists():
        write_archive(cache, _pycs_with_methods([*ours, *others]))
    with open_archive(cache) as archive:
        pycs = {name: archive.read(name) for name in archive.namelist()}
    return [replace(module, pyc=pycs.get(module.name, module.pyc)) for module in ours]


def _key(*modules: list[Compiled]) -> str:
    digest = hashlib.sha256(compiler_key(INSIDE).encode())
    for module in chain(*modules):
        digest.update(f"{module.name}\0{len(module.pyc)}\0".encode() + module.pyc)
    return digest.hexdigest()


def _pycs_with_methods(modules: Iterable[Compiled]) -> dict[str, bytes]:
    """Return each .pyc that has such methods, by its name."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        library = work / "library.zip"
        library.write_bytes(zip_files({module.name: module.pyc for module in modules}))
        results = work / "made"
        results.mkdir()
        run_inside(INSIDE, work, library)
        return {
            path.relative_to(results).as_posix(): path.read_bytes()
            for path in results.rglob("*.pyc")
        }
