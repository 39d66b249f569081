"""The brute-force twin: odds by trying every face of every die, with no cleverness at all."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from app.core.outcomes import Outcome
from app.core.play import Answer, Asking, Chosen, Thrown, by_chance, replay
from app.core.procedures import Bound


class TooManyError(Exception):
    """More branches than the twin is willing to walk."""


def brute(
    bound: Bound,
    choices: Mapping[str, Any] | None = None,
    limit: int = 20_000,
    begun: tuple[Answer, ...] = (),
) -> dict[str, Fraction]:
    """The chance of each grade, face by face; TooManyError if it takes more than `limit` plays.

    begun: the answers that were given already.
    """
    found: dict[str, Fraction] = {}
    for chance, outcome in outcomes(bound, choices or {}, limit, begun):
        found[outcome.grade] = found.get(outcome.grade, Fraction(0)) + chance
    return found


def outcomes(
    bound: Bound, choices: Mapping[str, Any], limit: int, begun: tuple[Answer, ...] = ()
) -> list[tuple[Fraction, Outcome]]:
    """Every way the play can go, with its chance."""
    if not begun and _about(bound, choices) > 2 * limit:
        raise TooManyError
    ended: list[tuple[Fraction, Outcome]] = []
    waiting: list[tuple[Fraction, tuple[Answer, ...]]] = [(Fraction(1), begun)]
    walked = 0
    while waiting:
        chance, answers = waiting.pop()
        walked += 1
        # What waits must be walked as well: an endless chain is given up after a few dice.
        if walked + len(waiting) > limit:
            raise TooManyError
        came = replay(bound, answers)
        if not isinstance(came, Asking):
            ended.append((chance, came.outcome))
        elif came.choice is not None:
            decided = choices.get(came.choice.name, came.choice.default)
            waiting.append((chance, (*answers, Chosen(came.choice.name, decided))))
        else:
            assert came.wanted is not None
            sides = came.wanted.sides
            waiting += [(chance / sides, (*answers, face)) for face in range(1, sides + 1)]
    return ended


def _about(bound: Bound, choices: Mapping[str, Any]) -> int:
    """Roughly how many ways there are: a random play's chance is one over their number, in mean.

    So most of what would be given up after thousands of plays is given up after five.
    """
    plays = [by_chance(bound, random.Random(seed), choices) for seed in range(5)]
    ways = (
        math.prod(each.sides ** len(each.faces) for each in play.log if isinstance(each, Thrown))
        for play in plays
    )
    return sum(ways) // len(plays)  # whole: after a long play they are too many for a float
