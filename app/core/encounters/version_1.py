"""Combatants as version 1 kept them: flat, with a copy of what stood on the sheet.

Nothing that is stored is rewritten: entries hold what stood in each place, so an old encounter is
read as it lies, and lies there as one of today from the next step on. Undone, that step gives back
what lay there, and the entries before it find every place that they changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from app.core.encounters import records
from app.core.errors import BadInput
from app.core.sheets import Derived, Sheet, checked

if TYPE_CHECKING:
    from app.core.encounters.encounter import Encounter


def combatant(
    encounter: Encounter[Any, Any], kept: Mapping[str, Any], character: Sheet | None
) -> dict[str, Any]:
    """Flat entries as `turn` and `sheet`; a character's sheet says by itself what was copied."""
    if not isinstance(kept.get("name", ""), str):
        raise BadInput("name", "a combatant has no name")
    flat = dict(encounter.upgraded(kept))
    fed = {each.name: each.kind.sheet for each in encounter.by_id["add"].inputs.values()}
    ids = {name: fed.get(name) or name for name in flat}
    sheet = character if character is not None else _own(encounter, flat, ids)
    turn = {
        name: value
        for name, value in flat.items()
        if name in records.entries(encounter.turn) and not _says(sheet, ids[name], value)
    }
    return {"turn": turn, "sheet": sheet.data}


def _own(encounter: Encounter[Any, Any], flat: Mapping[str, Any], ids: Mapping[str, str]) -> Sheet:
    """The sheet that the entries of somebody without a character come to.

    ids: the fields of the sheet by the names of the entries.
    """
    blank = encounter.sheet({}, {})
    fields: dict[str, Any] = {}
    for name, value in flat.items():
        with suppress(BadInput):  # derived there, or not the sheet's at all
            fields[ids[name]] = checked(blank.form, ids[name], value)
    return blank.with_fields(fields)


def _says(sheet: Sheet, id: str, value: Any) -> bool:
    """Does the sheet say the same of it, as something that follows from the rest?"""
    return isinstance(sheet.form.by_id.get(id), Derived) and bool(sheet[id] == value)
