"""A text given to the person as a file."""

from __future__ import annotations

import asyncio

from pyodide.ffi import to_js
from pyscript import document, window

from app.browser.dom import root
from app.widgets.campaigns import file_name


def download(what: str, at: str, text: str) -> str:
    """Give the text as a file named after what it holds; what to say of it."""
    name = file_name(what, at)
    kind = window.Object.fromEntries(to_js([["type", "application/json"]]))
    address = window.URL.createObjectURL(window.Blob.new(to_js([text]), kind))
    anchor = document.createElement("a")
    anchor.href, anchor.download = address, name
    root.append(anchor)
    anchor.click()
    anchor.remove()
    # Some browsers begin to read the address only a moment later.
    asyncio.get_event_loop().call_later(60, lambda: window.URL.revokeObjectURL(address))
    return f"Saved as {name} where this browser keeps its downloads."
