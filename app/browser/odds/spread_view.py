"""The distributions beside the open form, as charts: worked out once nothing more is typed."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import Js, redraw, some, soon
from app.browser.roll.form_view import path_of
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.screen import worth_it
from app.core.errors import BadInput
from app.core.odds.distributions import Distribution, distribution
from app.core.odds.odds import spread_in_slices
from app.core.play.play import Finished
from app.core.procedures.kinds import spelled
from app.core.procedures.outcomes import reported
from app.update.model import Model, OpenForm
from app.widgets.odds.charts import NOTHING, Chart, chart
from app.widgets.roll.desk import Desk


class SpreadView:
    """Draws every `spread` of the open form's procedure, and where the roll fell in it."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._asked: tuple[Any, ...] = ()
        self._found: dict[str, Distribution] = {}
        self._drawn: tuple[Any, ...] = ()

    def stale(self) -> None:
        """It is drawn by what the form says, and that is all there is."""

    def draw(self, model: Model) -> None:
        form = model.forms.get(model.open)
        if form is None or not form.procedure.spread:
            self._asked = self._drawn = ()
            return
        slot = some(f'[data-view="{path_of(model.open)}"] [data-slot="spread"]')
        if slot is None:
            return
        asked = (model.open, form.desk.typed)
        if asked != self._asked:
            opened, self._asked = asked[:1] != self._asked[:1], asked
            if opened:
                self._found = {}
            slot.classList.toggle("is-late", bool(self._found))
            soon(self._learn(asked, form.desk, slot, opened))
        self._draw(model, form, slot)

    async def _learn(self, asked: tuple[Any, ...], desk: Desk, slot: Js, opened: bool) -> None:
        """What is typed, once nothing more is typed for a moment."""
        await worth_it(desk, opened)
        model = self._runtime.model
        form = model.forms.get(model.open)
        if form is None or self._asked is not asked:
            return
        try:
            self._found = await CooperativeRunner(lambda: self._asked is asked).through(
                spreads(form.desk)
            )
        except Cancelled:
            return
        slot.classList.remove("is-late")
        self._drawn = ()
        self._draw(model, form, slot)
        slot.classList.toggle("will-spread", bool(slot.childElementCount))

    def _draw(self, model: Model, form: OpenForm, slot: Js) -> None:
        fell = _fell(form)
        drawn = (*self._asked[:1], self._found, fell, model.charts)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        made = (
            _chart(model, form, name, found, fell.get(name) if fell else NOTHING)
            for name, found in self._found.items()
        )
        redraw(slot, render("spread.html", charts=[each for each in made if each is not None]))


def spreads(desk: Desk) -> Generator[float, None, dict[str, Distribution]]:
    """The distributions that a form's procedure declares; none where it cannot be played."""
    try:
        found = yield from spread_in_slices(desk.bound(), *desk.procedure.spread)
    except BadInput:
        return {}
    return {name: distribution(each) for name, each in found.items()}


def _chart(
    model: Model, form: OpenForm, name: str, found: Distribution, fell: object
) -> Chart | None:
    shown = model.charts
    less = name in form.procedure.less
    title = spelled(name)
    return chart(name, found, title=title, way=shown.way, open=shown.open, fell=fell, less=less)


def _fell(form: OpenForm) -> dict[str, Any]:
    """The numbers of the play as far as it is to be seen; empty where none is."""
    try:
        play = form.desk.play()
    except BadInput:
        return {}
    if not isinstance(play, Finished) or form.hidden:
        return {}
    return {name: reported(play.outcome.values.get(name)) for name in form.procedure.spread}
