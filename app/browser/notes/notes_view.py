"""The view `game/notes` and the notes on sheets."""

from __future__ import annotations

from pyscript import window

from app.browser.platform.dom import data, each, enclosing, one, show, some
from app.browser.platform.elements import Element
from app.browser.shell import focus
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.views import put_text
from app.update.fight.visible import guest_eyes
from app.update.messages.campaign import NoteOpened, NoteRemoved, NoteSaved
from app.update.model import Model
from app.widgets.notes.notes import note_views


class NotesView(Listener):
    """Draws all notes and handles their events, also on sheets."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._drawn: tuple[object, ...] = ()
        self._next = self._runtime.new_id()  # the id of the next note, however often Keep is tapped
        #: The campaign that each game's view shows, and the texts typed in those shown before.
        self._campaigns: dict[str, str] = {}
        self._typed: dict[str, dict[str, str]] = {}

    # --- drawing ---

    def stale(self) -> None:
        self._drawn = ()

    def draw(self, model: Model) -> None:
        """Draw all notes if their view is open, preserving typed texts."""
        path, stored = model.address.path, None
        if model.played is not None and (stored := model.played[1].notes.get(self._next)):
            self._next = self._runtime.new_id()
        if model.played is None or model.journal is None or path != f"{model.game}/notes":
            self._drawn = ()
            return
        game, state = model.played
        eyes = guest_eyes(model)
        key = (path, state, model.note, eyes is None)
        if key == self._drawn:
            return
        opened = bool(self._drawn) and self._drawn[2] != model.note and model.note
        self._drawn = key
        slot = one(f'[data-view="{path}"] [data-slot="notes"]')
        if stored is not None:
            _used_up(slot, str(stored["text"]))
        if eyes is not None:
            show(slot, render("notes.html", theirs=True))
            return
        campaign = model.journal.campaign
        self._typed[self._campaigns.get(game.id, campaign)] = focus.read_edited(slot)
        self._campaigns[game.id] = campaign
        notes, people = note_views(state), state.characters
        html = render("notes.html", game=game, notes=notes, people=people, editing=model.note)
        show(slot, html)
        texts, ids = self._typed.pop(campaign, {}), {"", *(person.id for person in people)}
        for about in each("select[name=about]", slot):
            if texts.get(str(about.id), "") not in ids:  # deleted meanwhile
                del texts[str(about.id)]
        focus.restore(slot, texts)
        if opened:
            one(f'form[data-note="{window.CSS.escape(model.note)}"] textarea', slot).focus()

    # --- events ---

    def on_tap(self, what: str, button: Element) -> bool:
        if what == "note-keep":
            self._keep(enclosing(button, "form[data-note]"))
        elif what == "note-edit":
            self._keep_edited(_note(button))
            self._runtime.send(NoteOpened(_note(button)))
        elif what == "note-remove":
            self._runtime.send(NoteRemoved(_note(button)))
        else:
            return False
        return True

    def _keep_edited(self, opened: str) -> None:
        """Save the note that is being edited when another one is opened."""
        edited = self._runtime.model.note
        id = window.CSS.escape(edited)
        form = some(f'[data-view]:not([hidden]) form[data-note="{id}"]:has(textarea)')
        if edited not in ("", opened) and form is not None:
            self._keep(form)

    def _keep(self, form: Element) -> None:
        """Save a form as a new note or as a changed one."""
        field, about = one("textarea", form), some("select", form)
        person = data(field, "about")
        if not str(field.value).strip():
            field.focus()
            return
        about_id = str(about.value) if about is not None else person
        self._runtime.send(NoteSaved(_note(form) or self._next, str(field.value), about_id))


def _note(element: Element) -> str:
    """Return the id of the note around an element, or an empty text for a new one."""
    return data(enclosing(element, "form[data-note]"), "note")


def _used_up(slot: Element, text: str) -> None:
    """Clear the form of a stored new note unless its text has changed meanwhile."""
    field = some('form[data-note=""] textarea', slot)
    if field is not None and str(field.value).strip() == text:
        put_text(field, "")
