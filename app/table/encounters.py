"""What is done with the order of an encounter, and who is hidden in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.campaign.encounters import EncounterStep
from app.campaign.state import CampaignState
from app.core.encounters import Encounter, Transition
from app.core.games import Game
from app.table.messages.campaign import EncounterMessage, HidingSwitched, TurnMoved

#: Steps that have a place of their own on the page.
OWN_PLACE = ("add", "remove", "move")


def facts(message: EncounterMessage, state: CampaignState, game: Game) -> tuple[EncounterStep, ...]:
    """The step that a message comes to; none for whoever is gone, or stands there already."""
    running, encounter = state.encounter, game.encounter
    if running is None or encounter is None:
        return ()
    if isinstance(message, HidingSwitched):
        return _hidden(message.who, running, encounter)
    order, who = list(running.get("order", ())), message.who
    if who not in order:
        return ()
    if isinstance(message, TurnMoved):
        seen = [each.id for each in encounter.board(running).places if each.id in order]
        place = place_beside(order, seen, who, message.by)
    else:
        place = place_after(order, who, message.before)
        place = 0 if order.index(who) + 1 == place else place
    return (EncounterStep("move", {"who": who, "place": place}),) if place else ()


def _hidden(
    who: str, running: Mapping[str, Any], encounter: Encounter
) -> tuple[EncounterStep, ...]:
    step, whose = hiding(encounter), running["combatants"].get(who)
    if step is None or whose is None:
        return ()
    return (EncounterStep(step.id, {"who": who, "hidden": not whose.get("hidden")}),)


def hiding(encounter: Encounter | None) -> Transition | None:
    """The step that hides somebody from the players, or shows them."""
    for step in encounter.transitions if encounter else ():
        asked = step.inputs
        needed = [name for name, each in asked.items() if each.required]
        if "hidden" in asked and needed == ["who"] and step.id not in OWN_PLACE:
            return step
    return None


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
