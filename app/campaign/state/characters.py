"""The people of a campaign: found in its document, and written anew."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import count
from typing import Any

from app.campaign.state.state import Document, sheet_from
from app.core.errors import BadInput
from app.core.sheets import Sheet, SheetForm

#: A name on any sheet has at most so many characters.
LONGEST_NAME = 80


def character(document: Document, id: str) -> dict[str, Any]:
    """The record of that character; BadInput if there is none."""
    found = document["characters"].get(id)
    if found is None:
        raise BadInput("character", f"there is no character {id[:40]!r} in this campaign")
    return found  # type: ignore[no-any-return]


def names(document: Mapping[str, Any]) -> frozenset[str]:
    """What everybody of the campaign is called."""
    return frozenset(each["name"] for each in document["characters"].values())


def name_apart(name: str, taken: Collection[str]) -> str:
    """The name, with the next free number where somebody has it: `Rowan Vale 2`."""
    if name not in taken or not name.strip():
        return name
    base, number = re.fullmatch(r"(.*?)(?: (\d{1,4}))?", name, re.S).groups()  # type: ignore[union-attr]
    for each in count(int(number or 1) + 1):
        said = f" {each}"
        if (apart := base[: LONGEST_NAME - len(said)] + said) not in taken:
            return apart
    raise AssertionError("there is always a next number")


def told_apart(character: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """The record (`name`, `data`) of somebody who joins, under a name that nobody here has."""
    name = name_apart(character["name"], names(document))
    data = dict(character["data"])
    if data.get("name") == character["name"]:
        data["name"] = name
    return {**character, "name": name, "data": data}


def recorded_sheet(document: Mapping[str, Any], kept: Mapping[str, Any], form: SheetForm) -> Sheet:
    """The sheet of a character's record, by the campaign's house rules."""
    return sheet_from(form, kept["data"], document["house"], kept["kind"] == "npc")


def with_character(document: Document, id: str, character: dict[str, Any]) -> Document:
    return {**document, "characters": {**document["characters"], id: character}}


def with_data(document: Document, id: str, data: Mapping[str, Any]) -> Document:
    """The document with a character's sheet written anew; its name follows the sheet's."""
    kept = document["characters"][id]
    name = data.get("name")
    renamed = isinstance(name, str) and name != kept["data"].get("name")
    named = name[:200] if renamed and isinstance(name, str) else kept["name"]
    return with_character(document, id, {**kept, "name": named, "data": dict(data)})


def fights(document: Document, id: str) -> bool:
    """Is this one of the combatants of a running encounter?"""
    return id in (document["encounter"] or {}).get("combatants", {})


def without_character(document: Document, id: str) -> Document:
    """The document without a character; in a running encounter the sheet stays, as their own."""
    kept = character(document, id)
    if fights(document, id) and "turn" in document["encounter"]["combatants"][id]:
        people = document["encounter"]["combatants"]
        own = {**people[id], "sheet": {**kept["data"], "name": kept["name"]}}
        fight = {**document["encounter"], "combatants": {**people, id: own}}
        document = {**document, "encounter": fight}
    left = {each: found for each, found in document["characters"].items() if each != id}
    order = [each for each in document["order"] if each != id]
    return {**document, "order": order, "characters": left}
