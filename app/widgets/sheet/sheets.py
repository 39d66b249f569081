"""A character's sheet on the page: for play, and for editing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from app.campaign.state.state import Character
from app.campaign.state.time import nearer
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import Text, Whole, YesNo
from app.core.procedures.labels import of_count
from app.core.procedures.notations import Notation
from app.core.procedures.outcomes import round_number
from app.core.procedures.procedure import Procedure
from app.core.sheets import Derived, Field, ListField, Meter, Sheet, SheetForm, repeated_names
from app.widgets.dice.notation import beside_record, writing
from app.widgets.fight.gauges.avatars import Avatar, Side, avatar
from app.widgets.notes.notes import NoteView
from app.widgets.roll.form.forms import Control, control, fault_words
from app.widgets.roll.result.results import Follow
from app.widgets.roll.result.words import format_value, number
from app.widgets.sheet.sheet_lines import Group, Lines, sections
from app.widgets.sheet.sheet_words import RowView, field_words, record_words


@dataclass(frozen=True)
class TrackView:
    """A track to tap: boxes where there are few enough, else buttons.

    bounded: whether its maximum is a value of the game worth showing.
    """

    id: str
    label: str
    now: int
    most: int
    boxes: bool
    editable: bool
    rules: tuple[str, ...]
    bounded: bool = True

    @property
    def steps(self) -> tuple[int, ...]:
        """Return the steps of its buttons; long tracks have larger steps as well."""
        if not self.bounded or self.most <= FEW:
            return (-1, 1)
        large = 5 if self.most < MANY else 10
        return (-large, -1, 1, large)


@dataclass(frozen=True)
class ListView:
    """A list of the sheet with its records. switch: the label of its toggle during play."""

    id: str
    label: str
    rows: tuple[RowView, ...]
    switch: str = ""


@dataclass(frozen=True)
class Section:
    """A heading with its fields. row: whether all are numbers, drawn in one row."""

    heading: str
    controls: tuple[Control, ...]
    row: bool = False


@dataclass(frozen=True)
class Making:
    """The editable parts of a sheet, in order.

    open: those needed to make a character; folded: all others.
    """

    open: tuple[Section | ListView, ...]
    folded: tuple[Section | ListView, ...]


@dataclass(frozen=True)
class SheetView:
    """A character's page."""

    id: str
    name: str
    kind: str
    archived: bool
    avatar: Avatar
    #: The short texts, below the name.
    about: str
    #: The long texts: (label, text).
    long_texts: tuple[tuple[str, str], ...]
    meters: tuple[Meter, ...]
    #: Current conditions.
    upon: tuple[str, ...]
    tracks: tuple[TrackView, ...]
    #: The lines, in order.
    groups: tuple[Group, ...]
    #: Other rolls, by title.
    rest: tuple[tuple[str, tuple[Follow, ...]], ...]
    #: Other values, by heading.
    facts: tuple[tuple[str, tuple[Fact, ...]], ...]
    lists: tuple[ListView, ...]
    making: Making
    timers: tuple[tuple[str, str], ...]
    #: Faults that a file brought, each beginning with its list.
    faults: tuple[str, ...] = ()
    notes: tuple[NoteView, ...] = ()
    note_open: str = ""

    @property
    def looked_at(self) -> SheetView:
        """Return the page for a spectator, without editing and rolls."""
        tracks = tuple(replace(track, editable=False) for track in self.tracks)
        groups = tuple(group.looked_at for group in self.groups)
        nothing = Making((), ())
        return replace(self, tracks=tracks, groups=groups, rest=(), making=nothing, notes=())


#: A label, its value in words, and its rules.
Fact = tuple[str, str, tuple[str, ...]]

#: Heading of derived values without one.
WORKED_OUT = "Derived stats"

#: Derived values that are not shown.
NOTHING = ("0", "none")

#: Order of the groups of lines; possessions come last.
ORDER = ("figures", "attacks", "skills", "list")

#: Longer texts than this stand by themselves.
SHORT_TEXT = 200


