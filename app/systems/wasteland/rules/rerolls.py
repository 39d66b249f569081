"""Re-rolls of a test's d20s, for luck points or for an Aim (W1.10, W4.1)."""

from __future__ import annotations

from functools import lru_cache

from app.core.play.asks import Choose, Places
from app.systems.wasteland.rules.readings import Standard

#: The name of the choice to roll dice again, d20s and combat dice alike.
REROLL = "reroll"


def misses(faces: tuple[int, ...], measure: Standard) -> list[int]:
    """Return the places of dice without a score: highest faces first, of equal ones the earlier."""
    nothing = [place for place, face in enumerate(faces, 1) if not measure.read(face).successes]
    return sorted(nothing, key=lambda place: (-faces[place - 1], place))


def worth_it(
    faces: tuple[int, ...], available: int, measure: Standard, difficulty: int, aim: bool
) -> tuple[int, ...]:
    """Return the places of dice worth rolling again; never one that scores.

    The free re-roll of an Aim takes any that scores nothing. Luck points are for a test that falls
    short so far; in one that passes, for dice that complicate.
    """
    nothing = misses(faces, measure)
    free, others = nothing[: int(aim)], nothing[int(aim) :]
    short = sum(measure.read(face).successes for face in faces) < difficulty
    paid = [other for other in others if short or measure.read(faces[other - 1]).complications]
    return tuple(sorted([*free, *paid][:available]))


@lru_cache(maxsize=512)
def reroll_choice(
    faces: tuple[int, ...], available: int, measure: Standard, difficulty: int, aim: bool
) -> Choose[tuple[int, ...]]:
    """Return the offer to roll some d20s again (W1.10, W4.1)."""
    every_miss = tuple(sorted(misses(faces, measure)[:available]))
    price = "the first for the Aim, each other for a luck point" if aim else "a luck point each"
    return Choose(
        REROLL,
        Places(len(faces), available, faces, 20, {"misses": every_miss, "none": ()}),
        default=worth_it(faces, available, measure, difficulty, aim),
        label="Roll dice again?",
        help=f"At most {available}, {price}; the new faces stand.",
        price=lambda places: max(0, len(places) - aim),
        unit="luck",
    )
