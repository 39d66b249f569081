"""The view `game/notes`, and the notes on a sheet: written, changed and taken away."""

from __future__ import annotations

from typing import Any

from pyscript import window

from app.browser.platform.dom import Js, data, near, one, show, some
from app.browser.shell import focus
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.views import put_text
from app.campaign.journal.entries import new_id
from app.update.fight.spectator import guest_eyes
from app.update.messages.campaign import NoteKept, NoteOpened, NoteRemoved
from app.update.model import Model
from app.widgets.notes.notes import note_views


class NotesView(Listener):
    """Draws all notes, and takes what is done with them, on a sheet too."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._drawn: tuple[Any, ...] = ()
        self._next = self._id()  # that the next new note gets, however often Keep is tapped

    def _id(self) -> str:
        return new_id(int(window.Date.now()), self._runtime.dice.getrandbits(80))

    # --- drawing ---

    def stale(self) -> None:
        self._drawn = ()

    def draw(self, model: Model) -> None:
        """Show all notes, if their view is open; what was typed stays in its fields."""
        path, kept = model.address.path, None
        if model.played is not None and (kept := model.played[1].notes.get(self._next)):
            self._next = self._id()
        if model.played is None or path != f"{model.game}/notes":
            self._drawn = ()
            return
        game, state = model.played
        eyes = guest_eyes(model)
        key = (path, state, model.note, eyes is None)
        if key == self._drawn:
            return
        opened = bool(self._drawn) and self._drawn[2] != model.note and model.note
        self._drawn = key
        place = one(f'[data-view="{path}"] [data-slot="notes"]')
        if kept is not None:
            _used_up(place, str(kept["text"]))
        if eyes is not None:
            show(place, render("notes.html", theirs=True))
            return
        stood = focus.typed(place)
        notes, people = note_views(state), state.characters
        html = render("notes.html", game=game, notes=notes, people=people, editing=model.note)
        show(place, html)
        focus.restore(place, stood)
        if opened:
            one(f'form[data-note="{window.CSS.escape(model.note)}"] textarea', place).focus()

    # --- what is done ---

    def tapped(self, what: str, button: Js) -> bool:
        if what == "note-keep":
            self._keep(near(button, "form[data-note]"))
        elif what == "note-edit":
            self._runtime.send(NoteOpened(_note(button)))
        elif what == "note-remove":
            self._runtime.send(NoteRemoved(_note(button)))
        else:
            return False
        return True

    def _keep(self, form: Js) -> None:
        """Keep what stands in this form: a new note, or another text of one that is there."""
        field, about = one("textarea", form), some("select", form)
        person = data(field, "about")
        if not str(field.value).strip():
            field.focus()
            return
        whom = str(about.value) if about is not None else person
        self._runtime.send(NoteKept(_note(form) or self._next, str(field.value), whom))


def _note(element: Js) -> str:
    """The id of the note around an element, empty for one that is only being written."""
    return data(near(element, "form[data-note]"), "note")


def _used_up(place: Js, kept: str) -> None:
    """The form of a new note that is kept is empty again, but for what was typed meanwhile."""
    field = some('form[data-note=""] textarea', place)
    if field is not None and str(field.value).strip() == kept:
        put_text(field, "")
