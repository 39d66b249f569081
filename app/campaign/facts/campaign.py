"""Facts about the campaign as a whole: its name, house rules, scene and notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.campaign.facts.base import Fact, merge_values
from app.campaign.files.shapes import Text
from app.campaign.state.characters import character
from app.campaign.state.document import Document, Id, IdOrNone, Inputs, Name, NoteRecord
from app.campaign.state.state import Games
from app.campaign.state.values import exact, plain
from app.core.errors import BadInput, short_text
from app.core.procedures.outcomes import round_number


@dataclass(frozen=True)
class Started(Fact):
    """The first entry of every campaign."""

    game: Id
    name: Name = ""

    def reduce(self, document: Document, games: Games) -> Document:
        if document["game"]:
            raise BadInput("game", "this campaign has started already")
        if self.game not in games:
            raise BadInput("game", f"there is no game {self.game[:40]!r} here")
        return {**document, "game": self.game, "name": self.name}


@dataclass(frozen=True)
class CampaignRenamed(Fact):
    """A new name for the campaign."""

    name: Name

    def reduce(self, document: Document, games: Games) -> Document:
        return {**document, "name": self.name}


@dataclass(frozen=True)
class HouseSet(Fact):
    """A change of house rules: values by name; null restores the rule as written."""

    rules: Inputs

    def reduce(self, document: Document, games: Games) -> Document:
        known = games[document["game"]].house
        checked: dict[str, object] = {}
        for name, value in self.rules.items():
            if value is None:
                checked[name] = None
            elif name in known:
                checked[name] = plain(round_number(known[name].check(exact(value)), 6))
            else:
                raise BadInput(name, f"{name[:40]!r} is no house rule of this game")
        return {**document, "house": merge_values(document["house"], checked)}


@dataclass(frozen=True)
class SceneSet(Fact):
    """A change of the scene: values by name; null removes a name."""

    values: Inputs

    def reduce(self, document: Document, games: Games) -> Document:
        for counter in games[document["game"]].counters:
            value = self.values.get(counter.id)
            if isinstance(value, bool) or not isinstance(value, int | None):
                raise BadInput(
                    counter.id, f"{counter.id} is {short_text(value)}; give a whole number"
                )
        return {**document, "scene": merge_values(document["scene"], self.values)}


@dataclass(frozen=True)
class NoteWritten(Fact):
    """A note that was written, rewritten or (with empty text) removed.

    about: the id of a character, empty for a note about none.
    """

    note: Id
    text: str
    about: IdOrNone = ""

    def reduce(self, document: Document, games: Games) -> Document:
        if self.about:
            character(document, self.about)
        note = NoteRecord(text=self.text, about=self.about) if self.text else None
        return {**document, "notes": merge_values(document["notes"], {self.note: note})}


@dataclass(frozen=True)
class Imported(Fact):
    """An imported file; its result is in the entry's changes."""

    source: Annotated[str, Text(200)]
    summary: str = ""
