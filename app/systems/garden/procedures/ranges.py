"""The reach of a weapon or a thrown object (G72-G74)."""

from __future__ import annotations

from math import ceil
from typing import Annotated

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, Number
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import named, procedure
from app.core.sheets import Rollable
from app.systems.garden.house import ThrownRange
from app.systems.garden.rules.inputs import Body
from app.systems.garden.tables.combat import RANGES


def limits(short_range: Exact) -> dict[str, Exact]:
    """Return the farthest metres of each band, inclusive; 0 means no listed range (G73)."""
    return {row.band: row.multiple * short_range if short_range else row.metres for row in RANGES}


def band_of(distance: Exact, short_range: Exact) -> str:
    """Return the band of a distance, or `out-of-range` (G73)."""
    for band, limit in limits(short_range).items():
        if distance <= limit:
            return band
    return "out-of-range"


Distance = Annotated[Exact, Number(0, 100_000, unit="m")]
ShortRange = Annotated[
    Exact,
    Number(0, 10_000, unit="m", help="Of the weapon; 0 if none is listed.", rules=("G73",)),
]


def after_range(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer the attack from this band (G72), of the weapon's own kind."""
    if outcome.grade == "out-of-range":
        return ()
    next_inputs = {"range_band": outcome.grade}
    return (Rollable("Shoot", "garden.attack", next_inputs, otherwise={"attack_kind": "ranged"}),)


@procedure(
    "garden.range_band",
    title="Range",
    grades=(
        Grade("short", "Short range", "best"),
        Grade("medium", "Medium range", "good"),
        Grade("long", "Long range", "mixed"),
        Grade("extreme", "Extreme range", "poor"),
        Grade("out-of-range", "Out of range", "worst"),
    ),
    rules="G72 G73",
    follow_up=after_range,
    verdict=named("modifier"),
)
def range_band(
    distance: Distance = 5,
    short_range: ShortRange = 0,
) -> Outcome:
    """Find the band of a distance."""
    band = band_of(distance, short_range)
    reached = band != "out-of-range"
    return Outcome(
        band,
        reached,
        {
            "modifier": RANGES[band].modifier if reached else 0,
            **{f"{name}_limit": limit for name, limit in limits(short_range).items()},
        },
    )


WeightKg = Annotated[Exact, Number(0, 500, unit="kg", label="Weight", front=True)]


@procedure(
    "garden.thrown_range",
    title="Thrown range",
    grades=(Grade("throwable", "Can be thrown", "good"), Grade("too-heavy", "Too heavy", "bad")),
    rules="G74",
    verdict=named("short_limit", "{} m"),
)
def thrown_range(
    body: Body = 0,
    weight_kg: WeightKg = 1,
    thrown_range: ThrownRange = "short",
) -> Outcome:
    """Work out how far you can throw an object."""
    short = 6 + body - ceil(weight_kg)  # G74
    if short <= 0:
        return Outcome("too-heavy", False, {f"{row.band}_limit": 0 for row in RANGES})
    if thrown_range == "maximum":
        return Outcome("throwable", True, {f"{row.band}_limit": short for row in RANGES})
    return Outcome(
        "throwable", True, {f"{band}_limit": limit for band, limit in limits(short).items()}
    )
