"""The encounter in the players' eyes: on their screen, and in one line across the table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.campaign.scenes import scene_of
from app.campaign.state import CampaignState
from app.core.games import Game
from app.widgets.board import Person, board_view


@dataclass(frozen=True)
class Screen:
    """What the players see: no hidden ones, none of the game master's pools.

    told: what everybody is told, sentence by sentence.
    """

    heading: str
    current: str
    upcoming: str
    people: tuple[Person, ...]
    pools: tuple[tuple[str, str], ...]
    told: tuple[str, ...]


#: Who acts while somebody unseen does.
UNSEEN = "The game master"


def screen(game: Game, state: CampaignState, tells_all: bool) -> Screen:
    """The encounter for the players. tells_all: do they see what is upon everybody?"""
    view = board_view(game, state)
    scene = scene_of(state.document, game)
    assert scene is not None
    secret = scene.encounter.board(scene).secret
    shown = tuple(_for_players(each, state, tells_all) for each in view.people if not each.hidden)
    return Screen(
        view.heading,
        _seen(view.current, UNSEEN),
        _seen(view.upcoming, ""),
        shown,
        tuple((name, value) for name, value in view.pools if name not in secret),
        view.told,
    )


def _for_players(person: Person, state: CampaignState, tells_all: bool) -> Person:
    own = state.has_character(person.id) and state.character(person.id).kind == "pc"
    if own or tells_all:
        return person
    return replace(person, badges=tuple(each for each in person.badges if each.told))


def _seen(person: Person | None, unseen: str) -> str:
    if person is None:
        return ""
    return unseen if person.hidden else person.name


def turn_words(game: Game, state: CampaignState) -> str:
    """The turn in one line: `Round 2: Mara, then Raider 1`; empty without an encounter."""
    scene = scene_of(state.document, game)
    if scene is None:
        return ""
    seen = scene.encounter.board(scene)
    names = {each.id: each.name for each in seen.places}
    if seen.current is None:
        return seen.heading
    then = f", then {names[seen.upcoming]}" if seen.upcoming in names else ""
    return f"{seen.heading}: {names.get(seen.current, '')}{then}"
