"""Compile Python for the browser with the very Pyodide that will run it, under Node.

The Python that runs the build has another version, hence another bytecode. Compiled sources are
cached under the hash of their content, so that a rebuild compiles only changes.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Literal

from building.files import write_atomically
from building.paths import PYODIDE

NODE_SCRIPT = Path(__file__).with_name("run_inside.mjs")
INSIDE = Path(__file__).with_name("compile_inside.py")


#: Retained beside the code: docstrings, annotations, assertions, and line numbers. `shown`:
#: assertions, all lines, and of a declared rule the inputs and the first line of its docstring,
#: which a form shows. `docstrings`: docstrings, annotations, assertions, and the first line number
#: of each function. `nothing`: only those line numbers. Fields of classes keep their annotations.
Keeps = Literal["shown", "docstrings", "nothing"]


@dataclass(frozen=True)
class Source:
    """A Python file: its name within its archive, and its text."""

    name: str
    text: bytes
    #: The app needs text for the screen and for reports; a library only needs to run.
    keeps: Keeps = "shown"


@dataclass(frozen=True)
class Import:
    """An import statement as written: `from ..level import names`, or `import module`."""

    level: int
    module: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Compiled:
    """A compiled module: a .pyc that is never checked against a source, and its imports."""

    name: str
    pyc: bytes
    imports: tuple[Import, ...]
    #: The imports that run while it is imported itself.
    at_once: tuple[Import, ...]


def compile_sources(*groups: Iterable[Source], cache_folder: Path) -> tuple[list[Compiled], ...]:
    """Compile groups of sources at once, each in its order; return these groups.

    Raises CompileError, with Python's message, if one fails.
    """
    compiled_folder = cache_folder / "compiled"
    compiled_folder.mkdir(parents=True, exist_ok=True)
    compiler = compiler_key(INSIDE)
    keyed = [[(source, _key(source, compiler)) for source in group] for group in groups]
    missing = {
        key: source
        for source, key in chain(*keyed)
        if not (compiled_folder / f"{key}.json").exists()
    }
    if missing:
        _run_pyodide(missing, compiled_folder)
    return tuple(
        [_read(source.name, compiled_folder, key) for source, key in group] for group in keyed
    )


class CompileError(Exception):
    """Python's message about a source that it cannot compile."""


@cache
def compiler_key(inside: Path) -> str:
    """Return a hash of all that a script's result depends on: Pyodide, our caller, the script."""
    digest = hashlib.sha256()
    for path in (PYODIDE / "pyodide.asm.wasm", PYODIDE / "package.json", NODE_SCRIPT, inside):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def run_inside(inside: Path, work: Path, library: Path | None = None) -> None:
    """Run a script inside Pyodide, with `work` as /sources. CompileError where it fails.

    library: a zip of all Python modules; without it Pyodide's own library, which is slower.
    """
    arguments = [PYODIDE, inside, work, *([library] if library else [])]
    command = ["node", str(NODE_SCRIPT), *map(str, arguments)]
    run = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        raise CompileError(run.stderr.strip())


def _key(source: Source, compiler: str) -> str:
    digest = hashlib.sha256(compiler.encode())
    digest.update(f"{source.name}\0{source.keeps}\0".encode() + source.text)
    return digest.hexdigest()


def _run_pyodide(sources: dict[str, Source], compiled_folder: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for key, source in sources.items():
            (work / f"{key}.py").write_bytes(source.text)
        jobs = {key: [source.name, source.keeps] for key, source in sources.items()}
        (work / "jobs.json").write_text(json.dumps(jobs), encoding="utf-8")
        run_inside(INSIDE, work)
        # The .json is written last: where it exists, the .pyc exists too.
        for suffix in (".pyc", ".json"):
            for key in sources:
                name = key + suffix
                write_atomically(compiled_folder / name, (work / name).read_bytes())


def _read(name: str, compiled_folder: Path, key: str) -> Compiled:
    imports = json.loads((compiled_folder / f"{key}.json").read_text(encoding="utf-8"))
    return Compiled(
        name=name.removesuffix(".py") + ".pyc",
        pyc=(compiled_folder / f"{key}.pyc").read_bytes(),
        imports=_imports(imports["anywhere"]),
        at_once=_imports(imports["at_once"]),
    )


def _imports(statements: list[tuple[int, str, list[str]]]) -> tuple[Import, ...]:
    return tuple(Import(level, module, tuple(names)) for level, module, names in statements)
