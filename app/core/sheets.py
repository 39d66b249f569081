"""Sheets: what a game writes down about a character, declared once.

A `SheetForm` says which fields, lists, tracks and derived numbers a game's sheet has. A `Sheet` is
one filled in: a mapping that answers for every field, set or not. Only what was set is stored, so
a default that leans on another field (capacity on Body) follows it until somebody edits it.
Sheets are values: a change makes a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from app.core.errors import BadInput
from app.core.inputs import Input
from app.core.kinds import Kind, spelled
from app.core.outcomes import Effect, rounded


@dataclass(frozen=True, eq=False)
class Field:
    """One field: its id, kind (range, label, help), and what stands there until it is set.

    default: a value, or a function of the sheet. section: the heading it stands under.
    """

    id: str
    kind: Kind
    default: Any = 0
    section: str = ""

    @property
    def label(self) -> str:
        return self.kind.label or spelled(self.id)


@dataclass(frozen=True, eq=False)
class Column:
    """What follows from a record of a list and the sheet that it stands on.

    It is shown beside the record, never edited; None is nothing to show.
    """

    label: str
    of: Callable[[Sheet, Mapping[str, Any]], Any]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Switch:
    """A yes/no field of a list's records that is switched during play, by one tap.

    procedures: those that it counts for: their forms offer it as well.
    """

    field: str
    procedures: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class ListField:
    """A list of records, such as weapons: the fields of a record, and how many there may be.

    derived: what is shown beside each record without being part of it. say: a record in the game's
    own words; left out, it is told field by field.
    """

    id: str
    label: str
    of: tuple[Field, ...]
    section: str = ""
    default: tuple[Mapping[str, Any], ...] = ()
    most: int = 200
    derived: tuple[Column, ...] = ()
    switch: Switch | None = None
    say: Callable[[Mapping[str, Any]], str] | None = None


@dataclass(frozen=True, eq=False)
class Derived:
    """A number or word that follows from the sheet; it is shown, never edited.

    words: how its ids are called, where they do not say it themselves.
    """

    id: str
    label: str
    of: Callable[[Sheet], Any]
    rules: tuple[str, ...] = ()
    section: str = ""
    words: Mapping[Any, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Track:
    """A row to tap during play: a number field (or derived count) out of so many.

    style: `boxes` are ticked off, `count` is stepped up and down. bounded: does the game itself say
    how many there may be (else `most` is only the end of what is written down)?
    """

    id: str
    label: str
    most: Callable[[Sheet], int]
    style: Literal["boxes", "count"] = "count"
    rules: tuple[str, ...] = ()
    bounded: bool = True


@dataclass(frozen=True)
class Rollable:
    """Something that rolls from where it stands on the sheet: a skill, a weapon, a spell.

    place: the field or `list/index` it stands at.
    roles: who plays which part in it where that is another than before: in what follows on a roll,
        part -> the part played there, empty where somebody is still to be chosen; once it is known
        who plays that, the character's id.
    due: the id of what is due already and is this very roll.
    rest: in what follows on a roll, what is still offered after this one, beside what its own
        outcome offers.
    feeds: inputs that the sheet fills and the encounter has a say in, such as a modifier.
    price: at least so much of what stands at `place` is paid for it, by whoever makes it; what
        follows on a roll is offered to the first who can. others: whoever rolled may not pay.
    instead: its outcome takes the place of the outcome that it follows on. cancels: the roll it
        follows on counts as not made, but for what was paid from `place` for it.
    """

    label: str
    procedure: str
    inputs: Mapping[str, Any]
    place: str = ""
    roles: Mapping[str, str] = field(default_factory=dict)
    due: str = ""
    rest: tuple[Rollable, ...] = ()
    price: int = 0
    others: bool = False
    instead: bool = False
    cancels: bool = False
    carries: Mapping[str, str] = field(default_factory=dict)
    feeds: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Timer:
    """Something with a due time on a sheet's clock.

    hours: until it is due, counted from now; None if it waits for a decision.
    procedure, inputs: what resolves it, where a procedure does.
    once: falling due ends it; any other that is gone by then has been settled otherwise.
    """

    label: str
    hours: Any
    procedure: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    once: bool = False


def no_rolls(sheet: Sheet) -> tuple[Rollable, ...]:
    return ()


def unrated(roll: Rollable) -> str:
    return ""


def no_timers(sheet: Sheet) -> tuple[Timer, ...]:
    return ()


def nothing_fed(
    procedure: str, roles: Mapping[str, Sheet], inputs: Mapping[str, Any]
) -> dict[str, Any]:
    return {}


def unbound(sheet: Sheet) -> Mapping[str, Any]:
    return {}


def just_so(before: Sheet, after: Sheet) -> Sheet:
    return after


def as_said(sheet: Sheet, effect: Effect, place: str) -> Effect:
    return effect


def as_proposed(effect: Effect, told: Mapping[str, Any]) -> Effect:
    return effect


@dataclass(frozen=True, eq=False)
class SheetForm:
    """A game's sheet as declared.

    rating: what stands beside a roll's label: how good the character is at it, in the game's words.
    feed: (procedure id, sheets by role, inputs chosen so far) -> further inputs taken from the
        sheets, for what a plain `Kind.sheet` cannot say (pairs that hang on another input).
    land: how an effect lands on a sheet; None if the field is not the sheet's but the scene's.
        Left out, effects land on the fields and lists of their names.
    aim: (sheet, effect, place of the Rollable whose roll proposed it) -> the effect that means
        just the entry which fed that roll (the count of this lock, not of another). The place is
        empty on the sheet of whoever the roll was aimed at.
    say: (effect, inputs and values of the roll that proposed it) -> the effect said in full, where
        its record alone does not tell enough to land (an injury of the location that was hit).
    within: (sheet) -> the fields that follow another as soon as something is set: what stands
        beyond an end that it sets, at that end.
    brings: (sheet before a change by hand, sheet after it) -> the sheet with what that brings with
        it, as effects do by `land` (a spell that is taken away takes along what it gave).
    clock: the field that counts a sheet's hours; `add` to it lets time pass on the sheet.
    passing: the procedure that lets the hours of its input `hours` pass over what the clock alone
        does not move (wounds that heal or open). Where it asks for dice, time stops for them.
    samples: the data of the sample characters.
    """

    fields: tuple[Field, ...]
    lists: tuple[ListField, ...] = ()
    derived: tuple[Derived, ...] = ()
    tracks: tuple[Track, ...] = ()
    samples: tuple[Mapping[str, Any], ...] = ()
    rolls: Callable[[Sheet], tuple[Rollable, ...]] = no_rolls
    rating: Callable[[Rollable], str] = unrated
    timers: Callable[[Sheet], tuple[Timer, ...]] = no_timers
    feed: Callable[[str, Mapping[str, Sheet], Mapping[str, Any]], dict[str, Any]] = nothing_fed
    land: Callable[[Sheet, Effect], Sheet | None] | None = None
    aim: Callable[[Sheet, Effect, str], Effect] = as_said
    say: Callable[[Effect, Mapping[str, Any]], Effect] = as_proposed
    within: Callable[[Sheet], Mapping[str, Any]] = unbound
    brings: Callable[[Sheet, Sheet], Sheet] = just_so
    clock: str = ""
    passing: str = ""

    @cached_property
    def by_id(self) -> dict[str, Field | ListField | Derived]:
        every: list[Field | ListField | Derived] = [*self.fields, *self.lists, *self.derived]
        return {each.id: each for each in every}

    def takes(self, effect: Effect) -> bool:
        """Does this effect change a sheet, whoever's it is? (Else it is the scene's business.)"""
        try:
            return Sheet(self, {}).landed(effect) is not None
        except BadInput:
            return True  # of a sheet, though not of an empty one

    def filled(self, data: Mapping[str, Any] | None = None) -> Sheet:
        """A sheet with this data, checked; BadInput names the field at fault."""
        return Sheet(self, {}).with_fields(data or {})


class Sheet(Mapping[str, Any]):
    """One character's sheet: every field, list and derived number of its form by id.

    house: the house rules of its campaign that differ from the rules as written, by name.
    npc: is this a non-player character's?
    """

    def __init__(
        self,
        form: SheetForm,
        data: Mapping[str, Any],
        house: Mapping[str, Any] | None = None,
        npc: bool = False,
    ) -> None:
        self.form = form
        self.data = dict(data)
        self.house = dict(house or {})
        self.npc = npc

    def __getitem__(self, id: str) -> Any:
        declared = self.form.by_id[id]
        if isinstance(declared, Derived):
            return declared.of(self)
        if id in self.data:
            return self.data[id]
        return declared.default(self) if callable(declared.default) else declared.default

    def __iter__(self) -> Iterator[str]:
        return iter(self.form.by_id)

    def __len__(self) -> int:
        return len(self.form.by_id)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sheet) or self.form is not other.form:
            return False
        return (self.data, self.house, self.npc) == (other.data, other.house, other.npc)

    def __hash__(self) -> int:
        return id(self)

    def with_fields(self, changes: Mapping[str, Any]) -> Sheet:
        """The sheet with these fields set; BadInput names the first one at fault.

        What stands beyond an end that another field sets comes to stand at that end.
        """
        data = dict(self.data)
        for id, value in changes.items():
            data[id] = checked(self.form, id, value)
        within = self.form.within(self._with(data))
        return self._with({**data, **within})

    def _with(self, data: Mapping[str, Any]) -> Sheet:
        return Sheet(self.form, data, self.house, self.npc)

    def aimed(self, effect: Effect, place: str) -> Effect:
        """An effect of a roll that was made from a place on this sheet, as it is to land here."""
        return self.form.aim(self, effect, place)

    def landed(self, effect: Effect) -> Sheet | None:
        """The sheet after an effect; None if the effect is the scene's business.

        Numbers stop at the ends of their field's range.
        """
        if self.form.land is not None:
            return self.form.land(self, effect)
        return land(self, effect)


def checked(form: SheetForm, id: str, value: Any) -> Any:
    """A field's value as it is stored (JSON); BadInput names the field."""
    declared = form.by_id.get(id)
    if declared is None or isinstance(declared, Derived):
        raise BadInput(id, f"the sheet has no field {id[:40]!r} to set")
    if isinstance(declared, Field):
        return rounded(declared.kind.check(id, value), 6)
    if not isinstance(value, (list, tuple)):
        raise BadInput(id, f"{id} is a list")
    if len(value) > declared.most:
        raise BadInput(id, f"{id} has {len(value)} entries; at most {declared.most}")
    return [_record(declared, number, entry) for number, entry in enumerate(value, 1)]


