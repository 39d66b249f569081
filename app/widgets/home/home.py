"""Home: the campaign of this session."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.campaign.facts import Changed, Rolled
from app.campaign.journal.journal import Page
from app.campaign.journal.superseded import find_superseded, original_rolls
from app.campaign.state.characters import short_names
from app.campaign.state.scenes import UNSEEN, is_turn_unseen
from app.campaign.state.state import NAMELESS, CampaignState, Games
from app.core.games import Game
from app.core.sheets import Meter
from app.widgets.campaigns.campaigns import display_name
from app.widgets.fight.gauges.avatars import Avatar, avatar, describe_meter
from app.widgets.journal.story import dice_of
from app.widgets.roll.favourites.favourites import describe_total
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.result.results import Roll

#: Party members shown on Home.
PARTY = 6


@dataclass(frozen=True)
class Member:
    """A member of the party. health_text: the meters in words."""

    id: str
    name: str
    avatar: Avatar
    health_text: str


@dataclass(frozen=True)
class LastRoll:
    """The last roll: its dice, its verdict, and its title with the actor."""

    dice: tuple[Roll, ...]
    words: str
    about: str


@dataclass(frozen=True)
class Tonight:
    """The open campaign on Home."""

    game: Game
    name: str
    #: The heading of the encounter's round, empty without one.
    round: str
    #: The name of the current combatant.
    who: str
    #: The name of the next combatant.
    then: str
    party: tuple[Member, ...]
    last: LastRoll | None

    @property
    def fights(self) -> bool:
        """Tell whether an encounter is running."""
        return bool(self.round)


def tonight(
    games: Games, state: CampaignState, page: Page, closed: frozenset[str] = frozenset()
) -> Tonight:
    """Return Home's summary of the open campaign. closed: ids of those without numbers here."""
    game = games[state.game]
    participants = Participants(game, state, closed)
    round, current, upcoming = _turn(participants)
    return Tonight(
        game,
        display_name(state.name) if game.chapters else game.title,
        round,
        current,
        upcoming,
        tuple(_party(participants)),
        _last(participants, page, games),
    )


def _turn(participants: Participants) -> tuple[str, str, str]:
    """Return the round, the current and the next combatant; empty without an encounter."""
    fight = participants.fight
    if fight is None:
        return "", "", ""
    board = fight.board
    if is_turn_unseen(participants.state.document, board):
        return board.heading, UNSEEN, ""
    names = short_names({each.id: each.name for each in board.places})
    return board.heading, names.get(board.current or "", ""), names.get(fight.upcoming or "", "")


def _party(participants: Participants) -> Iterator[Member]:
    form = participants.game.sheet
    players = [character for character in participants.state.characters if not character.archived]
    for character in (
        [character for character in players if character.kind == "pc"][:PARTY] if form else ()
    ):
        assert form is not None
        is_open = character.id not in participants.closed
        meters = form.meters(character.sheet(participants.game)) if is_open else ()
        picture = avatar(character.name, "ours", meters, character.place)
        yield Member(character.id, character.name or NAMELESS, picture, _fares(meters))


def _fares(meters: tuple[Meter, ...]) -> str:
    return " · ".join(describe_meter(meter) for meter in meters[:2])


def _last(participants: Participants, page: Page, games: Games) -> LastRoll | None:
    """Return the last valid roll that is not hidden."""
    superseded, rolls = find_superseded(page), original_rolls(page)
    for entry in reversed(page.entries):
        fact, roll = entry.fact, rolls.get(entry.id)
        if not isinstance(fact, Rolled | Changed) or roll is None or roll.hidden:
            continue
        if entry.id in superseded or not page.holds(entry.n):
            continue
        procedure = participants.game.procedures.get(fact.procedure)
        if procedure is None:
            return None
        actor = participants.by_id.get(roll.who.get("self", ""))
        title = procedure.title_of(fact.inputs)
        about = title if actor is None else f"{title} · {actor.name}"
        words = describe_total(procedure, fact) or fact.words
        return LastRoll(dice_of(entry, games), words, about)
    return None
