"""The most helpful changes beside the odds, computed in idle moments."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from fractions import Fraction

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import allow, data, each, show, soon
from app.browser.platform.elements import Element
from app.browser.roll.form_view import view_of
from app.browser.shell.drawing import Part
from app.browser.shell.focus import keeping_focus, open_sections, unfold
from app.browser.shell.render import render
from app.browser.shell.screen import OPENED
from app.browser.shell.views import alike
from app.core.errors import BadInput
from app.core.odds.helping import gaining
from app.update.model import Model
from app.update.odds import helping
from app.update.open_form import OpenForm
from app.update.roll.roles import cast
from app.widgets.odds.helps import HelpLine, Offer, lines
from app.widgets.odds.odds import TOO_COMPLEX
from app.widgets.roll.links import path_of

#: Shown before the form is complete, and if nothing helps.
UNFILLED = "Fill in the form to see tips."
NOTHING = "Nothing here would improve your odds."


class HelpsView(Part):
    """Shows the list once it is complete; until then the previous one is dimmed."""

    _request: tuple[object, ...] = ()

    def draw(self, model: Model) -> None:
        form = model.forms.get(model.open)
        view = view_of(path_of(model.open)) if form is not None else None
        if form is None or view is None:
            self._request = ()
            return
        slot = view.place("helps")
        if not data(slot, "room"):
            return
        slot.hidden = bool(form.desk.answers)  # nothing helps after the roll
        roles = cast(model, form) if model.participants is not None else {}
        request = (model.open, form.desk.typed, form.place, model.participants, roles, slot.hidden)
        if alike(self._request, request):
            return
        self._request = request
        if not slot.hidden:
            _dim(slot)
            soon(self._compute(request, slot, model, form))

    async def _compute(
        self, request: tuple[object, ...], slot: Element, model: Model, form: OpenForm
    ) -> None:
        """Compute the list in steps until the request changes."""
        runner = CooperativeRunner(lambda: self._request is request)
        try:
            if not slot.childElementCount:
                await asyncio.sleep(OPENED)
            await runner.checkpoint()
            if form.desk.faults():
                _show(slot, (), UNFILLED)
                return
            try:
                current = (await runner.through(form.desk.iter_chances())).success
                gains = await runner.through(_gains(model, form, current))
            except BadInput:
                _show(slot, (), TOO_COMPLEX)
                return
            _show(slot, lines(form.procedure, gains), NOTHING)
        except Cancelled:
            return


def _gains(
    model: Model, form: OpenForm, current: Fraction | None
) -> Generator[float, None, list[tuple[Offer, Fraction]]]:
    """Return the gain of each possible change; raise BadInput if the form has a fault."""
    gains: list[tuple[Offer, Fraction]] = []
    for offer in helping.offers(model, form) if current is not None else ():
        try:
            gain = yield from gaining(helping.after(model, form, offer), current or Fraction(0))
        except BadInput:
            continue
        if gain is not None:
            gains.append((offer, gain))
    return gains


def _dim(slot: Element) -> None:
    """Dim an outdated list and disable its lines."""
    slot.setAttribute("aria-busy", "true")
    for line in each(".help-line", slot):
        allow(line, may=False)


def _show(slot: Element, items: tuple[HelpLine, ...], words: str) -> None:
    with keeping_focus():
        open_keys = open_sections(slot)
        show(slot, render("helps.html", lines=items, words=words, short=int(data(slot, "room"))))
        unfold(slot, open_keys)
        slot.removeAttribute("aria-busy")
