"""What a message comes to, computed from the state when its turn has come.

    facts(message, state, games) -> what happens by it; nothing where it changes nothing

BadInput names the field where it cannot happen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.campaign.effects import effect_record
from app.campaign.encounters import EncounterStep
from app.campaign.facts import SCENE, Applied, SceneSet
from app.campaign.facts.base import Fact
from app.campaign.state import CampaignState, Games
from app.core.games import Counter
from app.core.outcomes import Effect
from app.table import characters, encounters, notes, sheets
from app.table.messages import (
    CharacterMessage,
    CounterStepped,
    EncounterMessage,
    Message,
    NoteMessage,
)


def facts(message: Message, state: CampaignState, games: Games) -> tuple[Fact | EncounterStep, ...]:
    """What happens by this message in a campaign that stands so."""
    if isinstance(message, CounterStepped):
        return _counter(message, state, games)
    if isinstance(message, CharacterMessage):
        return characters.facts(message, state)
    if isinstance(message, NoteMessage):
        return notes.facts(message, state)
    game = games[state.game]
    if isinstance(message, EncounterMessage):
        return encounters.facts(message, state, game)
    return sheets.facts(message, state, game)


def _counter(message: CounterStepped, state: CampaignState, games: Games) -> tuple[Fact, ...]:
    """One more or one less; a running encounter keeps it."""
    counter = next(each for each in games[state.game].counters if each.id == message.id)
    running = state.encounter or {}
    scene = {counter.id: counter.start, **state.scene, **running}
    id, after = counter_changed(counter, scene, message.by)
    if after == scene.get(id):
        return ()
    if id in running:  # there it lands as any effect does
        return (Applied([effect_record(SCENE, Effect("self", id, "set", after))]),)
    return (SceneSet({id: after}),)


def counter_changed(counter: Counter, scene: Mapping[str, Any], by: int) -> tuple[str, int]:
    """The value of the scene that so many more or less set, and to what: no further than its ends.

    What is at hand beyond its highest leaves first.
    """
    beyond, _ = counter.beyond
    if by < 0 and (there := int(scene.get(beyond, 0))):
        return beyond, max(there + by, 0)
    now = int(scene.get(counter.id, counter.start))
    return counter.id, min(max(now + by, counter.low), counter.high)
