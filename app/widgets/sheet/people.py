"""The characters of a campaign as a list of cards."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from app.campaign.state.state import CampaignState, Character
from app.core.games import Game
from app.core.sheets import Meter
from app.widgets.fight.gauges.avatars import Avatar, avatar
from app.widgets.sheet.sheets import about, side

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
class PeopleView:
    """A tab of the page of sheets. samples: (name, description)."""

    players: tuple[PersonView, ...]
    masters: tuple[PersonView, ...]
    archived: tuple[PersonView, ...]
    #: The tab: empty for the players, `npc` or `archived`.
    shown: str
    samples: tuple[tuple[str, str], ...]

    @property
    def set_aside(self) -> int:
        """Return the number of archived characters."""
        return len(self.archived)


def people_view(
    game: Game, state: CampaignState, shown: str = "", closed: Collection[str] = ()
) -> PeopleView:
    """Return the page of a game's sheets.

    shown: the tab, as in `PeopleView.shown`. closed: ids of those shown by name alone.
    """
    cards = [
        (_side(character), person(game, character, is_closed=character.id in closed))
        for character in state.characters
    ]
    sides = {
        side: tuple(card for s, card in cards if s == side) for side in ("pc", "npc", "archived")
    }
    tab = shown if shown in ("npc", "archived") else ""
    return PeopleView(sides["pc"], sides["npc"], sides["archived"], tab, _samples(game))


def _side(character: Character) -> str:
    return "archived" if character.archived else "pc" if character.kind != "npc" else "npc"


def person(game: Game, character: Character, is_closed: bool = False) -> PersonView:
    """Return the card of a character. is_closed: with the name alone."""
    assert game.sheet is not None
    sheet = character.sheet(game)
    meters = game.sheet.meters(sheet) if not is_closed else ()
    return PersonView(
        character.id,
        character.name,
        character.kind,
        character.archived,
        avatar(character.name, side(character), meters, character.place),
        about(sheet) if not is_closed else "",
        meters[:METERS],
    )


def _samples(game: Game) -> tuple[tuple[str, str], ...]:
    """Return (name, description) of a game's samples."""
    assert game.sheet is not None
    return tuple(
        (str(sample.get("name", "")), about(game.sheet.fill(dict(sample))))
        for sample in game.sheet.samples
    )
