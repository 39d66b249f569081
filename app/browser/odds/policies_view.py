"""The chances of the open form by how one decides, once nothing more is typed for a moment."""

from __future__ import annotations

from typing import Any

from app.browser.platform.dom import Js, redraw, some, soon
from app.browser.roll.form_view import path_of
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.screen import worth_it
from app.update.model import Model
from app.widgets.odds.policies import Policy, deciding
from app.widgets.roll.desk import Desk


class PoliciesView:
    """Draws what each policy comes to beside the chances of a form with decisions."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._asked: tuple[Any, ...] = ()

    def stale(self) -> None:
        """It is drawn by what the form says, and that is all there is."""

    def draw(self, model: Model) -> None:
        form = model.forms.get(model.open)
        if form is None or not form.procedure.choices:
            self._asked = ()
            return
        asked = (model.open, form.desk.typed)
        slot = some(f'[data-view="{path_of(model.open)}"] [data-slot="policies"]')
        if asked == self._asked or slot is None:
            return
        opened, self._asked = asked[:1] != self._asked[:1], asked
        slot.classList.toggle("is-late", True)
        soon(self._learn(asked, form.desk, slot, opened))

    async def _learn(self, asked: tuple[Any, ...], desk: Desk, slot: Js, opened: bool) -> None:
        # No start needs it.
        from app.browser.platform.cooperative import Cancelled, CooperativeRunner

        await worth_it(desk, opened)
        slices = CooperativeRunner(lambda: self._asked is asked)
        try:
            await slices.breathe()
            _show(slot, await slices.through(deciding(desk)))
        except Cancelled:
            return


def _show(slot: Js, rows: tuple[Policy, ...]) -> None:
    slot.classList.remove("is-late")
    redraw(slot, render("policies.html", rows=rows) if rows else "")
