"""The Python of the page beside the standard library.

The app with its templates, the packages, and PyScript's Python: all are in one archive with the
library, from which Python imports directly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from building.compile.compiler import Keeps, Source
from building.page.templates import COMPILED_FOLDER, compiled_templates
from building.paths import APP, PYSCRIPT, ROOT
from building.vendor.pyscript import pyscript_sources

PACKAGES = ("jinja2", "markupsafe", "pluralizer", "segno")

# Parts of the packages that serve command lines, packagers and other programs.
LEFT_OUT = (
    "jinja2/py.typed",
    "markupsafe/py.typed",
    "pluralizer/py.typed",
    "segno/__main__.py",
    "segno/cli.py",
    "segno/py.typed",
)

# The app's own modules for the command line.
LEFT_OUT_OF_APP = (
    "app/__main__.py",
    "app/headless.py",
    "app/commands/",
)
# Templates travel compiled, rulebooks as HTML in the page.
NO_DATA = {".html", ".py", ".pyc", ".so", ".pyd", ".pyi", ".c", ".md"}


@dataclass(frozen=True)
class Contents:
    """Python sources, and further files by their name in the archive."""

    sources: list[Source]
    files: dict[str, bytes]


def app_contents() -> Contents:
    ours = _python(APP, ROOT, LEFT_OUT_OF_APP) + compiled_templates()
    return Contents(ours, _data(APP, ROOT, LEFT_OUT_OF_APP))


def package_contents() -> Contents:
    sources = pyscript_sources(PYSCRIPT)
    files: dict[str, bytes] = {}
    for name in PACKAGES:
        folder = _folder_of(name)
        sources += _python(folder, folder.parent, LEFT_OUT, "nothing")
        files |= _data(folder, folder.parent, LEFT_OUT)
    return Contents(sources, files)


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError(f"the package {package} is not installed: run `make build`")
    return Path(spec.submodule_search_locations[0])


def _python(
    folder: Path, base: Path, left_out: tuple[str, ...], keeps: Keeps = "shown"
) -> list[Source]:
    files = _files(folder, base, left_out)
    return [Source(name, path.read_bytes(), keeps) for name, path in files if path.suffix == ".py"]


def _data(folder: Path, base: Path, left_out: tuple[str, ...]) -> dict[str, bytes]:
    files = _files(folder, base, left_out)
    return {name: path.read_bytes() for name, path in files if path.suffix not in NO_DATA}


def _files(folder: Path, base: Path, left_out: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield (name relative to `base`, with slashes; path) in a fixed order."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(base).as_posix()
        hidden = "__pycache__" in path.parts or path.name.startswith(".")
        compiled_here = name.startswith(COMPILED_FOLDER)
        if path.is_file() and not hidden and not compiled_here and not name.startswith(left_out):
            yield name, path
