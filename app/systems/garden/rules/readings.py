"""Readings of six-sided dice (G2-G8).

A pool is never summed: the highest face is kept (the lowest of two, unskilled), repeated faces are
criticals, all 1s are a fumble.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

from app.core.play.asks import Pool
from app.core.play.readings import Reading
from app.core.play.readings import highest as _highest
from app.systems.garden.house import AS_WRITTEN, PoolRules

Keep = Literal["highest", "lowest"]


class PoolResult(NamedTuple):
    """A result of a pool: the kept face (0 without dice), its criticals, and the fumble."""

    die: int
    critical: int
    fumble: bool

    @property
    def roll(self) -> int:
        """Return the die result with its criticals, before anything is added (G2, G4)."""
        return self.die + self.critical


class _Faces(NamedTuple):
    """State of the fold: the count of each face, as far as the rule asks."""

    dice: int
    faces: int  # a bit for each face that was seen
    repeats: int  # dice that repeat the face which criticals look at


def _top(faces: int) -> int:
    return faces.bit_length()


def _bottom(faces: int) -> int:
    return (faces & -faces).bit_length()


def _count_any(state: _Faces, face: int) -> _Faces:
    # G4: (number of dice) - (number of different faces); the repeats need no counting.
    return _Faces(state.dice + 1, state.faces | 1 << face - 1, 0)


def _count_top(state: _Faces, face: int) -> _Faces:
    top = _top(state.faces)
    repeats = 0 if face > top else state.repeats + (face == top)
    return _Faces(state.dice + 1, state.faces | 1 << face - 1, repeats)


def _count_sixes(state: _Faces, face: int) -> _Faces:
    repeats = state.repeats + (face == 6 and _top(state.faces) == 6)
    return _Faces(state.dice + 1, state.faces | 1 << face - 1, repeats)


_COUNT = {"any-face": _count_any, "top-face": _count_top, "sixes": _count_sixes}


@lru_cache(maxsize=32)
def keep(keep_which: Keep, rules: PoolRules = AS_WRITTEN) -> Reading[PoolResult]:
    """Return the reading of a pool: `highest` for a skill or attribute, `lowest` when unskilled."""

    def finish(state: _Faces) -> PoolResult:
        if not state.dice:
            return PoolResult(0, 0, False)
        fumble = state.faces == 1  # G5: every die shows 1
        repeats = state.repeats
        if rules.criticals == "any-face":
            repeats = state.dice - state.faces.bit_count()
        if fumble and not rules.fumble_criticals:
            repeats = 0
        if keep_which == "lowest" and not rules.unskilled_criticals:
            repeats = 0
        die = _top(state.faces) if keep_which == "highest" else _bottom(state.faces)
        return PoolResult(die, repeats, fumble)

    def mark(faces: tuple[int, ...]) -> tuple[str, ...]:
        if faces and set(faces) == {1}:
            return ("bad",) * len(faces)
        chosen = max(faces, default=0) if keep_which == "highest" else min(faces, default=0)
        counted = {"any-face": set(faces), "top-face": {max(faces, default=0)}, "sixes": {6}}
        matches = counted[rules.criticals]
        if keep_which == "lowest" and not rules.unskilled_criticals:
            matches = set()
        marks = []
        earlier: set[int] = set()
        for face in faces:
            if face == chosen and face not in earlier:
                marks.append("kept")
            else:
                marks.append("matched" if face in earlier and face in matches else "struck")
            earlier.add(face)
        return tuple(marks)

    words = (("matched", "match +1"), ("bad", "fumble"))
    return Reading(
        f"keep {keep_which}", _Faces(0, 0, 0), _COUNT[rules.criticals], finish, mark, words=words
    )


def skill_pool(
    label: str, level: int, rules: PoolRules = AS_WRITTEN, who: str = "self", extra: int = 0
) -> Pool[PoolResult]:
    """Return as many dice as the skill level (G6); at level 0 two, keep the lowest (G7).

    extra: dice on top, which the unskilled never get (G68).
    """
    if level <= 0:
        return Pool(label, 2, 6, keep("lowest", rules), who)
    return Pool(label, level + extra, 6, keep("highest", rules), who)


def attribute_pool(
    label: str,
    rules: PoolRules = AS_WRITTEN,
    who: str = "self",
    merge_key: Callable[[PoolResult], Hashable] | None = None,
) -> Pool[PoolResult]:
    """Return two dice, keep the highest: attributes have no unskilled roll (G8)."""
    return Pool(label, 2, 6, keep("highest", rules), who, merge_key)


def by_roll(pool: Pool[PoolResult]) -> Pool[PoolResult]:
    """Merge results that share roll and fumble, where grades depend on nothing else."""
    return replace(pool, merge_key=_roll_and_fumble)


def _roll_and_fumble(dice: PoolResult) -> tuple[int, bool]:
    return dice.roll, dice.fumble


def plain_die(
    label: str, who: str = "self", merge_key: Callable[[int], Hashable] | None = None
) -> Pool[int]:
    """Return one die at face value, for hours, days, rounds and metres (G1)."""
    return Pool(label, 1, 6, _highest, who, merge_key)


def plain_die_after(label: str, who: str = "self") -> Pool[int]:
    """Return a plain die for a length alone, rolled after the grade is settled."""
    return plain_die(label, who, merge_key=_alike)


def _alike(face: int) -> None:
    return None
