"""Home as it is drawn: the campaign of this evening. Its games stand in the page already."""

from __future__ import annotations

from app.browser.platform.dom import one, show
from app.browser.shell.render import render
from app.update.model import Model
from app.widgets.home.home import tonight


class HomeView:
    """Draws what is on tonight."""

    def __init__(self) -> None:
        self._drawn: tuple[object, ...] = ()

    def stale(self) -> None:
        """Nobody types here."""

    def draw(self, model: Model) -> None:
        guest = model.together is not None and model.together.part == "guest"
        key = (model.journal, model.state, guest)
        if model.address.path or key == self._drawn:
            return
        self._drawn = key
        journal, state = model.journal, model.state
        html, game = "", ""
        if journal is not None and state is not None and state.game in model.games:
            game = state.game
            seen = tonight(model.games, state, journal.page)
            html = render("home.html", tonight=seen, guest=guest)
        show(one('[data-slot="tonight"]'), html)
        # What is rolled again wears the face of its game, on a page that has none.
        one('[data-view="home"] [data-slot="quick"]').setAttribute("data-face", game)
