"""The characters of a campaign: reading and replacing them in its document."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import count
from typing import TypeVar

from app.campaign.state.document import CharacterRecord, Document, combatants_in
from app.campaign.state.state import NAMELESS, sheet_from
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.sheets import Sheet, SheetForm

Key = TypeVar("Key")

#: The longest name on any sheet, in characters.
LONGEST_NAME = 80


def character(document: Document, id: str) -> CharacterRecord:
    """Return the record of that character; BadInput if there is none."""
    record = document["characters"].get(id)
    if record is None:
        raise BadInput("character", f"there is no character {id[:40]!r} in this campaign")
    return record


def names(document: Document) -> frozenset[str]:
    """Return the names of all characters of the campaign."""
    return frozenset(record["name"] for record in document["characters"].values())


def short_name(name: str) -> str:
    """Return a name without its part behind a comma: `Mara Quill` of `Mara Quill, scavenger`."""
    return name.partition(",")[0].strip() or name


def short_names(names: Mapping[Key, str]) -> dict[Key, str]:
    """Return the short names, by the same keys, where they stay unique, else the whole names."""
    short = {id: short_name(name) for id, name in names.items()}
    shortened = [*short.values()]
    return {id: name if shortened.count(name) == 1 else names[id] for id, name in short.items()}


def name_apart(name: str, taken: Collection[str]) -> str:
    """Return the name, with the next free number if it is taken: `Rowan Vale 2`."""
    if name not in taken or not name.strip():
        return name
    base, number = re.fullmatch(r"(.*?)(?: (\d{1,4}))?", name, re.S).groups()  # type: ignore[union-attr]
    for next_number in count(int(number or 1) + 1):
        suffix = f" {next_number}"
        if (apart := base[: LONGEST_NAME - len(suffix)] + suffix) not in taken:
            return apart
    raise AssertionError("there is always a next number")


def with_free_name(character: CharacterRecord, document: Document) -> CharacterRecord:
    """Return the record (`name`, `data`) of a new character under a name that is free."""
    name = name_apart(character["name"], names(document))
    data = dict(character["data"])
    if data.get("name") == character["name"]:
        data["name"] = name
    return {**character, "name": name, "data": data}


def recorded_sheet(document: Document, record: CharacterRecord, form: SheetForm) -> Sheet:
    """Return the sheet of a character's record, by the campaign's house rules."""
    return sheet_from(form, record["data"], document["house"], record["kind"] == "npc")


def with_character(document: Document, id: str, character: CharacterRecord) -> Document:
    return {**document, "characters": {**document["characters"], id: character}}


def with_data(document: Document, id: str, data: Values) -> Document:
    """Return the document with a character's new sheet data; its name follows the sheet's."""
    record = document["characters"][id]
    name = data.get("name")
    renamed = isinstance(name, str) and name != record["data"].get("name")
    named = name[:200] if renamed and isinstance(name, str) else record["name"]
    return with_character(document, id, {**record, "name": named, "data": dict(data)})


def fights(document: Document, id: str) -> bool:
    """Tell whether this is one of the combatants of a running encounter."""
    return id in combatants_in(document)


def without_character(document: Document, id: str) -> Document:
    """Return the document without a character; a combatant keeps the sheet as its own."""
    record = character(document, id)
    people = combatants_in(document)
    if id in people:
        own = {**people[id], "sheet": {**record["data"], "name": record["name"] or NAMELESS}}
        fight = {**(document["encounter"] or {}), "combatants": {**people, id: own}}
        document = {**document, "encounter": fight}
    remaining = {other: record for other, record in document["characters"].items() if other != id}
    order = [other for other in document["order"] if other != id]
    return {**document, "order": order, "characters": remaining}


def with_sheets_of_characters(document: Document, ids: Collection[str]) -> Document:
    """Return the document without own sheets of combatants that are characters again."""
    people = combatants_in(document)
    again = {id: {"turn": people[id].get("turn", {})} for id in ids if id in people}
    if not again:
        return document
    fight = {**(document["encounter"] or {}), "combatants": {**people, **again}}
    return {**document, "encounter": fight}
