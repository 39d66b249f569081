"""Readings of Wasteland's dice: d20s against a target number (W1), combat dice (W1.11).

A d20 scores two, one or nothing, and may be a complication besides. A combat die has damage and
perhaps an Effect. Rules need tallies of many such dice, never the faces; only where single d20s may
be rolled again are the dice distinguished, by their scores.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypedDict

from app.core.play.readings import Reading, sorted_faces
from app.systems.wasteland.tables.rolls import COMBAT_DIE, COMPLICATION_RANGES


class Tally(NamedTuple):
    """The total of some d20s."""

    successes: int
    complications: int

    def plus(self, other: Tally) -> Tally:
        return Tally(self.successes + other.successes, self.complications + other.complications)


NOTHING = Tally(0, 0)


def _as_it_is(state: object) -> Any:
    return state


class Standard(NamedTuple):
    """The measure of a d20: target number (W1.1), faces worth two (W1.2), complications (W1.7)."""

    target: int
    crit: int
    complicated: int

    def read(self, face: int) -> Tally:
        """Read one d20; a face can be a success and a complication at once."""
        successes = 2 if face <= self.crit else int(face <= self.target)
        return Tally(successes, int(face >= self.complicated))

    def mark(self, face: int) -> str:
        """Return the mark of a die; a complication hides its successes."""
        successes, complications = self.read(face)
        return "bad" if complications else ("struck", "kept", "good")[successes]


def standard(attribute: int, skill: int, tagged: bool, complication_range: int) -> Standard:
    """Return the standard of a skill; a tag skill rated 0 still has the 1 as critical (W1.2)."""
    crit = max(1, skill) if tagged else 1
    return against(attribute + skill, crit, complication_range)


def against(target: int, crit: int, complication_range: int) -> Standard:
    return Standard(target, crit, COMPLICATION_RANGES[complication_range].lowest)


#: The labels of the marks of a test's d20s.
_SCORED = (
    ("good", "counts 2"),
    ("kept", "1 success"),
    ("struck", "no success"),
    ("bad", "complication"),
)


def _marks(measure: Standard) -> Callable[[tuple[int, ...]], tuple[str, ...]]:
    return lambda faces: tuple(measure.mark(face) for face in faces)


@lru_cache(maxsize=256)
def tally(measure: Standard) -> Reading[Tally]:
    """Return the reading of d20s that are not rolled again: successes and complications."""

    def step(state: Tally, face: int) -> Tally:
        return state.plus(measure.read(face))

    return Reading("successes", NOTHING, step, _as_it_is, _marks(measure), words=_SCORED)


@lru_cache(maxsize=256)
def single_dice(measure: Standard) -> Reading[tuple[int, ...]]:
    """Return the reading of single d20s, for re-rolls; the lowest face stands for equal scores.

    There are few kinds: two successes, one, nothing, each perhaps with a complication.
    """
    stands_for: dict[Tally, int] = {}
    alike = {face: stands_for.setdefault(measure.read(face), face) for face in range(1, 21)}
    return sorted_faces(alike.__getitem__, _marks(measure), _SCORED)


class _InTurn(NamedTuple):
    """State of the assistants' fold: the next die's index, and the score of the earlier ones."""

    place: int
    scored: Tally


@lru_cache(maxsize=256)
def each_against(measures: tuple[Standard, ...]) -> Reading[Tally]:
    """Return the reading of assistants' d20s, each by its own standard in order (W1.9).

    The index of a die names its assistant. Plays and odds fold the dice in that order.
    """

    def step(state: _InTurn, face: int) -> _InTurn:
        return _InTurn(state.place + 1, state.scored.plus(measures[state.place].read(face)))

    def finish(state: _InTurn) -> Tally:
        return state.scored

    def mark(faces: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(measure.mark(face) for measure, face in zip(measures, faces, strict=True))

    return Reading("assistants", _InTurn(0, NOTHING), step, finish, mark, words=_SCORED)


# --- combat dice ---


class _Drawn(TypedDict):
    """The drawing of a pool of combat dice."""

    art: tuple[str, ...]
    pictures: tuple[str, ...]
    called: str


_ART = tuple(f"{row.damage or 'blank'}{' + Effect' if row.effect else ''}" for row in COMBAT_DIE)

_PICTURES = tuple(
    "bolt" if row.effect else ("blank", "burst", "two-bursts")[row.damage] for row in COMBAT_DIE
)

#: The faces of a combat die, from 1 on, in words and as drawn.
COMBAT = _Drawn(art=_ART, pictures=_PICTURES, called="CD")

_DAMAGE = tuple(row.damage for row in COMBAT_DIE)
_EFFECT = tuple(int(row.effect) for row in COMBAT_DIE)


class CombatDice(NamedTuple):
    """A result of combat dice: their damage, Effects and blanks."""

    total: int
    effects: int
    blanks: int


class Strike(NamedTuple):
    """Combat dice of an attack: damage and Effects; blanks do nothing."""

    total: int
    effects: int


class Cover(NamedTuple):
    """Combat dice of cover: Effects do nothing; blanks may be rolled again (W7.9, W10.5)."""

    total: int
    blanks: int


def _all(state: CombatDice, face: int) -> CombatDice:
    damage = _DAMAGE[face - 1]
    return CombatDice(state[0] + damage, state[1] + _EFFECT[face - 1], state[2] + (damage == 0))


def _struck(state: Strike, face: int) -> Strike:
    return Strike(state[0] + _DAMAGE[face - 1], state[1] + _EFFECT[face - 1])


def _covered(state: Cover, face: int) -> Cover:
    damage = _DAMAGE[face - 1]
    return Cover(state[0] + damage, state[1] + (damage == 0))


combat_dice: Reading[CombatDice] = Reading("combat dice", CombatDice(0, 0, 0), _all, _as_it_is)
strike: Reading[Strike] = Reading("damage", Strike(0, 0), _struck, _as_it_is)
cover: Reading[Cover] = Reading("cover", Cover(0, 0), _covered, _as_it_is)
#: Cover that stands as it fell.
soaked: Reading[int] = Reading("cover", 0, lambda state, face: state + _DAMAGE[face - 1], int)
