"""Handling of presets: chosen ones that join, suggested groups, the last group, one's own.

update(model, message) -> the model after it, and the commands
facts(message, state, game) -> the facts that save or remove a preset
"""

from __future__ import annotations

from collections.abc import Mapping

from app.campaign.facts import SceneSet
from app.campaign.state.state import CampaignState
from app.core.errors import BadInput
from app.core.games import Game
from app.update.fight.tracker import change_tracker, join
from app.update.messages.campaign import PresetRemoved, PresetSaved
from app.update.messages.tracker import (
    LastGroupJoined,
    PresetGroupJoined,
    PresetMessage,
    PresetsJoined,
    PresetStepped,
)
from app.update.model import Model, Next
from app.widgets.fight.joining.parse_line import MOST, Kind
from app.widgets.fight.joining.presets import (
    MOST_OWN,
    entry_of,
    kinds_of,
    last_group,
    preset_record,
    presets_of,
)
from app.widgets.fight.journal.descriptions import PRESET


def update(model: Model, message: PresetMessage) -> Next:
    """Handle a message about presets; BadInput on `presets` says why they cannot join."""
    if model.played is None:
        return Next(model)
    game, state = model.played
    if game.encounter is None or state.encounter is None:
        return Next(model)
    match message:
        case PresetStepped(id, by):
            return change_tracker(model, presets=_stepped(model.tracker.presets, id, by))
        case PresetsJoined():
            chosen = kinds_of(game.encounter, presets_of(game, state), model.tracker.presets)
            joined = _join(model, game, state, chosen)
            return joined.then(lambda now: change_tracker(now, presets={}))
        case PresetGroupJoined(label):
            groups = game.encounter.presets().groups
            members = next((group.members for group in groups if group.label == label), {})
            kinds = kinds_of(game.encounter, game.encounter.presets().by_id, members)
            return _join(model, game, state, kinds)
        case LastGroupJoined():
            page = model.journal.page if model.journal is not None else None
            return _join(model, game, state, last_group(state, page))


def _stepped(chosen: Mapping[str, int], id: str, by: int) -> dict[str, int]:
    """Return the numbers after one more or less of a preset; those of zero are left out."""
    count = min(max(chosen.get(id, 0) + by, 0), MOST)
    after = {**chosen, id: count}
    return {each: number for each, number in after.items() if number}


def _join(model: Model, game: Game, state: CampaignState, kinds: tuple[Kind, ...]) -> Next:
    return join(model, entry_of(state, kinds), "presets") if kinds else Next(model)


def facts(
    message: PresetSaved | PresetRemoved, state: CampaignState, game: Game
) -> tuple[SceneSet, ...]:
    """Return the fact that saves or removes an own preset; BadInput if there are too many."""
    if isinstance(message, PresetRemoved):
        is_own = message.preset.startswith(PRESET) and message.preset in state.scene
        return (SceneSet({message.preset: None}),) if is_own else ()
    key, record = preset_record(game, state, message.who)
    if state.scene.get(key) == record:
        return ()
    if key not in state.scene and sum(map(_is_own, state.scene)) >= MOST_OWN:
        raise BadInput("preset", f"You can save up to {MOST_OWN} presets. Remove one first.")
    return (SceneSet({key: record}),)


def _is_own(name: str) -> bool:
    return name.startswith(PRESET)
