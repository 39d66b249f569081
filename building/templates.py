"""The app's Jinja2 templates: where they are found, and how they become Python at build time.

The environment is the app's own (`app.widgets.page.environment`), so that a template means the
same in the built page and in the running app; without it there is a plain one.
"""

from __future__ import annotations

import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined

from building.compiling import Source
from building.paths import ROOT, WIDGETS

# Where the running app finds them: `ModuleLoader(folder of app.widgets / "compiled")`.
COMPILED_FOLDER = "app/widgets/compiled/"


def page_module() -> ModuleType | None:
    """The app's `app.widgets.page`, once there is one."""
    if find_spec("app.widgets") is None or find_spec("app.widgets.page") is None:
        return None
    return import_module("app.widgets.page")


def environment(loader: BaseLoader) -> Environment:
    """The app's own environment over that loader."""
    page = page_module()
    if page is not None and hasattr(page, "environment"):
        made = page.environment(loader)
        assert isinstance(made, Environment)
        return made
    return Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def page_environment() -> Environment:
    """For index.html, which lies in the root and includes from both folders."""
    return environment(FileSystemLoader([ROOT, *template_folders()]))


def template_folders() -> list[Path]:
    """List the folders that hold templates; a template's name is that of its file."""
    return sorted({path.parent for path in WIDGETS.rglob("*.html")})


def compiled_templates() -> list[Source]:
    """Each template as the Python module that Jinja2's ModuleLoader looks for."""
    with tempfile.TemporaryDirectory() as folder:
        environment(FileSystemLoader(template_folders())).compile_templates(
            folder, extensions=["html"], zip=None, ignore_errors=False
        )
        written = sorted(Path(folder).iterdir())
        made = [Source(COMPILED_FOLDER + path.name, path.read_bytes()) for path in written]
        return [*made, Source(COMPILED_FOLDER + "rule_titles.py", _rule_titles())]


def _rule_titles() -> bytes:
    """What rules are called, for a page that has no rulebooks beside its code."""
    titles = import_module("app.widgets.reference.rule_titles").written()
    return f"TITLES = {titles!r}\n".encode()
