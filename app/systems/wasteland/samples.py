"""The two sample characters of Wasteland."""

from __future__ import annotations

from collections.abc import Mapping

from app.systems.wasteland.tables.attacks import locations
from app.systems.wasteland.tables.character import SKILLS


def all_skills(tagged: Mapping[str, int], plain: Mapping[str, int]) -> list[dict[str, object]]:
    """Return all seventeen skills: those with a tag, those without, and the others at 0."""
    ratings = {**dict.fromkeys(SKILLS, 0), **tagged, **plain}
    return [
        {"name": name, "rating": rating, "tagged": name in tagged}
        for name, rating in ratings.items()
    ]


def _armour(**parts: tuple[int, int]) -> list[dict[str, object]]:
    """Return DR by location, physical and energy; `limbs` are both arms and both legs."""
    rows = []
    for part in locations("person"):
        physical, energy = parts.get(part, parts["limbs"] if "-" in part else (0, 0))
        rows.append(
            {
                "location": part,
                "physical": physical,
                "energy": energy,
                "radiation": 0,
                "poison": 0,
            }
        )
    return rows


MARA: dict[str, object] = {
    "name": "Mara Quill, scavenger",
    "kind": "pc",
    "level": 1,
    "strength": 5,
    "perception": 6,
    "endurance": 5,
    "charisma": 4,
    "intelligence": 6,
    "agility": 8,
    "luck": 6,
    "skills": all_skills(
        {"Small Guns": 3, "Sneak": 3, "Lockpick": 2},
        {
            "Athletics": 2,
            "Medicine": 2,
            "Survival": 2,
            "Melee Weapons": 1,
            "Repair": 1,
            "Speech": 1,
        },
    ),
    "dr": _armour(torso=(1, 1), limbs=(1, 0)),
    "weapons": [
        {
            "name": "Pipe revolver",
            "weapon_class": "small-guns",
            "damage_rating": 4,
            "damage_type": "physical",
            "fire_rate": 0,
            "weapon_range": "close",
            "effects": [],
            "qualities": ["Close Quarters"],
            "shots": 14,
        },
        {
            "name": "Hunting knife",
            "weapon_class": "melee-weapon",
            "damage_rating": 3,
            "damage_type": "physical",
            "effects": ["Piercing 1"],
        },
    ],
    "chems": [{"name": "Stimpak", "quantity": 2, "heals": 4, "treats": 1}],
}

HOLT: dict[str, object] = {
    "name": "Brother Holt, bruiser medic",
    "kind": "pc",
    "level": 3,
    "strength": 8,
    "perception": 5,
    "endurance": 7,
    "charisma": 5,
    "intelligence": 7,
    "agility": 4,
    "luck": 4,
    "skills": all_skills(
        {"Melee Weapons": 4, "Medicine": 4, "Big Guns": 2},
        {"Athletics": 2, "Survival": 3, "Science": 2, "Speech": 2, "Throwing": 1},
    ),
    "dr": _armour(torso=(2, 2), head=(2, 2), limbs=(1, 0)),
    "weapons": [
        {
            "name": "Sledgehammer",
            "weapon_class": "melee-weapon",
            "damage_rating": 5,
            "damage_type": "physical",
            "qualities": ["Two-Handed"],
        },
        {
            "name": "Frag grenade",
            "weapon_class": "explosives",
            "damage_rating": 6,
            "damage_type": "physical",
            "weapon_range": "medium",
            "qualities": ["Blast"],
            "shots": 2,
        },
        {
            "name": "Light machine gun",
            "weapon_class": "big-guns",
            "damage_rating": 5,
            "damage_type": "physical",
            "fire_rate": 4,
            "weapon_range": "medium",
            "effects": ["Burst"],
            "qualities": ["Two-Handed"],
            "shots": 60,
        },
    ],
}

SAMPLES = (MARA, HOLT)
