"""Expected results of each answer to the open decision, shown on its button.

The decision is drawn first with room for the numbers, which are computed in idle moments until
something changes.
"""

from __future__ import annotations

import asyncio

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import data, each, redraw, some, soon
from app.browser.platform.elements import Element
from app.browser.shell.drawing import Part
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.core.errors import BadInput
from app.update.model import Model
from app.update.roll.plays import picks
from app.widgets.roll.links import path_of
from app.widgets.roll.play.choosing import DecisionEvaluation, Pick, Worth

#: Seconds before the first computation: a tap comes first.
BEFORE = 0.05


class OptionsView(Part):
    """Shows the values of the open decision's options."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._request: tuple[object, ...] = ()
        self._evaluation: DecisionEvaluation | None = None
        self._written: dict[str, Worth] = {}
        self._others: tuple[Pick, ...] = ()

    def draw(self, model: Model) -> None:
        slot = self._slot(model)
        if slot is None:
            self._request, self._evaluation = (), None
            return
        desk = model.form.desk
        request = (model.open, desk.typed, desk.answers)
        if request != self._request:
            self._request, self._evaluation = request, None
            soon(self._compute(request))
        else:
            self._write(model)

    def _slot(self, model: Model) -> Element | None:
        """Return the element of the open decision, or None."""
        if model.open not in model.forms:
            return None
        view = f'[data-view="{path_of(model.open)}"]'
        choice = some(f'{view} [data-slot="play"] .playing .choice')
        return choice if choice is not None and some("[data-worth]", choice) is not None else None

    async def _compute(self, request: tuple[object, ...]) -> None:
        """Compute the options one by one until the request changes."""
        await asyncio.sleep(BEFORE)
        runtime = self._runtime
        runner = CooperativeRunner(
            lambda: self._request is request and runtime.model.open == request[0],
            lambda _: self._write(runtime.model),
        )
        try:
            await runner.checkpoint()
            self._evaluation = DecisionEvaluation.of(self._runtime.model.form.desk)
            if self._evaluation is not None:
                await runner.through(self._evaluation.steps())
                self._write(self._runtime.model)
        except Cancelled:
            if self._request is request:
                self._request = ()  # begins anew if the decision is drawn again
            return
        except BadInput:  # it would take too long: show nothing
            self._evaluation = None

    def _write(self, model: Model) -> None:
        slot, evaluation = self._slot(model), self._evaluation
        if slot is None or evaluation is None:
            return
        picked = picks(model.form)
        values = evaluation.answers(picked)
        for box in each("[data-worth]", slot):
            name = data(box, "worth")
            value = values.get(name)
            is_current = box.childElementCount > 0 and self._written.get(name) == value
            if value is not None and not is_current:
                self._written[name] = value
                redraw(box, render("worth.html", part="worth", seen=value))
        rows = some("[data-picks]", slot)
        others = evaluation.others(picked)
        if rows is None or not others:
            return
        if others != self._others or some("[data-do]", rows) is None:
            self._others = others
            redraw(rows, render("worth.html", part="picks", picks=others))
