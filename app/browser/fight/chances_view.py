"""The chances of what whoever acts can do: told one by one in idle moments, and remembered."""

from __future__ import annotations

import asyncio
from typing import Any

from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.platform.dom import data, each, one, soon
from app.browser.shell.runtime import Runtime
from app.core.errors import BadInput
from app.update.fight.spectator import acting_now, prepared
from app.update.model import Model
from app.widgets.odds.odds import success_words
from app.widgets.roll.desk import Desk

#: Seconds before the first is told: a tap comes first.
BEFORE = 0.25

#: No more than so many are remembered.
MOST = 400


class ChancesView:
    """Writes the chance of each action beside it, as soon as it is known."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._known: dict[tuple[Any, ...], str] = {}
        self._asked: tuple[Any, ...] = ()
        self._said: dict[str, str] = {}

    def stale(self) -> None:
        """They are written again where the fight was drawn anew."""

    def draw(self, model: Model) -> None:
        asked = (model.address.path, model.state, model.tracker.aims)
        at_fight = bool(model.game) and model.address.path == f"{model.game}/encounter"
        if not at_fight:
            self._asked = ()
            return
        if asked != self._asked:
            self._asked, self._said = asked, {}
            soon(self._tell(asked))
        else:
            self._write(model)

    async def _tell(self, asked: tuple[Any, ...]) -> None:
        """One after another, until something else is asked."""
        await asyncio.sleep(BEFORE)
        slices = CooperativeRunner(lambda: self._asked is asked)
        try:
            await slices.breathe()
            model = self._runtime.model
            now = acting_now(model)
            for action in (*now.large, *now.usual) if now is not None else ():
                if now is None or action.roll is None or action.why_not:
                    continue
                await slices.breathe()
                desk = prepared(model, now.person.id, action, now.target)
                if desk is not None:
                    self._said[action.id] = await self._words(desk, slices)
                    self._write(self._runtime.model)
        except Cancelled:
            return

    async def _words(self, desk: Desk, slices: CooperativeRunner) -> str:
        """The chance of a form, which is remembered."""
        key = (desk.procedure.id, *sorted(desk.typed.items()))
        if key not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            try:
                self._known[key] = success_words(await slices.through(desk.weighing()))
            except BadInput:
                self._known[key] = ""
        return self._known[key]

    def _write(self, model: Model) -> None:
        view = one(f'[data-view="{model.game}/encounter"]')
        for place in each("[data-chance]", view):
            words = self._said.get(data(place, "chance"), "")
            if str(place.textContent) != words:
                place.textContent = words
