"""Results of an attack's dice before cover is rolled: Breaking, DR, radiation (W7.1, W7.7)."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.procedures.outcomes import Effect, put
from app.systems.wasteland.rules.hits import Body
from app.systems.wasteland.rules.readings import Strike
from app.systems.wasteland.rules.results import change
from app.systems.wasteland.rules.weapons import Effects


@dataclass(frozen=True)
class Broken:
    """The target's protection after Breaking (W7.7)."""

    cover_dice: int
    dr_broken: int


def broken(effects: int, cover_dice: int, dr: int, spill: bool) -> Broken:
    """Break cover dice first; DR only without cover, or where the house rule spills."""
    lost = min(effects, cover_dice)
    # Ruling: Effects left over after the last cover die are lost.
    spilled = effects - lost if spill or not cover_dice else 0
    return Broken(cover_dice - lost, min(dr, spilled))


@dataclass(frozen=True)
class Blow:
    """The results of the attack's dice, before cover is rolled (W7.1 b to e).

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
    """The damage effects of an attack, and the target's protection against it."""

    effects: Effects
    dr: int
    cover_dice: int
    radiation_dr: int
    spill: bool

    def blow(self, dice: Strike) -> Blow:
        n = dice.effects
        protection = broken(n if self.effects.breaking else 0, self.cover_dice, self.dr, self.spill)
        return Blow(
            dice.total + (n if self.effects.vicious else 0),
            protection,
            max(0, self.dr - protection.dr_broken - self.effects.piercing * n),
            max(0, n - self.radiation_dr) if self.effects.radioactive else 0,
        )

    def counted(self, dice: Strike, blow: Blow) -> dict[str, int]:
        """Return the values of the attack's dice alone; 0 where the quality is off."""
        n = dice.effects
        effects = self.effects
        return {
            "rolled": dice.total,
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

    def effects_on(self, dice: Strike, body: Body, who: str) -> tuple[Effect, ...]:
        """Return the changes by damage effects, besides the damage (W7.7)."""
        protection = self.blow(dice).left
        # W7.4: an object is never stunned.
        stuns = self.effects.stun and dice.effects > 0 and not body.is_object
        return (
            *((put("stunned", True, who),) if stuns else ()),
            *change("cover_dice", self.cover_dice, protection.cover_dice, who),
            *change("dr", protection.dr_broken, 0, who),
        )
