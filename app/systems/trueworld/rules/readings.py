"""The reading of TrueWorld's dice: the highest ability die against one difficulty die (T8, T9)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from app.core.play.asks import Pool
from app.core.play.readings import Reading, highest, lowest

KeepRule = Literal["highest", "lowest"]

#: The ability die of a character without a fitting skill (T7.1).
UNSKILLED = "d4"

_KEEP: dict[KeepRule, Reading[int]] = {"highest": highest, "lowest": lowest}


def sides(die: str) -> int:
    """Return the number of sides of a die: `d10` -> 10."""
    return int(die[1:])


def ability_pool(die: str, count: int, label: str = "Ability", who: str = "self") -> Pool[int]:
    """Return dice of one size, of which the highest counts (T6.4, T8.2)."""
    return Pool(label, count, sides(die), highest, who)


def difficulty_pool(
    die: str, position: str, label: str = "Difficulty", who: str = "self"
) -> Pool[int]:
    """Return the difficulty die, and one more of its size in a position (T3.3, T3.4)."""
    reading = lowest if position == "advantage" else highest
    return Pool(label, 1 if position == "neutral" else 2, sides(die), reading, who, theirs=True)


def mean(sides: int, count: int, keep: KeepRule) -> Fraction:
    """Return the exact mean of the die that counts (T9.2)."""
    ways = _KEEP[keep].ways(count, sides)
    return Fraction(sum(face * number for face, number in ways.items()), sides**count)


def thumb(sides: int, count: int, keep: KeepRule) -> int:
    """Return the die that the pool is worth by the rule of thumb, by its sides (T9.1)."""
    if keep == "highest":
        return sides + count - 1
    # Ruling of T9.1: by symmetry, but there is no die below 1.
    return max(1, sides - (count - 1))
