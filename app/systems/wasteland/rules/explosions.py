"""Results of a blast for each target in its zone, and the odds of all (W7.14)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import prod

from app.core.play.asks import Pool, Rule, roll
from app.core.play.readings import highest
from app.core.procedures.inputs import Values
from app.systems.wasteland.rules.blows import Aimed
from app.systems.wasteland.rules.hits import HIT_GRADES, Hit
from app.systems.wasteland.rules.readings import Strike
from app.systems.wasteland.rules.strikes import again_by, roll_cover, soaks
from app.systems.wasteland.rules.weapons import Effects
from app.systems.wasteland.rules.zones import Target
from app.systems.wasteland.tables.attacks import OBJECT, hit_part, locations, row_of

#: Grades from the highest on, by their place.
RANKS = {grade.id: rank for rank, grade in enumerate(HIT_GRADES)}


@dataclass(frozen=True)
class Blast:
    """The combat dice of a blast, and the qualities that count for all targets."""

    strike: Strike
    effects: Effects
    damage_type: str
    spill: bool

    @property
    def total(self) -> int:
        return self.strike.total + (self.strike.effects if self.effects.vicious else 0)

    @property
    def lasting(self) -> dict[str, int]:
        """Return the results of its Effects besides the damage, alike for all targets (W7.7)."""
        n = self.strike.effects
        return {
            "persistent_rounds": n if self.effects.persistent else 0,
            "stunned": int(self.effects.stun and n > 0),
        }

    def against(self, target: Target, dr: int) -> Aimed:
        """Return the blast against the target's protection where it is struck."""
        return Aimed(self.effects, dr, target.cover_dice, target.radiation_dr, self.spill)

    def roll_for(self, target: Target, who: str) -> Rule[Struck]:
        """Roll the blast for one target: own location, cover and DR (W7.14)."""
        location, face, row = OBJECT, 0, 0
        if target.body_plan != OBJECT:
            face = yield from roll(Pool("Hit location", 1, 20, highest, who, theirs=True))
            location, row = hit_part(face, target.body_plan), row_of(face)
        aimed = self.against(target, target.dr[row])
        blow = aimed.blow(self.strike)
        stopped = yield from roll_cover(blow.left.cover_dice, target.prone, blow.through, who)
        dealt = max(0, blow.through - stopped)
        hit = Hit(target.body(location), dealt, self.damage_type, blow.radiation)
        return Struck(who, hit, aimed, face, stopped)


@dataclass(frozen=True)
class Struck:
    """The result of a blast for one target, in the role `who`."""

    who: str
    hit: Hit
    aimed: Aimed
    location_roll: int
    cover: int


# --- odds ---


def ranks(blast: Blast, targets: tuple[Target, ...], choices: Values) -> dict[int, int]:
    """Count the ways for the highest grade of all targets, by its rank, after the blast's dice.

    choices: answers by name; the one about cover counts for every target that is asked.
    """
    each = [_ranked(blast, target, choices) for target in targets]
    # Ways for all targets to come to this rank at most: from the lowest grade on.
    at_most = [prod(ways) for ways in zip(*each, strict=True)]
    result = {}
    for rank, ways in enumerate(at_most):
        below = at_most[rank + 1] if rank + 1 < len(at_most) else 0
        if ways > below:
            result[rank] = ways - below
    return result


def _ranked(blast: Blast, target: Target, choices: Values) -> tuple[int, ...]:
    """Count the ways for one target to end at each rank or a lower one."""
    ways = [0] * len(HIT_GRADES)
    known = _known(target, blast.damage_type)
    for dr, faces in _exposed(target).items():
        blow = blast.against(target, dr).blow(blast.strike)
        again = again_by(choices) if target.prone and blow.left.cover_dice else "none"
        for stopped, more in soaks(blow.left.cover_dice, again).items():
            dealt = max(0, blow.through - stopped)
            rank = known.get((dealt, blow.radiation))
            if rank is None:
                hit = Hit(target.body(_some_part(target)), dealt, blast.damage_type, blow.radiation)
                rank = known[dealt, blow.radiation] = RANKS[hit.grade]
            ways[rank] += faces * more
    return tuple(accumulate(reversed(ways)))[::-1]


@lru_cache(maxsize=64)
def _known(target: Target, damage_type: str) -> dict[tuple[int, int], int]:
    """Return the memo of a target's ranks, by damage and radiation."""
    return {}


@lru_cache(maxsize=64)
def _exposed(target: Target) -> dict[int, int]:
    """Count the faces of the location die for each DR of a target; an object has only one."""
    if target.body_plan == OBJECT:
        return {target.dr[0]: 1}
    result: dict[int, int] = {}
    for face in range(1, 21):
        dr = target.dr[row_of(face)]
        result[dr] = result.get(dr, 0) + 1
    return result


def _some_part(target: Target) -> str:
    """Return any location of a target; grades do not depend on it."""
    return (locations(target.body_plan) or (OBJECT,))[0]
