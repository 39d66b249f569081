"""What a message comes to, computed from the state when its turn has come.

    facts(message, state, games) -> what happens by it; nothing where it changes nothing

BadInput names the field where it cannot happen.
"""

from __future__ import annotations

from app.campaign.facts import SCENE, Applied, CharactersReordered, SceneSet
from app.campaign.landing import effect_record
from app.campaign.state import CampaignState, Games
from app.campaign.steps import EncounterStep
from app.campaign.telling import Fact
from app.core.outcomes import Effect
from app.table import encounters, sheets
from app.table.messages import (
    CharacterMoved,
    CounterStepped,
    EncounterMessage,
    Message,
)


def facts(message: Message, state: CampaignState, games: Games) -> tuple[Fact | EncounterStep, ...]:
    """What happens by this message in a campaign that stands so."""
    if isinstance(message, CounterStepped):
        return _counter(message, state, games)
    if isinstance(message, CharacterMoved):
        return _character_moved(message, state)
    game = games[state.game]
    if isinstance(message, EncounterMessage):
        return encounters.facts(message, state, game)
    return sheets.facts(message, state, game)


def _counter(message: CounterStepped, state: CampaignState, games: Games) -> tuple[Fact, ...]:
    """One more or one less, no further than its ends; a running encounter keeps it."""
    id = message.id
    counter = next(each for each in games[state.game].purses if each.id == id)
    running = state.encounter or {}
    now = int({id: counter.start, **state.scene, **running}[id])
    after = min(max(now + message.by, counter.low), counter.high)
    if after == now:
        return ()
    if id in running:  # there it lands as any effect does
        return (Applied([effect_record(SCENE, Effect("self", id, "set", after))]),)
    return (SceneSet({id: after}),)


def _character_moved(message: CharacterMoved, state: CampaignState) -> tuple[Fact, ...]:
    before = [each.id for each in state.characters]
    if message.character not in before:
        return ()
    order = list(before)
    place = order.index(message.character)
    order.insert(max(0, place + message.by), order.pop(place))
    return (CharactersReordered(order),) if order != before else ()
