"""The chances of a roll by ability die, before the roll, for the director to tell (T3.5).

They depend on the die that the player will name (T6.2), so each has its own.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from app.systems.trueworld.rules.readings import UNSKILLED, ability_pool, difficulty_pool
from app.systems.trueworld.rules.results import succeeds
from app.systems.trueworld.tables.ability import ABILITY_RATINGS


@cache
def success(die: str, difficulty: str, position: str, dangerous_encounters: bool) -> Fraction:
    """Return the chance of one ability die against this difficulty (T8.5, T8.6)."""
    ability = ability_pool(die, 1)
    against = difficulty_pool(difficulty, position)
    return sum(
        (
            Fraction(ways * other, ability.sides * against.sides**against.count)
            for value, ways in ability.reading.ways(1, ability.sides).items()
            for opposition, other in against.reading.ways(against.count, against.sides).items()
            if succeeds(value - opposition, dangerous_encounters)
        ),
        Fraction(0),
    )


def describe(
    difficulty: str, position: str, unskilled_position: str, dangerous_encounters: bool
) -> str:
    """Return `Chance with one die: unskilled 9%, d4 16%, d6 39%, ...`.

    unskilled_position: the one that a character without a fitting skill rolls from (T7.2).
    """
    unskilled = success(UNSKILLED, difficulty, unskilled_position, dangerous_encounters)
    parts = [f"unskilled {_percent(unskilled)}"]
    for row in ABILITY_RATINGS:
        chance = success(row.die, difficulty, position, dangerous_encounters)
        parts.append(f"{row.die} {_percent(chance)}")
    return f"Chance to succeed with one die: {', '.join(parts)}."


def _percent(chance: Fraction) -> str:
    """Return the nearest percentage, from 1 to 99 for an open result."""
    nearest = int(chance * 100 + Fraction(1, 2))
    return f"{min(99, max(1, nearest)) if 0 < chance < 1 else nearest}%"
