"""Fields for a game's notation, with their reading and completions below.

The field keeps the cursor. A completion is taken by a tap or with the arrow keys and Enter; Escape
hides them, Ctrl+Space shows them again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyscript import document, window

from app.browser.platform.dom import allow, data, each, enclosing, later, near, one, show, some
from app.browser.platform.elements import Element, Event
from app.browser.roll.form_view import view_of
from app.browser.shell.drawing import Part
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.core.games import find
from app.core.procedures.notations import Notation, NotationContext
from app.systems import games
from app.update.model import Model
from app.widgets.dice.notation import beside_inputs, place, units, writing

#: Marks a field with a game's notation.
NOTATION = "data-notation"

#: Marks an element that shows a reading.
READ = "data-read"

#: Keys that move the cursor in the text, not among the completions.
MOVES = ("ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown")

#: Seconds until a tap outside the field has reached its target.
TAP_S = 0.35

#: Seconds without typing until the allowed keys are updated.
PAUSE = 0.05

Found = tuple[Notation, NotationContext]

#: A field's id, its text and the place of its cursor (code points; None without focus).
Caret = tuple[str, str, int | None]


class NotationField(Listener, Part):
    """The fields with a notation.

    beside: returns the notation and surroundings of a field in a sheet's record.
    """

    def __init__(self, runtime: Runtime, beside: Callable[[Element], Found | None]) -> None:
        self._runtime = runtime
        self._beside = beside
        self._drawn: object = None
        self._open = False  # whether the arrow keys move among the completions
        self._at = -1  # the completion that Enter takes
        self._shown: Caret | None = None
        self._dismissed: Caret | None = None  # where Escape hid the completions
        self._allowing: asyncio.TimerHandle | None = None

    # --- drawing ---

    def draw(self, model: Model) -> None:
        """Update the readings when other inputs of the form change."""
        form = model.forms.get(model.open)
        key = (model.address, form.desk.typed) if form is not None else None
        if key == self._drawn:
            return
        self._drawn = key
        view = view_of(model.address.path) if key else None
        for field in each("[data-notation]", view.form) if view is not None else ():
            if field.value or some(".heard", self._slot(field)) is not None:
                self.show(field, anew=True)

    def show(self, field: Element, anew: bool = False) -> None:
        """Show the reading of a field, and completions while it is focused."""
        context = self._context(field) if field.isConnected else None
        if context is None:
            return
        _, text, cursor = here = self._caret(field)
        slot = self._slot(field)
        # A redrawn sheet has an empty slot and may read otherwise.
        if here == self._shown and not anew and slot.hasAttribute(READ):
            return
        selected = self._at if here == self._shown else -1
        self._shown, self._at = here, -1
        slot.setAttribute(READ, "")
        kind, beside = context
        reading = writing(kind, text, beside, cursor)
        field.removeAttribute("aria-activedescendant")
        # Sections opened by the user stay open; a fault opens by itself.
        opened = some("[data-misread]", slot) is None and some("[data-at-length][open]", slot)
        shows_offers = cursor is not None or bool(opened)
        show(slot, render("notation.html", id=str(field.id), seen=reading, writes=shows_offers))
        # The browser may report the cursor, or the form its new state, only after a key.
        if here == self._dismissed:
            self._hide_offers(slot)
        else:
            self._dismissed, self._at = None, selected
            self._to(field, 0)
        if kind.keys:
            self._allow_soon(field, kind)

    def _allow_soon(self, field: Element, kind: Notation) -> None:
        """Disable impossible keys once typing stops."""
        if self._allowing is not None:
            self._allowing.cancel()
        loop = asyncio.get_event_loop()
        self._allowing = loop.call_later(PAUSE, self._allow, field, kind)

    def _allow(self, field: Element, kind: Notation) -> None:
        text = str(field.value)
        for key in each("[data-write]", enclosing(field, ".control")) if field.isConnected else ():
            allow(key, kind.can_follow(text, data(key, "write")))

    def _slot(self, field: Element) -> Element:
        return one("[data-heard]", enclosing(field, ".control"))

    def _context(self, field: Element) -> Found | None:
        form = near(field, "form[data-procedure]")
        if form is None:
            return self._beside(field)
        procedure = find(games(), data(form, "procedure"))
        kind = procedure.inputs[str(field.name)].kind
        assert isinstance(kind, Notation)
        return kind, beside_inputs(procedure, self._runtime.model.forms[procedure.id].desk.typed)

    def _caret(self, field: Element) -> Caret:
        return str(field.id), str(field.value), self._cursor(field)

    def _cursor(self, field: Element) -> int | None:
        if not _is_active(field):
            return None
        return place(str(field.value), int(field.selectionEnd))

    # --- events ---

    def on_input(self, field: Element) -> bool:
        if not field.hasAttribute(NOTATION):
            return False
        self._open = True
        self.show(field)
        return True

    def on_focus(self, field: Element) -> None:
        if near(field, f"[{NOTATION}]") is not None:
            self.show(field)

    def on_caret_move(self) -> None:
        field = near(document.activeElement, f"[{NOTATION}]")
        if field is not None:
            self.show(field)

    def on_blur(self, field: Element) -> None:
        """Hide the completions once the tap that left the field has reached its target."""
        if near(field, f"[{NOTATION}]") is not None:
            self._open = False
            later(TAP_S, lambda: self.show(field))

    def on_key(self, event: Event) -> bool:
        field, key = event.target, str(event.key)
        if not field.hasAttribute(NOTATION):
            return False
        if key in ("ArrowDown", "ArrowUp") and self._move_in_offers(field):
            event.preventDefault()
            self._to(field, 1 if key == "ArrowDown" else -1)
        elif key == " " and event.ctrlKey:
            event.preventDefault()
            self._open = True
            self._dismissed = None
            self.show(field, anew=True)
            self._to(field, 1)
        elif key == "Enter" and not event.shiftKey:
            event.preventDefault()
            self._on_enter(field)
        elif key == "Escape" and self._offers(field):
            event.preventDefault()
            self._open = False
            self._at = -1
            field.removeAttribute("aria-activedescendant")
            self._dismissed = self._caret(field)
            self._hide_offers(self._slot(field))
        elif key in MOVES:
            self._open = False
        else:
            return key != "Escape"
        return True

    def _move_in_offers(self, field: Element) -> bool:
        at_the_end = int(field.selectionEnd) == len(str(field.value))
        return bool(self._offers(field)) and (self._open or self._at >= 0 or at_the_end)

    def _offers(self, field: Element) -> list[Element]:
        return each("[role=listbox]:not([hidden]) [data-offer]", self._slot(field))

    def _hide_offers(self, slot: Element) -> None:
        for offers in each("[role=listbox]", slot):
            offers.hidden = True

    def _to(self, field: Element, by: int) -> None:
        """Select another completion, or the text itself beyond the first and last."""
        offers = self._offers(field)
        if not offers:
            return
        self._at = (self._at + 1 + by) % (len(offers) + 1) - 1
        for number, offer in enumerate(offers):
            offer.setAttribute("aria-selected", "true" if number == self._at else "false")
        if self._at < 0:
            field.removeAttribute("aria-activedescendant")
            return
        field.setAttribute("aria-activedescendant", offers[self._at].id)
        offers[self._at].scrollIntoView(_NEAREST)

    def _on_enter(self, field: Element) -> None:
        """Take the selected completion, or else submit or save the line."""
        if self._at >= 0:
            self._take(field, self._at)
        elif form := near(field, "form[data-procedure]"):
            form.requestSubmit()
        else:
            field.dispatchEvent(window.Event.new("change", bubbles=True))

    def on_click(self, target: Element) -> bool:
        """Take a tapped completion."""
        offer = near(target, "[data-offer]")
        if offer is None:
            return False
        self._take(one("textarea", enclosing(offer, ".control")), int(data(offer, "offer")))
        return True

    def _take(self, field: Element, number: int) -> None:
        """Insert a completion as if it were typed."""
        if not _is_active(field):
            field.focus()
        context, text = self._context(field), str(field.value)
        if context is None:
            return
        kind, beside = context
        offers = writing(kind, text, beside, self._cursor(field)).offers
        if number >= len(offers):
            return
        offer = offers[number]
        field.setSelectionRange(units(text, offer.start), units(text, offer.end))
        # Inserted as typing, so that the browser's undo works where supported.
        if not document.execCommand("insertText", False, offer.insert):
            start, end = int(field.selectionStart), int(field.selectionEnd)
            field.setRangeText(offer.insert, start, end, "end")
            field.dispatchEvent(window.Event.new("input", bubbles=True))


_NEAREST = window.JSON.parse('{"block": "nearest"}')


def _is_active(field: Element) -> bool:
    return str(getattr(document.activeElement, "id", "")) == str(field.id)
