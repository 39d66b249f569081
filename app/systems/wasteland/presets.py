"""Foes of Wasteland that are ready to join."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.encounters.presets import Preset, PresetGroup, Presets
from app.systems.wasteland.samples import all_skills
from app.systems.wasteland.tables.attacks import locations


def _weapon(name: str, weapon_class: str, rating: int, **more: object) -> dict[str, object]:
    return {"name": name, "weapon_class": weapon_class, "damage_rating": rating, **more}


def _gun(name: str, rating: int, shots: int, **more: object) -> dict[str, object]:
    return _weapon(name, "small-guns", rating, shots=shots, **more)


def _resists(body_plan: str, physical: int, energy: int = 0) -> list[dict[str, object]]:
    """Return the same DR at every location."""
    return [
        {"location": part, "physical": physical, "energy": energy} for part in locations(body_plan)
    ]


def _person(
    special: str,
    skills: Mapping[str, int],
    *weapons: dict[str, object],
    dr: int = 0,
    **more: object,
) -> dict[str, object]:
    """Return the sheet of a person. special: the seven attributes, as `5 5 5 5 5 5 5`."""
    names = ("strength", "perception", "endurance", "charisma", "intelligence", "agility", "luck")
    attributes = dict(zip(names, map(int, special.split()), strict=True))
    return {
        "kind": "npc-character",
        **attributes,
        "luck_points": 0,
        "skills": all_skills({}, skills),
        "weapons": list(weapons),
        **({"dr": _resists("person", dr, dr // 2)} if dr else {}),
        **more,
    }


def _creature(
    body: int, mind: int, body_plan: str, fights: int, *weapons: dict[str, object], dr: int = 0
) -> dict[str, object]:
    """Return the sheet of a creature or robot; it fights with Body and that skill (W2.7)."""
    # Its attacks read the attribute of their weapon class.
    skills = {"Unarmed": fights, "Small Guns": fights, "Energy Weapons": fights}
    return {
        "kind": "creature",
        "body": body,
        "mind": mind,
        "strength": body,
        "agility": body,
        "perception": mind,
        "body_plan": body_plan,
        "skills": all_skills({}, skills),
        "weapons": list(weapons),
        "dr": _resists(body_plan, dr, dr),
    }


FOES = (
    Preset(
        "scavver",
        "Scavver",
        "desperate, a knife and no armour",
        1,
        _person("5 5 4 4 4 5 4", {"Melee Weapons": 1, "Sneak": 2, "Survival": 2},
                _weapon("Rusty knife", "melee-weapon", 2)),
        {"max_hp": 6},
    ),
    Preset(
        "rat",
        "Giant rat",
        "weak, comes in packs",
        1,
        _creature(5, 3, "quadruped", 1, _weapon("Bite", "unarmed", 2)),
        {"max_hp": 4},
    ),
    Preset(
        "fly",
        "Stinger fly",
        "small, hard to hit, spits venom",
        1,
        _creature(5, 4, "flying-insect", 1, _gun("Stinger", 2, 30, damage_type="poison")),
        {"max_hp": 4, "defense": 2},
    ),
    Preset(
        "raider",
        "Raider",
        "reckless, pipe gun and club, comes in gangs",
        3,
        _person("6 5 5 4 4 7 4", {"Small Guns": 3, "Melee Weapons": 2, "Athletics": 1},
                _gun("Pipe gun", 4, 12), _weapon("Tire iron", "melee-weapon", 4), dr=1),
        {"max_hp": 10},
    ),
    Preset(
        "wild-dog",
        "Wild dog",
        "fast, bites and pulls down",
        2,
        _creature(7, 5, "quadruped", 3, _weapon("Bite", "unarmed", 4)),
        {"max_hp": 7},
    ),
    Preset(
        "ghoul",
        "Ghoul",
        "runs straight at you, feels no pain",
        3,
        _creature(7, 4, "person", 3, _weapon("Claws", "unarmed", 5)),
        {"max_hp": 12},
    ),
    Preset(
        "guard",
        "Caravan guard",
        "steady, armoured, a good rifle",
        3,
        _person("6 6 6 5 5 6 5", {"Small Guns": 3, "Melee Weapons": 2, "Survival": 2},
                _gun("Hunting rifle", 4, 20, weapon_range="medium"),
                _weapon("Machete", "melee-weapon", 3, effects=["Piercing 1"]), dr=2),
        {"max_hp": 10},
    ),
    Preset(
        "sniper",
        "Sniper",
        "far away, patient, pierces armour",
        4,
        _person("5 8 5 4 5 7 5", {"Small Guns": 4, "Sneak": 3},
                _gun("Scoped rifle", 5, 12, weapon_range="long", effects=["Piercing 1"],
                     qualities=["Accurate", "Two-Handed"]), dr=1),
        {"max_hp": 9},
    ),
    Preset(
        "drone",
        "Hover drone",
        "hovers, weak laser, hard to hit",
        2,
        _creature(5, 6, "flying-insect", 2,
                  _weapon("Laser", "energy-weapons", 3, damage_type="energy", shots=100), dr=1),
        {"max_hp": 6, "defense": 2},
    ),
    Preset(
        "mutant",
        "Mutant brute",
        "huge, tough, swings a sledge",
        4,
        _person("9 5 8 3 3 5 4", {"Melee Weapons": 2, "Big Guns": 2},
                _weapon("Sledge", "melee-weapon", 4), dr=2),
        {"max_hp": 9},
    ),
    Preset(
        "robot",
        "Sentry robot",
        "armoured, slow, fires in bursts",
        5,
        _creature(8, 6, "person", 3,
                  _gun("Machine gun", 5, 200, fire_rate=3, weapon_range="medium",
                       effects=["Burst"]), dr=3),
        {"max_hp": 16},
    ),
    Preset(
        "scorpion",
        "Giant scorpion",
        "armoured, its sting poisons",
        5,
        _creature(8, 4, "quadruped", 3,
                  _weapon("Sting", "unarmed", 4, damage_type="poison"),
                  _weapon("Claws", "unarmed", 4), dr=2),
        {"max_hp": 16},
    ),
)  # fmt: skip

PRESETS = Presets(
    FOES,
    (
        PresetGroup("Easy", {"raider": 2}),
        PresetGroup("Fair", {"raider": 3}),
        PresetGroup("Hard", {"raider": 2, "wild-dog": 2}),
    ),
)
