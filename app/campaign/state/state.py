"""The state of a campaign that its entries fold to: a frozen view over one JSON document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from app.campaign.state.document import CombatantRecord, Document, NoteRecord, combatants_in
from app.campaign.state.values import exact_values
from app.core.encounters.rolls import DueRecord
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.sheets import Sheet, SheetForm
from app.core.sheets.sanitize import sanitize
from app.core.support.memo import IdentityCache

Games = Mapping[str, Game]

#: The target of an effect on the scene rather than a character.
SCENE = ""

#: The shown name of a character without one.
NAMELESS = "Nameless"

#: A campaign before its first entry.
EMPTY: Document = {
    "game": "",
    "name": "",
    "house": {},
    "order": [],
    "characters": {},
    "scene": {},
    "encounter": None,
    "due": [],
    "hours": 0,
    "notes": {},
}


#: The sheets that were read last: those of a large campaign.
_read = IdentityCache[Sheet](200)


def sheet_from(form: SheetForm, data: Values, house: Values, npc: bool = False) -> Sheet:
    """Return the sheet of these data, sanitized by its form.

    Stored data never change in place, so that each is sanitized once and cached.
    """
    return _read.of(
        (form, data, house, npc),
        lambda: Sheet(form, sanitize(form, exact_values(data)), house, npc),
    )


@dataclass(frozen=True)
class Character:
    """A stored character; data holds only the values that were set on its sheet.

    house: the house rules of the campaign, which its sheet is read by.
    """

    id: str
    name: str
    kind: str
    archived: bool
    data: Values
    house: Values = field(default_factory=dict)
    #: Its index among those of its kind, from 0.
    place: int = 0

    def sheet(self, game: Game) -> Sheet:
        """Return the sheet, filled in."""
        if game.sheet is None:
            raise LookupError(f"{game.title} has no sheets")
        return sheet_from(game.sheet, self.data, self.house, self.kind == "npc")

    def is_dead(self, game: Game) -> bool:
        """Tell whether the sheet says that the character is dead; False without sheets."""
        return game.sheet is not None and game.sheet.is_dead(self.sheet(game))


@dataclass(frozen=True, eq=False)
class CampaignState:
    """The state of a campaign. document: the JSON it is made of; never change it in place."""

    document: Document = field(default_factory=lambda: EMPTY)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CampaignState) and self.document == other.document

    def __hash__(self) -> int:
        return id(self)

    @property
    def game(self) -> str:
        return str(self.document["game"])

    @property
    def name(self) -> str:
        return str(self.document["name"])

    @property
    def house(self) -> Values:
        """Return the house rules that differ from the rules as written, by name."""
        return self.document["house"]

    @cached_property
    def characters(self) -> tuple[Character, ...]:
        """Return all characters in their order, archived ones included."""
        return tuple(self.character(id) for id in self.document["order"])

    def living_players(self, game: Game) -> tuple[Character, ...]:
        """Return the player characters that live and are not archived."""
        return tuple(
            character
            for character in self.characters
            if character.kind == "pc" and not (character.archived or character.is_dead(game))
        )

    def character(self, id: str) -> Character:
        """Return the character of that id; KeyError if there is none."""
        record = self.document["characters"][id]
        named = record["name"], record["kind"], record["archived"]
        return Character(id, *named, record["data"], self.house, self.places.get(id, 0))

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Map each character's id to its index among those of its kind, from 0."""
        kinds = Counter[str]()
        indexes = {}
        for id in self.document["order"]:
            kind = self.document["characters"][id]["kind"]
            indexes[id] = kinds[kind]
            kinds[kind] += 1
        return indexes

    def find_due(self, id: str) -> DueRecord | None:
        """Return the due item of that id, None without one."""
        return next((record for record in self.due if record["id"] == id), None)

    def has_character(self, id: str) -> bool:
        return id in self.document["characters"]

    @property
    def scene(self) -> Values:
        """Return the values of the scene by name: `group_ap`, `chase.gap`."""
        return self.document["scene"]

    @property
    def encounter(self) -> Mapping[str, Any] | None:
        """Return the game's own record of the encounter; None if there is none."""
        return self.document["encounter"]

    @property
    def fighters(self) -> dict[str, str]:
        """Return the names of the combatants, by id."""
        people = combatants_in(self.document)
        return {id: self._name_of(id, record) for id, record in people.items()}

    def _name_of(self, id: str, record: CombatantRecord) -> str:
        character = self.document["characters"].get(id)
        if character is not None:
            return character["name"] or NAMELESS
        return str(record.get("sheet", {}).get("name") or id)

    @property
    def due(self) -> tuple[DueRecord, ...]:
        """Return the unsettled due rolls and decisions, oldest first."""
        return tuple(self.document["due"])

    @property
    def hours(self) -> int | float:
        return self.document["hours"]

    @property
    def notes(self) -> Mapping[str, NoteRecord]:
        return self.document["notes"]
