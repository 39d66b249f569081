"""Dispatch of document events: each is offered to the parts of the page until one takes it.

Elements state their action in `data-do`, `data-choice`, `data-die` or `data-rule`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from pyscript import window

from app.browser.platform import dom, lazy_import
from app.browser.platform.cooperative import CooperativeRunner
from app.browser.platform.dom import campaign_of, data, near, opens_here
from app.browser.platform.elements import Element, Event
from app.browser.roll import form_view
from app.browser.roll.at_forms import AtForms, follow_up_message
from app.browser.roll.form_view import FormView
from app.browser.shell import tools
from app.browser.shell.event_replay import EventReplay
from app.browser.shell.focus import keeping_focus
from app.browser.shell.listener import Listener
from app.browser.shell.render import warm
from app.browser.shell.runtime import Runtime
from app.browser.shell.screen import say_address
from app.core.support.import_steps import import_steps, is_here
from app.core.support.incremental import run_to_end
from app.systems import IDS, bring, missing
from app.update.messages.forms import RouteOpened
from app.update.messages.plays import Redone, RollTapped, Undone
from app.update.messages.tracker import RolledOver
from app.widgets.roll.links import read

#: Events that cannot be replayed later.
AT_ONCE = ("keydown", "submit", "drop")


class Events:
    """All event listeners of the page; a roll is possible before anything is stored."""

    def __init__(self) -> None:
        self.runtime = runtime = Runtime()
        self._listeners: list[Listener] = [AtForms(runtime)]
        self._replay = EventReplay(self._waits_for_game)
        self._late: set[str] = set()  # games whose file is on its way, or is being imported
        self._is_routed = False
        runtime.show(FormView(runtime))
        dom.listen(window, "pagehide", lambda _: say_address(runtime.model))
        dom.listen(window.document, "visibilitychange", lambda _: self._set_aside())
        self._adding = self._add_parts()
        #: Actions that work on every page.
        self._anywhere: dict[str, Callable[[Element], None]] = {
            "theme": lambda button: tools.choose_theme(data(button, "value")),
            "lacks-read": lambda _: tools.close_lacks(),
            "print-needed": lambda _: tools.print_needed(),
            "undo": lambda button: runtime.send(
                Undone(near(button, "[data-result]") is not None, campaign=campaign_of(button))
            ),
            "redo": lambda _: runtime.send(Redone()),
            "undo-entry": lambda button: runtime.send(
                Undone(n=int(data(button, "n")), campaign=campaign_of(button))
            ),
            "try": self.try_sample,
            "odds-fold": lambda _: self._draw_once_open(),
        }

    async def open_store(self, runner: CooperativeRunner) -> None:
        """Open the store and show its journal."""
        await runner.through(import_steps("app.browser.shell.stored_parts"))
        from app.browser.shell.stored_parts import add_stored_parts

        await add_stored_parts(self.runtime, self._listeners, runner)
        self._each(lambda each: each.on_store_open())

    async def add_parts(self, runner: CooperativeRunner) -> None:
        """Create all other parts once their code is loaded and stop queueing events."""
        if self._replay.has_ended:
            return
        await runner.through(self._adding)
        self._replay.end()
        warm()

    async def bring_late(self, game: str, runner: CooperativeRunner) -> None:
        """Load a game once its late file has arrived, open its address and replay its taps."""
        self._late.add(game)
        await lazy_import.wait_for(game)
        missing.discard(game)
        await runner.through(bring(game))
        self._late.discard(game)
        if read(str(window.location.hash)).path.partition("/")[0] == game:
            self.open_route()
        form_view.pending_done(game)
        self._replay.again()

    def _add_parts(self) -> Generator[None, None, None]:
        """Create the other parts one at a time and yield between them.

        Events that the forms do not take are queued meanwhile, or wait for this to finish
        (see `dispatch`).
        """
        yield from import_steps("app.browser.shell.parts")
        from app.browser.shell.parts import add_parts

        yield
        yield from add_parts(self.runtime, self._listeners)
        self._replay.again()

    def dispatch(self, event: Event) -> None:
        """Dispatch a document event, queueing it for parts that are not loaded yet.

        An event that cannot be replayed creates the remaining parts first, if their code is
        loaded.
        """
        if str(event.type) in AT_ONCE and lazy_import.REST in lazy_import.arrived:
            run_to_end(self._adding)
        handlers: dict[str, Callable[[Event], None]] = {
            "click": self._on_click,
            "input": self._on_input,
            "change": self._on_change,
            "keydown": self._on_key,
            "submit": self._on_submit,
            "mousedown": self._on_mouse_down,
            "contextmenu": self._on_hold,
            "pointerdown": lambda event: self._each(lambda each: each.on_pointer_down(event)),
            "dragover": lambda event: self._each(lambda each: each.on_drag(event)),
            "drop": lambda event: self._each(lambda each: each.on_drag(event)),
            "focusin": lambda event: self._each(lambda each: each.on_focus(event.target)),
            "focusout": lambda event: self._each(lambda each: each.on_blur(event.target)),
            "selectionchange": lambda _: self._each(lambda each: each.on_caret_move()),
            "tableside:route": lambda _: self.open_route(),
        }
        with self.runtime.at_part_of(event.target):
            handlers[str(event.type)](event)

    def _each(self, tell: Callable[[Listener], None]) -> None:
        for listener in self._listeners:
            tell(listener)

    def open_route(self) -> None:
        """Open the address of the page."""
        tools.close_rule()
        hash, model = str(window.location.hash), self.runtime.model
        path, self._is_routed = read(hash).path, True
        game = path.partition("/")[0]
        if game in IDS and game not in missing and not is_here(f"app.systems.{game}"):
            missing.add(game)
            dom.beside(self.bring_late(game, CooperativeRunner()))
        has_form = path.replace("/", ".", 1) in model.forms
        self.runtime.send(RouteOpened(hash, {} if has_form else form_view.form_texts(path)))
        self._each(lambda each: each.on_route())

    def open_first_route(self) -> None:
        """Open the first address unless another one was opened meanwhile."""
        if not self._is_routed:
            self.open_route()

    def roll_early(self, procedure: str) -> None:
        """Roll an open form after its Roll button was tapped before Python ran."""
        if self.runtime.model.open == procedure:
            form_view.pending_done(self.runtime.model.game)
            self.runtime.send(RollTapped())

    def try_sample(self, link: Element) -> None:
        """Prepare a form for a sample character; the link itself opens it."""
        from app.update.messages.quick_start import SampleTried

        sample, place = int(data(link, "sample")), data(link, "place")
        self.runtime.send(SampleTried(data(link, "try"), sample, place, self.runtime.new_id()))

    def _draw_once_open(self) -> None:
        """Draw the content of a fold, which opens after this tap."""
        dom.soon(self.runtime.draw_all())

    def _set_aside(self) -> None:
        self._each(lambda each: each.on_visibility())

    # --- taps ---

    def _on_click(self, event: Event) -> None:
        target = event.target
        chip, doer = near(target, "a[data-rule]"), near(target, "[data-do]")
        # A tray can be tapped faster than its keys are drawn: the line decides what may follow.
        if near(target, "[aria-disabled=true]:not([data-write])") is not None:
            event.preventDefault()
            return
        rollable = near(target, "[data-procedure-of]")
        if rollable is not None and near(rollable, "[data-over]") is not None:
            if data(rollable, "do") != "due-roll":
                event.preventDefault()  # opens over the fight instead of on its own page
                inputs = read(str(rollable.getAttribute("href"))).typed
                self.runtime.send(RolledOver(follow_up_message(rollable), inputs))
        elif rollable is not None and data(rollable, "do") != "due-roll":
            self.runtime.send(follow_up_message(rollable))
        if chip is not None:
            game = read(str(window.location.hash)).path.partition("/")[0]
            if opens_here(event) and tools.show_rule(game, data(chip, "rule")):
                event.preventDefault()
        else:
            self._replay.offer(target, "click", lambda: self._takes(target, doer, event))
            if doer is not None and data(doer, "do") == "roll" and self._waits_for_game(doer):
                form_view.roll_pending(doer)

    def _waits_for_game(self, element: Element) -> bool:
        """Tell whether an element is in a view of a game that is still loading."""
        if not (missing or self._late):
            return False
        view = near(element, "[data-view]")
        game = data(view, "view").partition("/")[0] if view is not None else ""
        return game in missing or game in self._late

    def tap_early(self, doer: Element) -> None:
        """Handle a tap on a button from before Python ran."""
        self._replay.offer(doer, "click", lambda: self._takes(doer, doer))

    def _takes(self, target: Element, doer: Element | None, event: Event | None = None) -> bool:
        """Tell whether a part takes a tap; `doer` is the tapped button, if any."""
        if any(listener.on_click(target) for listener in self._listeners):
            return True
        return doer is not None and self._tap(data(doer, "do"), doer, event)

    def _tap(self, what: str, doer: Element, event: Event | None) -> bool:
        if what in self._anywhere:
            with keeping_focus():
                self._anywhere[what](doer)
            return True
        is_taken = any(listener.on_tap(what, doer) for listener in reversed(self._listeners))
        if is_taken and event is not None:
            event.preventDefault()  # a button of a form would submit it
        return is_taken

    def _on_mouse_down(self, event: Event) -> None:
        """Keep the cursor in its field when an offer is tapped."""
        if near(event.target, "[data-offer]") is not None:
            event.preventDefault()

    def _on_hold(self, event: Event) -> None:
        if any(listener.on_hold(event.target) for listener in self._listeners):
            event.preventDefault()

    # --- fields ---

    def _on_input(self, event: Event) -> None:
        field = event.target

        def tell() -> bool:
            # Every listener gets it: a line of notation is part of the form, too.
            results = [listener.on_input(field) for listener in self._listeners]
            return any(results)

        self._replay.offer(field, "input", tell)

    def _on_change(self, event: Event) -> None:
        field = event.target
        self._replay.offer(
            field, "change", lambda: any(listener.on_change(field) for listener in self._listeners)
        )

    def _on_submit(self, event: Event) -> None:
        if self._waits_for_game(event.target):
            event.preventDefault()  # the tap on its button is queued
        elif any(listener.on_submit(event.target) for listener in self._listeners):
            event.preventDefault()

    def _on_key(self, event: Event) -> None:
        if getattr(event.target, "hasAttribute", None):
            any(listener.on_key(event) for listener in self._listeners)
