"""Steps of the encounter as facts."""

from __future__ import annotations

from dataclasses import replace

from app.campaign.facts import EncounterStepped
from app.campaign.state.document import Document
from app.campaign.state.effects import effect_record
from app.campaign.state.encounters import due_record, result_of_end, try_step
from app.campaign.state.state import Games
from app.core.encounters.rolls import Due
from app.core.procedures.inputs import Values


def record_step(
    document: Document, step: str, inputs: Values, games: Games, id: str
) -> EncounterStepped:
    """Return the fact of an encounter step with its results. id: prefix of its due ids."""
    ends = step == "end"
    result = result_of_end(document, games) if ends else try_step(document, step, inputs, games)
    if result is None:
        return EncounterStepped(step, inputs)
    new_dues = (each for each in result.due if not _is_asked(document, each, games))
    due = [due_record(f"{id}.{number}", each) for number, each in enumerate(new_dues, 1)]
    effects = [
        effect_record(who, replace(effect, who="self"))
        for who, effect in result.scene.effects
        if who in document["characters"]
    ]
    return EncounterStepped(step, inputs, effects, due, result.notes)


def _is_asked(document: Document, due: Due, games: Games) -> bool:
    """Tell whether this is due already.

    A decision stays due when it is asked for again; of a roll the game decides.
    """
    encounter = games[document["game"]].encounter
    if due.procedure:
        repeats = encounter.repeats if encounter is not None else None
        return repeats is not None and any(repeats(record, due) for record in document["due"])
    waiting = [
        (record["who"], record["label"]) for record in document["due"] if not record["procedure"]
    ]
    return due.time and (due.who, due.label) in waiting
