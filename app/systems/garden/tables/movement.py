"""Tables of movement, water, loads, chases, falls and jumps (G27-G48)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from app.core.procedures.tables import Table


class Gait(NamedTuple):
    """A gait. rank: none < walk < run < sprint (G31). actions: counted by G19. bonus: G28."""

    gait: str
    words: str
    rank: int
    actions: int
    bonus: int
    kind: str


GAITS = Table(
    "garden.tbl_movement",
    "Movement",
    "G27-G30",
    {
        "words": "Gait",
        "actions": "Actions",
        "bonus": "Defence and Athletics bonus",
        "kind": "Kind of action",
    },
    (
        Gait("none",   "None",   0, 0, 0, "–"),
        Gait("walk",   "Walk",   1, 1, 1, "minor"),
        Gait("run",    "Run",    2, 2, 2, "minor, counts as two"),
        Gait("sprint", "Sprint", 3, 0, 3, "extended, fills the round"),
    ),
)  # fmt: skip


def slowest(*gaits: str) -> str:
    """Return the lowest of several limits (G31)."""
    return min(gaits, key=lambda each: GAITS[each].rank)


class Medium(NamedTuple):
    """A medium of movement. fastest: the rank of the fastest gait."""

    medium: str
    words: str
    factor: Fraction
    rate: str
    gait: str
    fastest: int


WATER = Table(
    "garden.tbl_water",
    "Water",
    "G32",
    {"words": "Medium", "rate": "Rate factor", "gait": "Gait"},
    (
        Medium("land",    "On land",       Fraction(1),    "1",   "any", 3),
        Medium("shallow", "Shallow water", Fraction(1, 2), "1/2", "walking only", 1),
        Medium("swim",    "Swimming",      Fraction(1, 4), "1/4, or the swimming rate", "any", 3),
    ),
)  # fmt: skip


class Share(NamedTuple):
    """The fastest gait up to and including a share of the capacity."""

    gait: str
    words: str
    share: str
    most: Fraction


CAPACITY = Table(
    "garden.tbl_capacity",
    "Load and fastest gait",
    "G39",
    {"share": "Share of capacity", "words": "Fastest gait"},
    (
        Share("sprint", "Sprint", "up to 1/2",         Fraction(1, 2)),
        Share("run",    "Run",    "up to 3/4",         Fraction(3, 4)),
        Share("walk",   "Walk",   "up to the maximum", Fraction(1)),
    ),
)  # fmt: skip


class Obstacle(NamedTuple):
    obstacle: str
    words: str
    tn: int


OBSTACLES = Table(
    "garden.tbl_obstacles",
    "Obstacles",
    "G43",
    {"words": "Obstacle", "tn": "TN"},
    (
        Obstacle("low-fence",     "Low fence", 2),
        Obstacle("bench-or-bins", "Bench, garbage bins", 4),
        Obstacle("tall-fence",    "Tall fence", 6),
    ),
)  # fmt: skip


class FallSurface(NamedTuple):
    surface: str
    words: str
    times: str
    multiplier: Fraction


FALL_SURFACES = Table(
    "garden.tbl_fall_surfaces",
    "Falling",
    "G45",
    {"words": "Surface", "times": "Multiplier"},
    (
        FallSurface("concrete",              "Concrete",              "2",    Fraction(2)),
        FallSurface("grass-or-dirt",         "Grass or dirt",         "1",    Fraction(1)),
        FallSurface("sand-or-shallow-water", "Sand or shallow water", "0.5",  Fraction(1, 2)),
        FallSurface("deep-water",            "Deep water",            "0.25", Fraction(1, 4)),
        FallSurface("crash-pads",            "Crash pads",            "0.1",  Fraction(1, 10)),
    ),
)  # fmt: skip


class JumpSurface(NamedTuple):
    surface: str
    words: str
    tn: int


JUMP_SURFACES = Table(
    "garden.tbl_jump_surfaces",
    "Jumping",
    "G48",
    {"words": "Surface", "tn": "TN"},
    (
        JumpSurface("standard", "Standard", 3),
        JumpSurface("rough",    "Rough",    6),
        JumpSurface("slippery", "Slippery", 10),
        JumpSurface("climbing", "Climbing", 14),
    ),
)  # fmt: skip
