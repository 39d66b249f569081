"""Tables of attacks: range bands, weapon classes, range and difficulty, hit locations (W6)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from app.core.procedures.tables import Table


class Band(NamedTuple):
    band: str
    zones: str
    meaning: str
    steps: int  # zones counted for W6.11; reach counts as close


RANGE_BANDS = Table(
    "wasteland.range_bands",
    "Range bands",
    "W1.12",
    {"band": "Band", "zones": "Distance", "meaning": "Meaning"},
    (
        Band("reach", "0 zones, arm’s length", "melee attacks, touching, handing over", 0),
        Band("close", "0 zones", "anywhere in your own zone", 0),
        Band("medium", "1 zone", "the next zone", 1),
        Band("long", "2 zones", "two zones off", 2),
        Band("extreme", "3 or more zones", "beyond that", 3),
    ),
)

#: The bands that can be a weapon's ideal range: all but reach.
WEAPON_RANGES = {id: words for id, words in RANGE_BANDS.labels().items() if id != "reach"}


class WeaponClass(NamedTuple):
    id: str
    rule: str
    kind: str
    attribute: str
    skill: str
    words: str
    pair: str
    ranged: str

    @property
    def is_gun(self) -> bool:
        return self.kind == "ranged"

    @property
    def is_thrown(self) -> bool:
        return self.kind == "thrown"

    @property
    def counts_range(self) -> bool:
        return self.ranged == "yes"


WEAPON_CLASSES = Table(
    "wasteland.weapon_classes",
    "Weapon classes",
    "W6.3-W6.6",
    {
        "words": "Weapon class",
        "kind": "Kind",
        "pair": "Attribute + skill",
        "ranged": "Range counts",
        "rule": "Rule",
    },
    (
        WeaponClass("melee-weapon",   "W6.3", "melee",   "strength",   "Melee Weapons",
                    "Melee weapon",   "STR + Melee Weapons", "no"),
        WeaponClass("small-guns",     "W6.4", "ranged",  "agility",    "Small Guns",
                    "Small gun",      "AGI + Small Guns", "yes"),
        WeaponClass("big-guns",       "W6.4", "ranged",  "endurance",  "Big Guns",
                    "Big gun",        "END + Big Guns", "yes"),
        WeaponClass("energy-weapons", "W6.4", "ranged",  "perception", "Energy Weapons",
                    "Energy weapon",  "PER + Energy Weapons", "yes"),
        WeaponClass("explosives",     "W6.5", "thrown",  "perception", "Explosives",
                    "Explosive",      "PER + Explosives", "yes"),
        WeaponClass("throwing",       "W6.5", "thrown",  "agility",    "Throwing",
                    "Thrown weapon",  "AGI + Throwing", "yes"),
        WeaponClass("unarmed",        "W6.6", "unarmed", "strength",   "Unarmed",
                    "Unarmed",        "STR + Unarmed", "no"),
    ),
)  # fmt: skip


class RangeRow(NamedTuple):
    target: str
    close: int
    medium: int
    long: int
    extreme: int


RANGE_DIFFICULTY = Table(
    "wasteland.range_difficulty",
    "Range and difficulty",
    "W6.11",
    {
        "target": "Target at",
        "close": "Weapon: close",
        "medium": "medium",
        "long": "long",
        "extreme": "extreme",
    },
    (
        RangeRow("reach",   0, 1, 2, 3),
        RangeRow("close",   0, 1, 2, 3),
        RangeRow("medium",  1, 0, 1, 2),
        RangeRow("long",    2, 1, 0, 1),
        RangeRow("extreme", 3, 2, 1, 0),
    ),
)  # fmt: skip


class LocationRow(NamedTuple):
    d20: str
    least: int
    person: str
    quadruped: str
    flying_insect: str

    def of(self, body_plan: str) -> str:
        """Return the part that a body of this plan has here."""
        return str(getattr(self, body_plan.replace("-", "_")))


HIT_LOCATION = Table(
    "wasteland.hit_location",
    "Hit locations",
    "W6.13",
    {
        "d20": "d20",
        "person": "Person",
        "quadruped": "Quadruped",
        "flying_insect": "Flying insect",
    },
    (
        LocationRow("1–2",    1, "head",      "head",            "head"),
        LocationRow("3–8",    3, "torso",     "torso",           "torso"),
        LocationRow("9–11",   9, "left-arm",  "left-front-leg",  "left-wing"),
        LocationRow("12–14", 12, "right-arm", "right-front-leg", "right-wing"),
        LocationRow("15–17", 15, "left-leg",  "left-hind-leg",   "left-legs"),
        LocationRow("18–20", 18, "right-leg", "right-hind-leg",  "right-legs"),
    ),
)  # fmt: skip

#: Bodies with a location table, and with them the one without (W6.13).
BODIES = {"person": "Person", "quadruped": "Quadruped", "flying-insect": "Flying insect"}
BODY_PLANS = {**BODIES, "object": "Object"}

OBJECT = "object"


@cache
def locations(body_plan: str) -> tuple[str, ...]:
    """Return the parts of a body of this plan, in the order of the table; an object has none."""
    return () if body_plan == OBJECT else tuple(row.of(body_plan) for row in HIT_LOCATION)


#: Every part of every body, once; with `object` everything that damage can hit.
ALL_LOCATIONS = tuple(dict.fromkeys(part for body in BODIES for part in locations(body)))


def hit_part(face: int, body_plan: str) -> str:
    """Return the part that a d20 hits on a body of this plan (W6.7)."""
    return HIT_LOCATION.row_at(face).of(body_plan)


def row_of(face: int) -> int:
    """Return the row of the hit location table that a d20 hits, from 0."""
    return HIT_LOCATION.rows.index(HIT_LOCATION.row_at(face))
