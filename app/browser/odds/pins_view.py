"""Pins beside the odds, their comparison with the current form, and a copy of the odds."""

from __future__ import annotations

import asyncio
from collections.abc import Generator

from app.browser.platform.cooperative import CooperativeRunner
from app.browser.platform.dom import data, notify, page_address, redraw, some, soon
from app.browser.platform.elements import Element
from app.browser.shell import tools
from app.browser.shell.drawing import Part
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.core.errors import BadInput
from app.core.procedures.procedure import Procedure
from app.core.support.incremental import run_to_end
from app.update.messages.reading import FormPinned, PinNamed, PinRemoved, PinTaken
from app.update.model import Model
from app.update.odds import pins
from app.widgets.odds.odds import TOO_COMPLEX, as_csv, rows
from app.widgets.odds.pins import Found, Pin, beside, comparison_rows
from app.widgets.roll.desk import Desk
from app.widgets.roll.links import path_of

#: Maximum number of cached odds.
MOST = 60

#: Shown for odds that are still being computed.
COUNTING = "…"


class PinsView(Listener, Part):
    """Draws the pins of the open form; their odds are computed one by one."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._known: dict[tuple[object, ...], Found] = {}
        self._drawn: tuple[object, ...] = ()
        self._counting = False

    # --- events ---

    def on_tap(self, what: str, button: Element) -> bool:
        send = self._runtime.send
        if what == "pin":
            send(FormPinned())
        elif what == "pin-take":
            send(PinTaken(data(button, "value")))
        elif what == "pin-remove":
            send(PinRemoved(data(button, "value")))
        elif what == "pin-link":
            if here := page_address():
                soon(tools.copy_text(here + pins.address(self._runtime.model)))
            else:
                notify(tools.NO_LINK)
        elif what == "odds-copy":
            self._copy(button)
        else:
            return False
        return True

    def on_change(self, field: Element) -> bool:
        if field.name != "pin-name":
            return False
        self._runtime.send(PinNamed(data(field, "place"), str(field.value)))
        return True

    def _copy(self, button: Element) -> None:
        form = self._runtime.model.form
        result = run_to_end(_evaluate(form.desk))
        if not isinstance(result, str):
            soon(tools.copy_text(as_csv(rows(form.procedure, result.grades))))

    # --- drawing ---

    def draw(self, model: Model) -> None:
        if model.open not in model.forms:
            self._drawn = ()
            return
        form, present = model.form, pins.of_form(model)
        drawn = (
            model.open,
            form.desk.typed if present else None,
            present,
            self._has(model, present),
        )
        if drawn == self._drawn:
            return
        slot = some(f'[data-view="{path_of(model.open)}"] [data-slot="pins"]')
        if slot is None:
            return
        self._drawn = drawn
        redraw(slot, self._html(model, present) if present else "")
        if present:
            slot.closest("details").open = True
        if present and not self._counting:
            self._counting = True
            soon(self._count())

    def _has(self, model: Model, there: tuple[Pin, ...]) -> int:
        """Return the number of compared odds that are computed."""
        return sum(_key(desk) in self._known for desk in _desks(model, there))

    def _html(self, model: Model, there: tuple[Pin, ...]) -> str:
        form = model.form
        procedure, typed = form.procedure, form.desk.typed
        current, *others = (self._known.get(_key(d), COUNTING) for d in _desks(model, there))
        pairs = [*zip(there, others, strict=True)]
        return render(
            "pins.html",
            beside=beside(procedure, typed, current, pairs),
            compared=comparison_rows(procedure, current, pairs),
        )

    async def _count(self) -> None:
        """Compute missing odds of current pins and the form one by one."""
        while True:
            await asyncio.sleep(0)
            model = self._runtime.model
            there = pins.of_form(model) if model.open in model.forms else ()
            desks = _desks(model, there) if there else []
            missing = next((desk for desk in desks if _key(desk) not in self._known), None)
            if missing is None:
                self._counting = False
                return
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[_key(missing)] = await CooperativeRunner().through(_evaluate(missing))
            self.draw(self._runtime.model)


def _desks(model: Model, there: tuple[Pin, ...]) -> list[Desk]:
    """Return the current form and the form of each pin."""
    form = model.form
    return [Desk(form.procedure, form.desk.typed), *(_pinned(form.procedure, p) for p in there)]


def _pinned(procedure: Procedure, pin: Pin) -> Desk:
    return Desk(procedure, pin.typed)


def _key(desk: Desk) -> tuple[object, ...]:
    return (desk.procedure.id, *sorted(desk.typed.items()))


def _evaluate(desk: Desk) -> Generator[float, None, Found]:
    """Compute a form's odds, or return the reason why there are none."""
    faults = desk.faults()
    if faults:
        return next(iter(faults.values()))
    try:
        return (yield from desk.iter_chances())
    except BadInput:
        return TOO_COMPLEX
