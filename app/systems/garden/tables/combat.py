"""Tables of combat: intents, attacks, defences, modifiers, ranges (G53-G78)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from app.core.procedures.tables import Table


class Intent(NamedTuple):
    intent: str
    order: int
    words: str
    meaning: str


INTENTS = Table(
    "garden.tbl_intent",
    "Intent",
    "G53",
    {"order": "Order", "words": "Intent", "meaning": "Who"},
    (
        Intent("close",  1, "Close", "close actions by those already in reach"),
        Intent("ranged", 2, "Ranged", "ranged actions, spells and others at a distance"),
        Intent("move",   3, "Move", "moving, and every close action left"),
    ),
)  # fmt: skip


class Attack(NamedTuple):
    kind: str
    words: str
    skill: str
    attribute: str
    damage: str


ATTACKS = Table(
    "garden.tbl_attacks",
    "Attacks",
    "G57 G78",
    {
        "words": "Attack",
        "skill": "Skill",
        "attribute": "Attribute",
        "damage": "Default damage",
    },
    (
        Attack("unarmed",   "Unarmed",    "unarmed",   "body",       "bruise"),
        Attack("melee",     "Melee",      "melee",     "agility",    "wound"),
        Attack("ranged",    "Ranged",     "firearms",  "perception", "wound"),
        Attack("thrown",    "Thrown",     "athletics", "perception", "wound"),
        Attack("explosive", "Explosives", "mechanics", "logic",      "wound"),
    ),
)  # fmt: skip


class Defense(NamedTuple):
    """A defence. against: the attacks it answers, by id."""

    kind: str
    words: str
    skill: str
    attribute: str
    attacks: str
    against: tuple[str, ...]


_EVERY = ("unarmed", "melee", "ranged", "thrown", "explosive")

DEFENSES = Table(
    "garden.tbl_defenses",
    "Defences",
    "G58 G60",
    {"words": "Defence", "skill": "Skill", "attribute": "Attribute", "attacks": "Against"},
    (
        Defense("defense", "Defence", "defense", "agility", "every attack", _EVERY),
        Defense(
            "block",
            "Block",
            "melee",
            "agility",
            "melee, thrown and unarmed attacks, with a melee weapon",
            ("melee", "thrown", "unarmed"),
        ),
        Defense("parry", "Parry", "unarmed", "agility", "unarmed attacks only", ("unarmed",)),
        Defense("unaware", "Unaware, or an object", "–", "–", "a flat 1 + modifiers", _EVERY),
    ),
)


class Range(NamedTuple):
    """A range band. multiple: of the weapon's short range. metres: where no range is listed."""

    band: str
    words: str
    multiple: int
    metres: int
    modifier: int


RANGES = Table(
    "garden.tbl_ranges",
    "Ranges",
    "G72 G73",
    {
        "words": "Band",
        "multiple": "Times the weapon’s range",
        "metres": "Metres if none is listed",
        "modifier": "Modifier",
    },
    (
        Range("short",   "Short",   1, 6, 0),
        Range("medium",  "Medium",  2, 12, -1),
        Range("long",    "Long",    4, 50, -2),
        Range("extreme", "Extreme", 8, 100, -3),
    ),
)  # fmt: skip

#: The bands from near to far.
BANDS = tuple(row.band for row in RANGES)


class Location(NamedTuple):
    location: str
    words: str
    farthest: str
    times: str
    multiplier: Fraction


LOCATIONS = Table(
    "garden.tbl_locations",
    "Aiming at a location",
    "G63",
    {"words": "Location or size", "farthest": "Farthest range", "times": "Wound levels"},
    (
        Location("torso",  "Torso",  "long",   "×1",   Fraction(1)),
        Location("limb",   "Limb",   "medium", "×1",   Fraction(1)),
        Location("head",   "Head",   "medium", "×0.5", Fraction(1, 2)),
        Location("eye",    "Eye",    "short",  "×0.5", Fraction(1, 2)),
        Location("finger", "Finger", "short",  "×0.5", Fraction(1, 2)),
    ),
)  # fmt: skip

#: Choices of a place hit; `none` is nowhere in particular.
PLACES = {"none": "None", **LOCATIONS.labels("words")}


def multiplier(location: str) -> Fraction:
    """Return the factor of a hit location on the wound levels (G63)."""
    return Fraction(1) if location == "none" else LOCATIONS[location].multiplier


class Situation(NamedTuple):
    """A situation of an attack. group: the input that it is a choice of."""

    situation: str
    words: str
    group: str
    attack: int
    defense: int
    example: str


COMBAT_MODIFIERS = Table(
    "garden.tbl_combat_modifiers",
    "Combat modifiers",
    "G71",
    {
        "words": "Situation",
        "attack": "Attack",
        "defense": "Defence",
        "example": "Example",
    },
    (
        Situation("light", "Light cover", "cover", 0, 1,
                  "foliage, furniture, thin walls"),
        Situation("heavy", "Heavy cover", "cover", 0, 3,
                  "rocks, motor vehicles, thick walls"),
        Situation("hidden-light", "Fully hidden, light cover", "cover", -2, 1,
                  "only the weapon visible"),
        Situation("hidden-heavy", "Fully hidden, heavy cover", "cover", -2, 1,
                  "only the weapon visible; cannot be hit at all (G70)"),
        Situation("very-bright", "Very bright", "light", -1, -1,
                  "spotlight, tactical light"),
        Situation("dim", "Dim", "light", -1, -1,
                  "moonlight"),
        Situation("poor", "Poor", "light", -2, -2,
                  "starlight, fog or smoke"),
        Situation("barely-lit", "Barely lit", "light", -3, -3,
                  "lighter, indirect light, heavy fog"),
        Situation("pitch-black", "Pitch black", "light", -4, -4,
                  "no light at all"),
        Situation("flanking", "Flanking", "facing", 0, -1,
                  "attacker behind and to the side"),
        Situation("behind", "Behind", "facing", 0, -2,
                  "attacker directly behind"),
        Situation("attackers", "Multiple attackers", "", 0, -1,
                  "for each attacker after the first, at most −3 (G76)"),
        Situation("offhand", "Offhand", "", -1, 0,
                  "non-dominant hand"),
        Situation("medium", "Medium range", "range", RANGES["medium"].modifier, 0,
                  "within a dozen metres; 2× weapon range"),
        Situation("long", "Long range", "range", RANGES["long"].modifier, 0,
                  "within fifty metres; 4× weapon range"),
        Situation("extreme", "Extreme range", "range", RANGES["extreme"].modifier, 0,
                  "within a hundred metres; 8× weapon range"),
    ),
)  # fmt: skip


def situations(group: str, usual: str, words: str) -> dict[str, str]:
    """Return the choices of one group of situations, the usual one (no modifier) first."""
    return {
        usual: words,
        **{row.situation: row.words for row in COMBAT_MODIFIERS if row.group == group},
    }


def situation(name: str) -> tuple[int, int]:
    """Return the (attack, defence) modifiers of a situation; the usual ones have none (G71)."""
    for row in COMBAT_MODIFIERS:
        if row.situation == name:
            return row.attack, row.defense
    return 0, 0
