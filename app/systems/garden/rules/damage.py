"""Damage against wound levels, and its effects on the target (G63, G64, G80-G85)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.play.asks import Rule, roll
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact
from app.core.procedures.outcomes import Effect, Grade, Outcome, SumStep, Tone, add, append, put
from app.core.sheets import Rollable
from app.systems.garden.rules.inputs import Levels
from app.systems.garden.rules.readings import plain_die_after

SEVERITY = ("", "flesh", "deep", "critical")
#: Losing a limb replaces death; a finger is a limb here (G64).
LIMBS = {"limb": "limb-lost", "finger": "finger-lost"}


def _rows(tones: tuple[Tone, Tone, Tone]) -> tuple[Grade, ...]:
    return tuple(
        Grade(f"{severity}-{kind}", f"{severity.capitalize()} {kind}", tone)
        for kind in ("bruise", "wound")
        for severity, tone in zip(SEVERITY[1:], tones, strict=True)
    )


#: The damage grades, best first for the target.
SUFFERED = (Grade("scratch", "Scratch", "good"), *_rows(("poor", "bad", "worst")))
#: The same, best first for the attacker.
DEALT = (*reversed(_rows(("good", "good", "best"))), Grade("scratch", "Scratch", "mixed"))


def condition(name: str, lasts: Exact | None = None, unit: str = "none") -> dict[str, object]:
    """Build a condition record; `lasts` is None for a scene's and for endless ones."""
    return {"name": name, "lasts": lasts, "unit": unit}


@dataclass(frozen=True)
class Thresholds:
    """The effective wound levels, after multiplier and armour (G80)."""

    flesh: Exact
    deep: Exact
    critical: Exact

    @classmethod
    def of(cls, levels: Levels, multiplier: Exact = 1) -> Thresholds:
        return cls(
            *(
                each * multiplier + levels.armor
                for each in (levels.flesh, levels.deep, levels.critical)
            )
        )

    def level(self, damage: Exact) -> int:
        """Return 0 (scratch), 1 (flesh), 2 (deep), 3 (critical); equal reaches it (G80)."""
        return sum(damage >= each for each in (self.flesh, self.deep, self.critical))


def convert_bruise(kind: str, bruise_row_full: bool) -> str:
    """Turn a bruise on a full row of bruises into a wound of the same severity (G85)."""
    return "wound" if bruise_row_full else kind


@dataclass(frozen=True)
class Injury:
    """A result of damage: level 0 (scratch) to 3, `wound` or `bruise`, and the location."""

    level: int
    kind: str
    location: str = "none"

    @property
    def grade(self) -> str:
        return f"{SEVERITY[self.level]}-{self.kind}" if self.level else "scratch"

    @property
    def knocks_out(self) -> bool:
        """Tell whether it is a critical bruise (G82)."""
        return self.level == 3 and self.kind == "bruise"

    @property
    def severs(self) -> bool:
        """Tell whether it is a critical wound to a limb (G64)."""
        return self.level == 3 and self.kind == "wound" and self.location in LIMBS

    @property
    def kills(self) -> bool:
        """Tell whether it is a critical wound anywhere else (G81)."""
        return self.level == 3 and self.kind == "wound" and self.location not in LIMBS

    def unconscious_hours(self, who: str = "self") -> Rule[int | None]:
        """Roll 1d6 hours of unconsciousness on a critical bruise (G82); return None otherwise."""
        if not self.knocks_out:
            return None
        return (yield from roll(plain_die_after("Hours unconscious", who)))

    def effects(self, who: str, hours: int | None) -> tuple[Effect, ...]:
        """Return the effects that mark it on its bearer (G81-G83)."""
        if self.level == 0:
            return ()
        if self.knocks_out:
            unconscious = condition("unconscious", hours, "hours")
            return put("bruise_row", "full", who), append("conditions", unconscious, who)
        if self.kills:
            return (put("dead", True, who),)
        if self.severs:
            # G64: the loss is also marked as a deep wound.
            lost = condition(LIMBS[self.location])
            return append("conditions", lost, who), add("deep_wounds", 1, who)
        return (add(f"{SEVERITY[self.level]}_{self.kind}s", 1, who),)

    def values(self, hours: int | None) -> dict[str, Any]:
        known = {"wound_level": self.level}
        return known if hours is None else {**known, "unconscious_hours": hours}


def times(*factors: tuple[Exact, str], result: tuple[Exact, str]) -> tuple[SumStep, ...]:
    """Show a product step by step, without factors of 1 after the first."""
    (first, *others) = factors
    return (
        SumStep("", *first),
        *(SumStep("×", factor, label) for factor, label in others if factor != 1),
        SumStep("=", *result),
    )


HALF = Fraction(1, 2)


def after_full_row(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the ten minutes of bleeding out when a row is full (G84)."""
    bleeding = outcome.grade == "bleeding-out" or outcome.values.get("bleeding_out")
    return (Rollable("Ten minutes", "garden.dying", {}),) if bleeding else ()
