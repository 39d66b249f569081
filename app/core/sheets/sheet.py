"""Sheets: the parts that a game declares, its form of them, and a sheet filled in.

They are one module because each names the others: a part is computed from a sheet, a sheet has a
form, a form has parts. A game's form is a class that overrides the defaults of `SheetForm`.

    class EmbersSheet(SheetForm):
        fields = (Field("name", Text(80), ""), Field("might", Whole(-1, 3)))

        def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
            return (Rollable("Strike", "embers.strike", {}, "might"),)

    SHEET = EmbersSheet()

A sheet is a mapping with a value for every field, set or not. Only set values are stored, so a
default that depends on another field (capacity on Body) follows it until it is edited. Sheets are
values: a change returns a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from app.core.errors import BadInput
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import Exact, Kind, clamp
from app.core.procedures.labels import label_of
from app.core.procedures.outcomes import Effect, add, round_number
from app.core.sheets.rolling import Meter, Rollable, Timer

#: The dependency of a value that has read all stored data.
EVERYTHING = "*"
#: The cache key of the rolls.
ROLLS = "*rolls"

#: The size of the cache of `takes`.
REMEMBERED = 1_000


# --- parts ---


@dataclass(frozen=True, eq=False)
class Field:
    """A field: its id, kind (range, label, help) and default.

    default: a value, or a function of the sheet. section: its heading. when: tells on which sheets
    it is shown, if not on all.
    """

    id: str
    kind: Kind
    default: object = 0
    section: str = ""
    when: Callable[[Sheet], bool] | None = None

    @property
    def label(self) -> str:
        return self.kind.label or label_of(self.id)


@dataclass(frozen=True, eq=False)
class Column:
    """A value derived from a record of a list and its sheet.

    It is shown beside the record, never edited; None shows nothing.
    """

    label: str
    of: Callable[[Sheet, Values], object]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Switch:
    """A yes/no field of a list's records that is switched during play, by one tap.

    counted: the input that it affects: forms with that input offer the switch as well.
    """

    field: str
    counted: str = ""


@dataclass(frozen=True, eq=False)
class ListField:
    """A list of records, such as weapons: the fields of a record, and the most records.

    derived: columns shown beside each record without being part of it. say: returns a record in the
    game's own words; by default it is described field by field. name_key: returns a name's key, if
    the game looks records up by name: a name that another record has is refused where it is typed.
    A file may hold one all the same; see `repeated_names`.
    """

    id: str
    label: str
    of: tuple[Field, ...]
    default: tuple[Values, ...] = ()
    most: int = 200
    derived: tuple[Column, ...] = ()
    switch: Switch | None = None
    say: Callable[[Values], str] | None = None
    name_key: Callable[[str], str] | None = None


@dataclass(frozen=True, eq=False)
class Derived:
    """A number or word derived from the sheet; it is shown, never edited.

    words: labels of its values, where the values are not readable themselves.
    """

    id: str
    label: str
    of: Callable[[Sheet], object]
    rules: tuple[str, ...] = ()
    section: str = ""
    words: Mapping[Any, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Track:
    """A row to tap during play: a number field (or derived count) and its maximum.

    style: `boxes` are ticked off, `count` is stepped up and down. bounded: whether `most` is a
    limit of the game, not just of the display. full: whether a full one is good, such as hit
    points, or bad, such as wounds.
    """

    id: str
    label: str
    most: Callable[[Sheet], int]
    style: Literal["boxes", "count"] = "count"
    rules: tuple[str, ...] = ()
    bounded: bool = True
    full: Literal["good", "bad"] = "good"


# --- a sheet ---


class Sheet(Mapping[str, Any]):
    """A character's sheet: every field, list and derived number of its form by id.

    house: the house rules of its campaign that differ from the rules as written, by name.
    npc: whether it is a non-player character's.

    Values are computed once, and again only where a dependency has changed: a fight makes a new
    sheet for every scratch.
    """

    def __init__(
        self,
        form: SheetForm,
        data: Values,
        house: Values | None = None,
        npc: bool = False,
    ) -> None:
        self.form = form
        self._data = dict(data)
        self.house = dict(house or {})
        self.npc = npc
        self._cached: dict[str, Any] = {}
        #: The stored fields that a cached value depends on.
        self._dependencies: dict[str, frozenset[str]] = {}
        #: The dependencies so far of the values being computed, outermost first.
        self._pending: list[set[str]] = []

    @property
    def data(self) -> dict[str, object]:
        """Return the stored values."""
        if self._pending:
            self._pending[-1].add(EVERYTHING)
        return self._data

    def __getitem__(self, id: str) -> Any:
        if id not in self._cached:
            return self._compute(id, self._evaluate)
        if self._pending:
            self._pending[-1].update(self._dependencies[id])
        return self._cached[id]

    def _compute(self, id: str, find: Callable[[str], object]) -> object:
        dependencies = set[str]()
        self._pending.append(dependencies)
        try:
            self._cached[id] = find(id)
        finally:
            self._pending.pop()
        self._dependencies[id] = frozenset(dependencies)
        if self._pending:
            self._pending[-1] |= dependencies
        return self._cached[id]

    def _evaluate(self, id: str) -> object:
        declared = self.form.by_id[id]
        if isinstance(declared, Derived):
            return declared.of(self)
        self._pending[-1].add(id)
        if id in self._data:
            return self._data[id]
        return declared.default(self) if callable(declared.default) else declared.default

    @property
    def rolls(self) -> tuple[Rollable, ...]:
        """Return the rolls that the sheet offers."""
        if ROLLS not in self._cached:
            self._compute(ROLLS, lambda _: self.form.rolls(self))
        return self._cached[ROLLS]  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[str]:
        return iter(self.form.by_id)

    def __len__(self) -> int:
        return len(self.form.by_id)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sheet) or self.form is not other.form:
            return False
        return (self._data, self.house, self.npc) == (other._data, other.house, other.npc)

    def __hash__(self) -> int:
        return id(self)

    def with_fields(self, changes: Values) -> Sheet:
        """Set fields; BadInput names the first one at fault.

        Values beyond a maximum that another field sets become that maximum.
        """
        data = dict(self._data)
        for id, value in changes.items():
            data[id] = checked(self.form, id, value)
        sheet = self.renew(data)
        within = self.form.within(sheet)
        return sheet.renew({**data, **within}) if within else sheet

    def renew(self, data: Values) -> Sheet:
        """Return the sheet with other data, with cached values that depend on no change."""
        sheet = Sheet(self.form, data, self.house, self.npc)
        old, new = self._data, sheet._data
        fields = old.keys() | new.keys()
        changed = {id for id in fields if not _same(old.get(id, sheet), new.get(id, sheet))}
        changed.add(EVERYTHING)
        for id, value in self._cached.items():
            dependencies = self._dependencies.get(id)
            if dependencies is not None and changed.isdisjoint(dependencies):
                sheet._cached[id], sheet._dependencies[id] = value, dependencies
        return sheet

    def with_derived(self, derived: Values) -> Sheet:
        """Return the sheet with other derived numbers; the stored data stay."""
        sheet = Sheet(self.form, self._data, self.house, self.npc)
        sheet._cached.update(derived)
        sheet._dependencies.update(dict.fromkeys(derived, frozenset()))
        return sheet

    def aim(self, effect: Effect, place: str) -> Effect:
        """Narrow an effect of a roll from a position on this sheet to the entry that fed it."""
        return self.form.aim(self, effect, place)

    def apply_effect(self, effect: Effect) -> Sheet | None:
        """Apply an effect and return the sheet; None if it is the scene's.

        Numbers stop at the ends of their field's range.
        """
        return self.form.apply_effect(self, effect)


def _same(one: object, other: object) -> bool:
    """Tell whether two values are equal and of one type (to Python, True is 1)."""
    return one is other or (type(one) is type(other) and bool(one == other))


def checked(form: SheetForm, id: str, value: object) -> object:
    """Return a field's value as it is stored (JSON); BadInput names the field."""
    declared = form.by_id.get(id)
    if declared is None or isinstance(declared, Derived):
        raise BadInput(id, f"the sheet has no field {id[:40]!r} to set")
    if isinstance(declared, Field):
        return round_number(declared.kind.check(id, value), 6)
    if not isinstance(value, (list, tuple)):
        raise BadInput(id, f"{id} is a list")
    if len(value) > declared.most:
        raise BadInput(id, f"{id} has {len(value)} entries; at most {declared.most}")
    return [_record(declared, number, entry) for number, entry in enumerate(value, 1)]


