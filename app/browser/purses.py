"""The strip under the header that holds what of the scene is always in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.browser.dom import Js, data, near, show, some, soon
from app.browser.keeping import Keeping
from app.browser.page import Page
from app.browser.render import render
from app.campaign.facts import SCENE, Applied, SceneSet
from app.campaign.landing import effect_record
from app.core.outcomes import Effect
from app.systems import games
from app.widgets.purses import changed, purses
from app.widgets.screen import turn_words


class Purses:
    """The purses of the open game. scene: gives the scene's values."""

    def __init__(self, page: Page, keeping: Keeping, scene: Callable[[], dict[str, Any]]) -> None:
        self.page = page
        self.keeping = keeping
        self.scene = scene

    def show(self) -> None:
        """Show what is in them; nothing for a game that has none."""
        place = some('[data-slot="purses"]')
        game = games()[self.page.game] if self.page.game else None
        seen = purses(game, self.scene()) if game and game.purses else ()
        turn = self._turn()
        html = ""
        if seen or turn:
            html = render("purses.html", purses=seen, turn=turn, game=self.page.game)
        show(place, html)

    def _turn(self) -> str:
        """Whose turn it is in a running encounter, for all pages but its own."""
        state = self.keeping.state
        if state is None or state.game != self.page.game or state.encounter is None:
            return ""
        own = (f"{state.game}/encounter", f"{state.game}/table")
        return "" if self.page.address.path in own else turn_words(games()[state.game], state)

    def step(self, button: Js) -> None:
        """One more or one less."""
        id, by = data(near(button, "[data-purse]"), "purse"), int(data(button, "by"))
        purse = next(each for each in games()[self.page.game].purses if each.id == id)
        soon(self._set(*changed(purse, self.scene(), by)))

    async def _set(self, id: str, value: int) -> None:
        state = self.keeping.state
        if state is not None and id in (state.encounter or {}):
            # A running encounter keeps it: there it lands as any effect does.
            effect = effect_record(SCENE, Effect("self", id, "set", value))
            await self.keeping.append(Applied([effect]))
        else:
            await self.keeping.append(SceneSet({id: value}))
