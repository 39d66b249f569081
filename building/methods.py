"""Puts the methods of our dataclasses into the .pyc that have those classes, compiled.

Python writes them and compiles what it wrote each time such a class is made: two thirds of what it
costs the page to import the app. Here all of it is imported once, in the very Pyodide that will run
it, and what was compiled then is kept beside the code (app/browser/platform/methods.py uses it).
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path

from building.archive import opened, write_archive, zipped
from building.compiling import Compiled, compiler, run_inside
from building.paths import CACHE

INSIDE = Path(__file__).with_name("methods_inside.py")


def with_methods(
    ours: list[Compiled], others: list[Compiled], cache_folder: Path = CACHE
) -> list[Compiled]:
    """Ours, in the order given. others: all that they import. CompileError where that fails."""
    kept = cache_folder / "methods" / _key(ours, others)
    if not kept.exists():
        write_archive(kept, _made([*ours, *others]))
    with opened(kept) as archive:
        made = {name: archive.read(name) for name in archive.namelist()}
    return [replace(each, pyc=made.get(each.name, each.pyc)) for each in ours]


def _key(*modules: list[Compiled]) -> str:
    digest = hashlib.sha256(compiler(INSIDE).encode())
    for each in chain(*modules):
        digest.update(f"{each.name}\0{len(each.pyc)}\0".encode() + each.pyc)
    return digest.hexdigest()


def _made(modules: Iterable[Compiled]) -> dict[str, bytes]:
    """Each .pyc that has such methods, by its name."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        library = work / "library.zip"
        library.write_bytes(zipped({each.name: each.pyc for each in modules}))
        made = work / "made"
        made.mkdir()
        run_inside(INSIDE, work, library)
        return {
            path.relative_to(made).as_posix(): path.read_bytes() for path in made.rglob("*.pyc")
        }
