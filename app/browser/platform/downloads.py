"""A text given to the person as a file."""

from __future__ import annotations

import asyncio

from pyodide.ffi import to_js
from pyscript import document, window

from app.browser.platform.dates import local
from app.browser.platform.dom import Js, root
from app.widgets.campaigns.campaigns import file_name

#: What a file holds, by the end of its name.
TYPES = {
    "json": "application/json",
    "md": "text/markdown;charset=utf-8",
    "csv": "text/csv;charset=utf-8",
    "jsonl": "application/jsonl",
    "png": "image/png",
}


def download(what: str, at: str, text: str, kind: str = "json") -> str:
    """Give the text as a file named after what it holds; what to say of it."""
    options = window.Object.fromEntries(to_js([["type", TYPES[kind]]]))
    return give(window.Blob.new(to_js([text]), options), file_name(what, local(at), kind))


def give(blob: Js, name: str) -> str:
    """Give it as a file of this name; what to say of it."""
    address = window.URL.createObjectURL(blob)
    anchor = document.createElement("a")
    anchor.href, anchor.download = address, name
    root.append(anchor)
    anchor.click()
    anchor.remove()
    # Some browsers begin to read the address only a moment later.
    asyncio.get_event_loop().call_later(60, lambda: window.URL.revokeObjectURL(address))
    return f"Saved as {name} where this browser keeps its downloads."
