"""What the browser offers of what the store needs.

Any of it may be missing, or be there and refuse: where cookies and site data are blocked, in some
private windows, in a page shown within another. Such a refusal comes as an error of the asking
itself, of its answer, or as no answer at all.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import JsException, jsnull


def offered(name: str, of: Any = js) -> Any:
    """An interface of the browser's, None where it is missing or may not even be looked at."""
    try:
        found = getattr(of, name, None)
    except JsException:
        return None
    return None if found is jsnull else found


async def answered(ask: Callable[[], Any], patience: float | None) -> Any:
    """The browser's answer to a question, None where it refuses or takes more than such seconds."""
    try:
        return await asyncio.wait_for(ask(), patience)
    except (JsException, AttributeError, TimeoutError):
        return None


#: Pyodide wraps what is thrown as a DOMException (what comes as an answer it does not).
_WRAPPED = re.compile(r'"""(\w+)(?:: |""")')


def named(fault: Any) -> str:
    """The name of an error of the browser's; empty if it has none."""
    name = str(getattr(fault, "name", "") or "")
    wrapped = _WRAPPED.search(str(fault)) if name == "Error" else None
    return wrapped[1] if wrapped else name
