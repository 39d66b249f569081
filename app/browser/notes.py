"""The notes of the open campaign: written, listed, changed and taken away."""

from __future__ import annotations

from collections.abc import Callable

from pyscript import window

from app.browser import redrawing
from app.browser.dom import Js, data, near, one, show, some, soon
from app.browser.open_campaign import OpenCampaign
from app.browser.page import Page
from app.browser.render import render
from app.browser.views import put_text
from app.campaign.entries import new_id
from app.systems import games
from app.table.messages import NoteKept, NoteRemoved
from app.widgets.notes import note_views


class Notes:
    """The view `game/notes`."""

    def __init__(self, page: Page, keeping: OpenCampaign) -> None:
        self.page = page
        self.keeping = keeping
        self.editing = ""  # the id of the note that is being changed
        self._next = self._new_id()  # that the next new note gets, however often Keep is tapped
        self.doings: dict[str, Callable[[Js], None]] = {
            "note-keep": lambda button: soon(self._keep(near(button, "form[data-note]"))),
            "note-edit": self._edit,
            "note-remove": lambda button: soon(self.keeping.send(NoteRemoved(_note(button)))),
        }

    def show(self) -> None:
        """Show all notes, if their view is open; what was typed stays in its fields."""
        state, game = self.keeping.state, self.page.game
        if state is None or state.game != game or self.page.address.path != f"{game}/notes":
            return
        place = one(f'[data-view="{game}/notes"] [data-slot="notes"]')
        stood, focused = redrawing.typed(place), redrawing.focus(place)
        html = render(
            "notes.html",
            game=games()[game],
            notes=note_views(state),
            people=state.characters,
            editing=self.editing,
        )
        show(place, html)
        redrawing.restore(place, stood, focused)

    async def _keep(self, form: Js) -> None:
        """Keep what stands in this form: a new note, or another text of one that is there."""
        text, about = str(one("textarea", form).value), some("select", form)
        if not text.strip():
            one("textarea", form).focus()
            return
        known = _note(form)
        whom = str(about.value) if about is not None else ""
        if await self.keeping.send(NoteKept(known or self._next, text, whom)):
            if known:
                self.editing = ""
                self.show()
            else:
                self._next = self._new_id()
                self._used_up(text)

    def _new_id(self) -> str:
        return new_id(int(window.Date.now()), self.page.dice.getrandbits(80))

    def _used_up(self, text: str) -> None:
        """The form of a new note is empty again, but for what was typed meanwhile."""
        field = some('[data-slot="notes"] form[data-note=""] textarea')
        if field is not None and str(field.value) == text:
            put_text(field, "")

    def _edit(self, button: Js) -> None:
        id = _note(button)
        self.editing = "" if self.editing == id else id
        self.show()
        field = some(f'form[data-note="{window.CSS.escape(id)}"] textarea')
        if field is not None:
            field.focus()


def _note(element: Js) -> str:
    """The id of the note around an element, empty for one that is only being written."""
    return data(near(element, "form[data-note]"), "note")
