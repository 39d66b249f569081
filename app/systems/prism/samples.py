"""Two characters of Prism to start from."""

from __future__ import annotations

from app.core.procedures.inputs import Values


def _skill(name: str, sv: int, **more: bool) -> dict[str, object]:
    return {"name": name, "sv": sv, **more}


BRANNOCH: Values = {
    "name": "Brannoch of the Gate",
    "strength": 12,
    "endurance": 8,
    "dexterity": 2,
    "quickness": -9,
    "intelligence": -3,
    "perceptivity": 1,
    "charisma": 4,
    "resistance": 5,
    "hp_max": 64,
    "hp": 64,
    "mv": 52,
    "enc_mv": 26,
    "total_penalty": -65,
    "lift_capacity": 220,
    "armor_type": 20,
    "plot_points": 2,
    "plot_points_total": 2,
    "skills": [
        _skill("Broadsword", 71),
        _skill("Shield", 40),
        _skill("Climbing", 12),
        _skill("Leadership", 38),
        _skill("Appraisal", 15),
        _skill("Smithing", 44),
    ],
    "weapons": [{"name": "Broadsword", "ob": 71, "fumble_max": 3, "speed": 0}],
}

YSOLDE: Values = {
    "name": "Ysolde Marr",
    "strength": -2,
    "endurance": 3,
    "dexterity": 16,
    "quickness": 14,
    "intelligence": 9,
    "perceptivity": 11,
    "charisma": 0,
    "resistance": -4,
    "hp_max": 38,
    "hp": 38,
    "mv": 60,
    "enc_mv": 57,
    "total_penalty": -4,
    "lift_capacity": 130,
    "armor_type": 5,
    "plot_points": 3,
    "plot_points_total": 4,
    "skills": [
        _skill("Pick Locks", 62),
        _skill("Running", 35, running=True),
        _skill("Climbing", 48),
        _skill("Detect Traps", 51, detect=True),
        _skill("Stealth", 57),
        _skill("Short Bow", 49),
    ],
    "weapons": [{"name": "Short Bow", "ob": 49, "fumble_max": 4, "speed": 3}],
}
