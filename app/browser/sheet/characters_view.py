"""The views `game/characters` and `game/character/<id>` as they are drawn."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pyscript import window

from app.browser.platform.dom import Js, data, each, later, one, show, some
from app.browser.shell import focus
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.campaign.state.state import CampaignState
from app.core.games import Game
from app.update.fight.spectator import guest_eyes
from app.update.model import Model
from app.widgets.notes.notes import note_views
from app.widgets.sheet.people import people_view
from app.widgets.sheet.sheets import SheetView, sheet_view

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
        self._opened: tuple[str, str] = ("", "")  # which sheet, and which is written on

    def stale(self) -> None:
        self._drawn = ()

    def draw(self, model: Model) -> None:
        path = model.address.path
        is_list = bool(model.game) and path == f"{model.game}/characters"
        if model.played is None or not (is_list or open_character(model)):
            self._drawn, self._opened = (), ("", "")
            return
        game, state = model.played
        eyes = guest_eyes(model)
        own = eyes.own if eyes is not None else None
        key = (path, state, model.editing, model.people, model.note, own)
        if game.sheet is None or key == self._drawn:
            return
        if some(".view button:active, .view a:active") is not None:
            # What is being pressed must still be there when it is let go.
            later(PRESSED, self._runtime.draw)
            return
        before, self._drawn = self._opened, key
        self._opened = path, model.editing
        if is_list:
            view = people_view(game, state, model.people)
            notes = len(state.notes)
            html = render("characters.html", view=view, game=game, notes=notes)
            _fill(game, "characters", html)
            return
        self._draw_sheet(model, game, state, opened=before != self._opened)

    def _draw_sheet(self, model: Model, game: Game, state: CampaignState, opened: bool) -> None:
        """The sheet as it stands. opened: is it another one, or begun to be written on just now?"""
        id = open_character(model)
        if not state.has_character(id):
            _fill(game, "character", render("nobody.html", game=game))
            return
        character = state.character(id)
        notes = tuple(each for each in note_views(state) if each.about == id)
        eyes = guest_eyes(model)
        theirs = eyes is not None and id not in eyes.own
        seen = sheet_view(game, character, notes, model.note)
        seen, editing = (seen.looked_at, False) if theirs else (seen, model.editing == id)
        html = render("sheet.html", sheet=seen, game=game, editing=editing, theirs=theirs)
        _fill(game, "character", html, {note.text for note in notes}, anew=opened)
        window.document.title = f"{character.name} · {game.title}"
        if opened and editing:
            _begin(game, seen)


def _begin(game: Game, seen: SheetView) -> None:
    """Who begins to write begins with the name."""
    field = some(f"#{game.id}-sheet-name")
    if field is not None:
        field.focus()
        field.select()


def _fill(game: Game, view: str, html: str, kept: Collection[str] = (), anew: bool = False) -> None:
    """Draw a view. What is unfolded stays so, and so does what is being typed.

    kept: the notes that are kept, and so no longer being typed. anew: is it another view?
    """
    place = some(f'[data-view="{game.id}/{view}"] [data-slot="{view}"]')
    if place is None:
        return
    unfolded, typed = set[str](), dict[str, tuple[str, str]]()
    if not anew:
        unfolded = {data(details, "fold") for details in each("details[open]", place)}
        typed = _typed(place, kept)
    show(place, html)
    for details in each("details[data-fold]", place):
        if data(details, "fold") in unfolded:
            details.open = True
    stands = {id: text for id, (text, default) in typed.items() if _says(id, default)}
    focus.restore(place, stands)


def _says(id: str, default: str) -> bool:
    """Does the sheet still say there what it said when somebody began to type?"""
    field = some(f"#{window.CSS.escape(id)}")
    return field is not None and data(field, "default") == default


def _typed(place: Js, kept: Collection[str]) -> dict[str, tuple[str, str]]:
    """What is being typed, and over what: in the field with the cursor, and in notes."""
    active = window.document.activeElement
    notes = {str(area.id) for area in each("textarea[data-about]", place)}
    return {
        id: (text, data(one(f"#{window.CSS.escape(id)}", place), "default"))
        for id, text in focus.typed(place).items()
        if (text.strip() not in kept if id in notes else id == str(active.id))
    }
