"""Rendering of the templates that build.py has compiled.

Jinja2 is imported when the first card is drawn, or shortly after the start: the page is ready
without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any


@cache
def _environment() -> Any:
    from app.browser.shell.compiled_templates import CompiledTemplates
    from app.widgets.page import environment

    return environment(CompiledTemplates())


@cache
def _template(name: str) -> Any:
    return _environment().get_template(name)


def render(name: str, **values: object) -> str:
    """Render a template as HTML."""
    return str(_template(name).render(values))


def pieces(name: str, **values: object) -> Iterator[str]:
    """Like `render()`, but yields the HTML in pieces."""
    return iter(_template(name).generate(values))


def warm() -> None:
    """Import the templates of the first roll in advance."""
    for name in ("cast.html", "facts.html", "play.html", "result.html"):
        _template(name)
