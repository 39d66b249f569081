"""Steps of the encounter as facts: what a step comes to when it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.campaign.facts import EncounterStepped
from app.campaign.state.effects import effect_record
from app.campaign.state.encounters import due_record, result_of_end, turned_by
from app.campaign.state.state import Document, Games
from app.core.encounters.transitions import Due


def stepped(
    document: Document, step: str, inputs: Mapping[str, Any], games: Games, id: str
) -> EncounterStepped:
    """The fact of a step of the encounter, with all that it comes to. id: names what falls due."""
    ends = step == "end"
    came = result_of_end(document, games) if ends else turned_by(document, step, inputs, games)
    if came is None:
        return EncounterStepped(step, inputs)
    fresh = (each for each in came.due if not _is_asked(document, each, games))
    due = [due_record(f"{id}.{place}", each) for place, each in enumerate(fresh, 1)]
    effects = [
        effect_record(who, replace(effect, who="self"))
        for who, effect in came.scene.effects
        if who in document["characters"]
    ]
    return EncounterStepped(step, inputs, effects, due, came.notes)


def _is_asked(document: Document, due: Due, games: Games) -> bool:
    """Does this wait already? A decision outlasts what asks for it again; of a roll the game says
    so.
    """
    encounter = games[document["game"]].encounter
    if due.procedure:
        repeats = encounter.repeats if encounter is not None else None
        return repeats is not None and any(repeats(each, due) for each in document["due"])
    waiting = [(each["who"], each["label"]) for each in document["due"] if not each["procedure"]]
    return due.time and (due.who, due.label) in waiting
