"""What is done with the order of an encounter, and who is hidden in it."""

from __future__ import annotations

from collections.abc import Sequence

from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import AnyScene, places, scene_of
from app.campaign.state.state import CampaignState
from app.core.games import Game
from app.update.messages.campaign import EncounterMessage, HidingSwitched, TurnMoved
from app.widgets.fight.steps import hiding


def facts(message: EncounterMessage, state: CampaignState, game: Game) -> tuple[EncounterStep, ...]:
    """The step that a message comes to; none for whoever is gone, or stands there already."""
    scene = scene_of(state.document, game)
    if scene is None:
        return ()
    if isinstance(message, HidingSwitched):
        return _hidden(message.who, scene)
    order, who = list(scene.now.order), message.who
    if who not in order:
        return ()
    if isinstance(message, TurnMoved):
        seen = [each.id for each in places(game, state) if each.id in order]
        place = place_beside(order, seen, who, message.by)
    else:
        place = place_after(order, who, message.before)
        stays = message.before == who or order.index(who) + 1 == place
        place = 0 if stays else place
    return (EncounterStep("move", {"who": who, "place": place}),) if place else ()


def _hidden(who: str, scene: AnyScene) -> tuple[EncounterStep, ...]:
    step, there = hiding(scene.encounter), scene.board.places
    seen = next((each for each in there if each.id == who), None)
    if step is None or seen is None:
        return ()
    return (EncounterStep(step.id, {"who": who, "hidden": not seen.hidden}),)


def place_after(order: Sequence[str], who: str, before: str) -> int:
    """The place from 1 that somebody gets when put before another (or last, before nobody)."""
    left = [id for id in order if id != who]
    return left.index(before) + 1 if before in left else len(left) + 1


def place_beside(order: Sequence[str], seen: Sequence[str], who: str, by: int) -> int:
    """The place from 1 that somebody gets when moved past whoever stands beside them.

    seen: the order of turns, which may be another than the order by hand. 0 at either end.
    """
    if who not in seen or not 0 <= (beside := seen.index(who) + by) < len(seen):
        return 0
    return place_after(order, who, seen[beside]) + (1 if by > 0 else 0)
