"""Downloads of texts and blobs as files."""

from __future__ import annotations

from pyodide.ffi import to_js
from pyscript import document, window

from app.browser.platform.dates import local
from app.browser.platform.dom import later, root
from app.browser.platform.elements import Js
from app.browser.platform.js_objects import js_object
from app.widgets.campaigns.campaigns import file_name

#: The media type of each file extension.
TYPES = {
    "json": "application/json",
    "md": "text/markdown;charset=utf-8",
    "csv": "text/csv;charset=utf-8",
    "jsonl": "application/jsonl",
    "png": "image/png",
}


def download(what: str, at: str, text: str, kind: str = "json") -> str:
    """Download a text as a file named after its content; return the notice to show."""
    options = js_object(type=TYPES[kind])
    return give(window.Blob.new(to_js([text]), options), file_name(what, local(at), kind))


def give(blob: Js, name: str) -> str:
    """Download a blob under this name; return the notice to show."""
    address = window.URL.createObjectURL(blob)
    anchor = document.createElement("a")
    anchor.href, anchor.download = address, name
    root.append(anchor)
    anchor.click()
    anchor.remove()
    # Some browsers read the address only a moment later.
    later(60, lambda: window.URL.revokeObjectURL(address))
    return f"Saved {name} to your downloads."
