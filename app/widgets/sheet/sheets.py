"""A character's sheet as the page shows it: for play, and for editing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.campaign.state.state import Character
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import Text, Whole, YesNo, of_count
from app.core.procedures.notations import Notation
from app.core.procedures.procedure import Procedure
from app.core.sheets import Derived, Field, ListField, Meter, Sheet, SheetForm
from app.widgets.dice.notation import beside_record, writing
from app.widgets.fight.avatars import Avatar, Side, avatar
from app.widgets.notes.notes import NoteView
from app.widgets.roll.forms import Control, control, fault_words
from app.widgets.roll.results import Follow, number, shown
from app.widgets.sheet.sheet_lines import Group, Lines, sections
from app.widgets.sheet.sheet_words import RowView, field_words, record_words


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

    @property
    def steps(self) -> tuple[int, ...]:
        """How far a tap goes: where many are counted, by several at once as well."""
        if not self.bounded or self.most <= FEW:
            return (-1, 1)
        many = 5 if self.most < MANY else 10
        return (-many, -1, 1, many)


@dataclass(frozen=True)
class ListView:
    """A list of the sheet with its records. switch: what is switched of them during play."""

    id: str
    label: str
    rows: tuple[RowView, ...]
    switch: str = ""


@dataclass(frozen=True)
class Section:
    """A heading with its fields. row: are all of them numbers, which stand in one row?"""

    heading: str
    controls: tuple[Control, ...]
    row: bool = False


@dataclass(frozen=True)
class Making:
    """What is written on a sheet, as it is offered: headings and lists in their order.

    open: those that making a character needs; folded: all the others.
    """

    open: tuple[Section | ListView, ...]
    folded: tuple[Section | ListView, ...]


@dataclass(frozen=True)
class SheetView:
    """Everything a character's page shows.

    about: what is said of them under their name; told: what takes longer to say, by its label.
    upon: what is upon them now. groups: their lines, in the order they are wanted. rest: what else
    is rolled, by title. facts: what stands on the sheet besides, by heading.
    """

    id: str
    name: str
    kind: str
    archived: bool
    avatar: Avatar
    about: str
    told: tuple[tuple[str, str], ...]
    meters: tuple[Meter, ...]
    upon: tuple[str, ...]
    tracks: tuple[TrackView, ...]
    groups: tuple[Group, ...]
    rest: tuple[tuple[str, tuple[Follow, ...]], ...]
    facts: tuple[tuple[str, tuple[Fact, ...]], ...]
    derived: tuple[Fact, ...]
    lists: tuple[ListView, ...]
    making: Making
    timers: tuple[tuple[str, str], ...]
    notes: tuple[NoteView, ...] = ()
    note_open: str = ""

    @property
    def looked_at(self) -> SheetView:
        """The same for whoever only looks at it: nothing is written there, nor rolled."""
        tracks = tuple(replace(each, editable=False) for each in self.tracks)
        groups = tuple(each.looked_at for each in self.groups)
        nothing = Making((), ())
        return replace(self, tracks=tracks, groups=groups, rest=(), making=nothing, notes=())


#: A label, what is said of it, and the rules that say so.
Fact = tuple[str, str, tuple[str, ...]]

#: Under which heading stands what follows from the sheet and is given none.
WORKED_OUT = "Worked out"

#: What there says that there is nothing, and stays away.
NOTHING = ("0", "none")

#: In this order the lines of a sheet stand; what is only carried along comes last.
ORDER = ("figures", "attacks", "skills", "list")

#: Longer texts than this are told by themselves.
SHORT_TEXT = 200


def sheet_view(
    game: Game, character: Character, notes: tuple[NoteView, ...] = (), note_open: str = ""
) -> SheetView:
    """The page of a character. notes: about them; note_open: the one that is being changed."""
    assert game.sheet is not None
    sheet = character.sheet(game)
    form, lines = game.sheet, Lines(game, sheet)
    headed = dict(sections(form, sheet))
    lists = tuple(_list(sheet, each) for each in form.lists)
    groups = _groups(form, lines, headed, lists)
    meters = form.meters(sheet)
    about, told = _about(sheet, headed)
    seen = {id for group in groups for id in _ids(group, headed)}
    derived = tuple((each.label, _derived(sheet, each), tuple(each.rules)) for each in form.derived)
    return SheetView(
        character.id,
        character.name,
        character.kind,
        character.archived,
        avatar(character.name, side(character), meters, character.place),
        about,
        told,
        meters,
        _upon(sheet, headed),
        tuple(_track(sheet, track) for track in form.tracks),
        groups,
        lines.rest(seen),
        _facts(sheet, headed, seen),
        derived,
        lists,
        _making(sheet, headed, lists),
        tuple((timer.label, due_words(timer.hours)) for timer in form.timers(sheet)),
        notes,
        note_open,
    )


Headed = Mapping[str, tuple[Field, ...]]


def _groups(
    form: SheetForm, lines: Lines, headed: Headed, lists: Sequence[ListView]
) -> tuple[Group, ...]:
    """Everything that stands in lines; lists that say nothing are left out."""
    by_id = {each.id: each for each in form.lists if isinstance(each, ListField)}
    made = [lines.fields(heading, fields) for heading, fields in headed.items()]
    made += [
        lines.group(by_id[each.id], each.rows, each.switch)
        for each in lists
        if each.rows and each.id not in form.upon
    ]
    found = [each for each in made if each is not None]
    return tuple(sorted(found, key=lambda each: ORDER.index(each.sort)))


def _ids(group: Group, headed: Headed) -> Iterator[str]:
    """The fields or the list that a group shows."""
    if group.id:
        yield group.id
    else:
        yield from (each.id for each in headed[group.heading])


def side(character: Character) -> Side:
    """Whose side somebody is on."""
    return "theirs" if character.kind == "npc" else "ours"


def about(sheet: Sheet) -> str:
    """What is said of somebody under their name."""
    return _about(sheet, dict(sections(sheet.form, sheet)))[0]


def _about(sheet: Sheet, headed: Headed) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What the texts of a sheet say of somebody: in short, and at length."""
    texts = [
        (each, str(sheet[each.id]).strip())
        for fields in headed.values()
        for each in fields
        if isinstance(each.kind, Text) and each.id != "name"
    ]
    short = [said for each, said in texts if said and each.kind.longest <= SHORT_TEXT]  # type: ignore[attr-defined]
    long = [(each.label, said) for each, said in texts if said and said not in short]
    return " · ".join(short), tuple(long)


