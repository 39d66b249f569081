"""The app's Jinja2 templates: their folders, and their compilation at build time.

The environment is the app's own (`app.widgets.page.environment`), so that a template means the same
in the built page and in the running app; without it there is a plain one.
"""

from __future__ import annotations

import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from jinja2 import BaseLoader, Environment, FileSystemLoader, ModuleLoader, StrictUndefined

from building.compile.compiler import Source
from building.paths import ROOT, WIDGETS

# Where the running app finds them (app/browser/shell/render.py).
COMPILED_FOLDER = "app/widgets/compiled/"


def page_module() -> ModuleType | None:
    """Return the app's `app.widgets.page`, if it exists."""
    if find_spec("app.widgets") is None or find_spec("app.widgets.page") is None:
        return None
    return import_module("app.widgets.page")


def environment(loader: BaseLoader) -> Environment:
    """Return the app's own environment over that loader."""
    page = page_module()
    if page is not None and hasattr(page, "environment"):
        own = page.environment(loader)
        assert isinstance(own, Environment)
        return own
    return Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def page_environment() -> Environment:
    """Return the environment for index.html, which includes from both folders."""
    return environment(FileSystemLoader([ROOT, *template_folders()]))


def template_folders() -> list[Path]:
    """List the folders that hold templates; a template's name is that of its file."""
    return sorted({path.parent for path in WIDGETS.rglob("*.html")})


def compiled_templates() -> list[Source]:
    """Return each template as a Python module with the name that Jinja2 gives it."""
    with tempfile.TemporaryDirectory() as folder:
        environment(FileSystemLoader(template_folders())).compile_templates(
            folder, extensions=["html"], zip=None, ignore_errors=False
        )
        written = sorted(Path(folder).iterdir())
        sources = [Source(COMPILED_FOLDER + path.name, path.read_bytes()) for path in written]
        others = {"__init__.py": b"", "rule_titles.py": _rule_titles()}
        return [*sources, *(Source(COMPILED_FOLDER + name, text) for name, text in others.items())]


def template_modules() -> dict[str, str]:
    """Return the module of each template's file name."""
    package = COMPILED_FOLDER.replace("/", ".")
    names = (path.name for path in WIDGETS.rglob("*.html"))
    return {name: package + ModuleLoader.get_template_key(name) for name in names}


def _rule_titles() -> bytes:
    """Return the titles of rules, for a page without rulebooks beside its code."""
    titles = import_module("app.widgets.reference.rule_titles").titles_by_game()
    return f"TITLES = {titles!r}\n".encode()
