"""Steps of messages about the order of an encounter, and about hidden combatants."""

from __future__ import annotations

from collections.abc import Sequence

from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import places, scene_of
from app.campaign.state.state import CampaignState
from app.core.encounters.scenes import AnyScene
from app.core.games import Game
from app.update.messages.campaign import EncounterMessage, HidingSwitched, TurnMoved
from app.widgets.fight.board.steps import hiding


def facts(message: EncounterMessage, state: CampaignState, game: Game) -> tuple[EncounterStep, ...]:
    """Return the step of a message; empty if the combatant is gone or nothing changes."""
    scene = scene_of(state.document, game)
    if scene is None:
        return ()
    if isinstance(message, HidingSwitched):
        return _hide(message.who, scene)
    order, combatant_id = list(scene.now.order), message.who
    if combatant_id not in order:
        return ()
    if isinstance(message, TurnMoved):
        visible_order = [each.id for each in places(game, state) if each.id in order]
        place = place_beside(order, visible_order, combatant_id, message.by)
    else:
        place = place_after(order, combatant_id, message.before)
        unchanged = message.before == combatant_id or order.index(combatant_id) + 1 == place
        place = 0 if unchanged else place
    return (EncounterStep("move", {"who": combatant_id, "place": place}),) if place else ()


def _hide(combatant_id: str, scene: AnyScene) -> tuple[EncounterStep, ...]:
    step, combatants = hiding(scene.encounter), scene.board.places
    combatant = next((combatant for combatant in combatants if combatant.id == combatant_id), None)
    if step is None or combatant is None:
        return ()
    return (EncounterStep(step.id, {"who": combatant_id, "hidden": not combatant.hidden}),)


def place_after(order: Sequence[str], who: str, before: str) -> int:
    """Return the position from 1 for a combatant put before another (or last)."""
    others = [id for id in order if id != who]
    return others.index(before) + 1 if before in others else len(others) + 1


def place_beside(order: Sequence[str], visible_order: Sequence[str], who: str, by: int) -> int:
    """Return the position from 1 for a combatant moved past a neighbour, 0 at either end.

    `visible_order` is the order of turns on screen, which may differ from the manual order.
    """
    if who not in visible_order or not 0 <= (beside := visible_order.index(who) + by) < len(
        visible_order
    ):
        return 0
    return place_after(order, who, visible_order[beside]) + (1 if by > 0 else 0)