def sheet_view(
    game: Game,
    character: Character,
    notes: tuple[NoteView, ...] = (),
    note_open: str = "",
    earlier: Fraction = Fraction(0),
) -> SheetView:
    """Return the page of a character.

    notes: about it; note_open: the one being edited. earlier: hours of a fight still to pass.
    """
    assert game.sheet is not None
    sheet = character.sheet(game)
    form, lines = game.sheet, Lines(game, sheet)
    headed = dict(sections(form, sheet))
    lists = tuple(_list(sheet, each) for each in form.lists)
    groups = _groups(form, lines, headed, lists)
    meters = form.meters(sheet)
    about, long_texts = _about(sheet, headed)
    shown_ids = {id for group in groups for id in _ids(group, headed)}
    return SheetView(
        character.id,
        character.name,
        character.kind,
        character.archived,
        avatar(character.name, side(character), meters, character.place),
        about,
        long_texts,
        meters,
        _upon(sheet, headed),
        tuple(_track(sheet, track) for track in form.tracks),
        groups,
        lines.rest(shown_ids),
        _facts(sheet, headed, shown_ids),
        lists,
        _making(sheet, headed, lists),
        tuple(
            (timer.label, due_words(nearer(timer, earlier, game).hours))
            for timer in form.timers(sheet)
        ),
        tuple(repeated_names(form, sheet)),
        notes,
        note_open,
    )


Headed = Mapping[str, tuple[Field, ...]]


def _groups(
    form: SheetForm, lines: Lines, headed: Headed, lists: Sequence[ListView]
) -> tuple[Group, ...]:
    """Return all groups of lines; empty lists are left out."""
    by_id = {each.id: each for each in form.lists if isinstance(each, ListField)}
    candidates = [lines.fields(heading, fields) for heading, fields in headed.items()]
    candidates += [
        lines.group(by_id[each.id], each.rows, each.switch)
        for each in lists
        if each.rows and each.id not in form.upon
    ]
    groups = [candidate for candidate in candidates if candidate is not None]
    return tuple(sorted(groups, key=lambda each: ORDER.index(each.sort)))


def _ids(group: Group, headed: Headed) -> Iterator[str]:
    """Yield the ids of the fields or the list that a group shows."""
    if group.id:
        yield group.id
    else:
        yield from (each.id for each in headed[group.heading])


def side(character: Character) -> Side:
    """Return the side of a character."""
    return "theirs" if character.kind == "npc" else "ours"


def about(sheet: Sheet) -> str:
    """Return the short texts of a sheet, below the name."""
    return _about(sheet, dict(sections(sheet.form, sheet)))[0]


