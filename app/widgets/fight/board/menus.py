"""The menu of one combatant: rolls from the sheet, at a target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.campaign.state.scenes import places, scene_of
from app.campaign.state.state import CampaignState
from app.core.encounters.actions import Action, Condition
from app.core.encounters.offering import offer_actions
from app.core.encounters.scenes import AnyScene
from app.core.games import Game
from app.widgets.fight.board.steps import hiding, sheet_of
from app.widgets.fight.joining.presets import is_saved
from app.widgets.roll.result.results import Follow, follow

#: The tabs of a combatant's panel.
Tab = Literal["actions", "skills", "conditions", "manage"]


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
    #: Whether it can be saved as a preset, or is saved; empty for players' characters.
    preset: Literal["", "free", "saved"] = ""
    #: Conditions that a tap adds or takes away.
    conditions: tuple[Condition, ...] = ()

    @property
    def tab(self) -> Tab:
        """Return the tab that opens first: actions where some are possible now, else skills."""
        return "actions" if self.acts or not self.rolls else "skills"


def menu(game: Game, state: CampaignState, combatant_id: str, target: str) -> Menu:
    """Return the menu of a combatant. target: the target of the rolls."""
    combatants = state.fighters
    sheet = sheet_of(game, state, combatant_id)
    grouped: dict[str, list[Follow]] = {}
    if sheet is not None and game.sheet is not None:
        for entry in game.sheet.rolls(sheet):
            grouped.setdefault(game.procedures[entry.procedure].title, []).append(
                follow(entry, game.sheet.rating(entry))
            )
    scene = scene_of(state.document, game)
    likely = (
        scene.encounter.targets(scene, combatant_id)
        if scene and combatant_id in scene.combatants
        else ()
    )
    ordered = dict.fromkeys((*likely, *combatants))
    others = tuple(
        (id, combatants[id]) for id in ordered if id != combatant_id and id in combatants
    )
    group, peers = group_of(game, state, combatant_id)
    return Menu(
        combatant_id,
        combatants.get(combatant_id, combatant_id),
        tuple((title, tuple(rolls)) for title, rolls in grouped.items()),
        others,
        target if any(id == target for id, _ in others) else "",
        hiding(game.encounter) is not None,
        any(entry.hidden for entry in places(game, state) if entry.id == combatant_id),
        group,
        peers,
        _acts(scene, combatant_id, target or next(iter(likely), "")) if scene is not None else (),
        as_preset(game, state, combatant_id),
        scene.encounter.conditions(scene, combatant_id)
        if scene is not None and combatant_id in scene.combatants
        else (),
    )


def as_preset(game: Game, state: CampaignState, who: str) -> Literal["", "free", "saved"]:
    """Tell whether a combatant or character can be saved as a preset, or is saved."""
    if state.has_character(who) and state.character(who).kind == "pc":
        return ""
    return "saved" if is_saved(game, state, who) else "free"


def _acts(scene: AnyScene, actor_id: str, target: str) -> tuple[Action, ...]:
    """Return the actions possible outside the own turn; the board shows the others."""
    if actor_id not in scene.combatants or scene.board.current == actor_id:
        return ()
    actions = offer_actions(scene, actor_id, target)
    return tuple(action for action in actions if not (action.why_not or action.asks or action.roll))


def group_of(game: Game, state: CampaignState, combatant_id: str) -> tuple[str, tuple[str, ...]]:
    """Return a combatant's group and its members; no members where it has no name."""
    places_here = places(game, state)
    group = next((member.group for member in places_here if member.id == combatant_id), "")
    return group, tuple(member.id for member in places_here if group and member.group == group)
