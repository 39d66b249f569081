"""A sheet that is filled in: a mapping that answers for every field, set or not.

Only what was set is stored, so a default that leans on another field (capacity on Body) follows it
until somebody edits it. Sheets are values: a change makes a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from app.core.errors import BadInput
from app.core.procedures.inputs import Input
from app.core.procedures.outcomes import Effect, rounded
from app.core.sheets.fields import Derived, Field, ListField
from app.core.sheets.rolling import Rollable

if TYPE_CHECKING:
    from app.core.sheets.form import SheetForm


#: What a value rests on that has looked at all that is stored.
EVERYTHING = "*"
#: Where what a sheet offers to roll is known.
ROLLS = "*rolls"


class Sheet(Mapping[str, Any]):
    """One character's sheet: every field, list and derived number of its form by id.

    house: the house rules of its campaign that differ from the rules as written, by name.
    npc: is this a non-player character's?

    What a field comes to is worked out once, and again only where something that it rests on has
    changed: a fight makes a new sheet for every scratch.
    """

    def __init__(
        self,
        form: SheetForm,
        data: Mapping[str, Any],
        house: Mapping[str, Any] | None = None,
        npc: bool = False,
    ) -> None:
        self.form = form
        self._data = dict(data)
        self.house = dict(house or {})
        self.npc = npc
        self._known: dict[str, Any] = {}
        self._rests: dict[str, frozenset[str]] = {}  # on which fields, as they are stored
        self._asking: list[set[str]] = []  # what is being worked out, and rests on so far

    @property
    def data(self) -> dict[str, Any]:
        """What was set, as it is stored."""
        if self._asking:
            self._asking[-1].add(EVERYTHING)
        return self._data

    def __getitem__(self, id: str) -> Any:
        if id not in self._known:
            return self._worked_out(id, self._found)
        if self._asking:
            self._asking[-1].update(self._rests[id])
        return self._known[id]

    def _worked_out(self, id: str, find: Callable[[str], Any]) -> Any:
        asked = set[str]()
        self._asking.append(asked)
        try:
            self._known[id] = find(id)
        finally:
            self._asking.pop()
        self._rests[id] = frozenset(asked)
        if self._asking:
            self._asking[-1] |= asked
        return self._known[id]

    def _found(self, id: str) -> Any:
        declared = self.form.by_id[id]
        if isinstance(declared, Derived):
            return declared.of(self)
        self._asking[-1].add(id)
        if id in self._data:
            return self._data[id]
        return declared.default(self) if callable(declared.default) else declared.default

    @property
    def rolls(self) -> tuple[Rollable, ...]:
        """What can be rolled from where it stands on the sheet."""
        if ROLLS not in self._known:
            self._worked_out(ROLLS, lambda _: self.form.rolls(self))
        return self._known[ROLLS]  # type: ignore[no-any-return]

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

    def with_fields(self, changes: Mapping[str, Any]) -> Sheet:
        """The sheet with these fields set; BadInput names the first one at fault.

        What stands beyond an end that another field sets comes to stand at that end.
        """
        data = dict(self._data)
        for id, value in changes.items():
            data[id] = checked(self.form, id, value)
        made = self.renewed(data)
        within = self.form.within(made)
        return made.renewed({**data, **within}) if within else made

    def renewed(self, data: Mapping[str, Any]) -> Sheet:
        """The sheet with other data. What rests on nothing that is another now stays known."""
        made = Sheet(self.form, data, self.house, self.npc)
        old, new = self._data, made._data
        every = old.keys() | new.keys()
        changed = {id for id in every if not _same(old.get(id, made), new.get(id, made))}
        changed.add(EVERYTHING)
        for id, value in self._known.items():
            rests = self._rests.get(id)
            if rests is not None and changed.isdisjoint(rests):
                made._known[id], made._rests[id] = value, rests
        return made

    def as_said(self, derived: Mapping[str, Any]) -> Sheet:
        """The sheet with derived numbers as somebody says they are; what is stored stays."""
        made = Sheet(self.form, self._data, self.house, self.npc)
        made._known.update(derived)
        made._rests.update(dict.fromkeys(derived, frozenset()))
        return made

    def aimed(self, effect: Effect, place: str) -> Effect:
        """An effect of a roll that was made from a place on this sheet, as it is to land here."""
        return self.form.aim(self, effect, place)

    def apply_effect(self, effect: Effect) -> Sheet | None:
        """The sheet after an effect; None if the effect is the scene's business.

        Numbers stop at the ends of their field's range.
        """
        return self.form.apply_effect(self, effect)


def _same(one: Any, other: Any) -> bool:
    """Is it the same, to whoever reads it? (To Python, True is 1.)"""
    return one is other or (type(one) is type(other) and bool(one == other))


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


def apply_plain_effect(sheet: Sheet, effect: Effect) -> Sheet | None:
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
