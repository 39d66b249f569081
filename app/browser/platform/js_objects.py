"""Plain objects of JavaScript, as its functions take their options."""

from js import Object
from pyodide.ffi import to_js

from app.browser.platform.elements import Js


def js_object(**fields: object) -> Js:
    """Make an object with these fields; lists become arrays."""
    return Object.fromEntries(to_js(list(fields.items())))
