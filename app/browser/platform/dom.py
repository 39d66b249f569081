"""Small words for the document, so that the rest reads like what it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pyodide.ffi import jsnull, to_js
from pyscript import document, window
from pyscript.ffi import create_proxy
from pyscript.js_modules import trusted, views

from app.core.support.import_steps import FileMissing

#: An element, an event, the document: JavaScript objects have no Python types.
Js = Any

root: Js = document.documentElement

#: So many of the last things that were said can be read again.
SPOKEN = 3


def one(selector: str, within: Js = document) -> Js:
    """The first element that fits; LookupError if the page has none, which it always should."""
    found = some(selector, within)
    if found is None:
        raise LookupError(f"nothing on the page is {selector}")
    return found


def some(selector: str, within: Js = document) -> Js | None:
    """The first element that fits, None if there is none."""
    return _found(within.querySelector(selector))


def each(selector: str, within: Js = document) -> list[Js]:
    """All elements that fit, in the order of the page."""
    return list(within.querySelectorAll(selector))


def data(element: Js, name: str) -> str:
    """The attribute data-<name>, empty if it is not there."""
    return str(_found(element.getAttribute(f"data-{name}")) or "")


def near(element: Js, selector: str) -> Js | None:
    """The element itself or the closest one around it that fits."""
    return _found(element.closest(selector)) if getattr(element, "closest", None) else None


def _found(found: Js) -> Js | None:
    """JavaScript's null as None."""
    return None if found is jsnull else found


def markup(html: str) -> Js:
    """HTML as the page takes it: from our own templates, which escape (see static/trusted.js)."""
    return trusted.html(html)


async def fetched(name: str) -> Js:
    """A script that nobody needed before (see static/trusted.js); JsException if it won't come."""
    return await trusted.fetched(name)


def show(element: Js, html: str) -> None:
    """Replace what is inside."""
    element.innerHTML = markup(html)


def redraw(element: Js, html: str) -> None:
    """Replace what is inside, but only what says something else (see static/trusted.js)."""
    trusted.redraw(element, html)


def page_address() -> str:
    """The page's address as other devices open it; empty for one that was opened from a folder."""
    address = str(window.location.href).partition("#")[0]
    return address if address.startswith(("https:", "http:")) else ""


def allow(button: Js, may: bool) -> None:
    """Let a button be tapped or not; one that may not be keeps the focus, if it has it."""
    button.setAttribute("aria-disabled", "false" if may else "true")


def want(view: str) -> bool:
    """Have a view's content made (see static/views.js). Is it there? Else it can be brought."""
    return bool(views.want(view))


async def brought(view: str) -> bool:
    """Fetch what a view holds, and have it made. Is it there? Why not, the page says."""
    why = str(await views.brought(view))
    if why:
        tell(why)
        return False
    return want(view)


async def text_of(view: str) -> str:
    """What a view holds, as HTML; empty where it could not be fetched."""
    await views.brought(view)
    return str(views.textOf(view))


async def shown() -> None:
    """Until what the address names is there, or has been said to be missing."""
    await window.tablesideShown


def tell(message: str, selector: str = "[data-notice]") -> None:
    """A short notice at the top of the page; an empty one goes away."""
    place = some(selector)
    if place is not None:
        place.hidden = not message
        place.textContent = message


def speak(words: str) -> None:
    """Let it be heard by whoever does not see the page, after what is being said already."""
    place = one("[data-spoken]")
    line = document.createElement("p")
    line.textContent = words
    place.append(line)
    while place.childElementCount > SPOKEN:
        place.firstElementChild.remove()


def alert(words: str) -> None:
    """Let it be heard at once: why something cannot happen."""
    tell(words, "[data-alert]")


def ours(fault: BaseException) -> None:
    """Tell of a fault of ours: the page says so, with a report (see static/reports.js).

    Only its kind and where it happened, as its words may hold a person's. A file that has not come
    is no fault of ours, and named already (static/offline.js).
    """
    if isinstance(fault, FileMissing):
        return
    where, trace = [], fault.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        where.append(f"{code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    detail = window.Object.fromEntries(to_js([["kind", type(fault).__name__], ["where", where]]))
    happened = window.Object.fromEntries([["detail", detail]])
    document.dispatchEvent(window.CustomEvent.new("tableside:fault", happened))


def unforeseen(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What went wrong outside of any event: a timer of ours, which nobody waits for."""
    loop.default_exception_handler(context)
    fault = context.get("exception")
    if "handle" in context and isinstance(fault, Exception):
        ours(fault)


def listen(target: Js, event: str, heard: Callable[[Js], None]) -> None:
    """One listener for the life of the page; a fault of ours in it is shown, never swallowed."""

    def guarded(event: Js) -> None:
        try:
            heard(event)
        except Exception as fault:
            ours(fault)
            raise

    target.addEventListener(event, create_proxy(guarded))


_running: set[asyncio.Task[None]] = set()
_beside: set[asyncio.Task[None]] = set()


def soon(doing: Awaitable[object]) -> None:
    """Let something happen after this event; a fault in it is shown, never swallowed.

    Until all of it is done, and stored where it stores, <html data-busy> says so to automation.
    """
    task = asyncio.ensure_future(_guarded(doing))
    _running.add(task)
    task.add_done_callback(_done)
    root.toggleAttribute("data-busy", True)


def beside(doing: Awaitable[object]) -> None:
    """Let something go on for a while, for which nobody waits; a fault in it is shown as well."""
    task = asyncio.ensure_future(_guarded(doing))
    _beside.add(task)
    task.add_done_callback(_beside.discard)


def later(seconds: float, doing: Callable[[], object]) -> None:
    """Let something happen after so many seconds, for which nobody waits."""
    asyncio.get_event_loop().call_later(seconds, doing)


def _done(task: asyncio.Task[None]) -> None:
    _running.discard(task)
    root.toggleAttribute("data-busy", bool(_running))


async def _guarded(doing: Awaitable[object]) -> None:
    try:
        await doing
    except Exception as fault:
        window.console.error(f"{type(fault).__name__}: {fault}")
        ours(fault)
        raise
