"""Access to browser features that may be missing or refused.

Blocked site data, private windows and embedded pages refuse them: by an error of the call, by an
error of its answer, or by no answer at all.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import JsException, jsnull

from app.browser.platform.elements import Js


def find_interface(name: str, of: Js = js) -> Js:
    """Return a browser interface, or None if it is missing or refused."""
    try:
        value = getattr(of, name, None)
    except JsException:
        return None
    return None if value is jsnull else value


async def await_answer(ask: Callable[[], Any], patience: float | None) -> Js:
    """Return the browser's answer, or None if it refuses or exceeds `patience` seconds."""
    try:
        return await asyncio.wait_for(ask(), patience)
    except (JsException, AttributeError, TimeoutError):
        return None


#: Pyodide wraps a thrown DOMException, but not one that is an answer.
_WRAPPED = re.compile(r'"""(\w+)(?:: |""")')


def error_name(fault: Any) -> str:
    """Return the name of a browser error, or an empty text."""
    name = str(getattr(fault, "name", "") or "")
    wrapped = _WRAPPED.search(str(fault)) if name == "Error" else None
    return wrapped[1] if wrapped else name