def _record(declared: ListField, number: int, entry: Any) -> dict[str, Any]:
    if not isinstance(entry, Mapping):
        raise BadInput(declared.id, f"{declared.id} {number} is no record")
    known = {each.id: each for each in declared.of}
    for name in entry:
        if name not in known:
            raise BadInput(declared.id, f"{declared.id} {number} has no {str(name)[:40]!r}")
    made = {}
    for name, each in known.items():
        try:
            value = entry.get(name, each.default)
            input_like = Input(name, each.kind, each.default)
            made[name] = rounded(input_like.check(value), 6)
        except BadInput as fault:
            raise BadInput(declared.id, f"{declared.id} {number}: {fault.message}") from None
    return made


def land(sheet: Sheet, effect: Effect) -> Sheet | None:
    """How an effect lands where a game says nothing else: on the field or list of its name."""
    declared = sheet.form.by_id.get(effect.field)
    if declared is None or isinstance(declared, Derived):
        return None
    if effect.op == "append":
        return sheet.with_fields({effect.field: [*sheet[effect.field], effect.value]})
    if effect.op == "set":
        return sheet.with_fields({effect.field: effect.value})
    number = sheet[effect.field] + effect.value
    kind = getattr(declared, "kind", None)
    low, high = getattr(kind, "low", number), getattr(kind, "high", number)
    return sheet.with_fields({effect.field: min(max(number, low), high)})
