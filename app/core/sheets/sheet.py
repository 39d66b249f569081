"""A filled-in sheet: a mapping with a value for every field, set or not.

Only set values are stored, so a default that depends on another field (capacity on Body) follows it
until it is edited. Sheets are values: a change returns a new one.
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


#: The dependency of a value that has read all stored data.
EVERYTHING = "*"
#: The cache key of the rolls.
ROLLS = "*rolls"


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
        data: Mapping[str, Any],
        house: Mapping[str, Any] | None = None,
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
    def data(self) -> dict[str, Any]:
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

    def _compute(self, id: str, find: Callable[[str], Any]) -> Any:
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

    def _evaluate(self, id: str) -> Any:
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

    def with_fields(self, changes: Mapping[str, Any]) -> Sheet:
        """Set fields; BadInput names the first one at fault.

        Values beyond a maximum that another field sets become that maximum.
        """
        data = dict(self._data)
        for id, value in changes.items():
            data[id] = checked(self.form, id, value)
        sheet = self.renewed(data)
        within = self.form.within(sheet)
        return sheet.renewed({**data, **within}) if within else sheet

    def renewed(self, data: Mapping[str, Any]) -> Sheet:
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

    def with_derived(self, derived: Mapping[str, Any]) -> Sheet:
        """Return the sheet with other derived numbers; the stored data stay."""
        sheet = Sheet(self.form, self._data, self.house, self.npc)
        sheet._cached.update(derived)
        sheet._dependencies.update(dict.fromkeys(derived, frozenset()))
        return sheet

    def aimed(self, effect: Effect, place: str) -> Effect:
        """Narrow an effect of a roll from a position on this sheet to the entry that fed it."""
        return self.form.aim(self, effect, place)

    def apply_effect(self, effect: Effect) -> Sheet | None:
        """Apply an effect and return the sheet; None if it is the scene's.

        Numbers stop at the ends of their field's range.
        """
        return self.form.apply_effect(self, effect)


def _same(one: Any, other: Any) -> bool:
    """Tell whether two values are equal and of one type (to Python, True is 1)."""
    return one is other or (type(one) is type(other) and bool(one == other))


def checked(form: SheetForm, id: str, value: Any) -> Any:
    """Return a field's value as it is stored (JSON); BadInput names the field."""
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
    declared_fields = {field.id: field for field in declared.of}
    for name in entry:
        if name not in declared_fields:
            raise BadInput(declared.id, f"{declared.id} {number} has no {str(name)[:40]!r}")
    record = {}
    for name, field in declared_fields.items():
        try:
            value = entry.get(name, field.default)
            input_like = Input(name, field.kind, field.default)
            record[name] = rounded(input_like.check(value), 6)
        except BadInput as fault:
            raise BadInput(declared.id, f"{declared.id} {number}: {fault.message}") from None
    return record


def apply_plain_effect(sheet: Sheet, effect: Effect) -> Sheet | None:
    """Apply an effect to the field or list of its name, the default of a game."""
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
