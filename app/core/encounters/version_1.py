"""Combatants as version 1 stored them: flat, with a copy of the sheet's values.

Stored data are never rewritten, because entries hold the former values of each path: an old
encounter is read as it is, and stored in today's form from the next step on. Undoing that step
restores the old data, so that earlier entries still find every path.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from app.core.encounters import records
from app.core.encounters.scenes import EncounterRules
from app.core.errors import BadInput
from app.core.sheets import Derived, Sheet, checked


def combatant(
    encounter: EncounterRules[Any, Any], stored: Mapping[str, Any], character: Sheet | None
) -> dict[str, Any]:
    """Return flat entries as `turn` and `sheet`, without copies of a character's values."""
    if not isinstance(stored.get("name", ""), str):
        raise BadInput("name", "a combatant has no name")
    flat = dict(encounter.upgraded(stored))
    sheet_fields = {
        declared.name: declared.kind.sheet for declared in encounter.by_id["add"].inputs.values()
    }
    ids = {name: sheet_fields.get(name) or name for name in flat}
    sheet = character if character is not None else _own(encounter, flat, ids)
    turn = {
        name: value
        for name, value in flat.items()
        if name in records.entries(encounter.turn) and not _derives(sheet, ids[name], value)
    }
    return {"turn": turn, "sheet": sheet.data}


def _own(
    encounter: EncounterRules[Any, Any], flat: Mapping[str, Any], ids: Mapping[str, str]
) -> Sheet:
    """Build the sheet of a combatant without a character from its entries.

    ids: the fields of the sheet by the names of the entries.
    """
    blank = encounter.sheet({}, {})
    fields: dict[str, Any] = {}
    for name, value in flat.items():
        with suppress(BadInput):  # derived there, or no field of the sheet
            fields[ids[name]] = checked(blank.form, ids[name], value)
    return blank.with_fields(fields)


def _derives(sheet: Sheet, id: str, value: Any) -> bool:
    """Tell whether the sheet derives the same value."""
    return isinstance(sheet.form.by_id.get(id), Derived) and bool(sheet[id] == value)
