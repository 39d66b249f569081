"""Plain objects of JavaScript, as its functions take their options."""

from typing import Any

from js import Object
from pyodide.ffi import to_js


def js_object(**fields: object) -> Any:
    """Make an object with these fields; lists become arrays."""
    return Object.fromEntries(to_js(list(fields.items())))
