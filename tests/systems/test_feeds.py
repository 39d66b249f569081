"""A sheet fills in a form however extreme its values are: no fed value is outside its input."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.campaign.participants.prefill import Sources, prefill
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Kind, ListOf, Number, OneOf, Text, Whole, YesNo
from app.core.procedures.procedure import Procedure
from app.core.sheets import Field, Sheet, SheetForm
from app.systems import games


def extreme(field: Field, end: str) -> Any:
    """Return a value at one end of a field."""
    kind = field.kind
    if isinstance(kind, Whole | Number):
        return kind.low if end == "low" else kind.high
    if isinstance(kind, OneOf):
        choices = list(kind.choices)
        return choices[0] if end == "low" else choices[-1]
    if isinstance(kind, YesNo):
        return end == "high"
    if isinstance(kind, ListOf) and end == "high" and isinstance(kind.of, Text):
        return [kind.of.examples[0]] * kind.most if kind.of.examples else []
    return None if callable(field.default) else field.default


def extreme_sheet(form: SheetForm, end: str) -> Sheet:
    """Return the sheet with every field at one end and three records in each list."""
    fields = {field.id: extreme(field, end) for field in form.fields}
    lists = {each.id: [{one.id: extreme(one, end) for one in each.of}] * 3 for each in form.lists}
    sheet = form.fill({})
    for id, value in {**fields, **lists}.items():
        try:
            sheet = sheet.with_fields({id: value})
        except BadInput:  # two fields that exclude each other
            continue
    return sheet


def forms(procedure: Procedure) -> Iterator[Values]:
    """Yield the unedited form, and one for each choice of each input."""
    yield {}
    for name, declared in procedure.inputs.items():
        if isinstance(declared.kind, OneOf):
            yield from ({name: choice} for choice in declared.kind.choices)


def fed_by_field(kind: Kind, sheets: Values) -> bool:
    """Tell whether a field of these sheets fills in an input of this kind."""
    role, colon, field = kind.sheet.rpartition(":")
    sheet = sheets.get(role if colon else "self")
    return bool(kind.sheet) and sheet is not None and field in sheet.form.by_id


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("id", games())
def test_every_fed_value_fits_its_input(id: str, end: str) -> None:
    game = games()[id]
    assert game.sheet is not None
    sheet = extreme_sheet(game.sheet, end)
    sheets = dict.fromkeys(("self", "target", "patient"), sheet)
    for procedure in game.procedures.values():
        for typed in forms(procedure):
            filled = prefill(Sources(game, procedure, sheets=sheets, typed=typed))
            given = {
                name
                for name, declared in procedure.inputs.items()
                if fed_by_field(declared.kind, sheets)
            }
            given |= game.sheet.feed(procedure, sheets, filled.values).keys()
            missing = given - filled.automatic.keys()
            assert not missing, f"{procedure.id} {typed}: {missing}"
