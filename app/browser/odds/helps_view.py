"""What would help most, beside the chances of the open form: worked out in idle slices,
and given up for the next change."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from fractions import Fraction
from typing import Any

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import Js, allow, data, each, show, soon
from app.browser.roll.form_view import path_of, view_of
from app.browser.shell.focus import keeping_focus, unfold, unfolded
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.screen import OPENED
from app.browser.shell.views import alike
from app.core.errors import BadInput
from app.core.odds.helping import gaining
from app.update.model import Model, OpenForm
from app.update.odds import helping
from app.update.roll.roles import cast
from app.widgets.odds.helps import Line, Offer, lines

#: What stands there while there is nothing to say yet, and where nothing helps.
UNFILLED = "It stands here as soon as the form is filled in."
NOTHING = "Nothing that you could change here raises the chance of success."
TOO_LONG = "The chances of this take too long to work out."


class HelpsView:
    """Writes the list into its slot once all of it is known; till then the last one stands dim."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._asked: tuple[Any, ...] = ()

    def stale(self) -> None:
        """It is drawn by what it hangs on, and that is all there is."""

    def draw(self, model: Model) -> None:
        form = model.forms.get(model.open)
        view = view_of(path_of(model.open)) if form is not None else None
        if form is None or view is None:
            self._asked = ()
            return
        slot = view.place("helps")
        if not data(slot, "room"):
            return
        slot.hidden = bool(form.desk.answers)  # where dice have fallen, nothing helps any more
        roles = cast(model, form) if model.company is not None else {}
        asked = (model.open, form.desk.typed, form.place, model.company, roles, slot.hidden)
        if alike(self._asked, asked):
            return
        self._asked = asked
        if not slot.hidden:
            _dim(slot)
            soon(self._tell(asked, slot, model, form))

    async def _tell(self, asked: tuple[Any, ...], slot: Js, model: Model, form: OpenForm) -> None:
        """One step after another, until something else is asked."""
        slices = CooperativeRunner(lambda: self._asked is asked)
        try:
            if not slot.childElementCount:
                await asyncio.sleep(OPENED)
            await slices.breathe()
            if form.desk.faults():
                _show(slot, (), UNFILLED)
                return
            try:
                now = (await slices.through(form.desk.weighing())).success
                found = await slices.through(_gains(model, form, now))
            except BadInput:
                _show(slot, (), TOO_LONG)
                return
            _show(slot, lines(form.procedure, found), NOTHING)
        except Cancelled:
            return


def _gains(
    model: Model, form: OpenForm, now: Fraction | None
) -> Generator[float, None, list[tuple[Offer, Fraction]]]:
    """What each step from here gains; BadInput where the form itself is at fault."""
    found: list[tuple[Offer, Fraction]] = []
    for offer in helping.offers(model, form) if now is not None else ():
        try:
            gain = yield from gaining(helping.after(model, form, offer), now or Fraction(0))
        except BadInput:
            continue
        if gain is not None:
            found.append((offer, gain))
    return found


def _dim(slot: Js) -> None:
    """What stands there is of the form as it was: nobody takes it any more."""
    slot.setAttribute("aria-busy", "true")
    for line in each(".help-line", slot):
        allow(line, may=False)


def _show(slot: Js, found: tuple[Line, ...], words: str) -> None:
    with keeping_focus():
        folds = unfolded(slot)
        show(slot, render("helps.html", lines=found, words=words, short=int(data(slot, "room"))))
        unfold(slot, folds)
        slot.removeAttribute("aria-busy")
