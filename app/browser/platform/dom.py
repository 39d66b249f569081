"""Helpers for the document."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from pyodide.ffi import jsnull
from pyscript import document, window
from pyscript.ffi import create_proxy
from pyscript.js_modules import trusted, views

from app.browser.platform.elements import Element, Event, Js
from app.browser.platform.js_objects import js_object
from app.core.support.import_steps import FileMissing

root: Element = document.documentElement

#: Number of announcements that can be read again.
SPOKEN = 3


def one(selector: str, within: Element = document) -> Element:
    """Return the first match; raise LookupError if there is none."""
    element = some(selector, within)
    if element is None:
        raise LookupError(f"nothing on the page is {selector}")
    return element


def some(selector: str, within: Element = document) -> Element | None:
    """Return the first match, or None."""
    return _or_none(within.querySelector(selector))


def each(selector: str, within: Element = document) -> list[Element]:
    """Return all matches in document order."""
    return list(within.querySelectorAll(selector))


def data(element: Element, name: str) -> str:
    """Return the attribute `data-<name>`, or an empty text."""
    return str(_or_none(element.getAttribute(f"data-{name}")) or "")


def near(element: Element, selector: str) -> Element | None:
    """Return the element or its closest ancestor that matches."""
    return _or_none(element.closest(selector)) if getattr(element, "closest", None) else None


def enclosing(element: Element, selector: str) -> Element:
    """Return the element or its closest ancestor that matches; LookupError without one."""
    found = near(element, selector)
    if found is None:
        raise LookupError(f"nothing around it is {selector}")
    return found


def campaign_of(button: Element) -> str:
    """Return the id of the campaign that a button was drawn for, empty for the open one."""
    drawn = near(button, "[data-of-campaign]")
    return data(drawn, "of-campaign") if drawn is not None else ""


def opens_here(event: Event) -> bool:
    """Tell whether a click on a link opens it in this window."""
    return not (event.ctrlKey or event.metaKey or event.shiftKey)


def _or_none(value: Js) -> Element | None:
    """Return None for JavaScript's null."""
    return None if value is jsnull else value


def markup(html: str) -> Js:
    """Return trusted HTML of our own templates, which escape (see static/js/trusted.js)."""
    return trusted.html(html)


async def fetch_script(name: str) -> Js:
    """Load a script on demand (see static/js/trusted.js); raise JsException if that fails."""
    return await trusted.loadScript(name)


def show(element: Element, html: str) -> None:
    """Replace the content of an element."""
    element.innerHTML = markup(html)


def redraw(element: Element, html: str) -> None:
    """Replace only the changed content of an element (see static/js/trusted.js)."""
    trusted.redraw(element, html)


def page_address() -> str:
    """Return the page's address for other devices, or an empty text for a local file."""
    address = str(window.location.href).partition("#")[0]
    return address if address.startswith(("https:", "http:")) else ""


def allow(button: Element, may: bool) -> None:
    """Enable or disable a button; a disabled one keeps the focus."""
    button.setAttribute("aria-disabled", "false" if may else "true")


def want(view: str) -> bool:
    """Render a view's content and return whether it was available (see static/js/views.js)."""
    return bool(views.want(view))


async def load_content(view: str) -> bool:
    """Fetch and render a view's content; show why if that fails."""
    why = str(await views.brought(view))
    if why:
        notify(why)
        return False
    return want(view)


async def text_of(view: str) -> str:
    """Return a view's content as HTML, or an empty text if it cannot be fetched."""
    await views.brought(view)
    return str(views.textOf(view))


async def wait_until_shown() -> None:
    """Wait until the addressed page is shown or reported as missing."""
    await window.tablesideShown


#: The cause of a notice that tells why something was not done.
REFUSED = "refused"


