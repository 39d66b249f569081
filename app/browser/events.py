"""What the document's events mean: each becomes a message, or is about the screen alone.

What an element does is said by its `data-do`, `data-choice`, `data-die` or `data-rule`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pyscript import window

from app.browser import at_forms, at_tracker, dom, form_view, tools
from app.browser.at_sheets import AtSheets
from app.browser.board_view import BoardView
from app.browser.characters_view import CharactersView
from app.browser.counters_view import CountersView
from app.browser.dom import Js, data, near
from app.browser.form_view import FormView
from app.browser.journal_list import JournalList
from app.browser.notation_field import NOTATION, NotationField
from app.browser.render import warm
from app.browser.runtime import Runtime
from app.browser.screen import say_address
from app.table.messages.campaign import CounterStepped
from app.table.messages.forms import RouteOpened
from app.table.messages.plays import Redone, RollTapped, Undone
from app.widgets.links import read

if TYPE_CHECKING:
    from app.browser.campaigns import Campaigns


class Events:
    """Everything that the page listens to. It works before anything is stored."""

    def __init__(self) -> None:
        self.runtime = runtime = Runtime()
        self.sheets = AtSheets(runtime)
        self.notation = NotationField(runtime, self.sheets.beside)
        runtime.show(
            FormView(runtime),
            self.notation,
            CountersView(),
            BoardView(),
            CharactersView(runtime),
            JournalList(),
        )
        self._stored: list[Campaigns] = []  # what is done with whole campaigns, once they are read
        dom.listen(window, "pagehide", lambda _: say_address(runtime.model))
        dom.listen(window.document, "visibilitychange", lambda _: self._set_aside())
        #: What is done anywhere.
        self._anywhere: dict[str, Callable[[Js], None]] = {
            "theme": lambda _: tools.next_theme(),
            "lacks-read": lambda _: tools.close_lacks(),
            "undo": lambda button: runtime.send(Undone(near(button, "[data-result]") is not None)),
            "redo": lambda _: runtime.send(Redone()),
            "purse": self._counter,
        }

    def heard(self, event: Js) -> None:
        """An event of the document."""
        heard: dict[str, Callable[[Js], None]] = {
            "click": self._clicked,
            "input": self._edited,
            "change": self._edited,
            "keydown": self._pressed,
            "submit": self._submitted,
            "mousedown": self._held,
            "pointerdown": lambda event: at_tracker.gripped(self.runtime, event),
            "dragover": self._dragged,
            "drop": self._dragged,
            "focusin": self._entered,
            "focusout": self._left,
            "selectionchange": lambda _: self.notation.moved(),
            "tableside:route": lambda _: self.routed(),
        }
        heard[str(event.type)](event)

    async def keep(self) -> None:
        """Open the store. Its code is fetched into memory only now: a roll needs none of it."""
        from app.browser.campaigns import Campaigns

        campaigns = Campaigns(self.runtime)
        await campaigns.open()
        self._stored.append(campaigns)
        self.runtime.show(campaigns)
        campaigns.routed()
        warm()

    def routed(self) -> None:
        """Another address was opened."""
        tools.close_rule()
        hash, model = str(window.location.hash), self.runtime.model
        path = read(hash).path
        touched = path.replace("/", ".", 1) in model.forms
        self.runtime.send(RouteOpened(hash, {} if touched else form_view.standing(path)))
        for each in self._stored:
            each.routed()

    def roll_early(self, procedure: str) -> None:
        """A Roll that was tapped before Python ran is rolled now, if its form is still open."""
        if self.runtime.model.open == procedure:
            form_view.pending_done(self.runtime.model.address.path)
            self.runtime.send(RollTapped())

    def _set_aside(self) -> None:
        """The page is put away, or taken up again: what a file is still to say is written now."""
        for each in self._stored:
            each.set_aside()

    # --- taps ---

    def _clicked(self, event: Js) -> None:
        target = event.target
        chip = near(target, "a[data-rule]")
        rollable = near(target, "[data-procedure-of]")
        if rollable is not None and data(rollable, "do") != "due-roll":
            self.runtime.send(at_forms.taken(rollable))
        offer = near(target, "[data-offer]")
        option = near(target, "[data-choice]")
        doer = near(target, "[data-do]")
        die = near(target, "[data-die]")
        if chip is not None:
            plain = not (event.ctrlKey or event.metaKey or event.shiftKey)
            if plain and tools.show_rule(self.runtime.model.game, data(chip, "rule")):
                event.preventDefault()
        elif offer is not None:
            self.notation.tapped(offer)
        elif option is not None:
            self.runtime.send(at_forms.chosen(option))
        elif doer is not None:
            self._do(data(doer, "do"), doer, event)
        elif die is not None:
            self.runtime.send(at_forms.die(die))

    def _do(self, what: str, doer: Js, event: Js) -> None:
        if what in self._anywhere:
            self._anywhere[what](doer)
            return
        takers: list[Callable[[str, Js], bool]] = [self.sheets.tapped]
        takers += [each.tapped for each in self._stored]
        takers.append(lambda what, doer: at_tracker.tapped(self.runtime, what, doer))
        if near(doer, "[data-view]") is not None:
            takers.append(lambda what, doer: at_forms.tapped(self.runtime, what, doer))
        if any(taker(what, doer) for taker in takers):
            event.preventDefault()  # a button of a form would submit it

    def _counter(self, button: Js) -> None:
        id, by = data(near(button, "[data-purse]"), "purse"), int(data(button, "by"))
        self.runtime.send(CounterStepped(id, by))

    # --- fields ---

    def _edited(self, event: Js) -> None:
        """Something was typed: into a die, into the form, onto a sheet."""
        field, kind = event.target, str(event.type)
        if not at_forms.edited(self.runtime, field, kind) and kind == "change":
            self._chosen(field)
        if kind == "input" and field.hasAttribute(NOTATION):
            self.notation.written(field)

    def _chosen(self, field: Js) -> None:
        """Somebody was chosen, a file, or something was written on a sheet."""
        message = at_forms.cast(field) or at_tracker.aimed(field)
        if message is not None:
            self.runtime.send(message)
        elif not any(each.chosen(field) for each in self._stored):
            self.sheets.edited(field)

    def _submitted(self, event: Js) -> None:
        if near(event.target, "form[data-procedure]"):
            event.preventDefault()
            self.runtime.send(RollTapped())
        elif near(event.target, "form[data-campaigns]"):
            event.preventDefault()
            for each in self._stored:
                each.submitted(event.target)
        elif near(event.target, "[data-tracker]"):
            event.preventDefault()
            at_tracker.submitted(self.runtime, event.target)

    def _pressed(self, event: Js) -> None:
        field = event.target
        if not getattr(field, "hasAttribute", None) or at_tracker.pressed(self.runtime, event):
            return
        if field.hasAttribute(NOTATION):
            self.notation.pressed(event)
        if field.hasAttribute("data-die"):
            at_forms.pressed(self.runtime, event)

    # --- around fields ---

    def _dragged(self, event: Js) -> None:
        """A file is held over the page, or dropped on it."""
        for each in self._stored:
            each.dragged(event)

    def _held(self, event: Js) -> None:
        """An offer that is tapped leaves the cursor in its field."""
        if near(event.target, "[data-offer]") is not None:
            event.preventDefault()

    def _entered(self, event: Js) -> None:
        if near(event.target, "[data-die]") is not None:
            event.target.select()  # what is typed takes the place of what stands there
        if near(event.target, f"[{NOTATION}]") is not None:
            self.notation.show(event.target)

    def _left(self, event: Js) -> None:
        if near(event.target, f"[{NOTATION}]") is not None:
            self.notation.left(event.target)
