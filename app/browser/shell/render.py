"""The compiled templates: rendered here as build.py rendered them, without compiling anything.

Jinja2 is imported when the first card is drawn, or a moment after the start: the page is ready
without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _environment() -> Any:
    from jinja2 import ModuleLoader

    import app.widgets
    from app.widgets.page import environment

    folder = Path(app.widgets.__file__ or "").parent / "compiled"
    return environment(ModuleLoader(folder))


@cache
def _template(name: str) -> Any:
    return _environment().get_template(name)


def render(name: str, **seen: Any) -> str:
    """The HTML of a template with what it is to show."""
    return str(_template(name).render(seen))


def pieces(name: str, **seen: Any) -> Iterator[str]:
    """The same in pieces, one after the other: whoever asks for them may take a breath."""
    return iter(_template(name).generate(seen))


def warm() -> None:
    """Import what the first roll will need, before it is needed."""
    for name in ("cast.html", "facts.html", "play.html", "result.html"):
        _template(name)
