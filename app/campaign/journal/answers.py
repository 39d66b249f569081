"""Stored answers of a play, and the play that they reproduce."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.campaign.state.state import Games
from app.campaign.state.values import exact_values
from app.core.errors import BadInput
from app.core.games import find
from app.core.play.play import Answer, Chosen, Finished, replay
from app.core.procedures.inputs import Values


def is_answer(stored: object) -> bool:
    """Tell whether this is a stored answer: a face, or a decision by its name."""
    if isinstance(stored, dict):
        return len(stored) == 1
    return isinstance(stored, int) and not isinstance(stored, bool)


def answers_of(stored: Iterable[Any]) -> tuple[Answer, ...]:
    """Convert stored answers for a play: numbers are faces, `{name: value}` is a decision."""
    return tuple(
        Chosen(*next(iter(answer.items()))) if isinstance(answer, dict) else answer
        for answer in stored
    )


def replay_answers(
    procedure: str, inputs: Values, answers: Iterable[object], games: Games
) -> Finished | None:
    """Replay stored answers; return None if changed rules keep the play from ending."""
    try:
        play = replay(find(games, procedure).bind(exact_values(inputs)), answers_of(answers))
    except BadInput:
        return None
    return play if isinstance(play, Finished) else None
