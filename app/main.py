"""The browser's entry: one delegated listener on the document for each kind of event.

A form is ready as soon as the page listens. Modules are imported by the first event that needs
them, or a moment later, so that the start does not wait for them. Home is ready before the file
with these modules has arrived: static/js/boot.js keeps taps until then.
"""

from __future__ import annotations

import asyncio
import gc
from functools import cache
from typing import TYPE_CHECKING

from pyscript import document, window

from app.browser.platform import dom, lazy_import
from app.core.support.import_steps import import_steps, is_here

if TYPE_CHECKING:
    from app.browser.platform.cooperative import CooperativeRunner
    from app.browser.shell.events import Events

#: The events of the delegated listeners.
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
def events() -> Events:
    """Return the event handlers, created on first use."""
    _use_compiled_methods()
    from app.browser.shell.events import Events

    return Events()


def _use_compiled_methods() -> None:
    """Use the precompiled methods of dataclasses; their module would delay the start."""
    from app.browser.platform import methods

    methods.install()


async def start() -> None:
    """Make the page ready; a failure is shown with a report."""
    lazy_import.install()
    gc.disable()  # until everything is imported (app/browser/platform/lazy_import.py)
    asyncio.get_event_loop().set_exception_handler(dom.report_unhandled_fault)
    await dom.wait_until_shown()
    try:
        _make_ready()
    except Exception as fault:
        dom.report_fault(fault)
        raise


def _make_ready() -> None:
    """Open the address and listen, if the code for that is here."""
    dom.listen(document, "tableside:opening", lambda _: dom.soon(dom.wait_until_shown()))
    has_code = is_here("app.browser.shell.events")
    has_form = dom.some("[data-view]:not([hidden]) form[data-procedure]") is not None
    if has_code and has_form:
        events().open_route()
    dom.soon(_afterwards(has_code, has_form))
    dom.root.setAttribute("data-state", "ready")
    if has_code:
        _listen()


def _listen() -> None:
    """Add listeners and replay early taps."""
    dom.root.setAttribute("data-listens", "")
    for event in EVENTS:
        dom.listen(document, event, lambda event: events().dispatch(event))
    tried = getattr(window, "tablesideTried", None)
    if tried:
        events().try_sample(tried)
    for button in getattr(window, "tablesideTapped", None) or ():
        events().tap_early(button)
    pending = getattr(window, "tablesidePending", None)
    if pending:
        events().roll_early(str(pending.procedure))


async def _afterwards(has_code: bool, has_form: bool) -> None:
    """Load the rest after the first form: a view without one, and stored data."""
    if not has_code:
        await lazy_import.wait_for(lazy_import.PLAY)
    from app.browser.platform.cooperative import CooperativeRunner

    runner = CooperativeRunner()
    try:
        if not (has_code and has_form):
            await _open_address(runner)
        if not has_code:
            _listen()
        await events().open_store(runner)
        if await lazy_import.has_arrived(lazy_import.REST):
            await events().add_parts(runner)
    finally:
        dom.beside(_all_else(runner))


async def _open_address(runner: CooperativeRunner) -> None:
    """Load the rules of the addressed game and the modules that handle its view."""
    _use_compiled_methods()
    await runner.through(import_steps("app.browser.shell.events", "app.systems"))
    from app.systems import IDS, bring

    game = str(window.location.hash).strip("#/").partition("/")[0]
    if game in IDS and not is_here(f"app.systems.{game}"):
        await lazy_import.has_arrived(game)
    await runner.through(bring(game))
    events().open_first_route()


async def _all_else(runner: CooperativeRunner) -> None:
    """Load all other games and modules in the background."""
    from app.systems import DICE, IDS, bring

    await runner.through(bring(DICE))
    late = [
        id for id in IDS if not (is_here(f"app.systems.{id}") or await lazy_import.has_arrived(id))
    ]
    for id in IDS:
        if id not in late:
            await runner.through(bring(id))
    if lazy_import.REST in lazy_import.arrived and not late:
        lazy_import.freeze_imports()
        return
    await lazy_import.wait_for(lazy_import.REST)
    await events().add_parts(runner)
    for id in late:
        await events().bring_late(id, runner)
    lazy_import.freeze_imports()
