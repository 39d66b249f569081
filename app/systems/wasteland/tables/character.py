"""Tables of characters: melee damage bonus, and the seventeen skills (W12.4)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class MeleeBonus(NamedTuple):
    least: int
    strength: str
    bonus: int
    cd: str


MELEE_BONUS = Table(
    "wasteland.melee_bonus",
    "Melee damage bonus",
    "W12.4",
    {"strength": "STR", "cd": "CD"},
    (
        MeleeBonus(1,  "6 or less",  0, "0"),
        MeleeBonus(7,  "7–8",        1, "+1"),
        MeleeBonus(9,  "9–10",       2, "+2"),
        MeleeBonus(11, "11 or more", 3, "+3"),
    ),
)  # fmt: skip

#: The seven attributes, by their short names on the sheet.
SPECIAL = {
    "strength": "STR",
    "perception": "PER",
    "endurance": "END",
    "charisma": "CHA",
    "intelligence": "INT",
    "agility": "AGI",
    "luck": "LCK",
}

#: The seventeen skills with the attribute each is mostly tested with.
SKILLS = {
    "Athletics": "strength",
    "Barter": "charisma",
    "Big Guns": "endurance",
    "Energy Weapons": "perception",
    "Explosives": "perception",
    "Lockpick": "perception",
    "Medicine": "intelligence",
    "Melee Weapons": "strength",
    "Pilot": "perception",
    "Repair": "intelligence",
    "Science": "intelligence",
    "Small Guns": "agility",
    "Sneak": "agility",
    "Speech": "charisma",
    "Survival": "endurance",
    "Throwing": "agility",
    "Unarmed": "strength",
}
