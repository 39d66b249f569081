"""Damage against wound levels, and what it does to whoever takes it (G63, G64, G80-G85)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.play.asks import Rule, roll
from app.core.procedures.kinds import Exact
from app.core.procedures.outcomes import Effect, Grade, Outcome, Step, Tone, add, append, put
from app.core.sheets import Rollable
from app.systems.garden.inputs import Levels
from app.systems.garden.readings import plain_die_after

SEVERITY = ("", "flesh", "deep", "critical")
#: Losing a limb replaces death; a finger is a limb here (G64).
LIMBS = {"limb": "limb-lost", "finger": "finger-lost"}


def _rows(tones: tuple[Tone, Tone, Tone]) -> tuple[Grade, ...]:
    return tuple(
        Grade(f"{severity}-{kind}", f"{severity.capitalize()} {kind}", tone)
        for kind in ("bruise", "wound")
        for severity, tone in zip(SEVERITY[1:], tones, strict=True)
    )


#: The damage grades, best first for the one who suffers it.
SUFFERED = (Grade("scratch", "Scratch", "good"), *_rows(("poor", "bad", "worst")))
#: The same, best first for the one who deals it.
DEALT = (*reversed(_rows(("good", "good", "best"))), Grade("scratch", "Scratch", "mixed"))


def condition(name: str, lasts: Exact | None = None, unit: str = "none") -> dict[str, Any]:
    """A condition record; `lasts` is None for those of a scene and those without an end."""
    return {"name": name, "lasts": lasts, "unit": unit}


@dataclass(frozen=True)
class Thresholds:
    """The wound levels as they are compared: after multiplier and armour (G80)."""

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
        """0 a scratch, 1 flesh, 2 deep, 3 critical; equal reaches the level (G80)."""
        return sum(damage >= each for each in (self.flesh, self.deep, self.critical))


def taken_as(kind: str, bruise_row_full: bool) -> str:
    """On a row of bruises that was full before, a bruise is a wound of the same severity (G85)."""
    return "wound" if bruise_row_full else kind


@dataclass(frozen=True)
class Injury:
    """What damage comes to: level 0 (a scratch) to 3, a `wound` or a `bruise`, and where."""

    level: int
    kind: str
    location: str = "none"

    @property
    def grade(self) -> str:
        return f"{SEVERITY[self.level]}-{self.kind}" if self.level else "scratch"

    @property
    def knocks_out(self) -> bool:
        """A critical bruise (G82)."""
        return self.level == 3 and self.kind == "bruise"

    @property
    def severs(self) -> bool:
        """A critical wound to a limb (G64)."""
        return self.level == 3 and self.kind == "wound" and self.location in LIMBS

    @property
    def kills(self) -> bool:
        """A critical wound anywhere else (G81)."""
        return self.level == 3 and self.kind == "wound" and self.location not in LIMBS

    def unconscious_hours(self, who: str = "self") -> Rule[int | None]:
        """1d6 hours on a critical bruise (G82); None otherwise."""
        if not self.knocks_out:
            return None
        return (yield from roll(plain_die_after("Hours unconscious", who)))

    def effects(self, who: str, hours: int | None) -> tuple[Effect, ...]:
        """What it proposes to mark on its owner (G81-G83)."""
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


def times(*factors: tuple[Exact, str], result: tuple[Exact, str]) -> tuple[Step, ...]:
    """A product step by step; factors of 1 after the first are left out."""
    (first, *others) = factors
    return (
        Step("", *first),
        *(Step("×", factor, label) for factor, label in others if factor != 1),
        Step("=", *result),
    )


HALF = Fraction(1, 2)


def after_full_row(inputs: Mapping[str, Any], outcome: Outcome) -> tuple[Rollable, ...]:
    """What it means for a life when a row is full (G84)."""
    bleeding = outcome.grade == "bleeding-out" or outcome.values.get("bleeding_out")
    return (Rollable("Ten minutes", "garden.dying", {}),) if bleeding else ()
