"""The templates of the page as modules, compiled by build.py (building/page/templates.py)."""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib import import_module
from typing import Any

from jinja2 import BaseLoader, Environment, ModuleLoader, Template


class CompiledTemplates(BaseLoader):
    """A loader of compiled templates from any archive; Jinja2's own one reads a single folder."""

    has_source_access = False

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """Return a template by its file name; ModuleNotFoundError without one."""
        module = import_module(f"app.widgets.compiled.{ModuleLoader.get_template_key(name)}")
        return environment.template_class.from_module_dict(
            environment, vars(module), {} if globals is None else globals
        )
