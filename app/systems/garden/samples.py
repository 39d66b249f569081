"""The two sample characters, and the starter weapons, which are ours."""

from __future__ import annotations


def weapon(name: str, attack_kind: str, dv: int, **more: object) -> dict[str, object]:
    """Return a weapon as a sheet's record."""
    return {
        "name": name,
        "attack_kind": attack_kind,
        "dv": dv,
        "short_range": 0,
        "long": False,
        "burst": False,
        "damage_type": "auto",
        **more,
    }


FIST = weapon("Fist", "unarmed", 2)
KNIFE = weapon("Knife", "melee", 3)
THROWN_KNIFE = weapon("Knife, thrown", "thrown", 3)
CLUB = weapon("Club", "melee", 3, long=True)
PISTOL = weapon("Pistol", "ranged", 5, short_range=10)
RIFLE = weapon("Rifle", "ranged", 7, short_range=40, long=True)

#: Everything one may begin with.
STARTER_WEAPONS = (FIST, KNIFE, THROWN_KNIFE, CLUB, PISTOL, RIFLE)

ROWAN: dict[str, object] = {
    "name": "Rowan Vale",
    "concept": "Scout and medic",
    "agility": 2,
    "body": 1,
    "intuition": 0,
    "logic": 1,
    "perception": 1,
    "psyche": 0,
    "athletics": 2,
    "awareness": 3,
    "defense": 2,
    "firearms": 2,
    "mechanics": 1,
    "medicine": 3,
    "melee": 1,
    "negotiation": 1,
    "pilot": 1,
    "stealth": 2,
    "unarmed": 1,
    "handy_kg": 40,
    "weapons": [KNIFE, PISTOL],
}

ILYA: dict[str, object] = {
    "name": "Ilya Marsh",
    "concept": "Hedge magician",
    "agility": 0,
    "body": 0,
    "intuition": 2,
    "logic": 1,
    "perception": 1,
    "psyche": 3,
    "athletics": 1,
    "astralmancy": 3,
    "awareness": 2,
    "deception": 1,
    "defense": 1,
    "divination": 2,
    "evocation": 2,
    "medicine": 1,
    "melee": 1,
    "negotiation": 2,
    "restoration": 3,
    "stealth": 1,
    "handy_kg": 20,
    "weapons": [KNIFE],
}
