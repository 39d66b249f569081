"""The build backend of the wheel: setuptools, with the package `app` named `tableside`.

`app` is a name that collides in an environment. So the wheel is made from a copy of the sources in
which each import says `tableside`. An sdist and an editable install keep the sources as they are.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path

from setuptools import build_meta

# Hooks that need no renaming.
from setuptools.build_meta import (  # noqa: F401
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
)

SOURCE, NAME = "app", "tableside"

#: The sources' name where code means the package: in an import, or a dotted name as a string.
PACKAGE = re.compile(
    rf"""(^[ ]*(?:from|import)[ ]|["']){SOURCE}(?=[.]|[ ]import|\*)""", re.MULTILINE
)

#: Files beside the package that the wheel is made from.
BESIDE = ("LICENSE", "THIRD-PARTY-NOTICES.md")

#: Parts of the page that need a browser.
LEFT_OUT = shutil.ignore_patterns("__pycache__", "browser", "compiled", "main.py", "*.html")


def renamed(text: str) -> str:
    """Rename the package in a source file or in `pyproject.toml`."""
    return PACKAGE.sub(rf"\g<1>{NAME}", text)


@contextmanager
def _renamed_sources() -> Iterator[None]:
    """Work in a copy of the project in which the package has its own name."""
    with tempfile.TemporaryDirectory(prefix=f"{NAME}-wheel-") as folder:
        copy = Path(folder)
        shutil.copytree(SOURCE, copy / NAME, ignore=LEFT_OUT)
        for name in BESIDE:
            shutil.copy2(name, copy)
        settings = Path("pyproject.toml").read_text(encoding="utf-8")
        (copy / "pyproject.toml").write_text(renamed(settings), encoding="utf-8")
        for path in (copy / NAME).rglob("*.py"):
            path.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
        with chdir(copy):
            yield


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: object = None
) -> str:
    """Write the wheel's metadata; return the name of its folder."""
    target = str(Path(metadata_directory).resolve())
    with _renamed_sources():
        return str(build_meta.prepare_metadata_for_build_wheel(target, config_settings))


def build_wheel(
    wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None
) -> str:
    """Build the wheel; return its file name."""
    target = str(Path(wheel_directory).resolve())
    metadata = metadata_directory and str(Path(metadata_directory).resolve())
    with _renamed_sources():
        return str(build_meta.build_wheel(target, config_settings, metadata))
