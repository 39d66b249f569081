"""What can be done with one combatant, beside the steps: rolls from the sheet, at somebody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.state import CampaignState
from app.core.games import Game
from app.table.encounters import hiding
from app.widgets.results import Follow, follow
from app.widgets.steps import sheet_of


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
    running = state.encounter or {}
    there = running.get("combatants", {})
    sheet = sheet_of(game, state, who)
    grouped: dict[str, list[Follow]] = {}
    if sheet is not None and game.sheet is not None:
        for each in game.sheet.rolls(sheet):
            grouped.setdefault(game.procedures[each.procedure].title, []).append(
                follow(each, game.sheet.rating(each))
            )
    others = tuple((id, str(there[id].get("name", id))) for id in there if id != who)
    group, peers = group_of(game, running, who)
    return Menu(
        who,
        str(there.get(who, {}).get("name", who)),
        tuple((title, tuple(rolls)) for title, rolls in grouped.items()),
        others,
        target if any(id == target for id, _ in others) else "",
        hiding(game.encounter) is not None,
        bool(there.get(who, {}).get("hidden")),
        group,
        peers,
    )


def group_of(game: Game, running: Mapping[str, Any], who: str) -> tuple[str, tuple[str, ...]]:
    """The group that a combatant stands in, and who stands in it; nobody where it has no name."""
    assert game.encounter is not None
    places = game.encounter.board(running).places
    group = next((each.group for each in places if each.id == who), "")
    return group, tuple(each.id for each in places if group and each.group == group)
