"""The menu of one combatant: rolls from the sheet, at a target."""

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
    """The options of one combatant."""

    id: str
    name: str
    rolls: tuple[tuple[str, tuple[Follow, ...]], ...]
    others: tuple[tuple[str, str], ...]
    #: The default target of the rolls.
    target: str
    can_hide: bool
    hidden: bool
    group: str
    #: All of that group, this one included.
    peers: tuple[str, ...]
    #: Actions outside the own turn, against the target.
    acts: tuple[Action, ...] = ()


def menu(game: Game, state: CampaignState, who: str, target: str) -> Menu:
    """Return the menu of a combatant. target: the target of the rolls."""
    combatants = state.fighters
    sheet = sheet_of(game, state, who)
    grouped: dict[str, list[Follow]] = {}
    if sheet is not None and game.sheet is not None:
        for entry in game.sheet.rolls(sheet):
            grouped.setdefault(game.procedures[entry.procedure].title, []).append(
                follow(entry, game.sheet.rating(entry))
            )
    scene = scene_of(state.document, game)
    likely = scene.encounter.targets(scene, who) if scene and who in scene.combatants else ()
    ordered = dict.fromkeys((*likely, *combatants))
    others = tuple((id, combatants[id]) for id in ordered if id != who and id in combatants)
    group, peers = group_of(game, state, who)
    return Menu(
        who,
        combatants.get(who, who),
        tuple((title, tuple(rolls)) for title, rolls in grouped.items()),
        others,
        target if any(id == target for id, _ in others) else "",
        hiding(game.encounter) is not None,
        any(entry.hidden for entry in places(game, state) if entry.id == who),
        group,
        peers,
        _acts(scene, who, target or next(iter(likely), "")) if scene is not None else (),
    )


def _acts(scene: AnyScene, who: str, target: str) -> tuple[Action, ...]:
    """Return the actions possible outside the own turn; the board shows the others."""
    if who not in scene.combatants or scene.board.current == who:
        return ()
    actions = offered(scene, who, target)
    return tuple(action for action in actions if not (action.why_not or action.asks or action.roll))


def group_of(game: Game, state: CampaignState, who: str) -> tuple[str, tuple[str, ...]]:
    """Return a combatant's group and its members; no members where it has no name."""
    places_here = places(game, state)
    group = next((place.group for place in places_here if place.id == who), "")
    return group, tuple(place.id for place in places_here if group and place.group == group)