def _upon(sheet: Sheet, headed: Headed) -> tuple[str, ...]:
    """What is upon somebody: what was said yes to, and the lists that say so."""
    ticked = [
        each.label
        for fields in headed.values()
        for each in fields
        if isinstance(each.kind, YesNo) and sheet[each.id] and not each.default
    ]
    listed = [
        record_words(each, record)
        for each in sheet.form.lists
        if each.id in sheet.form.upon
        for record in sheet[each.id]
    ]
    return (*ticked, *listed)


def _facts(
    sheet: Sheet, headed: Headed, seen: Collection[str]
) -> tuple[tuple[str, tuple[Fact, ...]], ...]:
    """What else the sheet says, by heading: numbers and words that are not nothing."""
    form, found = sheet.form, dict[str, list[Fact]]()
    tracked = {each.id for each in form.tracks}
    for heading, fields in headed.items():
        for each in fields:
            value = sheet[each.id]
            told = not isinstance(each.kind, Text | YesNo) and each.id not in tracked
            if told and each.id not in seen and value not in (0, "", (), []):
                said = field_words(value, each), tuple(each.kind.rules)
                found.setdefault(heading, []).append((each.label, *said))
    for derived in form.derived:
        said = _derived(sheet, derived), tuple(derived.rules)
        nothing = not derived.section and said[0] in NOTHING
        if derived.id not in tracked and said[0] and not nothing:
            found.setdefault(derived.section or WORKED_OUT, []).append((derived.label, *said))
    return tuple((heading, tuple(facts)) for heading, facts in found.items())


def _making(sheet: Sheet, headed: Headed, lists: Sequence[ListView]) -> Making:
    """What is written, in the order of the form: what making needs, and all the rest."""
    parts: dict[str, Section | ListView] = {}
    for heading, fields in headed.items():
        made = tuple(control(Input(each.id, each.kind, sheet[each.id])) for each in fields)
        row = all(isinstance(each.kind, Whole) for each in fields)
        parts[heading] = Section(heading, made, row)
    parts |= {each.id: each for each in lists}
    wanted = sheet.form.making or tuple(headed)[:1]
    open = tuple(parts.pop(each) for each in wanted if each in parts)
    return Making(open, tuple(parts.values()))


#: A track of no more than so many is stepped one by one, one of many by tens.
FEW, MANY = 12, 50

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