def notify(
    message: str, selector: str = "[data-notice]", lasting: bool = False, cause: str = ""
) -> None:
    """Show a short notice at the top of the page; an empty one hides it.

    It leaves with its page (static/js/notices.js) unless it is lasting. cause: of a failure of the
    store (`StorageError.why`), or REFUSED: an empty one with that cause hides only such a notice.
    """
    place = some(selector)
    if place is None or (not message and cause and data(place, "cause") != cause):
        return
    place.hidden = not message
    (some("[data-said]", place) or place).textContent = message
    place.setAttribute("data-of", "" if lasting else page_path())
    place.setAttribute("data-cause", cause)


def page_path() -> str:
    """Return the path of the open address as `#/garden/notes`."""
    return str(window.location.hash).partition("?")[0] or "#/"


def toast(words: str, n: int = 0, campaign: str = "") -> None:
    """Show a change for a few seconds (static/js/notices.js).

    n: the number of the journal entry that its Undo reverses, 0 for none.
    campaign: the id of that entry's campaign.
    """
    _tell("tableside:toast", words=words, n=n, campaign=campaign)


def hide_toast() -> None:
    """Hide the toast."""
    _tell("tableside:toast-hide")


def end_toast_undo() -> None:
    """Take Undo off the toast."""
    _tell("tableside:toast-end")


def speak(words: str) -> None:
    """Announce a text to screen readers, after the current announcement."""
    place = one("[data-spoken]")
    line = document.createElement("p")
    line.textContent = words
    place.append(line)
    while place.childElementCount > SPOKEN:
        place.firstElementChild.remove()


def alert(words: str) -> None:
    """Announce at once why an action is refused."""
    notify(words, "[data-alert]")


def report_fault(fault: BaseException) -> None:
    """Report an internal fault on the page (see static/js/reports.js).

    Only its kind and location are reported, as its message may hold personal data. A file that
    has not arrived is reported elsewhere (static/js/offline.js).
    """
    if isinstance(fault, FileMissing):
        return
    where, trace = [], fault.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        where.append(f"{code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    _tell("tableside:fault", kind=type(fault).__name__, where=where)


def _tell(event: str, **detail: object) -> None:
    init = js_object(detail=js_object(**detail))
    document.dispatchEvent(window.CustomEvent.new(event, init))


def report_unhandled_fault(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """Report a fault outside of any event, such as a timer's."""
    loop.default_exception_handler(context)
    fault = context.get("exception")
    if "handle" in context and isinstance(fault, Exception):
        report_fault(fault)


def listen(target: Js, event: str, heard: Callable[[Event], None]) -> None:
    """Add a permanent event listener that reports internal faults."""

    def guarded(event: Event) -> None:
        try:
            heard(event)
        except Exception as fault:
            report_fault(fault)
            raise

    target.addEventListener(event, create_proxy(guarded))


_running: set[asyncio.Task[None]] = set()
_beside: set[asyncio.Task[None]] = set()


def soon(doing: Awaitable[object]) -> None:
    """Run an awaitable after this event and report its faults.

    Until all of them are done, `<html data-busy>` is set for automation.
    """
    task = asyncio.ensure_future(_guarded(doing))
    _running.add(task)
    task.add_done_callback(_done)
    root.toggleAttribute("data-busy", True)


def beside(doing: Awaitable[object]) -> None:
    """Run an awaitable in the background and report its faults; nothing waits for it."""
    task = asyncio.ensure_future(_guarded(doing))
    _beside.add(task)
    task.add_done_callback(_beside.discard)


def later(seconds: float, doing: Callable[[], object]) -> None:
    """Call a function after some seconds; nothing waits for it."""
    asyncio.get_event_loop().call_later(seconds, doing)


def _done(task: asyncio.Task[None]) -> None:
    _running.discard(task)
    root.toggleAttribute("data-busy", bool(_running))


async def _guarded(doing: Awaitable[object]) -> None:
    try:
        await doing
    except Exception as fault:
        window.console.error(f"{type(fault).__name__}: {fault}")
        report_fault(fault)
        raise
