"""The browser's entry: one delegated listener for each kind of event stands on the document.

The page is ready as soon as it listens: what an event needs is imported when the first one comes,
or a moment later, so that a start does not wait for what the first screen does not show.
"""

from __future__ import annotations

import asyncio
import gc
from functools import cache
from typing import TYPE_CHECKING

from pyscript import document, window

from app.browser.platform import dom, lazy_import

if TYPE_CHECKING:
    from app.browser.platform.cooperative import CooperativeRunner
    from app.browser.shell.events import Events

#: Everything the page listens to.
EVENTS = (
    "click",
    "input",
    "change",
    "keydown",
    "submit",
    "mousedown",
    "contextmenu",
    "pointerdown",
    "dragover",
    "drop",
    "focusin",
    "focusout",
    "selectionchange",
    "tableside:route",
)


@cache
def work() -> Events:
    """The page at work, made when it is first needed."""
    _import_sooner()
    from app.browser.shell.events import Events

    return Events()


def _import_sooner() -> None:
    """Not before the page is ready: what it takes would keep that waiting."""
    from app.browser.platform import methods

    methods.install()


async def start() -> None:
    """Make the page ready; what keeps it from being so is told with a report."""
    lazy_import.install()
    gc.disable()  # until everything is imported (app/browser/platform/lazy_import.py)
    asyncio.get_event_loop().set_exception_handler(dom.unforeseen)
    await dom.shown()
    try:
        _make_ready()
    except Exception as fault:
        dom.ours(fault)
        raise


def _make_ready() -> None:
    """Listen, open what the address names, do what was tapped too early."""
    for event in EVENTS:
        dom.listen(document, event, lambda event: work().heard(event))
    dom.listen(document, "tableside:opening", lambda _: dom.soon(dom.shown()))
    form = dom.some("[data-view]:not([hidden]) form[data-procedure]")
    if form is not None:
        work().routed()
    dom.soon(_afterwards(routed=form is not None))
    dom.root.setAttribute("data-state", "ready")
    tried = getattr(window, "tablesideTried", None)
    if tried:
        work().tried(tried)
    for button in getattr(window, "tablesideTapped", None) or ():
        work().tapped_early(button)
    pending = getattr(window, "tablesidePending", None)
    if pending:
        work().roll_early(str(pending.procedure))


async def _afterwards(routed: bool) -> None:
    """What a roll need not wait for: a view without a form, and all that is kept."""
    from app.browser.platform.cooperative import CooperativeRunner

    slices = CooperativeRunner(lambda: True)
    try:
        if not routed:
            await _without_form(slices)
        await work().keep(slices)
        if await lazy_import.tried(lazy_import.REST):
            await work().prepare(slices)
    finally:
        dom.beside(_all_else(slices))


async def _without_form(slices: CooperativeRunner) -> None:
    """The rules of the game that is looked at first, and what hears of it."""
    _import_sooner()
    from app.core.support.import_steps import import_steps

    await slices.through(import_steps("app.browser.shell.events", "app.systems"))
    from app.systems import bring

    await slices.through(bring(str(window.location.hash).strip("#/").partition("/")[0]))
    work().routed_once()


async def _all_else(slices: CooperativeRunner) -> None:
    """Whichever game is opened next is there, and with it all that is ever imported at a start."""
    from app.systems import DICE, IDS, bring

    await slices.through(bring(DICE))
    late = [id for id in IDS if not await lazy_import.tried(id)]
    for id in IDS:
        if id not in late:
            await slices.through(bring(id))
    if lazy_import.REST in lazy_import.here and not late:
        lazy_import.import_all()
        return
    await lazy_import.come(lazy_import.REST)
    await work().prepare(slices)
    for id in late:
        await lazy_import.come(id)
        await work().brought(id, slices)
    lazy_import.import_all()
