"""The strip under the header that holds what of the scene is always in sight."""

from __future__ import annotations

from app.browser.dom import show, some
from app.browser.render import render
from app.table.model import Model
from app.widgets.counters import counters
from app.widgets.screen import turn_words


class CountersView:
    """Draws the counters of the open game, and whose turn it is; nothing where there are none."""

    def __init__(self) -> None:
        self._drawn: tuple[object, ...] = ()

    def stale(self) -> None:
        """Nobody types here."""

    def draw(self, model: Model) -> None:
        key = (model.company, model.address.path, model.state)
        if key == self._drawn:
            return
        self._drawn = key
        game = model.games[model.game] if model.game else None
        scene = model.company.scene if model.company is not None else {}
        seen = counters(game, scene) if game and game.counters else ()
        turn = _turn(model)
        html = render("counters.html", counters=seen, turn=turn, game=model.game)
        show(some('[data-slot="purses"]'), html if seen or turn else "")


def _turn(model: Model) -> str:
    """Whose turn it is in a running encounter, for all pages but its own."""
    if model.played is None or model.played[1].encounter is None:
        return ""
    own = (f"{model.game}/encounter", f"{model.game}/table")
    return "" if model.address.path in own else turn_words(*model.played)
