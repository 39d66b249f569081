"""Home: the campaign of this evening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.campaign.facts import Rolled
from app.campaign.journal.journal import Page
from app.campaign.state.scenes import UNSEEN, is_turn_unseen
from app.campaign.state.state import CampaignState, Games
from app.core.games import Game
from app.core.sheets import Meter
from app.widgets.campaigns.campaigns import called
from app.widgets.fight.avatars import Avatar, avatar, said
from app.widgets.journal.story import dice_of
from app.widgets.roll.favourites import came
from app.widgets.roll.participants import Participants
from app.widgets.roll.results import Roll

#: So many of the party have room on Home.
PARTY = 6


@dataclass(frozen=True)
class Member:
    """One of the party. said: how they fare, in words."""

    id: str
    name: str
    avatar: Avatar
    said: str


@dataclass(frozen=True)
class LastRoll:
    """What was rolled last: its dice, its verdict, and of what by whom."""

    dice: tuple[Roll, ...]
    words: str
    about: str


@dataclass(frozen=True)
class Tonight:
    """The campaign that is open.

    round, who, then: of the encounter that is on, empty without one. entries: of its journal.
    """

    game: Game
    name: str
    round: str
    who: str
    then: str
    party: tuple[Member, ...]
    last: LastRoll | None
    entries: int

    @property
    def fights(self) -> bool:
        return bool(self.round)


def tonight(games: Games, state: CampaignState, page: Page) -> Tonight:
    """What Home says of the open campaign."""
    game = games[state.game]
    company = Participants(game, state)
    round, who, then = _turn(company)
    return Tonight(
        game,
        called(state.name) if game.chapters else game.title,
        round,
        who,
        then,
        tuple(_party(company)),
        _last(company, page, games),
        page.entries[-1].n if page.entries else 0,
    )


def _turn(company: Participants) -> tuple[str, str, str]:
    """The round, who acts, and who is next; empty without an encounter."""
    fight = company.fight
    if fight is None:
        return "", "", ""
    seen = fight.board
    if is_turn_unseen(company.state.document, seen):
        return seen.heading, UNSEEN, ""
    names = {each.id: each.name for each in seen.places}
    return seen.heading, names.get(seen.current or "", ""), names.get(seen.upcoming or "", "")


def _party(company: Participants) -> Iterator[Member]:
    form = company.game.sheet
    players = [each for each in company.state.characters if not each.archived]
    for each in [each for each in players if each.kind == "pc"][:PARTY] if form else ():
        assert form is not None
        meters = form.meters(each.sheet(company.game))
        picture = avatar(each.name, "ours", meters, each.place)
        yield Member(each.id, each.name, picture, _fares(meters))


def _fares(meters: tuple[Meter, ...]) -> str:
    return " · ".join(said(each) for each in meters[:2])


def _last(company: Participants, page: Page, games: Games) -> LastRoll | None:
    """The last roll that holds and that everybody may see."""
    for entry in reversed(page.entries):
        fact = entry.fact
        if not isinstance(fact, Rolled) or fact.hidden or not page.holds(entry.n):
            continue
        procedure = company.game.procedures.get(fact.procedure)
        if procedure is None:
            return None
        who = company.by_id.get(fact.who.get("self", ""))
        title = procedure.title_of(fact.inputs)
        about = title if who is None else f"{title} · {who.name}"
        words = came(procedure, fact) or fact.words
        return LastRoll(dice_of(entry, games), words, about)
    return None
