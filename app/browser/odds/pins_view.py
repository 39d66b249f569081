"""Pins beside the chances, and how the form as it stands compares; a copy of the chances."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any

from app.browser.platform.cooperative import CooperativeRunner
from app.browser.platform.dom import Js, data, page_address, redraw, some, soon, tell
from app.browser.roll.form_view import path_of
from app.browser.shell import tools
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.core.errors import BadInput
from app.core.procedures.procedure import Procedure
from app.core.support.incremental import run_to_end
from app.update.messages.reading import FormPinned, PinNamed, PinRemoved, PinTaken
from app.update.model import Model
from app.update.odds import pins
from app.widgets.odds.odds import as_csv, rows
from app.widgets.odds.pins import Found, Pin, beside, compared
from app.widgets.roll.desk import Desk

#: So many chances are remembered.
MOST = 60

#: What is shown of chances that are still being counted.
COUNTING = "…"


class PinsView(Listener):
    """Draws the pins of the open form; their chances come one by one, and nobody waits for them."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._known: dict[tuple[Any, ...], Found] = {}
        self._drawn: tuple[Any, ...] = ()
        self._counting = False

    def stale(self) -> None:
        """They are drawn by what they say, and that is all there is."""

    # --- what is heard ---

    def tapped(self, what: str, button: Js) -> bool:
        send = self._runtime.send
        if what == "pin":
            send(FormPinned())
        elif what == "pin-take":
            send(PinTaken(data(button, "value")))
        elif what == "pin-remove":
            send(PinRemoved(data(button, "value")))
        elif what == "pin-link":
            if here := page_address():
                soon(tools.copied(here + pins.address(self._runtime.model), button))
            else:
                tell(tools.NO_LINK)
        elif what == "odds-copy":
            self._copy(button)
        else:
            return False
        return True

    def chosen(self, field: Js) -> bool:
        if field.name != "pin-name":
            return False
        self._runtime.send(PinNamed(data(field, "place"), str(field.value)))
        return True

    def _copy(self, button: Js) -> None:
        form = self._runtime.model.form
        found = run_to_end(_weighing(form.desk))
        if not isinstance(found, str):
            soon(tools.copied(as_csv(rows(form.procedure, found.grades)), button))

    # --- what is seen ---

    def draw(self, model: Model) -> None:
        if model.open not in model.forms:
            self._drawn = ()
            return
        form, there = model.form, pins.of_form(model)
        drawn = (model.open, form.desk.typed if there else None, there, self._has(model, there))
        if drawn == self._drawn:
            return
        slot = some(f'[data-view="{path_of(model.open)}"] [data-slot="pins"]')
        if slot is None:
            return
        self._drawn = drawn
        redraw(slot, self._html(model, there) if there else "")
        if there and not self._counting:
            self._counting = True
            soon(self._count())

    def _has(self, model: Model, there: tuple[Pin, ...]) -> int:
        """So many of those that are compared have been counted."""
        return sum(_key(desk) in self._known for desk in _desks(model, there))

    def _html(self, model: Model, there: tuple[Pin, ...]) -> str:
        form = model.form
        procedure, typed = form.procedure, form.desk.typed
        now, *others = (self._known.get(_key(d), COUNTING) for d in _desks(model, there))
        found = [*zip(there, others, strict=True)]
        return render(
            "pins.html",
            beside=beside(procedure, typed, now, found),
            compared=compared(procedure, now, found),
        )

    async def _count(self) -> None:
        """One after another, of what is pinned and typed by then."""
        while True:
            await asyncio.sleep(0)
            model = self._runtime.model
            there = pins.of_form(model) if model.open in model.forms else ()
            desks = _desks(model, there) if there else []
            left = next((desk for desk in desks if _key(desk) not in self._known), None)
            if left is None:
                self._counting = False
                return
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[_key(left)] = await CooperativeRunner(lambda: True).through(_weighing(left))
            self.draw(self._runtime.model)


def _desks(model: Model, there: tuple[Pin, ...]) -> list[Desk]:
    """The form as it stands, and as it stood at each pin."""
    form = model.form
    return [Desk(form.procedure, form.desk.typed), *(_pinned(form.procedure, p) for p in there)]


def _pinned(procedure: Procedure, pin: Pin) -> Desk:
    return Desk(procedure, pin.typed)


def _key(desk: Desk) -> tuple[Any, ...]:
    return (desk.procedure.id, *sorted(desk.typed.items()))


def _weighing(desk: Desk) -> Generator[float, None, Found]:
    """Its chances, or why there are none."""
    faults = desk.faults()
    if faults:
        return next(iter(faults.values()))
    try:
        return (yield from desk.weighing())
    except BadInput as fault:
        return fault.message
