"""The answers of a play as they are kept, and the play that they make again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.campaign.state.state import Games
from app.campaign.state.values import exact
from app.core.errors import BadInput
from app.core.games import find
from app.core.play.play import Answer, Chosen, Finished, replay


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


def played_again(
    procedure: str, inputs: Mapping[str, Any], answers: Iterable[Any], games: Games
) -> Finished | None:
    """The play that was kept; None if the rules have changed since, so that it no longer ends."""
    try:
        play = replay(find(games, procedure).bind(exact(dict(inputs))), answers_of(answers))
    except BadInput:
        return None
    return play if isinstance(play, Finished) else None
