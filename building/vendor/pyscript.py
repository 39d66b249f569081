"""PyScript's own Python, which its script writes out as text at every start.

Here it is compiled with all other Python, and removed from the script.
"""

from __future__ import annotations

import json
from pathlib import Path

from building.compile.compiler import Source

START, END = 'wo(".",{pyscript:', "}),"

# Imports of its package at every start, which this app does not use.
AT_EVERY_START = """
from pyscript.display import HTML,display
from pyscript.fetch import fetch
from pyscript.storage import Storage,storage
from pyscript.websocket import WebSocket
from pyscript.events import when,Event
if not RUNNING_IN_WORKER:from pyscript.workers import create_named_worker,workers"""

# The same imports, each done at first use.
WHEN_ASKED_FOR = """
_LATER = {
    "display": ("HTML", "display"),
    "fetch": ("fetch",),
    "storage": ("Storage", "storage"),
    "websocket": ("WebSocket",),
    "events": ("when", "Event"),
    "workers": ("create_named_worker", "workers"),
}
def __getattr__(name):
    from importlib import import_module
    for module, names in _LATER.items():
        if name in names:
            found = import_module(f"pyscript.{module}")
            globals().update({each: getattr(found, each) for each in names})
            return globals()[name]
    raise AttributeError(name)"""


def split_python(script: str) -> tuple[str, dict[str, str]]:
    """Split a script from its Python, by file. Raises RuntimeError if there is none."""
    before, separator, after = script.partition(START)
    if not separator:
        raise RuntimeError(f"PyScript writes out its Python another way than by {START}")
    texts, length = json.JSONDecoder().raw_decode(after)
    if not after.startswith(END, length):
        raise RuntimeError("PyScript writes out more than its Python")
    return before + after[length + len(END) :], texts


def has_python(script: str) -> bool:
    return START in script


def pyscript_sources(folder: Path) -> list[Source]:
    """Return the Python of the PyScript in that folder, as library sources."""
    scripts = [path.read_text("utf-8") for path in sorted(folder.glob("dist/core-*.js"))]
    found = list(filter(has_python, scripts))
    if len(found) != 1:
        raise RuntimeError(f"{len(found)} of PyScript's scripts instead of one contain {START}")
    _, texts = split_python(found[0])
    if texts["__init__.py"].count(AT_EVERY_START) != 1:
        raise RuntimeError("PyScript's package imports other things at every start")
    texts["__init__.py"] = texts["__init__.py"].replace(AT_EVERY_START, WHEN_ASKED_FOR)
    return [
        Source(f"pyscript/{name}", text.encode(), "nothing") for name, text in sorted(texts.items())
    ]
