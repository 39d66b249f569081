"""Sanitizing: make stored data of a sheet fit its form.

Games rely on their form: a record has every field that it declares, a number its range, a choice
its words. Written values go through the form (`app.core.sheets.checked`); data stored by another
version or from outside go through here, in one place, before anything reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction

from app.core.errors import BadInput
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import Kind, Text, Whole
from app.core.procedures.outcomes import round_number
from app.core.sheets import Field, ListField, SheetForm


def sanitize(form: SheetForm, data: Values) -> dict[str, object]:
    """Return stored data of a sheet as its form takes them.

    A record that lacks a field gets the field's default, a number beyond its range the nearest end,
    and an unusable value the default. Names that the form does not declare are stored unread.
    """
    clean: dict[str, object] = {}
    for id, value in data.items():
        declared = form.by_id.get(id)
        if isinstance(declared, ListField):
            items = value if isinstance(value, (list, tuple)) else ()
            records = [item for item in items if isinstance(item, Mapping)][: declared.most]
            clean[id] = [
                {
                    field.id: _usable(field, record.get(field.id, field.default), field.default)
                    for field in declared.of
                }
                for record in records
            ]
        elif isinstance(declared, Field):
            usable = _usable(declared, value, _UNUSABLE)
            if usable is not _UNUSABLE:
                clean[id] = usable
        elif declared is None:
            clean[id] = value
    return clean


_UNUSABLE = object()


def _usable(field: Field, value: object, otherwise: object) -> object:
    """Return the nearest value that the field takes, else `otherwise`."""
    declared = Input(field.id, field.kind, field.default)
    with suppress(BadInput):
        return round_number(declared.check(value), 6)
    with suppress(BadInput):
        return round_number(declared.check(_nearest(field.kind, value)), 6)
    return otherwise


def _nearest(kind: Kind, value: object) -> object:
    if isinstance(kind, Text) and isinstance(value, str):
        return "".join(character for character in value if not "\ud800" <= character <= "\udfff")[
            : kind.longest
        ]
    low, high = getattr(kind, "low", None), getattr(kind, "high", None)
    if low is None or high is None or isinstance(value, bool):
        return None
    if not isinstance(value, (int, float, Fraction)) or value != value:
        return None
    near = min(max(value, low), high)
    return int(near) if isinstance(kind, Whole) else near
