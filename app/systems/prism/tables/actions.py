"""Tables of the actions without a skill: running, breaking things, stat tests (P25, P42, P52)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from app.core.procedures.tables import Table

#: P26: the GM's bonus on every run, and the penalty for each factor of pace.
RUN_BONUS = 110
PACE_STEP = -30


class Pace(NamedTuple):
    name: str
    pace: str
    penalty: int


def _pace(name: str, pace: str) -> Pace:
    return Pace(name, pace, int(PACE_STEP * Fraction(pace)))


PACES = Table(
    "prism.pace",
    "Pace",
    "P25 P26",
    {"name": "Name", "pace": "Pace", "penalty": "Pace penalty"},
    (
        _pace("walk",   "1"),
        _pace("jog",    "1.5"),
        _pace("run",    "2"),
        _pace("sprint", "3"),
        _pace("limit",  "5"),
    ),
)  # fmt: skip


class Material(NamedTuple):
    material: str
    resistance: str
    remark: str


MATERIALS = Table(
    "prism.materials",
    "Resistance of things",
    "P52",
    {"material": "Material", "resistance": "Resistance", "remark": "Remark"},
    (
        Material("Solid lumber",    "about 0",      ""),
        Material("Iron",            "down to −75",  "by the type of attack"),
        Material("Balsa wood",      "up to +100",   ""),
        Material("Crystal",         "GM",           "very easy in some ways, hard in others"),
        Material("Very cold metal", "GM",           "breaks easily"),
        Material("Anything else",   "GM",           "varies greatly"),
    ),
)  # fmt: skip


class Stat(NamedTuple):
    id: str
    stat: str
    tests: str


STATS = Table(
    "prism.stats",
    "The eight stats",
    "P42",
    {"stat": "Stat", "tests": "Sample tests"},
    (
        Stat("strength",     "Strength",     "force a door"),
        Stat("endurance",    "Endurance",    "hold one’s breath"),
        Stat("dexterity",    "Dexterity",    "keep balance"),
        Stat("quickness",    "Quickness",    "grab something first"),
        Stat("intelligence", "Intelligence", "solve a riddle"),
        Stat("perceptivity", "Perceptivity", "notice"),
        Stat("charisma",     "Charisma",     "first impression"),
        Stat("resistance",   "Resistance",   "keep one’s will"),
    ),
)  # fmt: skip
