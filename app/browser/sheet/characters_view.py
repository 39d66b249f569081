"""The views `game/characters` and `game/character/<id>`."""

from __future__ import annotations

from collections.abc import Collection

from pyscript import window

from app.browser.platform.dom import data, each, enclosing, later, notify, one, root, show, some
from app.browser.platform.elements import Element
from app.browser.shell import focus
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.browser.shell.views import field_text
from app.campaign.state.state import NAMELESS, CampaignState
from app.campaign.state.time import unpassed
from app.core.games import Game
from app.update.fight.visible import guest_eyes
from app.update.model import Model
from app.widgets.fight.board.menus import as_preset
from app.widgets.notes.notes import note_views
from app.widgets.sheet.people import people_view
from app.widgets.sheet.sheets import sheet_view

#: Seconds between two checks whether a button is still pressed.
PRESSED = 0.05

#: Fields of the editor whose text is not saved.
REFUSED = "[aria-invalid=true]"

#: Fields of notes on a sheet.
NOTES = "textarea[data-about]"

#: Marks a field whose text goes on in its redrawn field.
REPLACED = "data-replaced"

#: The fault of a text that the storage did not take.
UNSAVED = "Not saved yet."


def open_character(model: Model) -> str:
    """Return the id of the character on the open page, or an empty text."""
    game, _, rest = model.address.path.partition("/character/")
    return rest if game == model.game else ""


