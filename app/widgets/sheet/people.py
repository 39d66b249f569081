"""The characters of a campaign as a list of cards."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.state.state import CampaignState, Character
from app.core.games import Game
from app.core.sheets import Meter
from app.widgets.fight.gauges.avatars import Avatar, avatar
from app.widgets.sheet.sheets import about, side

#: Filters of the list, with labels.
SHOWN = {"": "All", "pc": "PCs", "npc": "NPCs", "archived": "Archived"}

#: Most meters on a card.
METERS = 3


@dataclass(frozen=True)
class PersonView:
    """A character's card. about: the short texts of the sheet."""

    id: str
    name: str
    kind: str
    archived: bool
    avatar: Avatar
    about: str
    meters: tuple[Meter, ...]


@dataclass(frozen=True)
class Filter:
    """A filter of the list. id: empty for all that are not archived."""

    id: str
    words: str
    count: int
    chosen: bool


@dataclass(frozen=True)
class PeopleView:
    """The page of sheets. samples: (name, description)."""

    filters: tuple[Filter, ...]
    players: tuple[PersonView, ...]
    masters: tuple[PersonView, ...]
    archived: tuple[PersonView, ...]
    shown: str
    samples: tuple[tuple[str, str], ...]

    @property
    def empty(self) -> bool:
        """Tell whether the list is empty."""
        return not (self.players or self.masters or self.archived)


def people_view(game: Game, state: CampaignState, shown: str = "") -> PeopleView:
    """Return the page of a game's sheets. shown: the id of a filter."""
    cards = [(_side(each), person(game, each)) for each in state.characters]
    sides = {side: tuple(card for s, card in cards if s == side) for side in ("pc", "npc")}
    archived = tuple(card for side, card in cards if side == "archived")
    counts = {"": len(cards) - len(archived), "archived": len(archived)}
    counts |= {side: len(members) for side, members in sides.items()}
    # A single kind needs no filter.
    choice = counts["npc"] or counts["archived"] or shown
    filters = tuple(
        Filter(id, words, counts[id], id == shown)
        for id, words in SHOWN.items()
        if choice and (counts[id] or id in ("", shown))
    )
    return PeopleView(
        filters,
        sides["pc"] if shown in ("", "pc") else (),
        sides["npc"] if shown in ("", "npc") else (),
        archived if shown == "archived" else (),
        shown,
        _samples(game),
    )


def _side(character: Character) -> str:
    return "archived" if character.archived else "pc" if character.kind != "npc" else "npc"


def person(game: Game, character: Character) -> PersonView:
    """Return the card of a character."""
    assert game.sheet is not None
    sheet = character.sheet(game)
    meters = game.sheet.meters(sheet)
    return PersonView(
        character.id,
        character.name,
        character.kind,
        character.archived,
        avatar(character.name, side(character), meters, character.place),
        about(sheet),
        meters[:METERS],
    )


def _samples(game: Game) -> tuple[tuple[str, str], ...]:
    """Return (name, description) of a game's samples."""
    assert game.sheet is not None
    return tuple(
        (str(each.get("name", "")), about(game.sheet.filled(dict(each))))
        for each in game.sheet.samples
    )
