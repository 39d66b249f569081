"""PyScript's own Python, which its script writes out, as text, at every start.

Here it travels compiled, with all other Python, and the script without it.
"""

from __future__ import annotations

import json
from pathlib import Path

from building.compiling import Source

START, END = 'wo(".",{pyscript:', "}),"


def parted(script: str) -> tuple[str, dict[str, str]]:
    """The script without its Python, and that by file. Raises RuntimeError if it is not there."""
    before, found, after = script.partition(START)
    if not found:
        raise RuntimeError(f"PyScript writes out its Python another way than by {START}")
    texts, length = json.JSONDecoder().raw_decode(after)
    if not after.startswith(END, length):
        raise RuntimeError("PyScript writes out more than its Python")
    return before + after[length + len(END) :], texts


def holds_python(script: str) -> bool:
    return START in script


def pyscript_sources(folder: Path) -> list[Source]:
    """The Python of the PyScript in that folder, as a library."""
    scripts = [path.read_text("utf-8") for path in sorted(folder.glob("dist/core-*.js"))]
    (script,) = filter(holds_python, scripts)
    _, texts = parted(script)
    return [
        Source(f"pyscript/{name}", text.encode(), "nothing") for name, text in sorted(texts.items())
    ]
