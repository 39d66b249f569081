"""What an attack’s dice decide before cover is rolled: Breaking, DR, radiation (W7.1, W7.7)."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.procedures.outcomes import Effect, put
from app.systems.wasteland.hits import Body
from app.systems.wasteland.readings import Strike
from app.systems.wasteland.results import change
from app.systems.wasteland.weapons import Effects


@dataclass(frozen=True)
class Broken:
    """What Breaking leaves of the target's protection (W7.7)."""

    cover_dice: int
    dr_broken: int


def broken(effects: int, cover_dice: int, dr: int, spill: bool) -> Broken:
    """Cover dice go first; DR only where there was no cover, or where the house rule spills."""
    gone = min(effects, cover_dice)
    # Ruling: Effects left over after the last cover die are lost.
    left = effects - gone if spill or not cover_dice else 0
    return Broken(cover_dice - gone, min(dr, left))


@dataclass(frozen=True)
class Blow:
    """What the dice of the attack decide, before cover is rolled (W7.1 b to e).

    through: the damage that DR lets through, for cover to stop.
    """

    total: int
    left: Broken
    dr_applied: int
    radiation: int

    @property
    def through(self) -> int:
        return max(0, self.total - self.dr_applied)


@dataclass(frozen=True)
class Aimed:
    """What the dice of an attack meet: its effects, and the target's protection."""

    effects: Effects
    dr: int
    cover_dice: int
    radiation_dr: int
    spill: bool

    def blow(self, seen: Strike) -> Blow:
        n = seen.effects
        left = broken(n if self.effects.breaking else 0, self.cover_dice, self.dr, self.spill)
        return Blow(
            seen.total + (n if self.effects.vicious else 0),
            left,
            max(0, self.dr - left.dr_broken - self.effects.piercing * n),
            max(0, n - self.radiation_dr) if self.effects.radioactive else 0,
        )

    def counted(self, seen: Strike, blow: Blow) -> dict[str, int]:
        """The values that hang on the dice of the attack alone; 0 where the quality is off."""
        n = seen.effects
        effects = self.effects
        return {
            "rolled": seen.total,
            "effects": n,
            "total": blow.total,
            "dr_applied": blow.dr_applied,
            "radiation": blow.radiation,
            "cover_dice_after": blow.left.cover_dice,
            "dr_broken": blow.left.dr_broken,
            "spread_hits": n if effects.spread else 0,
            "spread_damage": blow.total // 2 if effects.spread and n else 0,
            "burst_targets": n if effects.burst else 0,
            "persistent_rounds": n if effects.persistent else 0,
            "stunned": int(effects.stun and n > 0),
        }

    def effects_on(self, seen: Strike, body: Body, who: str) -> tuple[Effect, ...]:
        """What the damage effects change on whoever is hit, beside the damage (W7.7)."""
        left = self.blow(seen).left
        # W7.4: an object is never stunned.
        stuns = self.effects.stun and seen.effects > 0 and not body.is_object
        return (
            *((put("stunned", True, who),) if stuns else ()),
            *change("cover_dice", self.cover_dice, left.cover_dice, who),
            *change("dr", left.dr_broken, 0, who),
        )
