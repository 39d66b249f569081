"""The current campaign on the home page; the games are part of the static page."""

from __future__ import annotations

from dataclasses import replace

from app.browser.platform.dom import one, show
from app.browser.shell.drawing import Part
from app.browser.shell.render import render
from app.update.model import Model
from app.widgets.home.home import tonight


class HomeView(Part):
    """Draws the current campaign."""

    def __init__(self) -> None:
        self._drawn: tuple[object, ...] = ()

    def draw(self, model: Model) -> None:
        guest = model.together if model.together and model.together.part == "guest" else None
        key = (model.journal, model.state, guest)
        if model.address.path or key == self._drawn:
            return
        self._drawn = key
        journal, state = model.journal, model.state
        html, game = "", ""
        if journal is not None and state is not None and state.game in model.games:
            game = state.game if journal.page.entries else ""
        if game and journal is not None and state is not None:
            view = tonight(model.games, state, journal.page, model.closed)
            if view.fights and guest:
                view = replace(view, then=_next_turn(model))
            html = render("home.html", tonight=view)
        show(one('[data-slot="tonight"]'), html)
        # Quick rolls use their game's style on a page without one.
        one('[data-view="home"] [data-slot="quick"]').setAttribute("data-face", game)


def _next_turn(model: Model) -> str:
    """Return the name of the next combatant as a guest sees it."""
    from app.update.fight.visible import visible_board  # with the rest of the fight

    view = visible_board(model)
    return view.upcoming.short if view is not None and view.upcoming is not None else ""
