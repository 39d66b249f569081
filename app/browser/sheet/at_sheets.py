"""Event handlers of the characters' list and sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pyscript import window

from app.browser.platform.dom import alert, data, each, enclosing, near, one, some
from app.browser.platform.elements import Element, Event
from app.browser.roll.at_forms import follow_up_message
from app.browser.sheet.characters_view import (
    REFUSED,
    REPLACED,
    UNSAVED,
    CharactersView,
    mark_refused,
    open_character,
    tell_lost,
)
from app.browser.shell import focus, tools
from app.browser.shell.listener import LONG_MS, Listener
from app.browser.shell.running_app import STORAGE, Refused
from app.browser.shell.runtime import Runtime
from app.browser.shell.views import field_text
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.notations import Notation, NotationContext
from app.core.sheets import Field, ListField, Sheet
from app.update.messages import campaign
from app.update.messages.forms import AgainTapped
from app.update.model import Model
from app.widgets.dice.notation import beside_record
from app.widgets.sheet.sheets import describe_fault

if TYPE_CHECKING:
    from app.update.messages import Message


#: Lines and cards; held for long they open their menu.
LINE = '[data-do="roll-now"], .person-link'


class AtSheets(Listener):
    """Handles the events of the views `game/characters` and `game/character/<id>`."""

    def __init__(self, runtime: Runtime, view: CharactersView) -> None:
        self._runtime, self._view = runtime, view
        self._sheet: tuple[object, Sheet] | None = None
        self._pressed: tuple[Element, float] | None = None  # a pressed line, and the time
        new_id = runtime.new_id
        self._messages: dict[str, Callable[[Element], Message]] = {
            "character-new": lambda _: campaign.CharacterBrought(new_id(), "New character", {}),
            "person-new": lambda _: campaign.CharacterBrought(new_id(), "New NPC", {}, "npc"),
            "sheet-from": lambda button: campaign.StartedFrom(
                self._open, self._sample_data(button)
            ),
            "character-sample": self._sample,
            "character-up": lambda button: _moved(button, -1),
            "character-down": lambda button: _moved(button, 1),
            "character-side": lambda button: campaign.SideSwitched(_character(button)),
            "character-duplicate": lambda _: campaign.CharacterCopied(self._open, new_id()),
            "character-archive": lambda _: campaign.CharacterSetAside(self._open),
            "character-restore": lambda button: campaign.CharacterTakenUp(self._about(button)),
            "character-remove": lambda _: campaign.CharacterTakenOut(self._open),
            "line-edit": lambda _: campaign.EditingSwitched(self._open),
            "track": self._track,
            "record-add": lambda button: campaign.RecordAdded(self._open, _list(button)),
            "record-remove": lambda button: campaign.RecordRemoved(*self._record(button)),
            "record-switch": _switched,
            "record-up": lambda button: campaign.RecordMoved(*self._record(button), -1),
            "record-down": lambda button: campaign.RecordMoved(*self._record(button), 1),
        }

    @property
    def _model(self) -> Model:
        return self._runtime.model

    @property
    def _game(self) -> Game:
        return self._model.games[self._model.game]

    @property
    def _open(self) -> str:
        return open_character(self._model)

    def on_tap(self, what: str, button: Element) -> bool:
        if what in self._messages:
            if self._model.played is not None:
                self._runtime.send(self._messages[what](button), self._fault_handler(None))
        elif what == "roll-now":
            if not self._held_long(button) or not _open_menu(button):
                self._runtime.send(AgainTapped(data(button, "href")))
        elif what == "sheet-edit":
            self._switch_editing()
        elif what in ("character-remove-ask", "character-remove-no"):
            _ask_to_remove(what == "character-remove-ask")
        elif what == "sheet-print":
            window.print()
        elif what in tools.FIELD_TOOLS and near(button, "form[data-sheet], form[data-record]"):
            field = tools.FIELD_TOOLS[what](button)
            if str(field.value) != "-":  # an incomplete number
                self.on_change(field)
        else:
            return False
        return True

    # --- lines held for long ---

    def on_pointer_down(self, event: Event) -> None:
        line = near(event.target, LINE)
        self._pressed = (line, float(event.timeStamp)) if line is not None else None

    def _held_long(self, line: Element) -> bool:
        """Tell whether a line was held with a pointer instead of tapped."""
        gripped, self._pressed = self._pressed, None
        if gripped is None or not line.isSameNode(gripped[0]):
            return False
        # The time of the release, not of its handling: the page may have been busy.
        return float(window.event.timeStamp) - gripped[1] > LONG_MS

    def on_hold(self, target: Element) -> bool:
        line = near(target, LINE)
        if line is None:
            return False
        self._pressed = None
        if _open_menu(line):
            return True
        if data(line, "do") != "roll-now":
            return False
        self._runtime.send(follow_up_message(line))
        window.location.hash = data(line, "href")
        return True

    # --- people ---

    def _about(self, button: Element) -> str:
        """Return the character of a button's card, or of the open sheet."""
        return _character(button) if near(button, "[data-character]") is not None else self._open

    def _sample_data(self, button: Element) -> dict[str, object]:
        assert self._game.sheet is not None
        return dict(self._game.sheet.samples[int(data(button, "sample"))])

    def _sample(self, button: Element) -> Message:
        sample = self._sample_data(button)
        return campaign.CharacterBrought(
            self._runtime.new_id(), str(sample.get("name", "")) or "New character", sample
        )

    def _track(self, button: Element) -> Message:
        track = data(enclosing(button, "[data-track]"), "track")
        if box := data(button, "box"):
            return campaign.BoxTapped(self._open, track, int(box))
        return campaign.TrackStepped(self._open, track, int(data(button, "by")))

    def _record(self, button: Element) -> tuple[str, str, int, dict[str, object]]:
        """Return the record around a button: character, list, index and content."""
        list, index = _list(button), int(data(enclosing(button, "[data-record]"), "record"))
        return self._open, list, index, self._records(list)[index]

    def _records(self, list: str) -> list[dict[str, object]]:
        # Of the page: a tap may be made before it shows the last change.
        assert self._view.shown is not None
        sheet = self._view.shown.character(self._open).sheet(self._game)
        return [dict(record) for record in sheet[list]]

    # --- writing ---

    def on_key(self, event: Event) -> bool:
        """Finish editing on Enter in a name field."""
        field = event.target
        if event.key != "Enter" or near(field, "form[data-sheet] .is-text") is None:
            return False
        event.preventDefault()
        field.blur()
        self._switch_editing()
        return True

    def _switch_editing(self) -> None:
        """Begin or finish editing; a refused field is focused instead: its text would be lost."""
        if self._model.editing == self._open:
            fields = f"[data-view]:not([hidden]) {REFUSED}"
            for field in each(fields):
                self.on_change(field)  # the storage may take it by now
            if (refused := some(fields)) is not None:
                _focus_refused(refused)
                return
        if self._model.played is not None:
            self._runtime.send(campaign.EditingSwitched(self._open))

    def on_submit(self, form: Element) -> bool:
        """Ignore Enter in a field: its change event has saved it."""
        return bool(form.hasAttribute("data-record") or form.hasAttribute("data-sheet"))

    def on_blur(self, field: Element) -> None:
        """Save a text that was restored after a redraw."""
        field_of_sheet = near(field, "form[data-sheet] [name], form[data-record] [name]")
        if field_of_sheet is not None and focus.is_unsaved(field):
            self.on_change(field)

    def on_change(self, field: Element) -> bool:
        """Save a changed field of the sheet or of a record."""
        record = near(field, "form[data-record]")
        if self._model.played is None or field.hasAttribute(REPLACED):
            return False
        field.removeAttribute(focus.PUT_BACK)  # saved once
        if record is not None:
            kinds = {column.id: column.kind for column in self._list_field(_list(record)).of}
            name, index = str(field.name), int(data(record, "record"))
            value = kinds[name].parse(field_text(field))
            message: Message = campaign.RecordWritten(self._open, _list(record), index, name, value)
        elif near(field, "form[data-sheet]") is not None:
            id = str(field.name)
            message = campaign.FieldWritten(
                self._open, id, self._field_value(id, field_text(field))
            )
        else:
            return False
        mark_refused(field, "")
        field.setAttribute("data-sent", field_text(field))
        self._runtime.send(message, self._fault_handler(field))
        return True

    def _field_value(self, id: str, text: str) -> object:
        assert self._game.sheet is not None
        declared = self._game.sheet.by_id[id]
        return declared.kind.parse(text) if isinstance(declared, Field) else text

    def _list_field(self, list: str) -> ListField:
        assert self._game.sheet is not None
        declared = self._game.sheet.by_id[list]
        assert isinstance(declared, ListField)
        return declared

    def _fault_handler(self, field: Element | None) -> Refused:
        """Return a handler that shows a fault at its field, or on the page that has replaced it."""
        sheet = self._open

        def refused(fault: BadInput) -> None:
            form = self._game.sheet
            assert form is not None
            words, box = describe_fault(form, fault), some("[data-sheet-fault]")
            if fault.field == STORAGE:
                words, box = UNSAVED, None
            alert(words)
            if field is not None:
                mark_refused(field, words)
                if self._open != sheet:
                    tell_lost([field])
                elif self._runtime.waits(campaign.EditingSwitched):  # tapped right after typing
                    self._runtime.withdraw(campaign.EditingSwitched)
                    _focus_refused(field)
            elif box is not None:
                box.textContent = words

        return refused

    def beside(self, field: Element) -> tuple[Notation, NotationContext] | None:
        """Return the notation of a record's field and the values beside it, or None."""
        form, shown = near(field, "form[data-record]"), self._view.shown
        if form is None or shown is None or not shown.has_character(self._open):
            return None
        kinds = {column.id: column.kind for column in self._list_field(_list(form)).of}
        kind = kinds[str(field.name)]
        if not isinstance(kind, Notation):
            return None
        # Called on every key: the sheet is cached.
        if self._sheet is None or self._sheet[0] != (shown, self._open):
            sheet = shown.character(self._open).sheet(self._game)
            self._sheet = ((shown, self._open), sheet)
        sheet = self._sheet[1]
        return kind, beside_record(sheet, sheet[_list(form)][int(data(form, "record"))])


