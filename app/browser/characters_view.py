"""The views `game/characters` and `game/character/<id>` as they are drawn."""

from __future__ import annotations

from typing import Any

from pyscript import window

from app.browser.dom import later, show, some
from app.browser.render import render
from app.browser.runtime import Runtime
from app.campaign.state import CampaignState
from app.core.games import Game
from app.table.model import Model
from app.widgets.sheets import sheet_view

#: Seconds between looks whether a button is still being pressed.
PRESSED = 0.05


def open_character(model: Model) -> str:
    """The id of the character whose page is open, empty on other pages."""
    game, _, rest = model.address.path.partition("/character/")
    return rest if game == model.game else ""


class CharactersView:
    """Draws the list or the sheet, whichever is open."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._drawn: tuple[Any, ...] = ()

    def stale(self) -> None:
        self._drawn = ()

    def draw(self, model: Model) -> None:
        path = model.address.path
        is_list = bool(model.game) and path == f"{model.game}/characters"
        if model.played is None or not (is_list or open_character(model)):
            self._drawn = ()
            return
        game, state = model.played
        key = (path, state, model.editing)
        if game.sheet is None or key == self._drawn:
            return
        if some(".view button:active, .view a:active") is not None:
            # What is being pressed must still be there when it is let go.
            later(PRESSED, self._runtime.draw)
            return
        self._drawn = key
        if is_list:
            names = [str(each.get("name", "")) for each in game.sheet.samples]
            html = render("characters.html", there=state.characters, game=game, samples=names)
            _fill(game, "characters", html)
        else:
            self._draw_sheet(model, game, state)

    def _draw_sheet(self, model: Model, game: Game, state: CampaignState) -> None:
        id = open_character(model)
        if not state.has_character(id):
            _fill(game, "character", render("nobody.html", game=game))
            return
        character = state.character(id)
        seen, editing = sheet_view(game, character), model.editing == id
        _fill(game, "character", render("sheet.html", sheet=seen, game=game, editing=editing))
        window.document.title = f"{character.name} · {game.title}"


def _fill(game: Game, view: str, html: str) -> None:
    place = some(f'[data-view="{game.id}/{view}"] [data-slot="{view}"]')
    if place is not None:
        show(place, html)
