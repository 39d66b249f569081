"""The people of a campaign as a list: who they are, how they fare, whose they are."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.state.state import CampaignState, Character
from app.core.games import Game
from app.core.sheets import Meter
from app.widgets.fight.avatars import Avatar, avatar
from app.widgets.sheet.sheets import about, side

#: Whom the list shows: what it is called for, in its words.
SHOWN = {"": "All", "pc": "Players’", "npc": "Game master’s", "archived": "Archived"}

#: So many meters stand on a card.
METERS = 3


@dataclass(frozen=True)
class PersonView:
    """A card: who it is, what is said of them, how they fare."""

    id: str
    name: str
    kind: str
    archived: bool
    avatar: Avatar
    about: str
    meters: tuple[Meter, ...]


@dataclass(frozen=True)
class Filter:
    """A choice of whom to show. id: empty for all who are not archived."""

    id: str
    words: str
    count: int
    chosen: bool


@dataclass(frozen=True)
class PeopleView:
    """All that the page of sheets shows. samples: each
    with what is said of it."""

    filters: tuple[Filter, ...]
    players: tuple[PersonView, ...]
    masters: tuple[PersonView, ...]
    archived: tuple[PersonView, ...]
    shown: str
    samples: tuple[tuple[str, str], ...]

    @property
    def empty(self) -> bool:
        return not (self.players or self.masters or self.archived)


def people_view(game: Game, state: CampaignState, shown: str = "") -> PeopleView:
    """The page of a game's sheets. shown: an id of a filter."""
    everybody = [(_side(each), person(game, each)) for each in state.characters]
    sides = {side: tuple(who for s, who in everybody if s == side) for side in ("pc", "npc")}
    archived = tuple(who for side, who in everybody if side == "archived")
    counts = {"": len(everybody) - len(archived), "archived": len(archived)}
    counts |= {side: len(there) for side, there in sides.items()}
    # One who is alone with one's kind needs no choice.
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
    """The card of a character."""
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
    """The samples of a game, each with what is said of it in short."""
    assert game.sheet is not None
    return tuple(
        (str(each.get("name", "")), about(game.sheet.filled(dict(each))))
        for each in game.sheet.samples
    )
