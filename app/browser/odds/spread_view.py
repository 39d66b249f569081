"""Distributions of the open form as charts, computed once typing stops."""

from __future__ import annotations

from collections.abc import Generator

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import redraw, some, soon
from app.browser.platform.elements import Element
from app.browser.roll.form_view import shows_more_odds
from app.browser.shell.drawing import Part
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.screen import worth_it
from app.core.errors import BadInput
from app.core.odds.distributions import Distribution, distribution
from app.core.odds.odds import iter_spread
from app.core.play.play import Finished
from app.core.procedures.labels import label_of
from app.core.procedures.outcomes import to_report
from app.update.model import Model
from app.update.open_form import OpenForm
from app.widgets.odds.charts import NOTHING, Chart, chart
from app.widgets.roll.desk import Desk
from app.widgets.roll.links import path_of


class SpreadView(Part):
    """Draws every `spread` of the open form's procedure and the roll's place in it."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._request: tuple[object, ...] = ()
        self._spreads: dict[str, Distribution] = {}
        self._drawn: tuple[object, ...] = ()

    def draw(self, model: Model) -> None:
        form = model.forms.get(model.open)
        if form is None or not form.procedure.spread or not shows_more_odds(model.open):
            self._request = self._drawn = ()
            return
        slot = some(f'[data-view="{path_of(model.open)}"] [data-slot="spread"]')
        if slot is None:
            return
        request = (model.open, form.desk.typed)
        if request != self._request:
            opened, self._request = request[:1] != self._request[:1], request
            if opened:
                self._spreads = {}
            slot.classList.toggle("is-late", bool(self._spreads))
            soon(self._compute(request, form.desk, slot, opened))
        self._draw(model, form, slot)

    async def _compute(
        self, request: tuple[object, ...], desk: Desk, slot: Element, opened: bool
    ) -> None:
        """Compute the distributions once typing stops."""
        await worth_it(desk, opened)
        model = self._runtime.model
        form = model.forms.get(model.open)
        if form is None or self._request is not request:
            return
        try:
            self._spreads = await CooperativeRunner(lambda: self._request is request).through(
                spreads(form.desk)
            )
        except Cancelled:
            return
        slot.classList.remove("is-late")
        self._drawn = ()
        self._draw(model, form, slot)
        slot.classList.toggle("will-spread", bool(slot.childElementCount))

    def _draw(self, model: Model, form: OpenForm, slot: Element) -> None:
        values = _values(form)
        drawn = (*self._request[:1], self._spreads, values, model.charts)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        charts = (
            _chart(model, form, name, spread, values.get(name) if values else NOTHING)
            for name, spread in self._spreads.items()
        )
        shown = [chart for chart in charts if chart is not None]
        redraw(slot, render("spread.html", charts=shown))


def spreads(desk: Desk) -> Generator[float, None, dict[str, Distribution]]:
    """Return a procedure's declared distributions; none if the form has a fault."""
    try:
        results = yield from iter_spread(desk.bound(), *desk.procedure.spread)
    except BadInput:
        return {}
    return {name: distribution(result) for name, result in results.items()}


def _chart(
    model: Model, form: OpenForm, name: str, spread: Distribution, rolled: object
) -> Chart | None:
    shown = model.charts
    less = name in form.procedure.less
    title = label_of(name)
    return chart(
        name, spread, title=title, way=shown.way, open=shown.open, rolled=rolled, less=less
    )


def _values(form: OpenForm) -> dict[str, object]:
    """Return the visible numbers of the play, if there is one."""
    play = form.desk.valid_play
    if not isinstance(play, Finished) or form.hidden:
        return {}
    return {name: to_report(play.outcome.values.get(name)) for name in form.procedure.spread}
