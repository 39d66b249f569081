"""A character's sheet as the page shows it: for play, and for editing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from app.campaign.state import Character
from app.core.errors import BadInput
from app.core.games import Game
from app.core.inputs import Input
from app.core.kinds import of_count
from app.core.notations import Notation
from app.core.procedures import Procedure
from app.core.sheets import Derived, Field, ListField, Sheet, SheetForm
from app.widgets.forms import Control, control, fault_words, field_text
from app.widgets.notation import Writing, beside_record, writing
from app.widgets.results import Follow, follow, number, shown


@dataclass(frozen=True)
class TrackView:
    """A row to tap: how many of how many; boxes where there are few enough to tap one by one.

    bounded: is its most a number of the game's, worth saying?
    """

    id: str
    label: str
    now: int
    most: int
    boxes: bool
    editable: bool
    rules: tuple[str, ...]
    bounded: bool = True


@dataclass(frozen=True)
class RowView:
    """One record of a list: a control for each of its fields.

    columns: what follows from it, as label, value and rules. lines: its texts in the game's own
    notation, as they are understood. switched: is it on, where it is switched during play?
    """

    place: int
    controls: tuple[Control, ...]
    words: str
    columns: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    lines: tuple[Writing, ...] = ()
    switched: bool = False


@dataclass(frozen=True)
class ListView:
    """A list of the sheet with its records. switch: what is switched of them during play."""

    id: str
    label: str
    rows: tuple[RowView, ...]
    switch: str = ""


@dataclass(frozen=True)
class Section:
    """A heading with its fields."""

    heading: str
    controls: tuple[Control, ...]


@dataclass(frozen=True)
class SheetView:
    """Everything a character's page shows."""

    id: str
    name: str
    kind: str
    archived: bool
    tracks: tuple[TrackView, ...]
    rolls: tuple[tuple[str, tuple[Follow, ...]], ...]  # by procedure title
    derived: tuple[tuple[str, str, tuple[str, ...]], ...]
    sections: tuple[Section, ...]
    lists: tuple[ListView, ...]
    timers: tuple[tuple[str, str], ...]


def sheet_view(game: Game, character: Character) -> SheetView:
    """The page of a character."""
    assert game.sheet is not None
    sheet = character.sheet(game)
    form = game.sheet
    sections: dict[str, list[Control]] = {}
    for field in form.fields:
        made = control(Input(field.id, field.kind, sheet[field.id]))
        sections.setdefault(field.section or "Sheet", []).append(made)
    return SheetView(
        character.id,
        character.name,
        character.kind,
        character.archived,
        tuple(_track(sheet, track) for track in form.tracks),
        _rolls(game, sheet),
        tuple((each.label, _derived(sheet, each), tuple(each.rules)) for each in form.derived),
        tuple(Section(heading, tuple(made)) for heading, made in sections.items()),
        tuple(_list(sheet, each) for each in form.lists),
        tuple((timer.label, due_words(timer.hours)) for timer in form.timers(sheet)),
    )


#: More boxes than this are counted with buttons instead.
BOXES = 24


def _track(sheet: Sheet, track: Any) -> TrackView:
    most = int(track.most(sheet))
    now = int(sheet[track.id])
    editable = not isinstance(sheet.form.by_id[track.id], Derived)
    return TrackView(
        track.id,
        track.label,
        now,
        most,
        track.style == "boxes" and most <= BOXES,
        editable,
        tuple(track.rules),
        track.bounded,
    )


def _rolls(game: Game, sheet: Sheet) -> tuple[tuple[str, tuple[Follow, ...]], ...]:
    assert game.sheet is not None
    grouped: dict[str, list[Follow]] = {}
    for each in game.sheet.rolls(sheet):
        title = game.procedures[each.procedure].title
        grouped.setdefault(title, []).append(follow(each, game.sheet.rating(each)))
    return tuple((title, tuple(rolls)) for title, rolls in grouped.items())


def _list(sheet: Sheet, declared: ListField) -> ListView:
    rows = tuple(
        _row(sheet, declared, place, record) for place, record in enumerate(sheet[declared.id])
    )
    switch = declared.switch
    called = next((each.label for each in declared.of if switch and each.id == switch.field), "")
    return ListView(declared.id, declared.label, rows, called)


def _derived(sheet: Sheet, declared: Derived) -> str:
    value = sheet[declared.id]
    return declared.words.get(value) or shown(value)


def _row(sheet: Sheet, declared: ListField, place: int, record: Mapping[str, Any]) -> RowView:
    controls = tuple(_control(sheet, each, record) for each in declared.of)
    followed = ((each, each.of(sheet, record)) for each in declared.derived)
    return RowView(
        place,
        controls,
        record_words(declared, record),
        tuple(
            (each.label, shown(value), each.rules) for each, value in followed if value is not None
        ),
        tuple(each.writing for each in controls if each.writing and each.text and not each.word),
        declared.switch is not None and bool(record.get(declared.switch.field)),
    )


def switches(form: SheetForm, sheet: Sheet, procedure: Procedure) -> tuple[ListView, ...]:
    """The lists of a sheet whose records are switched for this procedure."""
    return tuple(
        _list(sheet, each)
        for each in form.lists
        if each.switch and each.switch.counted in procedure.inputs and sheet[each.id]
    )


def _control(sheet: Sheet, field: Field, record: Mapping[str, Any]) -> Control:
    value = record.get(field.id, field.default)
    made = control(Input(field.id, field.kind, value))
    if isinstance(field.kind, Notation):
        return replace(made, writing=writing(field.kind, made.text, beside_record(sheet, record)))
    return made


def record_words(declared: ListField, record: Mapping[str, Any]) -> str:
    """A record in one line: its first field, then what differs from nothing."""
    if declared.say is not None:
        return declared.say(record)
    first, *others = declared.of
    words = str(record.get(first.id, "")) or "(nameless)"
    said = [
        f"{_uncapitalized(each.label)} {_value_words(record.get(each.id, each.default))}"
        for each in others
        if record.get(each.id) not in (None, "", 0, False, [], ())
        and (not isinstance(each.kind, Notation) or each.kind.word)
    ]
    return f"{words} · {', '.join(said)}" if said else words


def _uncapitalized(label: str) -> str:
    """A label within a sentence: `Ranks (R)` -> `ranks (R)`; `TC` stays."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def _value_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes"
    return number(value) if isinstance(value, (int, float, Fraction)) else field_text(value)


def fault_said(form: SheetForm, fault: BadInput) -> str:
    """What is wrong on a sheet; it begins with the label of the field at fault."""
    declared = form.by_id.get(fault.field)
    if isinstance(declared, Field):
        return fault_words({declared.id: Input(declared.id, declared.kind, None)}, fault)
    if not isinstance(declared, ListField):
        return fault.message
    # A record's fault says where it stands, `weapons 2: shots is ...`; so does its place on screen.
    message = re.sub(rf"^{re.escape(declared.id)} \d+: ", "", fault.message)
    fields = {each.id: Input(each.id, each.kind, None) for each in declared.of}
    name = next((id for id in fields if re.match(rf"{re.escape(id)}\b", message)), "")
    return fault_words(fields, BadInput(name, message)) if name else f"{declared.label}: {message}"


def due_words(hours: Any) -> str:
    """When something comes due, in the largest unit that makes sense of it."""
    if hours is None:
        return "waits for a decision"
    if hours < 1:
        return _within(hours * 60, "minutes")
    return _within(hours, "hours") if hours < 48 else _within(hours / 24, "days")


def _within(count: Any, units: str) -> str:
    return f"in {number(count)} {of_count(count, units)}"
