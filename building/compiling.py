"""Compiles Python for the browser: with the very Pyodide that will run it, under Node.

The Python that runs the build has another version, hence another bytecode. Every compiled
source is kept under a name made of its content, so that a rebuild compiles only what changed.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from building.paths import CACHE, PYODIDE

NODE_SCRIPT = Path(__file__).with_name("compile.mjs")
INSIDE = Path(__file__).with_name("compile_inside.py")


#: How much beside the code itself: docstrings and assertions, and the lines that a fault names.
#: `said`: assertions, all lines, and the first line of a docstring under a decorator, which a form
#: shows. `docstrings`: those, assertions, and of each function the line where it begins. `nothing`:
#: no more than those lines.
Keeps = Literal["said", "docstrings", "nothing"]


@dataclass(frozen=True)
class Source:
    """One Python file: its name within the archive it goes to, and its text."""

    name: str
    text: bytes
    # Of the app, what is said on screen and in a report; of a library, what makes it run.
    keeps: Keeps = "said"


@dataclass(frozen=True)
class Import:
    """One import statement as written: `from ..level import names`, or `import module`."""

    level: int
    module: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Compiled:
    """Its bytecode as a .pyc that is never checked against a source, and what it imports."""

    name: str
    pyc: bytes
    imports: tuple[Import, ...]
    # Of these, what it imports while it is imported itself.
    at_once: tuple[Import, ...]


def compile_sources(sources: Iterable[Source], cache_folder: Path = CACHE) -> list[Compiled]:
    """In the order given. Raises CompileError, with Python's own message, if one fails."""
    kept = cache_folder / "compiled"
    kept.mkdir(parents=True, exist_ok=True)
    this = compiler(INSIDE)
    keyed = [(source, _key(source, this)) for source in sources]
    wanted = {key: source for source, key in keyed if not (kept / f"{key}.json").exists()}
    if wanted:
        _run_pyodide(wanted, kept)
    return [_read(source.name, kept, key) for source, key in keyed]


class CompileError(Exception):
    """What Python says of a source that it cannot compile."""


@cache
def compiler(inside: Path) -> str:
    """What a script that runs there comes to depends on these: Pyodide, our caller, and itself."""
    digest = hashlib.sha256()
    for path in (PYODIDE / "pyodide.asm.wasm", PYODIDE / "package.json", NODE_SCRIPT, inside):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def run_inside(inside: Path, work: Path, library: Path | None = None) -> None:
    """Run a script inside Pyodide, with that folder as /sources. CompileError where it fails.

    library: all the Python that there is, as a zip; else what Pyodide comes with: slower.
    """
    given = [PYODIDE, inside, work, *([library] if library else [])]
    command = ["node", str(NODE_SCRIPT), *map(str, given)]
    run = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        raise CompileError(run.stderr.strip())


def _key(source: Source, this: str) -> str:
    digest = hashlib.sha256(this.encode())
    digest.update(f"{source.name}\0{source.keeps}\0".encode() + source.text)
    return digest.hexdigest()


def _run_pyodide(wanted: dict[str, Source], kept: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for key, source in wanted.items():
            (work / f"{key}.py").write_bytes(source.text)
        jobs = {key: [source.name, source.keeps] for key, source in wanted.items()}
        (work / "jobs.json").write_text(json.dumps(jobs), encoding="utf-8")
        run_inside(INSIDE, work)
        # The .json comes last: where it stands, the .pyc stands too.
        for suffix in (".pyc", ".json"):
            for key in wanted:
                (kept / (key + suffix)).write_bytes((work / (key + suffix)).read_bytes())


def _read(name: str, kept: Path, key: str) -> Compiled:
    imports = json.loads((kept / f"{key}.json").read_text(encoding="utf-8"))
    return Compiled(
        name=name.removesuffix(".py") + ".pyc",
        pyc=(kept / f"{key}.pyc").read_bytes(),
        imports=_imports(imports["anywhere"]),
        at_once=_imports(imports["at_once"]),
    )


def _imports(read: list[tuple[int, str, list[str]]]) -> tuple[Import, ...]:
    return tuple(Import(level, module, tuple(names)) for level, module, names in read)