class CharactersView:
    """Draws the list or the sheet."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._drawn: tuple[object, ...] = ()
        self._opened: tuple[str, str] = ("", "")  # the open page and the edited sheet
        self._sheet: Element | None = None  # the slot of the open sheet
        #: Unsaved notes of sheets that were left, by sheet and field.
        self._notes: dict[tuple[str, str], str] = {}
        #: The state that the page shows: it may be older than the model's.
        self.shown: CampaignState | None = None

    def stale(self) -> None:
        self._drawn = ()

    def draw(self, model: Model) -> None:
        path = model.address.path
        if self._sheet is not None and path != self._opened[0]:
            tell_lost(each(REFUSED, self._sheet))
            self._set_notes_aside(self._sheet)
            self._sheet = None
        is_list = bool(model.game) and path == f"{model.game}/characters"
        if model.played is None or not (is_list or open_character(model)):
            self._drawn, self._opened = (), ("", "")
            return
        game, state = model.played
        eyes = guest_eyes(model)
        own_ids = eyes.own if eyes is not None else None
        shown = model.address.typed.get("show", "") if is_list else ""
        key = (path, state, model.editing, shown, model.note, own_ids, model.closed)
        if game.sheet is None or key == self._drawn:
            return
        if some(".view button:active, .view a:active") is not None:
            # A pressed button must stay until it is released.
            later(PRESSED, self._runtime.draw)
            return
        previous, self._drawn = self._opened, key
        self._opened, self.shown = (path, model.editing), state
        if is_list:
            view = people_view(game, state, shown, model.closed)
            _fill(game, "characters", render("characters.html", view=view, game=game))
            return
        self._draw_sheet(model, game, state, opened=previous != self._opened)

    def _draw_sheet(self, model: Model, game: Game, state: CampaignState, opened: bool) -> None:
        """Draw the sheet; `opened` is true for another sheet or when editing begins."""
        id = open_character(model)
        root.toggleAttribute("data-editing", model.editing == id)
        if not state.has_character(id):
            _fill(game, "character", render("nobody.html", game=game, who=""))
            return
        character = state.character(id)
        if id in model.closed:
            _fill(game, "character", render("nobody.html", game=game, who=character.name))
            return
        notes = tuple(note for note in note_views(state) if note.about == id)
        eyes = guest_eyes(model)
        is_foreign = eyes is not None and id not in eyes.own
        view = sheet_view(game, character, notes, model.note, unpassed(state, game, id))
        view, editing = (view.looked_at, False) if is_foreign else (view, model.editing == id)
        html = render(
            "sheet.html",
            sheet=view,
            game=game,
            editing=editing,
            theirs=is_foreign,
            preset=as_preset(game, state, id) if game.encounter is not None else "",
            fights=id in state.fighters,
        )
        stored_texts = {note.text for note in notes}
        if opened and self._sheet is not None:
            self._set_notes_aside(self._sheet)
        self._sheet = _fill(game, "character", html, stored_texts, anew=opened)
        if opened and self._sheet is not None:
            self._bring_notes_back(self._sheet, stored_texts)
        window.document.title = f"{character.name or NAMELESS} · {game.title}"
        if opened and editing:
            _begin(game)

    def _set_notes_aside(self, slot: Element) -> None:
        """Keep the texts of notes that are not saved while their sheet is not shown."""
        for area in each(NOTES, slot):
            if area.value != data(area, "default"):
                self._notes[data(area, "about"), str(area.id)] = str(area.value)

    def _bring_notes_back(self, slot: Element, stored_texts: Collection[str]) -> None:
        """Put the unsaved notes of a sheet into their fields again."""
        keys = [(data(area, "about"), str(area.id)) for area in each(NOTES, slot)]
        texts = {key[1]: self._notes.pop(key) for key in keys if key in self._notes}
        unsaved = {id: text for id, text in texts.items() if text.strip() not in stored_texts}
        focus.restore(slot, unsaved)


def _begin(game: Game) -> None:
    """Focus the name when editing begins."""
    field = some(f"#{game.id}-sheet-name")
    if field is not None:
        field.focus()
        field.select()


def _fill(
    game: Game, view: str, html: str, stored_texts: Collection[str] = (), anew: bool = False
) -> Element | None:
    """Fill a view while preserving open sections and typed texts, and return its slot.

    stored_texts: of notes, which are therefore no longer being typed.
    anew: whether it is another view.
    """
    slot = some(f'[data-view="{game.id}/{view}"] [data-slot="{view}"]')
    if slot is None:
        return None
    unfolded, typed, faults = set[str](), dict[str, tuple[str, str]](), dict[str, str]()
    typing = ""
    if not anew:
        unfolded = {data(details, "fold") for details in each("details[open]", slot)}
        faults = {str(field.id): _fault_text(field) for field in each(REFUSED, slot)}
        typed = _typed(slot, stored_texts, faults)
        typing = _leave_typing(typed)
    show(slot, html)
    for details in each("details[data-fold]", slot):
        if data(details, "fold") in unfolded:
            details.open = True
    current = {
        id: text for id, (text, default) in typed.items() if id == typing or _says(id, default)
    }
    focus.restore(slot, current)
    for id in faults.keys() & current.keys():
        mark_refused(one(f"#{window.CSS.escape(id)}", slot), faults[id])
    return slot


def tell_lost(fields: Collection[Element]) -> None:
    """Say on the next page why texts were not saved before their sheet was left."""
    if fields:
        notify(f"Not saved: {'; '.join(map(_lost_words, fields))}")


def _lost_words(field: Element) -> str:
    """Return the fault of a field, or its label if the storage did not take the text."""
    fault = _fault_text(field)
    return (
        fault if fault != UNSAVED else str(one("label", enclosing(field, ".control")).textContent)
    )


def mark_refused(field: Element, fault: str) -> None:
    """Show at a field why its text is not saved; without a reason, remove the mark."""
    if fault:
        field.setAttribute("aria-invalid", "true")
    else:
        field.removeAttribute("aria-invalid")
    box = _fault_box(field)
    if box is not None:
        box.textContent = fault


def _fault_text(field: Element) -> str:
    box = _fault_box(field)
    return str(box.textContent) if box is not None else ""


def _fault_box(field: Element) -> Element | None:
    return some("[data-fault]", enclosing(field, ".control"))


def _leave_typing(typed: Collection[str]) -> str:
    """Return the id of the focused field if its text is not sent; it goes on in the new field.

    Chromium sends the change of a field that is removed, which would save half a word.
    """
    field = window.document.activeElement
    if str(field.id) not in typed or field_text(field) == data(field, "sent"):
        return ""
    field.setAttribute(REPLACED, "")
    return str(field.id)


def _says(id: str, default: str) -> bool:
    """Tell whether a field still has the default that it had when typing began."""
    field = some(f"#{window.CSS.escape(id)}")
    return field is not None and data(field, "default") == default


def _typed(
    slot: Element, stored_texts: Collection[str], refused: Collection[str]
) -> dict[str, tuple[str, str]]:
    """Return typed texts with their defaults: of the focused and refused fields, and of notes."""
    active = window.document.activeElement
    notes = {str(area.id) for area in each(NOTES, slot)}
    return {
        id: (text, data(one(f"#{window.CSS.escape(id)}", slot), "default"))
        for id, text in focus.read_edited(slot).items()
        if (text.strip() not in stored_texts if id in notes else id in (str(active.id), *refused))
    }
