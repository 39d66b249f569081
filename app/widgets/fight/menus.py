"""What can be done with one combatant, beside the steps: rolls from the sheet, at somebody."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.state.scenes import AnyScene, places, scene_of
from app.campaign.state.state import CampaignState
from app.core.encounters.actions import Action, offered
from app.core.games import Game
from app.widgets.fight.steps import hiding, sheet_of
from app.widgets.roll.results import Follow, follow


@dataclass(frozen=True)
class Menu:
    """What can be done with one combatant. acts: out of the own turn, at whoever is aimed at."""

    id: str
    name: str
    rolls: tuple[tuple[str, tuple[Follow, ...]], ...]
    others: tuple[tuple[str, str], ...]
    target: str
    can_hide: bool
    hidden: bool
    group: str
    peers: tuple[str, ...]  # all of that group, this one among them
    acts: tuple[Action, ...] = ()


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
    scene = scene_of(state.document, game)
    likely = scene.encounter.targets(scene, who) if scene and who in scene.combatants else ()
    ordered = dict.fromkeys((*likely, *there))
    others = tuple((id, there[id]) for id in ordered if id != who and id in there)
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
        _acts(scene, who, target or next(iter(likely), "")) if scene is not None else (),
    )


def _acts(scene: AnyScene, who: str, target: str) -> tuple[Action, ...]:
    """What somebody can do at once while it is not their turn; in it, that stands on the board."""
    if who not in scene.combatants or scene.board.current == who:
        return ()
    every = offered(scene, who, target)
    return tuple(each for each in every if not (each.why_not or each.asks or each.roll))


def group_of(game: Game, state: CampaignState, who: str) -> tuple[str, tuple[str, ...]]:
    """The group that a combatant stands in, and who stands in it; nobody where it has no name."""
    there = places(game, state)
    group = next((each.group for each in there if each.id == who), "")
    return group, tuple(each.id for each in there if group and each.group == group)