def _about(sheet: Sheet, headed: Headed) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the short and the long texts of a sheet."""
    texts = [
        (field, str(sheet[field.id]).strip())
        for fields in headed.values()
        for field in fields
        if isinstance(field.kind, Text) and field.id != "name"
    ]
    short = [text for each, text in texts if text and each.kind.longest <= SHORT_TEXT]  # type: ignore[attr-defined]
    long = [(each.label, text) for each, text in texts if text and text not in short]
    return " · ".join(short), tuple(long)


def _upon(sheet: Sheet, headed: Headed) -> tuple[str, ...]:
    """Return the current conditions: ticked fields, and the lists of conditions."""
    ticked = [
        field.label
        for fields in headed.values()
        for field in fields
        if isinstance(field.kind, YesNo) and sheet[field.id] and not field.default
    ]
    listed = [
        record_words(each, record)
        for each in sheet.form.lists
        if each.id in sheet.form.upon
        for record in sheet[each.id]
    ]
    return (*ticked, *listed)


def _facts(
    sheet: Sheet, headed: Headed, shown_ids: Collection[str]
) -> tuple[tuple[str, tuple[Fact, ...]], ...]:
    """Return the other values by heading, without empty ones."""
    form, by_heading = sheet.form, dict[str, list[Fact]]()
    tracked = {track.id for track in form.tracks}
    for heading, fields in headed.items():
        for field in fields:
            value = sheet[field.id]
            is_listed = not isinstance(field.kind, Text | YesNo) and field.id not in tracked
            if is_listed and field.id not in shown_ids and value not in (0, "", (), []):
                words = field_words(value, field), tuple(field.kind.rules)
                by_heading.setdefault(heading, []).append((field.label, *words))
    for derived in form.derived:
        words = _derived(sheet, derived), tuple(derived.rules)
        nothing = not derived.section and words[0] in NOTHING
        if derived.id not in tracked and words[0] and not nothing:
            by_heading.setdefault(derived.section or WORKED_OUT, []).append((derived.label, *words))
    return tuple((heading, tuple(facts)) for heading, facts in by_heading.items())


def _making(sheet: Sheet, headed: Headed, lists: Sequence[ListView]) -> Making:
    """Return the editable parts: those needed to make a character, and the rest."""
    parts: dict[str, Section | ListView] = {}
    for heading, fields in headed.items():
        controls = tuple(control(Input(field.id, field.kind, sheet[field.id])) for field in fields)
        row = all(isinstance(field.kind, Whole) for field in fields)
        parts[heading] = Section(heading, controls, row)
    parts |= {each.id: each for each in lists}
    wanted = sheet.form.making or tuple(headed)[:1]
    open = tuple(parts.pop(each) for each in wanted if each in parts)
    return Making(open, tuple(parts.values()))


#: Tracks up to FEW step by one, from MANY on by ten, others by five.
FEW, MANY = 12, 50

#: Most boxes; larger tracks have buttons.
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


def _list(sheet: Sheet, declared: ListField) -> ListView:
    rows = tuple(
        _row(sheet, declared, index, record) for index, record in enumerate(sheet[declared.id])
    )
    switch = declared.switch
    toggle = next((each.label for each in declared.of if switch and each.id == switch.field), "")
    return ListView(declared.id, declared.label, rows, toggle)


def _derived(sheet: Sheet, declared: Derived) -> str:
    value = sheet[declared.id]
    return declared.words.get(value) or format_value(value)


def _row(sheet: Sheet, declared: ListField, index: int, record: Values) -> RowView:
    controls = tuple(_control(sheet, each, record) for each in declared.of)
    followed = ((each, each.of(sheet, record)) for each in declared.derived)
    return RowView(
        index,
        controls,
        record_words(declared, record),
        tuple(
            (each.label, format_value(value), each.rules)
            for each, value in followed
            if value is not None
        ),
        tuple(
            control.writing
            for control in controls
            if control.writing and control.text and not control.word
        ),
        declared.switch is not None and bool(record.get(declared.switch.field)),
    )


def switches(form: SheetForm, sheet: Sheet, procedure: Procedure) -> tuple[ListView, ...]:
    """Return the lists of a sheet with records to toggle for this procedure."""
    return tuple(
        _list(sheet, each)
        for each in form.lists
        if each.switch and each.switch.counted in procedure.inputs and sheet[each.id]
    )


def _control(sheet: Sheet, field: Field, record: Values) -> Control:
    value = record.get(field.id, field.default)
    drawn = control(Input(field.id, field.kind, value))
    if isinstance(field.kind, Notation):
        return replace(drawn, writing=writing(field.kind, drawn.text, beside_record(sheet, record)))
    return drawn


def describe_fault(form: SheetForm, fault: BadInput) -> str:
    """Return a fault of a sheet, beginning with the label of its field."""
    declared = form.by_id.get(fault.field)
    if isinstance(declared, Field):
        return fault_words({declared.id: Input(declared.id, declared.kind, None)}, fault)
    if not isinstance(declared, ListField):
        return fault.message
    # The screen shows the index of a record's fault already: `weapons 2: shots is ...`.
    message = re.sub(rf"^{re.escape(declared.id)} \d+: ", "", fault.message)
    fields = {each.id: Input(each.id, each.kind, None) for each in declared.of}
    name = next((id for id in fields if re.match(rf"{re.escape(id)}\b", message)), "")
    return fault_words(fields, BadInput(name, message)) if name else f"{declared.label}: {message}"


def due_words(hours: Any) -> str:
    """Return when something comes due, in the largest sensible unit."""
    if hours is None:
        return "decide now"
    if hours < 1:
        seconds = round_number(Fraction(hours) * 3600)
        if seconds < 59:
            return _within(round(seconds), "seconds") if seconds else "now"
        return _within(hours * 60, "minutes")
    return _within(hours, "hours") if hours < 48 else _within(hours / 24, "days")


def _within(count: Any, units: str) -> str:
    count = round_number(Fraction(count))  # stored hours are rounded: a minute may be 1.00002
    return f"in {number(count)} {of_count(count, units)}"
