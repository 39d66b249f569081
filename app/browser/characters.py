"""The characters of the open campaign: their list, and the sheet of the one that is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyscript import window

from app.browser.dom import Js, data, later, near, show, some, soon
from app.browser.open_campaign import OpenCampaign
from app.browser.page import Page
from app.browser.render import render
from app.browser.views import field_text
from app.campaign.entries import new_id
from app.campaign.facts import (
    CharacterArchived,
    CharacterRemoved,
    CharacterRestored,
)
from app.campaign.state import Character
from app.core.games import Game
from app.core.notations import Beside, Notation
from app.core.sheets import Field, ListField, Sheet
from app.systems import games
from app.table.messages import (
    BoxTapped,
    CharacterBrought,
    CharacterCopied,
    CharacterMoved,
    FieldWritten,
    Message,
    RecordAdded,
    RecordMoved,
    RecordRemoved,
    RecordSwitched,
    RecordWritten,
    SideSwitched,
    TrackStepped,
)
from app.widgets.notation import beside_record
from app.widgets.sheets import fault_said, sheet_view

#: Seconds between looks whether a button is still being pressed.
PRESSED = 0.05


class Characters:
    """The views `game/characters` and `game/character/<id>`."""

    def __init__(self, page: Page, keeping: OpenCampaign) -> None:
        self.page = page
        self.keeping = keeping
        self.editing = ""  # the id of the character whose sheet is being edited
        self._focus = ""  # the field that gets the cursor when the sheet is shown next
        self._read: tuple[Character, Sheet] | None = None
        self.doings: dict[str, Callable[[Js], None]] = {
            "character-new": lambda _: self._add("", {}),
            "character-sample": self._add_sample,
            "character-up": lambda button: self._move(button, -1),
            "character-down": lambda button: self._move(button, 1),
            "character-side": self._switch_side,
            "character-duplicate": lambda _: self._duplicate(),
            "character-archive": lambda _: self._do(CharacterArchived(self.open_id)),
            "character-restore": lambda _: self._do(CharacterRestored(self.open_id)),
            "character-remove": lambda _: self._remove(),
            "sheet-edit": lambda _: self._toggle_editing(),
            "track": self._track,
            "record-add": self._record_add,
            "record-remove": self._record_remove,
            "record-switch": self._record_switch,
            "record-up": lambda button: self._record_move(button, -1),
            "record-down": lambda button: self._record_move(button, 1),
        }

    # --- what is open ---

    @property
    def game(self) -> Game:
        return games()[self.page.game]

    @property
    def open_id(self) -> str:
        """The id of the character whose page is open, empty on other pages."""
        game, _, rest = self.page.address.path.partition("/character/")
        return rest if game == self.page.game else ""

    def character(self) -> Character | None:
        """The character that is open, if it is there."""
        state = self.keeping.state
        if state is None or not state.has_character(self.open_id):
            return None
        return state.character(self.open_id)

    def show(self) -> None:
        """Show the list or the sheet, whichever is open."""
        state = self.keeping.state
        path = self.page.address.path
        if state is None or state.game != self.page.game or self.game.sheet is None:
            return
        if some(".view button:active, .view a:active") is not None:
            # What is being pressed must still be there when it is let go.
            later(PRESSED, self.show)
            return
        if path == f"{self.page.game}/characters":
            names = [str(each.get("name", "")) for each in self.game.sheet.samples]
            html = render("characters.html", there=state.characters, game=self.game, samples=names)
            self._slot("characters", html)
        elif self.open_id:
            self._show_sheet()

    def _show_sheet(self) -> None:
        character = self.character()
        if character is None:
            self._slot("character", render("nobody.html", game=self.game))
            return
        seen = sheet_view(self.game, character)
        active = window.document.activeElement
        focus, self._focus = self._focus or getattr(active, "id", ""), ""
        selected = [getattr(active, f"selection{end}", None) for end in ("Start", "End")]
        html = render(
            "sheet.html", sheet=seen, game=self.game, editing=self.editing == self.open_id
        )
        self._slot("character", html)
        window.document.title = f"{character.name} · {self.game.title}"
        again = some(f"#{window.CSS.escape(focus)}") if focus else None
        if again is not None:
            again.focus()
            if again.tagName == "TEXTAREA" and again.id == active.id:
                again.setSelectionRange(*selected)

    def _slot(self, name: str, html: str) -> None:
        view = "characters" if name == "characters" else "character"
        place = some(f'[data-view="{self.page.game}/{view}"] [data-slot="{name}"]')
        if place is not None:
            show(place, html)

    # --- what happens ---

    def _do(self, *facts: Any, then: str = "") -> None:
        soon(self._done(facts, then))

    async def _done(self, facts: tuple[Any, ...], then: str) -> None:
        if facts and await self.keeping.append(*facts) and then:
            window.location.hash = then

    def _new_id(self) -> str:
        return new_id(int(window.Date.now()), self.page.dice.getrandbits(80))

    def _add(self, name: str, sheet: dict[str, Any]) -> None:
        id = self._new_id()
        self.editing = "" if sheet else id
        self._join(CharacterBrought(id, name or "New character", sheet), id)

    def _add_sample(self, button: Js) -> None:
        assert self.game.sheet is not None
        sample = dict(self.game.sheet.samples[int(data(button, "sample"))])
        self._add(str(sample.get("name", "")), sample)

    def _duplicate(self) -> None:
        character = self.character()
        if character is not None:
            id = self._new_id()
            self._join(CharacterCopied(character.id, id), id)

    def _join(self, message: Message, id: str) -> None:
        """Somebody joins, and their sheet is opened."""
        soon(self._joined(message, f"#/{self.page.game}/character/{id}"))

    async def _joined(self, message: Message, then: str) -> None:
        if await self.keeping.send(message):
            window.location.hash = then

    def _remove(self) -> None:
        self._do(CharacterRemoved(self.open_id), then=f"#/{self.page.game}/characters")

    def _move(self, button: Js, by: int) -> None:
        self._send(CharacterMoved(data(near(button, "[data-character]"), "character"), by))

    def _switch_side(self, button: Js) -> None:
        self._send(SideSwitched(data(near(button, "[data-character]"), "character")))

    # --- the sheet ---

    def _toggle_editing(self) -> None:
        self.editing = "" if self.editing == self.open_id else self.open_id
        self.show()

    def _track(self, button: Js) -> None:
        track = data(near(button, "[data-track]"), "track")
        if box := data(button, "box"):
            self._send(BoxTapped(self.open_id, track, int(box)))
        else:
            self._send(TrackStepped(self.open_id, track, int(data(button, "by"))))

    def edited(self, field: Js) -> bool:
        """A field of the sheet was changed; True if it was one of ours."""
        record = near(field, "form[data-record]")
        if record is not None:
            self._edit_record(record, field)
            return True
        if near(field, "form[data-sheet]") is not None:
            id = str(field.name)
            written = FieldWritten(self.open_id, id, self._written(id, field_text(field)))
            self._send(written, field)
            return True
        return False

    def _written(self, id: str, text: str) -> Any:
        assert self.game.sheet is not None
        declared = self.game.sheet.by_id[id]
        return declared.kind.written(text) if isinstance(declared, Field) else text

    def _send(self, message: Message, field: Js = None) -> None:
        """Let it happen, if the sheet takes it; else say at the field why not."""
        form = self.game.sheet
        assert form is not None
        soon(self.keeping.send(message, lambda fault: self._say(fault_said(form, fault), field)))

    def _say(self, message: str, field: Js) -> None:
        place = some("[data-sheet-fault]")
        if field is not None:
            field.setAttribute("aria-invalid", "true")
            place = some("[data-fault]", near(field, ".control")) or place
        if place is not None:
            place.textContent = message

    # --- lists ---

    def _list(self, element: Js) -> tuple[ListField, list[dict[str, Any]]]:
        id = data(near(element, "[data-list]"), "list")
        character = self.character()
        assert self.game.sheet is not None
        assert character is not None
        declared = self.game.sheet.by_id[id]
        assert isinstance(declared, ListField)
        return declared, [dict(record) for record in character.sheet(self.game)[id]]

    def _record_add(self, button: Js) -> None:
        declared, records = self._list(button)
        self._focus = f"{self.game.id}-{declared.id}-{len(records)}-{declared.of[0].id}"
        self._send(RecordAdded(self.open_id, declared.id))

    def _record_move(self, button: Js, by: int) -> None:
        self._send(RecordMoved(*self._record(button), by))

    def _record_remove(self, button: Js) -> None:
        self._send(RecordRemoved(*self._record(button)))

    def _record(self, button: Js) -> tuple[str, str, int, dict[str, Any]]:
        """The record around a button, by whose it is, its list, its place, and as it is seen."""
        declared, records = self._list(button)
        place = int(data(near(button, "[data-record]"), "record"))
        return self.open_id, declared.id, place, records[place]

    def _record_switch(self, button: Js) -> None:
        """A record is switched on or off: on its sheet, or in a form that it counts for."""
        list = data(near(button, "[data-list]"), "list")
        self._send(RecordSwitched(data(button, "who"), list, int(data(button, "record"))))

    def beside(self, field: Js) -> tuple[Notation, Beside] | None:
        """The kind of a field in a record that holds a notation, and what stands beside it."""
        form, character = near(field, "form[data-record]"), self.character()
        if form is None or character is None:
            return None
        declared, records = self._list(form)
        kind = next(each.kind for each in declared.of if each.id == str(field.name))
        if not isinstance(kind, Notation):
            return None
        # Every key asks: a character's sheet is read once.
        if self._read is None or self._read[0] is not character:
            self._read = (character, character.sheet(self.game))
        return kind, beside_record(self._read[1], records[int(data(form, "record"))])

    def _edit_record(self, form: Js, field: Js) -> None:
        declared, _ = self._list(form)
        place = int(data(form, "record"))
        kinds = {each.id: each.kind for each in declared.of}
        name = str(field.name)
        value = kinds[name].written(field_text(field))
        self._send(RecordWritten(self.open_id, declared.id, place, name, value), field)
