"""Rolls as facts, and back: a finished play, and the answers that make it again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.campaign.facts import Changed, Rolled
from app.campaign.facts.base import Data
from app.core.play import Answer, Chosen, Finished
from app.core.procedures import Bound


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


def is_answer(kept: Any) -> bool:
    """Is this an answer as it is kept: a face, or a decision by its name?"""
    if isinstance(kept, dict):
        return len(kept) == 1
    return isinstance(kept, int) and not isinstance(kept, bool)


def answers_of(kept: Iterable[Any]) -> tuple[Answer, ...]:
    """Kept answers as a play takes them: numbers are faces, `{name: value}` is a decision."""
    return tuple(
        Chosen(*next(iter(each.items()))) if isinstance(each, dict) else each for each in kept
    )
