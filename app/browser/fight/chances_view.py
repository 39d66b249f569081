"""Chances of the acting combatant's actions, computed in idle moments and cached."""

from __future__ import annotations

import asyncio

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import data, each, one, soon
from app.browser.shell.drawing import Part
from app.browser.shell.runtime import Runtime
from app.core.errors import BadInput
from app.update.fight.spectator import acting_now, prepare_form
from app.update.model import Model
from app.widgets.fight.board.acting import Chances
from app.widgets.odds.odds import success_words
from app.widgets.roll.desk import Desk

#: Seconds before the first computation: a tap comes first.
BEFORE = 0.05

#: Maximum number of cached chances.
MOST = 400


class ChancesView(Part):
    """Shows the chance of each action beside it once it is computed."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._known: dict[tuple[object, ...], str] = {}
        self._request: tuple[object, ...] = ()
        self._texts: dict[str, str] = {}
        #: The actions whose chances answer the current request.
        self._answered: set[str] = set()

    def draw(self, model: Model) -> None:
        if not model.at_fight:
            self._request = ()
            return
        request = _request(model)
        if request != self._request:
            self._request, self._answered = request, set()
            soon(self._compute(request))
        else:
            self._write(model)

    def known(self, model: Model) -> Chances:
        """Return the chances for drawing a board, so that it needs no second layout."""
        return Chances(self._texts, _request(model) != self._request)

    async def _compute(self, request: tuple[object, ...]) -> None:
        """Compute the chances one by one until the request changes."""
        await asyncio.sleep(BEFORE)
        runner = CooperativeRunner(lambda: self._request is request)
        try:
            await runner.checkpoint()
            model = self._runtime.model
            actor = acting_now(model)
            for action in (*actor.large, *actor.usual) if actor is not None else ():
                if actor is None or action.why_not:
                    continue
                await runner.checkpoint()
                desk = prepare_form(model, actor.person.id, action, actor.target)
                if desk is not None:
                    self._texts[action.id] = await self._words(desk, runner)
                    self._answered.add(action.id)
                    self._write(self._runtime.model)
            self._texts = {each: self._texts[each] for each in self._answered}
            self._write(self._runtime.model)
        except Cancelled:
            return

    async def _words(self, desk: Desk, runner: CooperativeRunner) -> str:
        """Return the chance of a form, computed once."""
        key = (desk.procedure.id, *sorted(desk.typed.items()))
        if key not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            try:
                self._known[key] = success_words(await runner.through(desk.iter_chances()))
            except BadInput:
                self._known[key] = ""
        return self._known[key]

    def _write(self, model: Model) -> None:
        view = one(f'[data-view="{model.game}/encounter"]')
        for box in each("[data-chance]", view):
            action_id = data(box, "chance")
            words = self._texts.get(action_id, "")
            if str(box.textContent) != words:
                box.textContent = words
            box.classList.toggle("is-old", action_id not in self._answered)


def _request(model: Model) -> tuple[object, ...]:
    """Return the values on which the chances depend."""
    return (model.address.path, model.state, model.tracker.aims)
