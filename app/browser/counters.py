"""The strip under the header that holds what of the scene is always in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.browser.dom import Js, data, near, show, some, soon
from app.browser.open_campaign import OpenCampaign
from app.browser.page import Page
from app.browser.render import render
from app.systems import games
from app.table.messages import CounterStepped
from app.widgets.counters import counters
from app.widgets.screen import turn_words


class Counters:
    """The counters of the open game. scene: gives the scene's values."""

    def __init__(
        self, page: Page, keeping: OpenCampaign, scene: Callable[[], dict[str, Any]]
    ) -> None:
        self.page = page
        self.keeping = keeping
        self.scene = scene

    def show(self) -> None:
        """Show what is in them; nothing for a game that has none."""
        place = some('[data-slot="purses"]')
        game = games()[self.page.game] if self.page.game else None
        seen = counters(game, self.scene()) if game and game.counters else ()
        turn = self._turn()
        html = ""
        if seen or turn:
            html = render("counters.html", counters=seen, turn=turn, game=self.page.game)
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
        soon(self.keeping.send(CounterStepped(id, by)))
