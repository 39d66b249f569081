"""The odds of the open form by policy, computed once typing stops."""

from __future__ import annotations

from app.browser.platform.dom import redraw, some, soon
from app.browser.platform.elements import Element
from app.browser.roll.form_view import shows_more_odds
from app.browser.shell.drawing import Part
from app.browser.shell.render import render
from app.browser.shell.screen import worth_it
from app.update.model import Model
from app.widgets.odds.policies import Policy, deciding
from app.widgets.roll.desk import Desk
from app.widgets.roll.links import path_of


class PoliciesView(Part):
    """Draws the result of each policy beside the odds of a form with decisions."""

    _request: tuple[object, ...] = ()

    def draw(self, model: Model) -> None:
        form = model.forms.get(model.open)
        if form is None or not form.procedure.choices or not shows_more_odds(model.open):
            self._request = ()
            return
        request = (model.open, form.desk.typed)
        slot = some(f'[data-view="{path_of(model.open)}"] [data-slot="policies"]')
        if request == self._request or slot is None:
            return
        opened, self._request = request[:1] != self._request[:1], request
        slot.classList.toggle("is-late", True)
        soon(self._compute(request, form.desk, slot, opened))

    async def _compute(
        self, request: tuple[object, ...], desk: Desk, slot: Element, opened: bool
    ) -> None:
        # Not needed by a start.
        from app.browser.platform.cooperative import Cancelled, CooperativeRunner

        await worth_it(desk, opened)
        runner = CooperativeRunner(lambda: self._request is request)
        try:
            await runner.checkpoint()
            _show(slot, await runner.through(deciding(desk)))
        except Cancelled:
            return


def _show(slot: Element, rows: tuple[Policy, ...]) -> None:
    slot.classList.remove("is-late")
    redraw(slot, render("policies.html", rows=rows) if rows else "")
