"""Finished plays as facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.campaign.facts import Changed, Rolled
from app.campaign.state.document import Document
from app.campaign.state.state import Games
from app.core.play.play import Finished
from app.core.procedures.inputs import Values
from app.core.procedures.procedure import Bound


def record_roll(
    bound: Bound,
    play: Finished,
    inputs: Values,
    *,
    who: Mapping[str, str] | None = None,
    hidden: bool = False,
    note: str = "",
    due: str = "",
    of: str = "",
    cancels: bool = False,
    place: str = "",
    typed: int | None = None,
    dice: Mapping[str, Sequence[str]] | None = None,
) -> Rolled:
    """Return the fact of this play. inputs: as they were given to the procedure."""
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


def record_changed_roll(
    of: str, bound: Bound, play: Finished, inputs: Values, *, note: str = ""
) -> Changed:
    """Return the fact that the roll of the entry `of` has this outcome after all."""
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
        "total": play.outcome.values.get(bound.procedure.number),
    }


def remarks(document: Document, roll: Rolled, games: Games) -> str:
    """Return the remarks of the encounter on a roll that is about to be stored."""
    result = roll.result(document, games)
    return join_notes(result.notes) if result is not None else ""


def join_notes(notes: Sequence[str]) -> str:
    """Join sentences into one text: the full stop of each but the last becomes a semicolon."""
    *before, last = notes or [""]
    return (
        "".join(
            f"{note} " if note.endswith("?") else f"{note.removesuffix('.')}; " for note in before
        )
        + last
    )
