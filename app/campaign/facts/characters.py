"""Facts about the characters of a campaign and their sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from app.campaign.facts.base import Fact
from app.campaign.files.shapes import ListOf, Text
from app.campaign.state.characters import (
    character,
    recorded_sheet,
    with_character,
    with_data,
    without_character,
)
from app.campaign.state.document import (
    ID,
    CharacterRecord,
    Document,
    Id,
    IdOrNone,
    Name,
    OfKind,
    State,
)
from app.campaign.state.state import Games
from app.campaign.state.values import exact_values, plain
from app.core.errors import BadInput


@dataclass(frozen=True)
class CharacterAdded(Fact):
    """A character was added. after: the id of the character before it (empty: at the end)."""

    character: Id
    name: Name
    data: State = field(default_factory=dict)
    of_kind: OfKind = "pc"
    after: IdOrNone = ""

    def reduce(self, document: Document, games: Games) -> Document:
        form, record = (
            games[document["game"]].sheet,
            CharacterRecord(
                name=self.name, kind=self.of_kind, archived=False, data=dict(self.data)
            ),
        )
        if form:
            blank = recorded_sheet(document, {**record, "data": {}}, form)
            record["data"] = plain(blank.with_fields(exact_values(self.data)).data)
        return _placed(document, self.character, record, self.after)


@dataclass(frozen=True)
class CharacterRemoved(Fact):
    """A character was deleted (undo restores it)."""

    character: Id

    def reduce(self, document: Document, games: Games) -> Document:
        return without_character(document, self.character)


@dataclass(frozen=True)
class CharacterArchived(Fact):
    """A character was archived; it stays complete."""

    character: Id

    def reduce(self, document: Document, games: Games) -> Document:
        record = character(document, self.character)
        return with_character(document, self.character, {**record, "archived": True})


@dataclass(frozen=True)
class CharacterRestored(Fact):
    """An archived character was restored."""

    character: Id

    def reduce(self, document: Document, games: Games) -> Document:
        record = character(document, self.character)
        return with_character(document, self.character, {**record, "archived": False})


@dataclass(frozen=True)
class CharacterDuplicated(Fact):
    """A character was duplicated; the copy comes after it."""

    character: Id
    copy: Id
    name: Name

    def reduce(self, document: Document, games: Games) -> Document:
        original = character(document, self.character)
        copy = _named(document, {**original, "archived": False}, self.name, games)
        return _placed(document, self.copy, copy, self.character)


@dataclass(frozen=True)
class CharacterRenamed(Fact):
    """A character changed its name, or its side between players and game master.

    The page writes names on the sheet (`Edited`); a name given here is written there too.
    """

    character: Id
    name: Name
    of_kind: OfKind = "pc"

    def reduce(self, document: Document, games: Games) -> Document:
        record: CharacterRecord = {**character(document, self.character), "kind": self.of_kind}
        return with_character(document, self.character, _named(document, record, self.name, games))


@dataclass(frozen=True)
class CharactersReordered(Fact):
    """A new order of the characters: the ids of all of them."""

    order: Annotated[Sequence[str], ListOf(ID, 1_000)]

    def reduce(self, document: Document, games: Games) -> Document:
        if sorted(self.order) != sorted(document["order"]):
            raise BadInput("order", "the new order does not name every character once")
        return {**document, "order": list(self.order)}


@dataclass(frozen=True)
class Edited(Fact):
    """An edit of a sheet. changes: values by field; cleared: fields back at their default."""

    character: Id
    changes: State = field(default_factory=dict)
    cleared: Annotated[Sequence[str], ListOf(Text(200), 1_000)] = ()

    def reduce(self, document: Document, games: Games) -> Document:
        record = character(document, self.character)
        form = games[document["game"]].sheet
        data = {key: value for key, value in record["data"].items() if key not in self.cleared}
        if form:
            before = recorded_sheet(document, record, form)
            changed = recorded_sheet(document, {**record, "data": data}, form)
            data = plain(
                form.apply_consequences(
                    before, changed.with_fields(exact_values(self.changes))
                ).data
            )
        else:
            data = {**data, **self.changes}
        return with_data(document, self.character, data)


def _placed(document: Document, id: str, character: CharacterRecord, after: str) -> Document:
    if id in document["characters"]:
        raise BadInput("character", f"there is a character {id} already")
    order = list(document["order"])
    order.insert(order.index(after) + 1 if after in order else len(order), id)
    return {
        **document,
        "order": order,
        "characters": {**document["characters"], id: character},
    }


def _named(
    document: Document, character: CharacterRecord, name: str, games: Games
) -> CharacterRecord:
    """Return the character under that name, updating its sheet too if the form has a name."""
    form, data = games[document["game"]].sheet, character["data"]
    if form is not None:
        written = {"name": name} if "name" in form.by_id and name != character["name"] else {}
        data = plain(recorded_sheet(document, character, form).with_fields(written).data)
    return {**character, "name": name, "data": data}
