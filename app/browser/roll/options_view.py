"""What each answer to the open decision comes to, written on its button when it is known.

A decision is drawn first, with room for the numbers; they are worked out in idle moments, until
something else happens.
"""

from __future__ import annotations

import asyncio
from typing import Any

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import Js, data, each, redraw, some, soon
from app.browser.roll.form_view import path_of
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.core.errors import BadInput
from app.update.model import Model
from app.update.roll.plays import picks
from app.widgets.roll.choosing import Pick, Weighing, Worth

#: Seconds before the first is weighed: a tap comes first.
BEFORE = 0.05


class OptionsView:
    """Writes what is known of the open decision into the form that is open, wherever that lies."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._asked: tuple[Any, ...] = ()
        self._weighing: Weighing | None = None
        self._written: dict[str, Worth] = {}
        self._others: tuple[Pick, ...] = ()

    def stale(self) -> None:
        """It is written again wherever its place was drawn anew."""

    def draw(self, model: Model) -> None:
        slot = self._slot(model)
        if slot is None:
            self._asked, self._weighing = (), None
            return
        desk = model.form.desk
        asked = (model.open, desk.typed, desk.answers)
        if asked != self._asked:
            self._asked, self._weighing = asked, None
            soon(self._weigh(asked))
        else:
            self._write(model)

    def _slot(self, model: Model) -> Js | None:
        """Where the open decision stands; None where there is none."""
        if model.open not in model.forms:
            return None
        view = f'[data-view="{path_of(model.open)}"]'
        found = some(f'{view} [data-slot="play"] .playing .choice')
        return found if found is not None and some("[data-worth]", found) is not None else None

    async def _weigh(self, asked: tuple[Any, ...]) -> None:
        """One answer after another, until something else is asked."""
        await asyncio.sleep(BEFORE)
        slices = CooperativeRunner(
            lambda: self._asked is asked, lambda _: self._write(self._runtime.model)
        )
        try:
            await slices.breathe()
            self._weighing = Weighing.of(self._runtime.model.form.desk)
            if self._weighing is not None:
                await slices.through(self._weighing.steps())
                self._write(self._runtime.model)
        except Cancelled:
            return
        except BadInput:  # it would take too long: nothing is said of it
            self._weighing = None

    def _write(self, model: Model) -> None:
        slot, weighing = self._slot(model), self._weighing
        if slot is None or weighing is None:
            return
        picked = picks(model.form)
        found = weighing.answers(picked)
        for place in each("[data-worth]", slot):
            name = data(place, "worth")
            seen = found.get(name)
            stands = place.childElementCount > 0 and self._written.get(name) == seen
            if seen is not None and not stands:
                self._written[name] = seen
                redraw(place, render("worth.html", part="worth", seen=seen))
        rows = some("[data-picks]", slot)
        others = weighing.others(picked)
        if rows is None or not others:
            return
        if others != self._others or some("[data-do]", rows) is None:
            self._others = others
            redraw(rows, render("worth.html", part="picks", picks=others))