def _record(declared: ListField, number: int, entry: object) -> dict[str, object]:
    if not isinstance(entry, Mapping):
        raise BadInput(declared.id, f"{declared.id} {number} is no record")
    declared_fields = {each.id: each for each in declared.of}
    for name in entry:
        if name not in declared_fields:
            raise BadInput(declared.id, f"{declared.id} {number} has no {str(name)[:40]!r}")
    record = {}
    for name, each in declared_fields.items():
        try:
            value = entry.get(name, each.default)
            input_like = Input(name, each.kind, each.default)
            record[name] = round_number(input_like.check(value), 6)
        except BadInput as fault:
            raise BadInput(declared.id, f"{declared.id} {number}: {fault.message}") from None
    return record


def repeated_names(form: SheetForm, data: Values) -> Iterator[str]:
    """Describe each record with the name of an earlier one, where the game looks names up."""
    for each in form.lists:
        if each.name_key is None:
            continue
        known = set[str]()
        for number, record in enumerate(data.get(each.id) or (), 1):
            name = str(record.get("name") or "")
            key = each.name_key(name)
            if name and key in known:
                yield f"{each.label} {number}: another entry is named {name} too; rename one"
            known.add(key)


def apply_plain_effect(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Apply an effect to the field or list of its name, the default of a game."""
    declared = sheet.form.by_id.get(effect.field)
    if declared is None or isinstance(declared, Derived):
        return None
    if effect.op == "append":
        return sheet.with_fields({effect.field: [*sheet[effect.field], effect.value]})
    value = effect.value if effect.op == "set" else sheet[effect.field] + effect.value
    kind = declared.kind if isinstance(declared, Field) else None
    return sheet.with_fields({effect.field: clamp(kind, value)})


# --- a form ---


class FeedTarget(Protocol):
    """A procedure as seen by the sheets that feed its inputs."""

    def __hash__(self) -> int:
        """Hash by identity: games cache the inputs that they feed."""

    @property
    def inputs(self) -> Mapping[str, Input]:
        """Return its declared inputs by name."""

    def inputs_from(self, sheets: Mapping[str, Sheet], inputs: Values) -> dict[str, object]:
        """Return the inputs that its feeds give from these sheets, by the inputs so far."""


class SheetForm:
    """The fields, lists, tracks and derived numbers of a sheet, and their rules."""

    fields: tuple[Field, ...] = ()
    lists: tuple[ListField, ...] = ()
    derived: tuple[Derived, ...] = ()
    tracks: tuple[Track, ...] = ()
    #: The data of the sample characters.
    samples: tuple[Values, ...] = ()
    #: The lists of attacks; they come first on a sheet.
    attacks: tuple[str, ...] = ("weapons",)
    #: The lists of conditions, which are shown beside the name.
    upon: tuple[str, ...] = ("conditions",)
    #: The lists, and the headings of fields, of learned abilities: trained first.
    skills: tuple[str, ...] = ("skills", "Skills")
    #: The headings and lists that are open when a character is made, in this order; all others are
    #: folded. Empty: the first heading alone.
    making: tuple[str, ...] = ()
    #: The fields and lists of a passing state, such as wounds; a preset leaves them out.
    passing_state: tuple[str, ...] = ()
    #: The field that counts a sheet's hours; `add` to it lets time pass on the sheet.
    clock: str = ""
    #: The procedure that lets the hours of its input `hours` pass where the clock alone is not
    #: enough (wounds that heal or open). Time stops for its dice.
    passing: str = ""
    #: The fields, inputs of `passing` of that name, that are read as they were while the hours
    #: passed, not as they are afterwards.
    meanwhile: tuple[str, ...] = ()

    # --- what a game overrides ---

    def rolls(self, sheet: Sheet) -> tuple[Rollable, ...]:
        """Return the rolls that the sheet offers, each at its position."""
        return ()

    def rating(self, roll: Rollable) -> str:
        """Return the character's rating for a roll, in the game's words, shown beside its label."""
        return ""

    def unable(self, sheet: Sheet, procedure: str) -> str:
        """Return the reason why the bearer makes no such roll now (`is down (P21)`), or "".

        procedure: its id.
        """
        return ""

    def is_dead(self, sheet: Sheet) -> bool:
        """Tell whether a character is dead: by a field of that name, or by a condition."""
        named = (
            record.get("name")
            for each in self.lists
            if each.id in self.upon
            for record in sheet[each.id]
        )
        marked = "dead" in self.by_id and bool(sheet["dead"])
        return marked or any(str(name).strip().casefold() == "dead" for name in named)

    def meters(self, sheet: Sheet) -> tuple[Meter, ...]:
        """Return the character's meters, most important first; by default its tracks."""
        is_dead = self.is_dead(sheet)
        return tuple(
            Meter(
                track.id,
                track.label,
                int(sheet[track.id]),
                track.most(sheet) if track.bounded else None,
                track.full,
                not isinstance(self.by_id[track.id], Derived),
                is_dead,
            )
            for track in self.tracks
        )

    def timers(self, sheet: Sheet) -> tuple[Timer, ...]:
        """Return the timers on the sheet's own clock."""
        return ()

    def is_moot(self, due: Mapping[str, object], sheets: Mapping[str, Sheet]) -> bool:
        """Tell whether a due roll or decision has lost its reason.

        due: its record. sheets: of its participants, by role.
        """
        return False

    def elapse(self, sheet: Sheet, now: Exact, hours: Exact) -> tuple[Effect, ...]:
        """Return the effects of hours on the sheet, besides its own clock and without dice.

        now: hours on the campaign's clock when they begin.
        """
        return ()

    def clocked(self, sheet: Sheet, now: Exact) -> tuple[Timer, ...]:
        """Return the timers on the campaign's clock; the sheet's own clock has `timers`.

        now: hours on that clock.
        """
        return ()

    def feed(
        self, procedure: FeedTarget, sheets: Mapping[str, Sheet], inputs: Values
    ) -> dict[str, object]:
        """Return the inputs that the participants' sheets give to a roll, by the inputs so far.

        For pairs that depend on another input, which a plain `Kind.sheet` cannot declare. The
        default is the procedure's own feeds; a game adds those that its signature implies.
        """
        return procedure.inputs_from(sheets, inputs)

    def apply_effect(self, sheet: Sheet, effect: Effect) -> Sheet | None:
        """Apply an effect and return the sheet; None if the field is the scene's."""
        return apply_plain_effect(sheet, effect)

    def count(self, sheet: Sheet, meter: str, by: int) -> Effect:
        """Return the effect of counting a meter by hand: by default the same amount."""
        return add(meter, by)

    def aim(self, sheet: Sheet, effect: Effect, place: str) -> Effect:
        """Narrow an effect to the entry that fed the roll, such as the count of this lock.

        place: of the Rollable that was rolled; empty on the target's sheet.
        """
        return effect

    def enter(self, effect: Effect) -> Effect:
        """Return the effect that begins a new entry on the actor's sheet, if none is tracked yet.

        Such as a long task that was rolled from the menu. Other effects are returned unchanged.
        """
        return effect

    def complete_effect(self, effect: Effect, values: Values) -> Effect:
        """Complete an effect that needs more of the roll, such as the location of an injury.

        values: inputs and values of the roll.
        """
        return effect

    def within(self, sheet: Sheet) -> Values:
        """Return the fields that change along: values beyond a maximum become that maximum."""
        return {}

    def apply_consequences(self, before: Sheet, after: Sheet) -> Sheet:
        """Return the sheet with the consequences of a change by hand.

        A spell that is removed takes its benefits along. Effects have theirs by `apply_effect`.
        """
        return after

    # --- derived from the declaration ---

    @cached_property
    def by_id(self) -> dict[str, Field | ListField | Derived]:
        declared: list[Field | ListField | Derived] = [*self.fields, *self.lists, *self.derived]
        return {part.id: part for part in declared}

    def takes(self, effect: Effect) -> bool:
        """Tell whether an effect changes sheets; if not, it is the scene's."""
        if not isinstance(effect.value, (bool, int, str)):
            return self._takes(effect)
        key = effect.field, effect.op, type(effect.value), effect.value
        if key not in self._taken:
            if len(self._taken) >= REMEMBERED:
                self._taken.clear()
            self._taken[key] = self._takes(effect)
        return self._taken[key]

    @cached_property
    def _taken(self) -> dict[object, bool]:
        """Return the cache of `takes`: a fight asks about the same effects again and again."""
        return {}

    def _takes(self, effect: Effect) -> bool:
        try:
            return Sheet(self, {}).apply_effect(effect) is not None
        except BadInput:
            return True  # a field of sheets, though not of an empty one

    def fill(self, data: Values | None = None) -> Sheet:
        """Return a sheet with this data, checked; BadInput names the field at fault."""
        return Sheet(self, {}).with_fields(data or {})
