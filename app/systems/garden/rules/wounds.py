"""Injuries as numbers: their costs to the bearer (G83, G87, G88)."""

from __future__ import annotations

#: The most boxes of a row on the sheet (G83).
MOST_BOXES = 40


def wound_limit(flesh_wounds: int, deep_wounds: int) -> str:
    """Return the fastest gait with these wounds; bruises do not slow (G88)."""
    if deep_wounds:
        return "walk" if deep_wounds == 1 else "none"
    return "run" if flesh_wounds else "sprint"


def wound_penalty(
    flesh_wounds: int,
    deep_wounds: int,
    flesh_bruises: int,
    deep_bruises: int,
    half_penalty: str = "drop",
) -> int:
    """Return the action penalty of all injuries together (G87); 0 or less.

    half_penalty: the rounding of a half left over, `drop` or `round-up`.
    """
    # G87: add the halves first.
    halves = flesh_bruises + 2 * deep_bruises
    bruises = halves // 2 if half_penalty == "drop" else (halves + 1) // 2
    return -(flesh_wounds + 2 * deep_wounds + bruises)


def boxes(flesh: int, deep: int) -> int:
    """Count the boxes that injuries mark: one each, two for a deep one (G83)."""
    return flesh + 2 * deep