def _focus_refused(field: Element) -> None:
    """Focus a field whose text is not saved, in the open parts around it."""
    fold = near(field, "details")
    while fold is not None:
        fold.open = True
        fold = near(fold.parentElement, "details")
    focus.give_focus(field)


def _ask_to_remove(asks: bool) -> None:
    """Ask before a character of the fight is deleted, or close the question."""
    question = one("[data-view]:not([hidden]) [data-ask-remove]")
    menu = one(".sheet-more", enclosing(question, "[data-view]"))
    menu.open, question.hidden = False, not asks
    (one("button", question) if asks else one("summary", menu)).focus()


def _open_menu(line: Element) -> bool:
    """Open the menu of a line or card; return False if it has none."""
    around = near(line, ".line, .person")
    menu = some(".line-more", around) if around is not None else None
    if menu is None:
        return False
    menu.open = True
    one("summary", menu).focus()
    return True


def _list(element: Element) -> str:
    return data(enclosing(element, "[data-list]"), "list")


def _moved(button: Element, by: int) -> Message:
    return campaign.CharacterMoved(_character(button), by)


def _character(button: Element) -> str:
    return data(enclosing(button, "[data-character]"), "character")


def _switched(button: Element) -> Message:
    """Switch a record on or off, on its sheet or in a form that uses it."""
    return campaign.RecordSwitched(data(button, "who"), _list(button), int(data(button, "record")))
