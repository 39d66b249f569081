"""What can be done with one combatant, beside the steps: rolls from the sheet, at somebody."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.scenes import places
from app.campaign.state import CampaignState
from app.core.games import Game
from app.widgets.results import Follow, follow
from app.widgets.steps import hiding, sheet_of


@dataclass(frozen=True)
class Menu:
    """What can be done with one combatant."""

    id: str
    name: str
    rolls: tuple[tuple[str, tuple[Follow, ...]], ...]
    others: tuple[tuple[str, str], ...]
    target: str
    can_hide: bool
    hidden: bool
    group: str
    peers: tuple[str, ...]  # all of that group, this one among them


def menu(game: Game, state: CampaignState, who: str, target: str) -> Menu:
    """The menu of a combatant. target: at whom the rolls are aimed."""
    there = state.fighters
    sheet = sheet_of(game, state, who)
    grouped: dict[str, list[Follow]] = {}
    if sheet is not None and game.sheet is not None:
        for each in game.sheet.rolls(sheet):
            grouped.setdefault(game.procedures[each.procedure].title, []).append(
                follow(each, game.sheet.rating(each))
            )
    others = tuple((id, name) for id, name in there.items() if id != who)
    group, peers = group_of(game, state, who)
    return Menu(
        who,
        there.get(who, who),
        tuple((title, tuple(rolls)) for title, rolls in grouped.items()),
        others,
        target if any(id == target for id, _ in others) else "",
        hiding(game.encounter) is not None,
        any(each.hidden for each in places(game, state) if each.id == who),
        group,
        peers,
    )


def group_of(game: Game, state: CampaignState, who: str) -> tuple[str, tuple[str, ...]]:
    """The group that a combatant stands in, and who stands in it; nobody where it has no name."""
    there = places(game, state)
    group = next((each.group for each in there if each.id == who), "")
    return group, tuple(each.id for each in there if group and each.group == group)
