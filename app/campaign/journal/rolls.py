"""Rolls as facts: what a finished play comes to when it is told."""

from __future__ import annotations

from typing import Any

from app.campaign.facts import Changed, Rolled
from app.campaign.facts.base import Data
from app.campaign.state.state import Document, Games
from app.core.play.play import Finished
from app.core.procedures.procedure import Bound


def rolled(
    bound: Bound,
    play: Finished,
    inputs: Data,
    *,
    who: Data | None = None,
    hidden: bool = False,
    note: str = "",
    due: str = "",
    of: str = "",
    cancels: bool = False,
    place: str = "",
    typed: int | None = None,
    dice: Data | None = None,
) -> Rolled:
    """The fact that this play was played. inputs: as they were given to the procedure."""
    return Rolled(
        procedure=bound.procedure.id,
        inputs=inputs,
        answers=play.answers,
        who=who or {},
        hidden=hidden,
        note=note,
        due=due,
        of=of,
        cancels=cancels,
        place=place,
        typed=typed,
        dice=dice or {},
        **_summary(bound, play),
    )


def changed_roll(of: str, bound: Bound, play: Finished, inputs: Data, *, note: str = "") -> Changed:
    """The fact that the roll of the entry `of` came out as this play after all."""
    return Changed(
        of=of,
        procedure=bound.procedure.id,
        inputs=inputs,
        answers=play.answers,
        note=note,
        **_summary(bound, play),
    )


def _summary(bound: Bound, play: Finished) -> dict[str, Any]:
    grade = bound.procedure.grade(play.outcome.grade)
    return {
        "grade": grade.id,
        "words": grade.words,
        "tone": grade.tone,
        "success": play.outcome.success,
        "total": play.outcome.values.get("total"),
    }


def remarks(document: Document, roll: Rolled, games: Games) -> str:
    """What the encounter has to say of a roll that is about to be kept."""
    result = roll.result(document, games)
    return "; ".join(result.notes) if result is not None else ""
