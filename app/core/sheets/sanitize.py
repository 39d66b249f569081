"""Mending: what was stored of a sheet, as the sheet's form takes it.

Games rely on their form: that a record has every field it declares, a number its range, a choice
its words. What is written goes through the form (`app.core.sheets.checked`); what was stored by
another version or another hand goes through here, in one place, before anything reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import Kind, Text, Whole
from app.core.procedures.outcomes import rounded
from app.core.sheets import Field, ListField, SheetForm


def sanitize(form: SheetForm, data: Mapping[str, Any]) -> dict[str, Any]:
    """What was stored of a sheet, as its form takes it: whatever reads it can rely on the form.

    Another version stored it, or another hand: a record that lacks a field gets the field's
    default, a number beyond its range the end of it, and what cannot be meant stands at its
    default. Names that the form does not know are kept as they are; nobody reads them.
    """
    made: dict[str, Any] = {}
    for id, value in data.items():
        declared = form.by_id.get(id)
        if isinstance(declared, ListField):
            found = value if isinstance(value, (list, tuple)) else ()
            records = [each for each in found if isinstance(each, Mapping)][: declared.most]
            made[id] = [
                {
                    each.id: _meant(each, record.get(each.id, each.default), each.default)
                    for each in declared.of
                }
                for record in records
            ]
        elif isinstance(declared, Field):
            meant = _meant(declared, value, _UNSAID)
            if meant is not _UNSAID:
                made[id] = meant
        elif declared is None:
            made[id] = value
    return made


_UNSAID = object()


def _meant(field: Field, value: Any, otherwise: Any) -> Any:
    """A stored value as its field takes it: the nearest one that can be meant, else `otherwise`."""
    for near in (value, _nearest(field.kind, value)):
        try:
            return rounded(Input(field.id, field.kind, field.default).check(near), 6)
        except BadInput:
            continue
    return otherwise


def _nearest(kind: Kind, value: Any) -> Any:
    if isinstance(kind, Text) and isinstance(value, str):
        return "".join(each for each in value if not "\ud800" <= each <= "\udfff")[: kind.longest]
    low, high = getattr(kind, "low", None), getattr(kind, "high", None)
    if low is None or high is None or isinstance(value, bool):
        return None
    if not isinstance(value, (int, float, Fraction)) or value != value:
        return None
    near = min(max(value, low), high)
    return int(near) if isinstance(kind, Whole) else near
