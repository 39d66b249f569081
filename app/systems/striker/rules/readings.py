"""The reading of Striker's dice: one d20 at face value, and effect dice summed (S1, S14, S15)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from app.core.play.asks import Pool
from app.core.play.readings import Reading, highest, lowest
from app.core.play.readings import total as summed

_SHIFTS = {-1: "bad", 0: "kept", 1: "good"}
_SHIFT_WORDS = (("good", "one step up"), ("bad", "one step down"))


@lru_cache(maxsize=16)
def natural(rsr: int) -> Reading[int]:
    """Read the face of the one d20; drawn good or bad where it shifts the step (S15)."""

    def mark(faces: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(_SHIFTS[shift(face, rsr)] for face in faces)

    return Reading(f"d20, RSR {rsr}", 0, lambda _, face: face, int, mark, words=_SHIFT_WORDS)


@lru_cache(maxsize=32)
def natural_of_two(rsr: int, better: bool) -> Reading[int]:
    """Read the better or the worse of two d20; only that one shifts the step (S42, S15)."""
    counted = highest if better else lowest

    def mark(faces: tuple[int, ...]) -> tuple[str, ...]:
        marks = [_SHIFTS[shift(face, rsr)] for face in faces]
        counts = counted.mark(faces)
        return tuple(
            mark if which == "kept" else which for mark, which in zip(marks, counts, strict=True)
        )

    name = f"d20, {counted.name} of two, RSR {rsr}"
    return replace(counted, name=name, mark=mark, words=_SHIFT_WORDS)


def shift(face: int, rsr: int) -> int:
    """Return one step worse for a face of 1 to RSR, one better for 21 - RSR to 20 (S15)."""
    if face <= rsr:
        return -1
    return 1 if face >= 21 - rsr else 0


def effect_pool(label: str, count: int, sides: int) -> Pool[int]:
    """Return effect dice, summed; no grade depends on them."""
    return Pool(label, count, sides, summed, merge_key=lambda _: 0)
